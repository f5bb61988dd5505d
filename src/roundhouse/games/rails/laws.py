"""What must hold after every move of Pacific Rails Inc., whatever was played."""

from __future__ import annotations

from roundhouse.games.rails.cells import cells_of
from roundhouse.games.rails.names import ITEM_NAMES, RESOURCE_NAMES
from roundhouse.games.rails.rules.cargo import limit, load
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
    Board,
    State,
)


def broken(board: Board, before: State | None, words: str, after: State) -> list[str]:
    """Each law that the step from `before` by `words` to `after` breaks, in a sentence."""
    complaints = [
        *_items(board, after),
        *_people(board, after),
        *_seats(board, after),
        *_map(board, after),
        *_frames(after),
    ]
    if before is not None:
        complaints += _step(board, before, words, after)
    return complaints


def _items(board: Board, s: State) -> list[str]:
    found, laid = [], [board.tile[cell] for cell in cells_of(s.track)]
    for item in range(ITEMS):
        total = s.supply[item] + sum(row[item] for row in s.cargo)
        if item >= RESOURCES:
            total += laid.count(item - RESOURCES)
        if total != board.supply[item] or s.supply[item] < 0 or min(r[item] for r in s.cargo) < 0:
            name = ITEM_NAMES[item]
            found.append(f"{name}: {total} in all, {s.supply[item]} of them in the supply")
    for seat in range(s.seats):
        if DROP not in s.phase and load(s, seat) > limit(board, s, seat):
            found.append(f"seat {seat} has more cargo than slots")
    return found


def _people(board: Board, s: State) -> list[str]:
    found = []
    for seat in range(s.seats):
        at_work = s.space.count(seat + 1) + s.above.count(seat + 1)
        if s.reserve[seat] < 0 or s.reserve[seat] + at_work != board.workers[s.seats]:
            found.append(f"seat {seat} has {s.reserve[seat]} workers at home and {at_work} out")
        if not 0 <= s.hats[seat] <= board.max_hats:
            found.append(f"seat {seat} has {s.hats[seat]} hats")
        filled = [window > 0 for window in s.windows[seat]]
        if filled != sorted(filled, reverse=True):
            found.append(f"seat {seat} has a gap in its windows")
        if sum(filled) > WINDOWS * min(s.stations[seat], CARRIAGES):
            found.append(f"seat {seat} has specialists without a carriage")
    for n in range(SPECIALISTS):
        total = s.specialists[n] + sum(row.count(n + 1) for row in s.windows)
        if s.specialists[n] < 0 or total != board.specialists[s.seats]:
            found.append(f"specialist {n}: {total} in all")
    for token in range(TOKENS):
        total = s.tokens[token] + sum(row.count(token + 1) for row in s.upgrades)
        if s.tokens[token] < 0 or total != board.tokens[s.seats][token]:
            found.append(f"upgrade {token}: {total} in all")
    return found


def _seats(board: Board, s: State) -> list[str]:
    found = []
    opened = s.phase[0] != OPEN and not (s.rules == 1 and s.phase[0] == GOAL)
    for seat in range(s.seats):
        houses = sum(s.houses[seat]) + sum(s.sites[seat]) + s.stations[seat]
        if opened and houses != RESOURCES * board.row_houses - 1:
            found.append(f"seat {seat} has {houses} houses in all")
        if min(s.houses[seat]) < 0:
            found.append(f"seat {seat} took a house from an empty row")
        if s.stations[seat] != s.station_at.count(seat + 1):
            found.append(f"seat {seat} miscounts its stations")
        if s.telegraphs[seat] != s.telegraph_at.count(seat + 1):
            found.append(f"seat {seat} miscounts its telegraphs")
        if s.telegraphs[seat] > board.telegraph_count:
            found.append(f"seat {seat} has too many telegraphs")
    for resource in range(RESOURCES):
        if sum(row[resource] for row in s.sites) > board.site_count[resource]:
            found.append(f"too many houses on the sites of {RESOURCE_NAMES[resource]}")
    return found


def _map(board: Board, s: State) -> list[str]:
    found = []
    for city in range(board.cities):
        station, telegraph = s.station_at[city], s.telegraph_at[city]
        if station and station == telegraph:
            found.append(f"both buildings of city {city} are seat {station - 1}'s")
        if (station > 0 or telegraph > 0) != has(s.towns, board.city_cell[city]):
            found.append(f"city {city} is not marked as it is built")
    for seat in range(s.seats):
        for cell in s.engines[seat]:
            at_home = cell < 0 or board.start_at[cell] >= 0 or has(s.towns, cell)
            if not at_home and ARRIVAL not in s.phase:
                found.append(f"an engine of seat {seat} stands in a city without a building")
    return found


def _frames(s: State) -> list[str]:
    found = []
    if any((*s.phase[s.depth :], *s.actor[s.depth :], *s.first[s.depth :], *s.second[s.depth :])):
        found.append("a popped frame is not zero")
    if s.depth > 0 and s.actor[s.depth - 1] != s.turn:
        found.append("the seat to act is not the top frame's")
    if ROUTE not in s.phase and (any(s.walked) or any(s.fresh)):
        found.append("a route is over and still marked")
    if TRAIN not in s.phase and s.budget:
        found.append("a budget outlived its train")
    return found


def _step(board: Board, before: State, words: str, after: State) -> list[str]:
    found = []
    if any(a < b for a, b in zip(after.score, before.score, strict=True)):
        found.append("a score fell")
    if before.joined and after.joined != before.joined:
        found.append("the coasts were joined twice")
    raised = sum(before.lobbied) - sum(after.lobbied)
    if words == "reset":
        if raised != sum(before.lobbied):
            found.append("a reset left a senator down")
    elif raised != -int(words.startswith("lobby")):
        found.append("senators moved without being asked")
    spent = sum(before.hats) - sum(after.hats)
    if words.startswith("hats") and spent != int(words.split()[1]):
        found.append("the hats spent are not those named")
    gone = any(b & ~a for a, b in zip(after.track, before.track, strict=True))
    if gone:
        found.append("track was taken up")
    return found
