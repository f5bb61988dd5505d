"""Tables as rows of a storage, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from math import inf
from typing import Any

from roundhouse.core.standing_orders import Order
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.clock import NO_CLOCK, TIME_CONTROLS, Clock, due
from roundhouse.table.table import PLAYING, Proposal, SeatOrders, Table

Row = dict[str, Any]


def row_of_table(table: Table) -> Row:
    game, match = table.game, table.match
    return {
        "id": table.id,
        "host": table.host,
        "game": game.meta.id,
        "options": game.options,
        "rules": game.rules,
        "board": table.board,
        "source": table.source,
        "listed": table.listed,
        "seats": len(table.chairs),
        "phase": table.phase,
        "revision": table.revision,
        "turn": match.state.turn,
        "ply": match.ply,
        "proposal": row_of_proposal(table.proposal),
        "bot_delay": table.bot_delay.key,
        "bot_accounts": table.bot_accounts,
        **row_of_clock(table.clock),
    }


def row_of_proposal(proposal: Proposal | None) -> Row | None:
    return None if proposal is None else asdict(proposal)


def proposal_from(row: Mapping[str, Any] | None, ply: int) -> Proposal | None:
    """Return an undo request, unless its moves are undone already."""
    if not row or row["ply"] >= ply:
        return None
    return Proposal(row["seat"], row["ply"], tuple(row["agreed"]))


def chair_from(row: Mapping[str, Any]) -> Chair:
    return Chair(
        row["seat"],
        row["kind"],
        row["name"],
        row["person"],
        row["level"],
        row["invite"],
        bool(row["resigned"]),
    )


def row_of_chair(chair: Chair) -> Row:
    """Return the chair's database row, whose column for the user is `person`."""
    row = asdict(chair)
    row["person"] = row.pop("user")
    return row


def row_of_early_choice(seat: int, early_seats: Collection[int]) -> Row:
    """Return the columns of a chair for choices before the turn."""
    return {"seat": seat, "chooses_early": seat in early_seats}


def is_turn_of(row: Mapping[str, Any], user: str | None) -> bool:
    """Return whether a user can decide at a table, by its row in a list."""
    if row["phase"] != PLAYING or user is None:
        return False
    mine = [c for c in row["chairs"] if c["person"] == user and c["kind"] == HUMAN]
    if len(mine) == 1 and mine[0].get("chooses_early"):
        return True
    return any(chair["seat"] == row["turn"] for chair in mine)


def seat_orders_from(row: Mapping[str, Any]) -> SeatOrders:
    return SeatOrders(tuple(Order(**order) for order in row["orders"]), row["orders_message"])


def row_of_orders(seat: int, seat_orders: SeatOrders) -> Row:
    """Return the columns of a chair for standing orders, null if there are none."""
    if seat_orders == SeatOrders():
        return {"seat": seat, "orders": None, "orders_message": None}
    orders = [asdict(order) for order in seat_orders.orders]
    return {"seat": seat, "orders": orders, "orders_message": seat_orders.message}


def row_of_clock(clock: Clock) -> Row:
    """Return the columns of a clock, with null for infinity, which JSON lacks."""
    at = due(clock)
    return {
        "time_control": clock.time_control.key,
        "clock_level": clock.level,
        "clock_left": [None if bank == inf else bank for bank in clock.left],
        "clock_running": clock.running,
        "clock_since": clock.since,
        "clock_reminded": clock.reminded,
        "clock_away": list(clock.away),
        "clock_vacation": list(clock.vacation),
        "clock_votes": list(clock.votes),
        "clock_due": None if at == inf else at,
    }


def clock_from(row: Mapping[str, Any], seats: int, awaited: int | None, since: float) -> Clock:
    """Return the clock of a table's row.

    A table of a release without clocks, or with an unknown time control, gets an unlimited clock.
    """
    if row["time_control"] not in TIME_CONTROLS or len(row["clock_left"]) != seats:
        none = (0.0,) * seats
        return Clock(NO_CLOCK, "", (inf,) * seats, awaited, since, away=none, vacation=(0,) * seats)
    return Clock(
        TIME_CONTROLS[row["time_control"]],
        row["clock_level"],
        tuple(inf if bank is None else bank for bank in row["clock_left"]),
        row["clock_running"],
        row["clock_since"],
        bool(row["clock_reminded"]),
        tuple(row["clock_away"]),
        tuple(row["clock_vacation"]),
        tuple(row["clock_votes"]),
    )
