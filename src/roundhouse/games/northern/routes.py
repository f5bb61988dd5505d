"""Which cities the railroad can still reach; used for texts, not by the rules."""

from __future__ import annotations

from roundhouse.games.northern.state import BoardLayout, StateLayout


def find_reachable(board: BoardLayout, s: StateLayout, railhead: int) -> set[int]:
    """Return the cities that track from this railhead can still reach (N2)."""
    reachable, todo = {railhead}, [railhead]
    while todo:
        here = todo.pop()
        for city in board.exit_to[here][: board.exits[here]]:
            if city not in reachable and s.arrivals[city] == 0:
                reachable.add(city)
                todo.append(city)
    return reachable - {railhead}


def find_cut_off(board: BoardLayout, s: StateLayout, railhead: int) -> set[int]:
    """Return the cities that are not reached and no longer can be."""
    open_ = {city for city in range(board.cities) if s.arrivals[city] == 0}
    return open_ - find_reachable(board, s, railhead) - {railhead}
