"""Standing orders at a table: each seat's own programme, carried out in the transaction of the move
that has made its turn come.

What a room declares (`core/orders.py`) is all that can be ordered; the rules are asked before a
move is made, and whatever cannot be done ends the order. Nobody but the seat is shown any of it.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from roundhouse.core.orders import Do, End, Order, OrderOffer, Step
from roundhouse.play.match import UNDO, Entry
from roundhouse.web.errors import Refusal
from roundhouse.web.tables.advancing import advance
from roundhouse.web.tables.chairs import PERSON, Chair
from roundhouse.web.tables.table import Programme, Table

log = logging.getLogger("roundhouse.web")

MOST = 12  # orders of one seat
STEPS = 200  # moves in a row; whatever asks for more waits for the next move
EMPTY = Programme()
WENT_BACK = "Somebody went back: your standing orders are over."


def programme_from(row: Mapping[str, Any]) -> Programme:
    return Programme(tuple(Order(**order) for order in row["programme"]), row["said"])


def row_of(seat: int, programme: Programme) -> dict[str, Any]:
    orders = [asdict(order) for order in programme.orders]
    return {"seat": seat, "programme": orders, "said": programme.said}


def offers(table: Table, seat: int) -> list[OrderOffer]:
    """What a seat can order now."""
    return table.game.orders(table.match.state, seat) if table.playing else []


def with_order(table: Table, seat: int, kind: str, about: str, amount: int | None) -> Programme:
    """A seat's programme with one more order, which takes the place of one like it."""
    table.check_playing()
    had = table.orders.get(seat, EMPTY).orders
    for offer in offers(table, seat):
        if (offer.kind, offer.about) == (kind, about):
            if not offer.takes(amount):
                raise Refusal(_amount_words(offer))
            kept = tuple(o for o in had if (o.kind, o.about) != (kind, about))
            if len(kept) >= MOST:
                raise Refusal(f"{MOST} standing orders are enough; take some back first.")
            return Programme((*kept, offer.order(amount)))
    raise Refusal("That cannot be ordered now. Look again.")


def without_order(table: Table, seat: int, number: int | None) -> Programme:
    """A seat's programme without one of its orders, or without all."""
    had = table.orders.get(seat, EMPTY).orders
    if number is None:
        return EMPTY
    if not 0 <= number < len(had):
        raise Refusal("There is no such standing order any more.")
    return Programme((*had[:number], *had[number + 1 :]))


def _amount_words(offer: OrderOffer) -> str:
    if offer.low is None:
        return "That order takes no number."
    return f"That order takes a number from {offer.low} to {offer.high}."


def follow(
    table: Table,
    chairs: list[Chair],
    programmes: dict[int, Programme],
    entries: list[Entry],
    rng: random.Random,
) -> None:
    """Carry out what there is to be carried out: moves are added to `entries`, and `programmes`
    become what is left of them. `chairs` are those after the change that is being made."""
    if any(entry.kind == UNDO for entry in entries):
        for seat in programmes:
            _end(programmes, seat, WENT_BACK)
    for seat in list(programmes):
        if chairs[seat].kind != PERSON:
            _end(programmes, seat, "A bot has played for you: your standing orders are over.")
    match = table.match
    for _ in range(STEPS):
        action = _next(table, programmes)
        if action is None:
            return
        words = match.game.text(action)
        entries += match.submit(match.state.turn, words, match.ply)
        entries += advance(match, rng)


def _end(programmes: dict[int, Programme], seat: int, why: str) -> None:
    if programmes[seat].orders:
        programmes[seat] = Programme((), why)


def _next(table: Table, programmes: dict[int, Programme]) -> int | None:
    """What the seat to act is to do by its orders, the first of which that says something counts;
    orders of any seat that have come to their end are struck out."""
    found = None
    for seat, programme in programmes.items():
        kept, said = [], programme.said
        for order in programme.orders:
            step = _ask(table, seat, order)
            if isinstance(step, End):
                said = f"Your order has ended: {order.words}. {step.why}"
                continue
            kept.append(order)
            if found is None and isinstance(step, Do):
                found = step.action
        programmes[seat] = replace(programme, orders=tuple(kept), said=said)
    return found


def _ask(table: Table, seat: int, order: Order) -> Step:
    if table.match.over:
        return End("The game is over.")
    try:
        return table.game.carry_out(table.match.state, seat, order)
    except Exception:  # a fault of a room's orders stops nobody from playing
        log.exception("table %s: a standing order failed", table.id)
        return End("It could not be carried out.")
