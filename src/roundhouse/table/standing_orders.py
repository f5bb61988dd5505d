"""Standing orders at a table, executed in the transaction of the move before.

A player can give the orders that the game declares (`core/standing_orders.py`). The rules are
checked before each move, and an order that cannot be followed ends. Only the seat's player sees
its orders.
"""

from __future__ import annotations

import logging
import random
from dataclasses import replace

from roundhouse.core.standing_orders import Order, OrderEnd, OrderMove, OrderOffer, OrderStep
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.translation import STORED, mark, store, use_language
from roundhouse.core.translation import translate as _
from roundhouse.play.match import UNDO, Entry
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.early_choices import CHOICE, describe_choice, follow_choice
from roundhouse.table.errors import Refusal
from roundhouse.table.table import SeatOrders, Table, advance

log = logging.getLogger("roundhouse.table")

MAX_ORDERS = 12  # orders of one seat
MAX_STEPS = 200  # moves in a row; further orders wait for the next move
EMPTY = SeatOrders()
UNDONE = mark("A move was undone, so your standing orders were cancelled.")
HANDED_OVER = mark("A bot took over your seat, so your standing orders were cancelled.")


def orders_of(table: Table, seat: int) -> SeatOrders:
    """Return a seat's orders with their texts in the current language."""
    saved = table.orders.get(seat, EMPTY)
    orders = tuple(
        replace(
            order,
            words=describe_choice(table, seat, order)
            if order.kind == CHOICE
            else translate_stored(order.words),
        )
        for order in saved.orders
    )
    return SeatOrders(orders, translate_stored(saved.message))


def offers(table: Table, seat: int) -> list[OrderOffer]:
    """Return the orders a seat can give now."""
    return table.game.list_orders(table.match.state, seat) if table.playing else []


def with_order(table: Table, seat: int, kind: str, about: str, amount: int | None) -> SeatOrders:
    """Return a seat's orders with one more, which replaces one of the same kind."""
    table.check_playing()
    current = table.orders.get(seat, EMPTY).orders
    with use_language(STORED):
        offered = offers(table, seat)
    for offer in offered:
        if (offer.kind, offer.about) == (kind, about):
            if not offer.takes(amount):
                raise Refusal(_amount_words(offer))
            saved = tuple(o for o in current if (o.kind, o.about) != (kind, about))
            if len(saved) >= MAX_ORDERS:
                raise Refusal(
                    _(
                        "You can have at most {limit} standing orders. Remove some first.",
                        limit=MAX_ORDERS,
                    )
                )
            return SeatOrders((*saved, offer.order(amount)))
    raise Refusal(_("This order is not available right now."))


def without_order(table: Table, seat: int, number: int | None) -> SeatOrders:
    """Return a seat's orders without one of them, or without all."""
    current = table.orders.get(seat, EMPTY).orders
    if number is None:
        return EMPTY
    if not 0 <= number < len(current):
        raise Refusal(_("This standing order no longer exists."))
    return SeatOrders((*current[:number], *current[number + 1 :]))


def _amount_words(offer: OrderOffer) -> str:
    if offer.low is None:
        return _("This order takes no number.")
    return _("This order takes a number from {low} to {high}.", low=offer.low, high=offer.high)


def follow(
    table: Table,
    chairs: list[Chair],
    orders: dict[int, SeatOrders],
    entries: list[Entry],
    rng: random.Random,
) -> None:
    """Follow the orders of the seats to move.

    Adds moves to `entries` and removes finished orders from `orders`. `chairs` are those after the
    current change.
    """
    if any(entry.kind == UNDO for entry in entries):
        for seat in orders:
            _end(orders, seat, UNDONE)
    for seat in list(orders):
        if chairs[seat].kind != HUMAN:
            _end(orders, seat, HANDED_OVER)
    match = table.match
    for _step in range(MAX_STEPS):
        action = _next(table, orders)
        if action is None:
            return
        words = match.game.text(action)
        entries += match.submit(match.state.turn, words, match.ply)
        entries += advance(match, rng)


def _end(orders: dict[int, SeatOrders], seat: int, why: str) -> None:
    if orders[seat].orders:
        orders[seat] = SeatOrders((), store("translate", why))


def _next(table: Table, orders: dict[int, SeatOrders]) -> int | None:
    """Return the action that the orders give for the seat to move, or None.

    Removes the orders of any seat that have ended.
    """
    result = None
    for seat, seat_orders in orders.items():
        saved, message = [], seat_orders.message
        for order in seat_orders.orders:
            with use_language(STORED):
                step = _ask(table, seat, order)
                if isinstance(step, OrderEnd):
                    if step.why:
                        values = {"order": order.words, "why": step.why}
                        message = _("Your order has ended: {order}. {why}", **values)
                    continue
            saved.append(order)
            if result is None and isinstance(step, OrderMove):
                result = step.action
        orders[seat] = replace(seat_orders, orders=tuple(saved), message=message)
    return result


def _ask(table: Table, seat: int, order: Order) -> OrderStep:
    if table.match.over:
        return OrderEnd(_("The game is over."))
    try:
        if order.kind == CHOICE:
            return follow_choice(table, seat, order)
        return table.game.carry_out(table.match.state, seat, order)
    except Exception:  # a bug in a game's orders must not stop the match
        log.exception("table %s: a standing order failed", table.id)
        return OrderEnd(_("It could not be followed."))
