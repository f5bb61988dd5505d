"""Invariants of Pacific Rails Inc., checked after every move in tests."""

from __future__ import annotations

from roundhouse.games.rails.cells import cells_of
from roundhouse.games.rails.names import ITEM_NAMES, RESOURCE_NAMES
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.state import (
    ARRIVAL,
    CARRIAGES,
    DROP,
    GOAL,
    ITEMS,
    OPEN,
    RESOURCES,
    ROUTE,
    SPECIALISTS,
    TOKENS,
    TRAIN,
    WINDOWS,
    BoardLayout,
    StateLayout,
)


def find_violations(
    board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
) -> list[str]:
    """Return a sentence for each invariant that a move violates."""
    violations = [
        *_check_items(board, after),
        *_check_people(board, after),
        *_check_seats(board, after),
        *_check_map(board, after),
        *_check_frames(after),
    ]
    if before is not None:
        violations += _check_step(board, before, words, after)
    return violations


def _check_items(board: BoardLayout, s: StateLayout) -> list[str]:
    results, laid = [], [board.tile[cell] for cell in cells_of(s.track)]
    for item in range(ITEMS):
        total = s.supply[item] + sum(row[item] for row in s.cargo)
        if item >= RESOURCES:
            total += laid.count(item - RESOURCES)
        if total != board.supply[item] or s.supply[item] < 0 or min(r[item] for r in s.cargo) < 0:
            name = ITEM_NAMES[item]
            results.append(f"{name}: {total} in all, {s.supply[item]} of them in the supply")
    for seat in range(s.seats):
        if DROP not in s.phase and cargo_load(s, seat) > cargo_limit(board, s, seat):
            results.append(f"seat {seat} has more cargo than slots")
    return results


def _check_people(board: BoardLayout, s: StateLayout) -> list[str]:
    results = []
    for seat in range(s.seats):
        at_work = s.space.count(seat + 1) + s.above.count(seat + 1)
        if s.reserve[seat] < 0 or s.reserve[seat] + at_work != board.workers[s.seats]:
            results.append(
                f"seat {seat} has {s.reserve[seat]} workers in reserve and {at_work} placed"
            )
        if not 0 <= s.hats[seat] <= board.max_hats:
            results.append(f"seat {seat} has {s.hats[seat]} hats")
        filled = [window > 0 for window in s.windows[seat]]
        if filled != sorted(filled, reverse=True):
            results.append(f"seat {seat} has a gap in its windows")
        if sum(filled) > WINDOWS * min(s.stations[seat], CARRIAGES):
            results.append(f"seat {seat} has specialists without a carriage")
    for n in range(SPECIALISTS):
        total = s.specialists[n] + sum(row.count(n + 1) for row in s.windows)
        if s.specialists[n] < 0 or total != board.specialists[s.seats]:
            results.append(f"specialist {n}: {total} in all")
    for token in range(TOKENS):
        total = s.tokens[token] + sum(row.count(token + 1) for row in s.upgrades)
        if s.tokens[token] < 0 or total != board.tokens[s.seats][token]:
            results.append(f"upgrade {token}: {total} in all")
    return results


def _check_seats(board: BoardLayout, s: StateLayout) -> list[str]:
    results = []
    opened = s.phase[0] != OPEN and not (s.rules == 1 and s.phase[0] == GOAL)
    for seat in range(s.seats):
        houses = sum(s.houses[seat]) + sum(s.sites[seat]) + s.stations[seat]
        if opened and houses != RESOURCES * board.row_houses - 1:
            results.append(f"seat {seat} has {houses} houses in all")
        if min(s.houses[seat]) < 0:
            results.append(f"seat {seat} took a house from an empty row")
        if s.stations[seat] != s.station_at.count(seat + 1):
            results.append(f"seat {seat} miscounts its stations")
        if s.telegraphs[seat] != s.telegraph_at.count(seat + 1):
            results.append(f"seat {seat} miscounts its telegraphs")
        if s.telegraphs[seat] > board.telegraph_count:
            results.append(f"seat {seat} has too many telegraphs")
    for resource in range(RESOURCES):
        if sum(row[resource] for row in s.sites) > board.site_count[resource]:
            results.append(f"too many houses on the sites of {RESOURCE_NAMES[resource]}")
    return results


def _check_map(board: BoardLayout, s: StateLayout) -> list[str]:
    results = []
    for city in range(board.cities):
        station, telegraph = s.station_at[city], s.telegraph_at[city]
        if station and station == telegraph:
            results.append(f"both buildings of city {city} are seat {station - 1}'s")
        if (station > 0 or telegraph > 0) != has(s.towns, board.city_cell[city]):
            results.append(f"city {city} is not marked as it is built")
    for seat in range(s.seats):
        for cell in s.engines[seat]:
            at_home = cell < 0 or board.start_at[cell] >= 0 or has(s.towns, cell)
            if not at_home and ARRIVAL not in s.phase:
                results.append(f"an engine of seat {seat} stands in a city without a building")
    return results


def _check_frames(s: StateLayout) -> list[str]:
    results = []
    if any((*s.phase[s.depth :], *s.actor[s.depth :], *s.first[s.depth :], *s.second[s.depth :])):
        results.append("a popped frame is not zero")
    if s.depth > 0 and s.actor[s.depth - 1] != s.turn:
        results.append("the seat to act is not the top frame's")
    if ROUTE not in s.phase and (any(s.walked) or any(s.fresh)):
        results.append("a route is over and still marked")
    if TRAIN not in s.phase and s.budget:
        results.append("a budget outlived its train")
    return results


def _check_step(
    board: BoardLayout, before: StateLayout, words: str, after: StateLayout
) -> list[str]:
    results = []
    if any(a < b for a, b in zip(after.score, before.score, strict=True)):
        results.append("a score fell")
    if before.joined and after.joined != before.joined:
        results.append("the coasts were joined twice")
    raised = sum(before.lobbied) - sum(after.lobbied)
    if words == "reset":
        if raised != sum(before.lobbied):
            results.append("a reset left a senator down")
    elif raised != -int(words.startswith("lobby")):
        results.append("senators moved without being asked")
    spent = sum(before.hats) - sum(after.hats)
    if words.startswith("hats") and spent != int(words.split()[1]):
        results.append("the hats spent are not those named")
    gone = any(b & ~a for a, b in zip(after.track, before.track, strict=True))
    if gone:
        results.append("track was taken up")
    return results
