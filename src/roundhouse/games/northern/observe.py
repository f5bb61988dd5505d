"""What a network sees of Northern Pacific. Nothing is hidden, so every seat sees all of it."""

from __future__ import annotations

from roundhouse.core.observation import Feature
from roundhouse.core.rule import rule
from roundhouse.games.northern.state import CITIES, SEATS, Board, Scratch, State

OBSERVATION = (
    Feature("seats", SEATS, "one number is 1: how many play, from 1"),
    Feature("turn", SEATS, "by seat: 1 if it is to act"),
    Feature("variant", 3, "one is 1: standard, single, scoreless"),
    Feature("round", 1, "the round, from 1", 1 / 4),
    Feature("small", SEATS, "by seat: small cubes in hand", 1 / 8),
    Feature("large", SEATS, "by seat: large cubes in hand", 1 / 2),
    Feature("good", SEATS, "by seat: good cubes of the rounds before", 1 / 16),
    Feature("bad", SEATS, "by seat: bad cubes of the rounds before", 1 / 16),
    Feature("wins", SEATS, "by seat: rounds won", 1 / 2),
    Feature("invested", SEATS, "by seat: cubes on the map", 1 / 8),
    Feature(
        "promise",
        SEATS,
        "by seat: cubes that would come home from cities ahead, by the odds "
        "of a random way, in thousandths",
        1 / 8000,
    ),
    Feature("links", 1, "track laid this round", 1 / 16),
    Feature("room", 1, "cubes a city may hold", 1 / 8),
    Feature("railhead", CITIES, "by city: 1 where the track ends"),
    Feature("reached", CITIES, "by city: 1 if the track has been there"),
    Feature("exits", CITIES, "by city: 1 if the next track may lead there"),
    Feature(
        "odds",
        CITIES,
        "by city: how often a random way from the railhead comes there, per mille",
        1 / 1000,
    ),
    Feature("filled", CITIES, "by city: cubes there, of all seats", 1 / 4),
    Feature("own_small", CITIES, "by city: own small cubes"),
    Feature("own_large", CITIES, "by city: own large cubes"),
    Feature("next_small", CITIES, "by city: small cubes of the seat to the left"),
    Feature("next_large", CITIES, "by city: large cubes of the seat to the left"),
    Feature("others_gain", CITIES, "by city: cubes the other seats would gain there", 1 / 4),
)


@rule
def observe(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> None:
    seats = s.seats
    at = observe_seats(board, s, seat, out)
    odds = board.odds[s.railhead]
    beside = (seat + 1) % seats
    for i in range(10 * CITIES):
        out[at + i] = 0
    for city in range(board.cities):
        gain = 0
        for step in range(1, seats):
            other = (seat + step) % seats
            gain += s.small_at[city][other] * board.bonus_small
            gain += s.large_at[city][other] * board.bonus_large
        if city == s.railhead:
            out[at + city] = 1
        if s.arrivals[city] > 0:
            out[at + CITIES + city] = 1
        out[at + 3 * CITIES + city] = odds[city]
        out[at + 4 * CITIES + city] = s.filled[city]
        out[at + 5 * CITIES + city] = s.small_at[city][seat]
        out[at + 6 * CITIES + city] = s.large_at[city][seat]
        out[at + 7 * CITIES + city] = s.small_at[city][beside]
        out[at + 8 * CITIES + city] = s.large_at[city][beside]
        out[at + 9 * CITIES + city] = gain
    exits = board.exit_to[s.railhead]
    for i in range(board.exits[s.railhead]):
        if s.arrivals[exits[i]] == 0:
            out[at + 2 * CITIES + exits[i]] = 1


@rule
def observe_seats(board: Board, s: State, seat: int, out: list[int]) -> int:
    """What is told seat by seat and of the table; says how many numbers that were."""
    odds = board.odds[s.railhead]
    for i in range(9 * SEATS + 6):
        out[i] = 0
    out[s.seats - 1] = 1
    out[2 * SEATS + s.variant] = 1
    out[2 * SEATS + 3] = s.round_number
    at = 2 * SEATS + 4
    for step in range(s.seats):
        who = (seat + step) % s.seats
        if who == s.turn:
            out[SEATS + step] = 1
        out[at + step] = s.small[who]
        out[at + SEATS + step] = s.large[who]
        out[at + 2 * SEATS + step] = s.good[who]
        out[at + 3 * SEATS + step] = s.bad[who]
        out[at + 4 * SEATS + step] = s.wins[who]
        there = 0
        promise = 0
        for city in range(board.cities):
            small = s.small_at[city][who]
            large = s.large_at[city][who]
            there += small + large
            promise += odds[city] * (
                small * (1 + board.bonus_small) + large * (1 + board.bonus_large)
            )
        out[at + 5 * SEATS + step] = there
        out[at + 6 * SEATS + step] = promise
    out[at + 7 * SEATS] = s.links
    out[at + 7 * SEATS + 1] = board.limit[s.seats]
    return at + 7 * SEATS + 2
