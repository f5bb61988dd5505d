"""The structs of Branch Line: state, board tables, and scratch memory.

Interpreted rules see plain ints and lists, compiled rules a NumPy struct; both pack to the same
bytes. Fields are signed, have at most two dimensions, and start at 0.
"""

from __future__ import annotations

from roundhouse.core import state
from roundhouse.core.layout import Struct, i8, i16, i32

SEATS = 4
STATIONS = 12  # maximum of a board
KINDS = 3  # kinds of cards: 1, 2 and 3 rails

NO_SEAT = -1


class StateLayout(Struct):
    """Everything that distinguishes one state from another, and nothing else."""

    turn = i8()  # the seat to act, CHANCE or OVER; every game has turn, seats and rules
    seats = i8()
    rules = i8()  # version of the rules; set by the engine
    drawer = (
        i8()
    )  # at a chance state, the seat that draws; else 0, so that equal states are equal bytes
    deck = i8(KINDS)  # cards left of each kind: a deck is counts, not an order (B1)
    rails = i16(SEATS)
    owner = i8(STATIONS)


class BoardLayout(Struct):
    """The part of a board file that the rules read."""

    stations = i8()
    cost = i8(STATIONS)
    points = i8(STATIONS)
    deck = i8(KINDS)


class ScratchLayout(Struct):
    """Scratch memory of one call; not part of the state."""

    keys = i32(SEATS)


State = state.State[BoardLayout, StateLayout, ScratchLayout]
