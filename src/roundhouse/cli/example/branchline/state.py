"""The structs of Branch Line: a position, the board's tables, and working memory.

Each is declared once. Interpreted rules see plain ints and lists, compiled ones a NumPy struct;
both pack to the same bytes. Fields are signed, have at most two dimensions, and start as 0.
"""

from __future__ import annotations

from roundhouse.core import game
from roundhouse.core.layout import Struct, i8, i16, i32

SEATS = 4
STATIONS = 12  # the most a board may have
KINDS = 3  # of cards: 1, 2 and 3 rails

NOBODY = -1


class State(Struct):
    """Everything that tells one position from another, and nothing else."""

    turn = i8()  # the seat to act, CHANCE or OVER: every game has these three
    seats = i8()
    rules = i8()  # the version that is played; the engine fills it in
    drawer = i8()  # at a chance state: who draws; else 0, so that equal positions are equal bytes
    deck = i8(KINDS)  # cards left of each kind: a deck is counts, not an order (B1)
    rails = i16(SEATS)
    owner = i8(STATIONS)


class Board(Struct):
    """What the rules read of a board file."""

    stations = i8()
    cost = i8(STATIONS)
    points = i8(STATIONS)
    deck = i8(KINDS)


class Scratch(Struct):
    """Room to think: means nothing before and after a call, and is no part of a position."""

    keys = i32(SEATS)


Position = game.Position[Board, State, Scratch]
