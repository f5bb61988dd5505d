"""The railroad as a whole: the shortest way that scores a route, and the line of coasts."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import fill, flood, has, meet
from roundhouse.games.rails.state import CELLS, WORDS, Board, Scratch, State


@rule
def ends_way(board: Board, s: State, cell: int) -> bool:
    """Only connected cities and starts end shortest ways (P3)."""
    return board.start_at[cell] >= 0 or has(s.towns, cell)


@rule
def new_on_way(board: Board, s: State, scratch: Scratch, city: int) -> int:
    """New tiles on the shortest way from a city; among equally short ways the most.

    Breadth first: all ways to a cell are known when its turn comes, with the most new tiles on
    them. The ends that are reached with fewest tiles count.
    """
    queue, tiles, news = scratch.queue, scratch.tiles, scratch.news
    for cell in range(CELLS):
        tiles[cell] = 0
    queue[0] = board.city_cell[city]
    tiles[queue[0]] = 1
    news[queue[0]] = 0
    count = 1
    n = 0
    best = 0
    shortest = 0  # tiles to the nearest end, once one is found
    while n < count and (shortest == 0 or tiles[queue[n]] == shortest):
        cell = queue[n]
        n += 1
        near = board.near[cell]
        for i in range(4):
            there = near[i]
            if there < 0 or there == queue[0]:
                continue
            if ends_way(board, s, there):
                shortest = tiles[cell]
                best = max(best, news[cell])
            elif has(s.track, there):
                new = news[cell]
                if has(s.fresh, there):
                    new += 1
                if tiles[there] == 0:
                    tiles[there] = tiles[cell] + 1
                    news[there] = new
                    queue[count] = there
                    count += 1
                elif tiles[there] == tiles[cell] + 1:
                    news[there] = max(news[there], new)
    return best


@rule
def fill_within(board: Board, s: State, scratch: Scratch) -> None:
    """All that engines run on: tiles, connected cities and starts."""
    for i in range(WORDS):
        scratch.within[i] = s.track[i] | s.towns[i] | board.gates[i]


@rule
def fill_network(scratch: Scratch, coast: list[int], reached: list[int]) -> None:
    """`reached` becomes all that is joined with the starts of one coast, after `fill_within`."""
    fill(reached, coast)
    fill(scratch.edge, coast)
    flood(reached, scratch.edge, scratch.within)


@rule
def coasts_joined(board: Board, s: State, scratch: Scratch) -> bool:
    """Whether tiles, connected cities and starts join a west start with an east start."""
    fill_within(board, s, scratch)
    fill_network(scratch, board.west, scratch.west)
    return meet(scratch.west, board.east)


@rule
def look_for_line(board: Board, s: State, scratch: Scratch, seat: int) -> None:
    """15 VP, once per game, for the action that joins the coasts."""
    if s.joined == 0 and coasts_joined(board, s, scratch):
        s.joined = seat + 1
        s.score[seat] += board.coast_vp
