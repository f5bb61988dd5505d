"""Where the railroad can still get to: for what is said to people, not for the rules."""

from __future__ import annotations

from roundhouse.games.northern.state import Board, State


def ahead(board: Board, s: State, railhead: int) -> set[int]:
    """The cities that track from this railhead can still reach; what is reached is closed (N2)."""
    found, todo = {railhead}, [railhead]
    while todo:
        here = todo.pop()
        for city in board.exit_to[here][: board.exits[here]]:
            if city not in found and s.arrivals[city] == 0:
                found.add(city)
                todo.append(city)
    return found - {railhead}


def cut_off(board: Board, s: State, railhead: int) -> set[int]:
    """The cities that have not been reached and no longer can be."""
    open_ = {city for city in range(board.cities) if s.arrivals[city] == 0}
    return open_ - ahead(board, s, railhead) - {railhead}
