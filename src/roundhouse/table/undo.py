"""Undo at a table, by the rule (`play/undo_rule.py`) or by consent."""

from __future__ import annotations

from dataclasses import replace

from roundhouse.core.translation import translate as _
from roundhouse.play.match import MOVE
from roundhouse.play.undo_rule import undo_ply
from roundhouse.table.clock import refund_credit
from roundhouse.table.errors import Clash
from roundhouse.table.events import UndoRefused, UndoRequested
from roundhouse.table.service import TableService
from roundhouse.table.table import Proposal, Table, advance, owners


def consent(table: Table, ply: int) -> frozenset[str]:
    """Return the users who must agree to undo to before `ply`.

    These are all seated users and the owners of every seat that has moved since, even if a bot
    made the move.
    """
    moved = {result.entry.seat for result in table.match.line[ply:]}
    return frozenset(
        {*table.seated_users(), *owners(table.chairs[seat] for seat in moved if seat >= 0)}
    )


def undo(tables: TableService, table: Table, user: str) -> None:
    """Undo the user's last move, as far as that needs no consent."""
    for seat in table.seats_of(user):
        ply = undo_ply(table.match, seat)
        if ply is not None:
            _undo_to(tables, table, seat, ply)
            return
    raise Clash(
        _(
            "You can't undo this move on your own: another player has moved or "
            "something was revealed. Request an undo from the other players."
        )
    )


def ask(tables: TableService, table: Table, user: str, ply: int | None) -> None:
    """Request an undo from the players concerned, or undo at once if there are none."""
    seats = table.seats_of(user)
    if ply is None:
        ply = table.last_choice(seats)
    if ply is None or not 0 <= ply < table.match.ply:
        raise Clash(_("There is nothing to undo."))
    if consent(table, ply) == {user}:
        if table.in_tournament:
            raise Clash(_("In a tournament, moves against bots can't be taken back."))
        _undo_to(tables, table, seats[0], ply)
    else:
        _save_request(tables, table, Proposal(seats[0], ply, (user,)))


def agree(tables: TableService, table: Table, user: str) -> None:
    """Accept an undo request; the last consent executes it."""
    request = _open_request(table)
    agreed = {*request.agreed, user}
    if agreed >= consent(table, request.ply):
        _undo_to(tables, table, request.seat, request.ply)
    else:
        _save_request(tables, table, replace(request, agreed=tuple(sorted(agreed))))


def refuse(tables: TableService, table: Table) -> None:
    """Decline an undo request for everyone."""
    _open_request(table)
    with tables.change(table) as change:
        change.proposal = None
        change.events.append(UndoRefused())


def _open_request(table: Table) -> Proposal:
    if table.proposal is None:
        raise Clash(_("The undo request is no longer pending."))
    return table.proposal


def _save_request(tables: TableService, table: Table, request: Proposal) -> None:
    with tables.change(table) as change:
        change.proposal = request
        change.events.append(UndoRequested(request.ply, request.seat, request.agreed))


def _undo_to(tables: TableService, table: Table, seat: int, ply: int) -> None:
    undone = [result.entry for result in table.match.line[ply:]]
    decided = [e.seat for e in undone if e.kind == MOVE and e.seat >= 0]
    with tables.change(table) as change:
        change.clock_steps.append(lambda clock, now: refund_credit(clock, decided))
        change.entries += table.match.undo(seat, ply)
        change.entries += advance(table.match, tables.rng)
        change.proposal = None
