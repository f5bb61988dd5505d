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
from roundhouse.play.match import UNDO, Entry
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.early_choices import CHOICE, follow_choice
from roundhouse.table.errors import Refusal
from roundhouse.table.table import SeatOrders, Table, advance

log = logging.getLogger("roundhouse.table")

MAX_ORDERS = 12  # orders of one seat
MAX_STEPS = 200  # moves in a row; further orders wait for the next move
EMPTY = SeatOrders()
UNDONE = "A move was undone, so your standing orders were cancelled."


def offers(table: Table, seat: int) -> list[OrderOffer]:
    """Return the orders a seat can give now."""
    return table.game.list_orders(table.match.state, seat) if table.playing else []


def with_order(table: Table, seat: int, kind: str, about: str, amount: int | None) -> SeatOrders:
    """Return a seat's orders with one more, which replaces one of the same kind."""
    table.check_playing()
    current = table.orders.get(seat, EMPTY).orders
    for offer in offers(table, seat):
        if (offer.kind, offer.about) == (kind, about):
            if not offer.takes(amount):
                raise Refusal(_amount_words(offer))
            saved = tuple(o for o in current if (o.kind, o.about) != (kind, about))
            if len(saved) >= MAX_ORDERS:
                raise Refusal(
                    f"You can have at most {MAX_ORDERS} standing orders. Remove some first."
                )
            return SeatOrders((*saved, offer.order(amount)))
    raise Refusal("This order is not available right now.")


def without_order(table: Table, seat: int, number: int | None) -> SeatOrders:
    """Return a seat's orders without one of them, or without all."""
    current = table.orders.get(seat, EMPTY).orders
    if number is None:
        return EMPTY
    if not 0 <= number < len(current):
        raise Refusal("This standing order no longer exists.")
    return SeatOrders((*current[:number], *current[number + 1 :]))


def _amount_words(offer: OrderOffer) -> str:
    if offer.low is None:
        return "This order takes no number."
    return f"This order takes a number from {offer.low} to {offer.high}."


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
            _end(orders, seat, "A bot took over your seat, so your standing orders were cancelled.")
    match = table.match
    for _ in range(MAX_STEPS):
        action = _next(table, orders)
        if action is None:
            return
        words = match.game.text(action)
        entries += match.submit(match.state.turn, words, match.ply)
        entries += advance(match, rng)


def _end(orders: dict[int, SeatOrders], seat: int, why: str) -> None:
    if orders[seat].orders:
        orders[seat] = SeatOrders((), why)


def _next(table: Table, orders: dict[int, SeatOrders]) -> int | None:
    """Return the action that the orders give for the seat to move, or None.

    Removes the orders of any seat that have ended.
    """
    result = None
    for seat, seat_orders in orders.items():
        saved, message = [], seat_orders.message
        for order in seat_orders.orders:
            step = _ask(table, seat, order)
            if isinstance(step, OrderEnd):
                if step.why:
                    message = f"Your order has ended: {order.words}. {step.why}"
                continue
            saved.append(order)
            if result is None and isinstance(step, OrderMove):
                result = step.action
        orders[seat] = replace(seat_orders, orders=tuple(saved), message=message)
    return result


def _ask(table: Table, seat: int, order: Order) -> OrderStep:
    if table.match.over:
        return OrderEnd("The game is over.")
    try:
        if order.kind == CHOICE:
            return follow_choice(table, seat, order)
        return table.game.carry_out(table.match.state, seat, order)
    except Exception:  # a bug in a game's orders must not stop the match
        log.exception("table %s: a standing order failed", table.id)
        return OrderEnd("It could not be followed.")
