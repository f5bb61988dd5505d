"""Simultaneous decisions: a seat may choose before its turn.

The choice is kept among the seat's standing orders, which only its player sees, and played in seat
order. The seat's clock runs until it has chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from roundhouse.core.errors import IllegalAction
from roundhouse.core.standing_orders import WAIT, Order, OrderEnd, OrderMove, OrderStep
from roundhouse.core.state import State
from roundhouse.core.translation import translate as _
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.events import EarlyChoicePossible, TableEvent
from roundhouse.table.table import SeatOrders, Table

CHOICE = "choice"  # the kind of such an order; `about` is the move
PLAYED = OrderEnd("")


def find_choice(orders: SeatOrders | None) -> Order | None:
    """Return the stored choice among a seat's orders."""
    return next((o for o in orders.orders if o.kind == CHOICE), None) if orders else None


def list_choosers(
    state: State, chairs: Iterable[Chair], orders: Mapping[int, SeatOrders]
) -> list[Chair]:
    """Return the chairs of users who can choose before their turn."""
    if not state.game.has_early_choices:
        return []
    return [
        chair
        for chair in chairs
        if chair.kind == HUMAN
        and find_choice(orders.get(chair.seat)) is None
        and state.game.choose_early(state, chair.seat) is not None
    ]


def list_early_events(
    state: State, chairs: Iterable[Chair], orders: Mapping[int, SeatOrders]
) -> list[EarlyChoicePossible]:
    """Return an event for each user who can choose before their turn."""
    choosers = list_choosers(state, chairs, orders)
    return [EarlyChoicePossible(chair.seat, chair.user or "") for chair in choosers]


def early_seats_of(events: Iterable[TableEvent]) -> set[int]:
    """Return the seats that can choose before their turn, by the events of a change."""
    return {event.seat for event in events if isinstance(event, EarlyChoicePossible)}


def list_early_seats(table: Table) -> list[int]:
    """Return the users' seats that can choose before their turn."""
    if not table.playing:
        return []
    return [chair.seat for chair in list_choosers(table.match.state, table.chairs, table.orders)]


def early_state(table: Table, seat: int) -> State | None:
    """Return the state in which a user's seat chooses before its turn, or None."""
    if seat not in list_early_seats(table):
        return None
    return table.game.choose_early(table.match.state, seat)


def find_early_seat(table: Table, seats: Sequence[int]) -> int | None:
    """Return the seat that a user with these seats decides for before its turn."""
    return seats[0] if len(seats) == 1 and seats[0] in list_early_seats(table) else None


def find_deciding_seat(table: Table, seats: Sequence[int]) -> int | None:
    """Return the seat that a user with these seats can decide for now, or None."""
    return table.turn if table.turn in seats else find_early_seat(table, seats)


def current_ply(table: Table, seats: Sequence[int], ply: int) -> int:
    """Return the ply of a move that was chosen at `ply` while others chose as well."""
    match = table.match
    if len(seats) == 1 and 0 <= ply < match.ply:
        was_early = table.game.choose_early(match.state_at(ply), seats[0]) is not None
        if was_early and (
            match.state.turn == seats[0] or find_early_seat(table, seats) is not None
        ):
            return match.ply
    return ply


def with_choice(table: Table, seat: int, words: str) -> SeatOrders:
    """Return a seat's orders with the move that it chooses before its turn."""
    state = early_state(table, seat)
    if state is None:
        raise IllegalAction(_("It is {name}'s turn.", name=table.names[table.turn]))
    if table.game.parse(words) not in state.legal():
        raise IllegalAction(_("This move is not possible now."))
    orders = table.orders.get(seat, SeatOrders())
    return replace(orders, orders=(*orders.orders, Order(CHOICE, words, 0, words)))


def describe_choice(table: Table, seat: int, order: Order) -> str:
    """Return a stored choice as the player sees it."""
    state = table.game.choose_early(table.match.state, seat)
    return order.words if state is None else _describe(state, order.about)


def _describe(state: State, words: str) -> str:
    for choice in state.view(state.turn)["choices"]:
        if choice["move"] == words:
            return f"{choice['group']} {choice['label']}".strip()
    return words


def follow_choice(table: Table, seat: int, order: Order) -> OrderStep:
    """Play a stored choice at the seat's turn."""
    state = table.match.state
    if state.turn == seat:
        action = table.game.parse(order.about)
        return OrderMove(action) if action in state.legal() else PLAYED
    return PLAYED if table.game.choose_early(state, seat) is None else WAIT
