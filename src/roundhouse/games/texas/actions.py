"""Actions of Texas & Pacific and their notation."""

from __future__ import annotations

from roundhouse.core.auction import MAX_AMOUNT
from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.games.texas.state import DECISIONS, HEXES, RAILROADS, SEATS

OPEN = 0
PASS = OPEN + SEATS
BID = PASS + 1  # `bid <n>` is BID + n
DECIDE = BID + MAX_AMOUNT + 1  # one action per Decision
OFFER = DECIDE + DECISIONS
CLAIM = OFFER + RAILROADS
RUN = CLAIM + HEXES
BUILD = RUN + RAILROADS
WEST = BUILD + HEXES
DONE = WEST + 1
ACTIONS = DONE + 1

RAILROAD_IDS = ("ghh", "katy", "mp", "sp", "tp")
DECISION_IDS = ("stock", "ranch", "track")


def codec(file: BoardFile) -> Codec:
    """Return the codec between actions and words."""
    hexes = Names(file.ids("hex", HEXES), HEXES)
    railroads = Names(RAILROAD_IDS, RAILROADS)
    return Codec(
        ACTIONS,
        [
            Verb(OPEN, "open", (Names.numbers(SEATS),)),
            Verb(PASS, "pass"),
            Verb(BID, "bid", (Names.numbers(MAX_AMOUNT + 1),)),
            *(Verb(DECIDE + n, word) for n, word in enumerate(DECISION_IDS)),
            Verb(OFFER, "offer", (railroads,)),
            Verb(CLAIM, "claim", (hexes,)),
            Verb(RUN, "run", (railroads,)),
            Verb(BUILD, "build", (hexes,)),
            Verb(WEST, "west"),
            Verb(DONE, "done"),
        ],
    )
