"""The railroad as a whole: the shortest way that scores a route, and the line of coasts."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import beside, flood, has, move, put
from roundhouse.games.rails.state import CELLS, COLUMNS, ROWS, WORDS, WORK, Board, State

LEVEL = 16  # `way` holds 1 + LEVEL * tiles + new tiles; a cargo never has 16 tiles
# sets in `work`; the last four are advice's
REACHED, EDGE, WITHIN = 0, WORDS, 2 * WORDS
OTHER, HERE, BY_REACHED, BY_OTHER = 3 * WORDS, 4 * WORDS, 5 * WORDS, 6 * WORDS


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
def fill_network(board: Board, s: State, west: bool, reached: int) -> None:
    """All that tiles, connected cities and starts join with the starts of one coast."""
    for i in range(WORDS):
        coast = board.east[i]
        if west:
            coast = board.west[i]
        s.work[reached + i] = coast
        s.work[EDGE + i] = coast
        s.work[WITHIN + i] = s.track[i] | s.towns[i] | board.gates[i]
    flood(s.work, reached, EDGE, WITHIN)


@rule
def fill_from(board: Board, s: State, cell: int) -> None:
    """All that an engine on this cell can run to without new tiles, in HERE."""
    for i in range(WORDS):
        s.work[HERE + i] = 0
        s.work[WITHIN + i] = s.track[i] | s.towns[i] | board.gates[i]
    put(s.work, HERE, cell)
    move(s.work, EDGE, HERE)
    flood(s.work, HERE, EDGE, WITHIN)


@rule
def clear_work(s: State) -> None:
    for i in range(WORK):
        s.work[i] = 0


@rule
def on_east_coast(board: Board, s: State) -> bool:
    for i in range(WORDS):
        if (s.work[REACHED + i] & board.east[i]) != 0:
            return True
    return False


@rule
def coasts_joined(board: Board, s: State) -> bool:
    """Whether tiles, connected cities and starts join a west start with an east start."""
    fill_network(board, s, True, REACHED)
    joined = on_east_coast(board, s)
    clear_work(s)
    return joined


@rule
def coast_gap(board: Board, s: State) -> int:
    """How many new tiles and buildings the coasts are apart at least; for advice."""
    fill_network(board, s, True, REACHED)
    gap = 0
    while gap < COLUMNS + ROWS and not on_east_coast(board, s):
        gap += 1
        move(s.work, EDGE, REACHED)
        beside(s.work, EDGE, EDGE)
        for i in range(WORDS):
            s.work[EDGE + i] &= board.firm[i] & ~s.work[REACHED + i]
            s.work[REACHED + i] |= s.work[EDGE + i]
        flood(s.work, REACHED, EDGE, WITHIN)
    clear_work(s)
    return gap


@rule
def look_for_line(board: Board, s: State, seat: int) -> None:
    """15 VP, once per game, for the action that joins the coasts."""
    if s.joined == 0 and coasts_joined(board, s):
        s.joined = seat + 1
        s.score[seat] += board.coast_vp
