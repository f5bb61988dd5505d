"""Actions of Southern Pacific and their notation."""

from __future__ import annotations

from roundhouse.core.auction import MAX_AMOUNT
from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.games.southern.state import LINKS, RAILROADS, SEATS

AMOUNTS = MAX_AMOUNT + 1  # S10

PASS, SKIP, SELL, DONE, ACCEPT, REFUSE = range(6)
OPEN_AUCTION = REFUSE + 1
OFFER = OPEN_AUCTION + SEATS
BUILD = OFFER + RAILROADS
BUY = BUILD + LINKS
BID = BUY + LINKS
NAME_PRICE = BID + AMOUNTS
ASK = NAME_PRICE + AMOUNTS
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
            Verb(OPEN_AUCTION, "open", (Names.numbers(SEATS),)),
            Verb(OFFER, "offer", (railroads,)),
            Verb(BUILD, "build", (links,)),
            Verb(BUY, "buy", (links,)),
            Verb(BID, "bid", (amounts,)),
            Verb(NAME_PRICE, "price", (amounts,)),
            Verb(ASK, "ask", (amounts,)),
            Verb(PAY, "pay", (amounts,)),
        ],
    )
