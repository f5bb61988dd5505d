"""Observation features of Northern Pacific; every seat sees everything."""

from __future__ import annotations

from roundhouse.core.observation import Feature, by_seat, one, one_of, which_seat
from roundhouse.core.rule import rule
from roundhouse.games.northern.rules import count_on_map
from roundhouse.games.northern.state import CITIES, SEATS, BoardLayout, ScratchLayout, StateLayout

OBSERVATION = (
    Feature("seats", SEATS, "one-hot: number of players, from 1"),
    Feature("turn", SEATS, "by seat: 1 if it is this seat's turn"),
    Feature("variant", 3, "one-hot: standard, single, scoreless"),
    Feature("round", 1, "the round, from 1", 1 / 4),
    Feature("links", 1, "track laid this round", 1 / 16),
    Feature("room", 1, "cubes a city may hold", 1 / 8),
    Feature("small", SEATS, "by seat: small cubes in hand", 1 / 8),
    Feature("large", SEATS, "by seat: large cubes in hand", 1 / 2),
    Feature("good", SEATS, "by seat: good cubes from earlier rounds", 1 / 16),
    Feature("bad", SEATS, "by seat: bad cubes from earlier rounds", 1 / 16),
    Feature("wins", SEATS, "by seat: rounds won", 1 / 2),
    Feature("invested", SEATS, "by seat: cubes on the map", 1 / 8),
    Feature(
        "promise",
        SEATS,
        "by seat: expected cubes from cities ahead, by the odds of a random route, in thousandths",
        1 / 8192,
    ),
    Feature("railhead", CITIES, "by city: 1 where the track ends"),
    Feature("reached", CITIES, "by city: 1 if the track has reached it"),
    Feature("exits", CITIES, "by city: 1 if the next track may lead there"),
    Feature(
        "odds",
        CITIES,
        "by city: how often a random route from the railhead reaches it, per mille",
        1 / 1024,
    ),
    Feature("filled", CITIES, "by city: cubes there, of all seats", 1 / 4),
    Feature("others_gain", CITIES, "by city: cubes the other seats would gain there", 1 / 4),
    Feature("small_at", SEATS * CITIES, "by seat, then by city: small cubes there"),
    Feature("large_at", SEATS * CITIES, "by seat, then by city: large cubes there"),
)


@rule
def observe(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> None:
    """Write the observation of a seat."""
    at = one_of(out, 0, SEATS, s.seats - 1)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    at = one_of(out, at, 3, s.variant)
    at = one(out, at, s.round_number)
    at = one(out, at, s.links)
    at = one(out, at, board.limit[s.seats])
    at = by_seat(out, at, SEATS, s.small, seat, s.seats)
    at = by_seat(out, at, SEATS, s.large, seat, s.seats)
    at = by_seat(out, at, SEATS, s.good, seat, s.seats)
    at = by_seat(out, at, SEATS, s.bad, seat, s.seats)
    at = by_seat(out, at, SEATS, s.wins, seat, s.seats)
    at = observe_invested(board, s, seat, out, at)
    observe_cities(board, s, seat, out, at)


@rule
def observe_invested(board: BoardLayout, s: StateLayout, seat: int, out: list[int], at: int) -> int:
    """Write each seat's cubes on the map and their expected return."""
    odds = board.odds[s.railhead]
    for step in range(2 * SEATS):
        out[at + step] = 0
    for step in range(s.seats):
        who = (seat + step) % s.seats
        promise = 0
        for city in range(board.cities):
            promise += odds[city] * (
                s.small_at[city][who] * (1 + board.bonus_small)
                + s.large_at[city][who] * (1 + board.bonus_large)
            )
        out[at + step] = count_on_map(board, s, who)
        out[at + SEATS + step] = promise
    return at + 2 * SEATS


@rule
def observe_cities(board: BoardLayout, s: StateLayout, seat: int, out: list[int], at: int) -> None:
    """Write the features of each city."""
    odds = board.odds[s.railhead]
    cubes = at + 6 * CITIES
    for i in range((6 + 2 * SEATS) * CITIES):
        out[at + i] = 0
    out[at + s.railhead] = 1
    for city in range(board.cities):
        if s.arrivals[city] > 0:
            out[at + CITIES + city] = 1
        out[at + 3 * CITIES + city] = odds[city]
        if s.filled[city] > 0:
            out[at + 4 * CITIES + city] = s.filled[city]
            observe_cubes(board, s, seat, city, out, at + 5 * CITIES + city, cubes + city)
    exits = board.exit_to[s.railhead]
    for i in range(board.exits[s.railhead]):
        if s.arrivals[exits[i]] == 0:
            out[at + 2 * CITIES + exits[i]] = 1


@rule
def observe_cubes(
    board: BoardLayout, s: StateLayout, seat: int, city: int, out: list[int], gain: int, cubes: int
) -> None:
    """Write who owns the cubes in a city and what the others would gain."""
    for step in range(s.seats):
        who = (seat + step) % s.seats
        small, large = s.small_at[city][who], s.large_at[city][who]
        out[cubes + step * CITIES] = small
        out[cubes + (SEATS + step) * CITIES] = large
        if step > 0:
            out[gain] += small * board.bonus_small + large * board.bonus_large
