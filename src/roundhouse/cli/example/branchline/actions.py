"""The actions of Branch Line: numbers in the rules, words everywhere else.

Each verb has a range of numbers. The sizes of the ranges are constants, so that rules can compute
with them; the names come from the board file.
"""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb

from .state import KINDS, STATIONS

DRAW = 0
BUILD = DRAW + 1
CARD = BUILD + STATIONS  # chance: the card that is drawn
ACTIONS = CARD + KINDS


def codec(file: BoardFile) -> Codec:
    """Return the codec between action numbers and words."""
    stations = Names(file.ids("station", STATIONS), STATIONS)
    rails = Names([str(kind + 1) for kind in range(KINDS)], KINDS)
    return Codec(
        ACTIONS,
        [Verb(DRAW, "draw"), Verb(BUILD, "build", (stations,)), Verb(CARD, "card", (rails,))],
    )
