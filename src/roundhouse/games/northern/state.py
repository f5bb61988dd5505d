"""The structs of Northern Pacific: state, board and scratch memory."""

from __future__ import annotations

from roundhouse.core import state
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 6
CITIES = 32  # maximum on a board

STANDARD, SINGLE, SCORELESS = 0, 1, 2


class StateLayout(Struct):
    """Cubes in hand and in cities, the route so far, and the tally."""

    turn = i8()
    seats = i8()
    rules = i8()  # version of the rules
    variant = i8()
    round_number = i8()  # from 1
    railhead = i8()  # the city reached last
    arrivals = i8(CITIES)  # position on the route, from 1; 0: not reached
    links = i8()  # links laid this round
    filled = i8(CITIES)  # cubes in the city, all seats and sizes
    small_at = i8(CITIES, SEATS)
    large_at = i8(CITIES, SEATS)
    small = i16(SEATS)  # in hand
    large = i8(SEATS)  # in hand
    good = i16(SEATS)
    bad = i16(SEATS)
    wins = i8(SEATS)  # rounds won by the rules of `single`


class BoardLayout(Struct):
    """Board tables that the rules read."""

    cities = i8()
    start = i8()
    end = i8()
    limit = i8(SEATS + 1)  # maximum cubes in a city, by number of seats
    start_small = i8()
    start_large = i8()
    bonus_small = i8()  # small cubes added when a small one returns
    bonus_large = i8()
    rounds = i8()
    game_wins = i8()  # the game wins a single round if no seat has more cubes
    wins_needed = i8()
    exits = i8(CITIES)  # number of links that leave a city
    exit_to = i8(CITIES, CITIES)  # cities these links lead to, ascending
    odds = i16(
        CITIES, CITIES
    )  # chance that a random route from one city reaches another, per mille


class ScratchLayout(Struct):
    """Working memory of the rules."""

    keys = i64(SEATS)  # ranking keys


State = state.State[BoardLayout, StateLayout, ScratchLayout]
