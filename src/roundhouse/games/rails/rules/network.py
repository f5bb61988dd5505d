"""The railroad as a whole: the shortest way that scores a route, and the line of coasts."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import flood, has, wipe
from roundhouse.games.rails.state import CELLS, WORDS, Board, State

LEVEL = 16  # `way` holds 1 + LEVEL * tiles + new tiles; a cargo never has 16 tiles
REACHED, EDGE, WITHIN = 0, WORDS, 2 * WORDS  # sets in `work`


@rule
def ends_way(board: Board, s: State, cell: int) -> bool:
    """Only connected cities and starts end shortest ways (P3)."""
    return board.start_at[cell] >= 0 or has(s.towns, 0, cell)


@rule
def new_on_way(board: Board, s: State, city: int) -> int:
    """New tiles on the shortest way from a city; among equally short ways the most.

    Level by level: when the tiles of one level are known, with the most new tiles on a way to
    each, either some of them touch an end, or they make the next level.
    """
    source = board.city_cell[city]
    best = -1
    level = 0  # tiles on the ways looked at
    s.way[source] = 1
    found = 1
    while best < 0 and found > 0:
        found = 0
        for cell in range(CELLS):
            mark = s.way[cell]
            if mark == 0 or (mark - 1) // LEVEL != level:
                continue
            news = (mark - 1) % LEVEL
            for i in range(4):
                there = board.near[cell][i]
                if there < 0 or there == source:
                    continue
                if ends_way(board, s, there):
                    best = max(best, news)
                elif has(s.track, 0, there):
                    more = news
                    if has(s.fresh, 0, there):
                        more += 1
                    value = 1 + LEVEL * (level + 1) + more
                    old = s.way[there]
                    if old == 0 or ((old - 1) // LEVEL == level + 1 and old < value):
                        s.way[there] = value
                        found += 1
        level += 1
    for cell in range(CELLS):
        s.way[cell] = 0
    return max(best, 0)


@rule
def coasts_joined(board: Board, s: State) -> bool:
    """Whether tiles, connected cities and starts join a west start with an east start."""
    for i in range(WORDS):
        s.work[REACHED + i] = board.west[i]
        s.work[EDGE + i] = board.west[i]
        s.work[WITHIN + i] = s.track[i] | s.towns[i] | board.gates[i]
    flood(s.work, REACHED, EDGE, WITHIN)
    joined = False
    for i in range(WORDS):
        if (s.work[REACHED + i] & board.east[i]) != 0:
            joined = True
    wipe(s.work, REACHED)
    wipe(s.work, EDGE)
    wipe(s.work, WITHIN)
    return joined


@rule
def look_for_line(board: Board, s: State, seat: int) -> None:
    """15 VP, once per game, for the action that joins the coasts."""
    if s.joined == 0 and coasts_joined(board, s):
        s.joined = seat + 1
        s.score[seat] += board.coast_vp
