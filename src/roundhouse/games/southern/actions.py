"""The words of Southern Pacific."""

from __future__ import annotations

from roundhouse.core.auction import HIGHEST
from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.games.southern.state import LINKS, RAILROADS, SEATS

AMOUNTS = HIGHEST + 1  # S10

PASS, SKIP, SELL, DONE, ACCEPT, REFUSE = range(6)
OPENS = REFUSE + 1
OFFER = OPENS + SEATS
BUILD = OFFER + RAILROADS
BUY = BUILD + LINKS
BID = BUY + LINKS
PRICED = BID + AMOUNTS
ASK = PRICED + AMOUNTS
PAY = ASK + AMOUNTS
ACTIONS = PAY + AMOUNTS


def codec(file: BoardFile) -> Codec:
    links = Names(file.ids("link", LINKS), LINKS)
    railroads = Names(file.ids("railroad", RAILROADS), RAILROADS)
    amounts = Names.numbers(AMOUNTS)
    return Codec(
        ACTIONS,
        [
            Verb(PASS, "pass"),
            Verb(SKIP, "skip"),
            Verb(SELL, "sell"),
            Verb(DONE, "done"),
            Verb(ACCEPT, "accept"),
            Verb(REFUSE, "refuse"),
            Verb(OPENS, "open", (Names.numbers(SEATS),)),
            Verb(OFFER, "offer", (railroads,)),
            Verb(BUILD, "build", (links,)),
            Verb(BUY, "buy", (links,)),
            Verb(BID, "bid", (amounts,)),
            Verb(PRICED, "price", (amounts,)),
            Verb(ASK, "ask", (amounts,)),
            Verb(PAY, "pay", (amounts,)),
        ],
    )
