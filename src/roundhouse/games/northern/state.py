"""The structs of Northern Pacific: state, board and working memory."""

from __future__ import annotations

from roundhouse.core import game
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 6
CITIES = 32  # the most a board may have

STANDARD, SINGLE, SCORELESS = 0, 1, 2


class State(Struct):
    """Cubes in hand and in cities, the way so far, and the tally."""

    turn = i8()
    seats = i8()
    rules = i8()  # the version that is played
    variant = i8()
    round_number = i8()  # from 1
    railhead = i8()  # the city reached last
    arrivals = i8(CITIES)  # 0: not connected; else its place on the route, from 1
    links = i8()  # laid this round
    filled = i8(CITIES)  # cubes in the city, of all seats and sizes
    small_at = i8(CITIES, SEATS)
    large_at = i8(CITIES, SEATS)
    small = i16(SEATS)  # in hand
    large = i8(SEATS)  # in hand
    good = i16(SEATS)
    bad = i16(SEATS)
    wins = i8(SEATS)  # rounds won, as in `single`


class Board(Struct):
    """What the rules read of a board."""

    cities = i8()
    start = i8()
    end = i8()
    limit = i8(SEATS + 1)  # cubes a city may hold, by seats
    start_small = i8()
    start_large = i8()
    bonus_small = i8()  # small cubes added when a small one comes back
    bonus_large = i8()
    rounds = i8()
    game_wins = i8()  # at or below this many cubes the game wins a single round
    wins_needed = i8()
    exits = i8(CITIES)  # how many links leave a city
    exit_to = i8(CITIES, CITIES)  # their ends, ascending
    odds = i16(CITIES, CITIES)  # of a random way from one city to come through another, per mille


class Scratch(Struct):
    """What the rules need to think."""

    keys = i64(SEATS)  # by which the seats are ranked


Position = game.Position[Board, State, Scratch]
