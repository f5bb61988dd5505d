"""The words of Branch Line. Inside an action is a number, outside it is always words.

Each verb has a range of numbers. The capacities are constants, so that rules can count with them,
and the names come from the board file.
"""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb

from .state import KINDS, STATIONS

DRAW = 0
BUILD = DRAW + 1
CARD = BUILD + STATIONS  # what chance does
ACTIONS = CARD + KINDS


def codec(file: BoardFile) -> Codec:
    stations = Names(file.ids("station", STATIONS), STATIONS)
    rails = Names([str(kind + 1) for kind in range(KINDS)], KINDS)
    return Codec(
        ACTIONS,
        [Verb(DRAW, "draw"), Verb(BUILD, "build", (stations,)), Verb(CARD, "card", (rails,))],
    )
