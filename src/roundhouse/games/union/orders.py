"""Standing orders of Union Pacific: for the small questions of every turn. They hold until the next
dividend, which changes what a share is worth."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.orders import WAIT, Do, End, Order, OrderOffer, Step
from roundhouse.games.union.actions import KEEP, TAKE_DECK
from roundhouse.games.union.names import UNION
from roundhouse.games.union.state import SHARE, TRADE, Position

KEEP_ALL, TOP_CARD = "keep", "top-card"
ANSWERS = {KEEP_ALL: (TRADE, KEEP), TOP_CARD: (SHARE, TAKE_DECK)}  # in which phase, what
WORDS = {
    KEEP_ALL: f"Keep your shares: trade none for {UNION} until the next dividend",
    TOP_CARD: "Take the top card of the deck until the next dividend",
}


def orders(position: Position, seat: int) -> list[OrderOffer]:
    s = position.twin
    if s.turn == OVER:
        return []
    return [OrderOffer(kind, str(s.paid), words) for kind, words in WORDS.items()]


def carry_out(position: Position, seat: int, order: Order) -> Step:
    s = position.twin
    if order.kind not in ANSWERS:
        return End("There is no such order.")
    if str(s.paid) != order.about:
        return End("A dividend was paid.")
    phase, action = ANSWERS[order.kind]
    if s.turn != seat or s.phase != phase:
        return WAIT
    if action not in position.legal():
        return End("The deck has come to its end.")
    return Do(action)
