"""Observation of Pacific Rails Inc. for networks; nothing is hidden."""

from __future__ import annotations

from roundhouse.core.observation import Feature, by_seat, one, one_of, row, which_seat
from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.state import (
    CARRIAGES,
    CELLS,
    CITIES,
    COLUMNS,
    DISTRICTS,
    GOALS,
    ITEMS,
    RESOURCES,
    SEATS,
    SENATORS,
    SPACES,
    SPECIALISTS,
    TOKENS,
    WINDOWS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

PHASES = 23

OBSERVATION = (
    Feature("district_worker", 1, "1 if a worker on a district adds to its neighbors"),
    Feature("seats", SEATS - 1, "one is 1: how many play, from 2"),
    Feature("turn", SEATS, "by seat: 1 if it is to act"),
    Feature("mover", SEATS, "by seat: 1 if the turn is its own"),
    Feature("phase", PHASES, "one is 1: what is to be decided (state.py)"),
    Feature("first", 1, "the first number of that decision (state.py)", 1 / 16),
    Feature("second", 1, "its second number", 1 / 4),
    Feature("here", 2, "column and row of the cell it is about, if it is one", 1 / 16),
    Feature("round", 1, "the round, from 1", 1 / 32),
    Feature("joined", SEATS, "by seat: 1 if it joined the coasts"),
    Feature("budget", 1, "Congress actions left", 1 / 4),
    Feature("goals", GOALS, "by goal: 1 if it is in play"),
    Feature("workers", SPACES * SEATS, "by space, then by seat: 1 if its worker is there"),
    Feature("above", DISTRICTS * SEATS, "by district, then by seat: 1 if its worker is on top"),
    Feature("reserve", SEATS, "by seat: workers at home", 1 / 2),
    Feature("hats", SEATS, "by seat: hats", 1 / 2),
    Feature("score", SEATS, "by seat: VP", 1 / 64),
    Feature(
        "cargo",
        SEATS * ITEMS,
        "by seat: gunpowder, coin, iron, wood, rails, bridges, tunnels",
        1 / 4,
    ),
    Feature(
        "houses", SEATS * RESOURCES, "by seat, then by resource: houses on the player board", 1 / 4
    ),
    Feature("sites", SEATS * RESOURCES, "by seat, then by resource: houses on sites", 1 / 2),
    Feature(
        "hired", SEATS * SPECIALISTS, "by seat: crews, miners, engineers, financiers hired", 1 / 2
    ),
    Feature("upgrades", SEATS * CARRIAGES, "by seat, then by carriage: 1 + its upgrade", 1 / 8),
    Feature("stations", SEATS, "by seat: stations on the map", 1 / 4),
    Feature("telegraphs", SEATS, "by seat: telegraphs on the map", 1 / 4),
    Feature("engines", SEATS * 4, "by seat: column and row of each engine", 1 / 16),
    Feature("own_station", CITIES, "by city: 1 if the station is one's own"),
    Feature("their_station", CITIES, "by city: 1 if the station is another seat's"),
    Feature("own_telegraph", CITIES, "by city: 1 if the telegraph is one's own"),
    Feature("their_telegraph", CITIES, "by city: 1 if the telegraph is another seat's"),
    Feature("supply", ITEMS, "what is left of each item", 1 / 16),
    Feature("specialists", SPECIALISTS, "what is left of each specialist", 1 / 4),
    Feature("tokens", TOKENS, "what is left of each upgrade", 1 / 4),
    Feature("lobbied", SENATORS, "by senator: 1 if down"),
    Feature("track", CELLS, "by cell: 1 if there is track"),
)


@rule
def observe(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> None:
    top = max(0, s.depth - 1)
    at = one(out, 0, s.district_worker)
    at = one_of(out, at, SEATS - 1, s.seats - 2)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    at = which_seat(out, at, SEATS, s.mover, seat, s.seats)
    at = one_of(out, at, PHASES, s.phase[top])
    at = one(out, at, s.first[top])
    at = one(out, at, s.second[top])
    at = one(out, at, s.first[top] % COLUMNS)
    at = one(out, at, s.first[top] // COLUMNS)
    at = one(out, at, s.round_number)
    at = which_seat(out, at, SEATS, s.joined - 1, seat, s.seats)
    at = one(out, at, s.budget)
    at = row(out, at, GOALS, s.goals)
    for space in range(SPACES):
        at = which_seat(out, at, SEATS, s.space[space] - 1, seat, s.seats)
    for district in range(DISTRICTS):
        at = which_seat(out, at, SEATS, s.above[district] - 1, seat, s.seats)
    at = by_seat(out, at, SEATS, s.reserve, seat, s.seats)
    at = by_seat(out, at, SEATS, s.hats, seat, s.seats)
    at = by_seat(out, at, SEATS, s.score, seat, s.seats)
    at = observe_holdings(s, seat, out, at)
    at = observe_cities(s, seat, out, at)
    at = row(out, at, ITEMS, s.supply)
    at = row(out, at, SPECIALISTS, s.specialists)
    at = row(out, at, TOKENS, s.tokens)
    at = row(out, at, SENATORS, s.lobbied)
    for cell in range(CELLS):
        out[at + cell] = 1 if has(s.track, cell) else 0


@rule
def observe_holdings(s: StateLayout, seat: int, out: list[int], at: int) -> int:
    """Write cargo, houses, sites, specialists, upgrades, buildings, engines by seat."""
    width = ITEMS + 2 * RESOURCES + SPECIALISTS + CARRIAGES + 6
    for n in range(SEATS * width):
        out[at + n] = 0
    houses = at + SEATS * ITEMS
    sites = houses + SEATS * RESOURCES
    hired = sites + SEATS * RESOURCES
    upgrades = hired + SEATS * SPECIALISTS
    built = upgrades + SEATS * CARRIAGES
    engines = built + 2 * SEATS
    for step in range(s.seats):
        who = (seat + step) % s.seats
        row(out, at + step * ITEMS, ITEMS, s.cargo[who])
        row(out, houses + step * RESOURCES, RESOURCES, s.houses[who])
        row(out, sites + step * RESOURCES, RESOURCES, s.sites[who])
        for window in range(CARRIAGES * WINDOWS):
            if s.windows[who][window] > 0:
                out[hired + step * SPECIALISTS + s.windows[who][window] - 1] += 1
        row(out, upgrades + step * CARRIAGES, CARRIAGES, s.upgrades[who])
        out[built + step] = s.stations[who]
        out[built + SEATS + step] = s.telegraphs[who]
        for engine in range(2):
            cell = s.engines[who][engine]
            out[engines + 4 * step + 2 * engine] = cell % COLUMNS
            out[engines + 4 * step + 2 * engine + 1] = cell // COLUMNS
    return engines + 4 * SEATS


@rule
def observe_cities(s: StateLayout, seat: int, out: list[int], at: int) -> int:
    for city in range(CITIES):
        station = s.station_at[city]
        telegraph = s.telegraph_at[city]
        out[at + city] = 1 if station == seat + 1 else 0
        out[at + CITIES + city] = 1 if station > 0 and station != seat + 1 else 0
        out[at + 2 * CITIES + city] = 1 if telegraph == seat + 1 else 0
        out[at + 3 * CITIES + city] = 1 if telegraph > 0 and telegraph != seat + 1 else 0
    return at + 4 * CITIES
