"""The track network: shortest paths for scoring, and the coast-to-coast line."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import fill, flood, has, intersects
from roundhouse.games.rails.state import CELLS, WORDS, BoardLayout, ScratchLayout, StateLayout


@rule
def ends_shortest_path(board: BoardLayout, s: StateLayout, cell: int) -> bool:
    """Return whether a cell ends a shortest path: a connected city or a start (P3)."""
    return board.start_at[cell] >= 0 or has(s.towns, cell)


@rule
def count_new_tiles(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, city: int) -> int:
    """Return the new tiles on the shortest path from a city.

    Among equal paths, the one with the most new tiles counts.

    Breadth-first: when a cell is processed, all shortest paths to it are known.
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
    shortest = 0  # 1 + tiles to the nearest end; 0 until one is found
    while n < count and (shortest == 0 or tiles[queue[n]] == shortest):
        cell = queue[n]
        n += 1
        near = board.near[cell]
        for i in range(4):
            there = near[i]
            if there < 0 or there == queue[0]:
                continue
            if ends_shortest_path(board, s, there):
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
def fill_within(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> None:
    """Fill `within` with tiles, connected cities and starts."""
    for i in range(WORDS):
        scratch.within[i] = s.track[i] | s.towns[i] | board.gates[i]


@rule
def fill_network(scratch: ScratchLayout, coast: list[int], reached: list[int]) -> None:
    """Fill `reached` with all that connects to one coast; call `fill_within` first."""
    fill(reached, coast)
    fill(scratch.edge, coast)
    flood(reached, scratch.edge, scratch.within)


@rule
def coasts_joined(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> bool:
    """Return whether tiles, connected cities and starts join the coasts."""
    fill_within(board, s, scratch)
    fill_network(scratch, board.west, scratch.west)
    return intersects(scratch.west, board.east)


@rule
def check_coast_line(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int) -> None:
    """Score the coast-to-coast line when it is first completed (RULES 8.7)."""
    if s.joined == 0 and coasts_joined(board, s, scratch):
        s.joined = seat + 1
        s.score[seat] += board.coast_vp
