"""Going back: by oneself as far as the match lets one (`Match.undo_ply`), or by consent.

Who may, and when, is said in `web/deeds/deeds.py`.
"""

from __future__ import annotations

from dataclasses import asdict, replace

from roundhouse.play.match import MOVE
from roundhouse.web.clocks.clock import taken_back
from roundhouse.web.errors import Clash
from roundhouse.web.tables.advancing import advance
from roundhouse.web.tables.fair_play import consent
from roundhouse.web.tables.table import Proposal, Table
from roundhouse.web.tables.tables import Tables


def undo(tables: Tables, table: Table, person: str) -> None:
    """Take back one's last move, as far as one may without asking."""
    for seat in table.seats_of(person):
        ply = table.match.undo_ply(seat)
        if ply is not None:
            _go_back(tables, table, seat, ply)
            return
    raise Clash(
        "There is nothing you may take back by yourself: somebody has moved since, or "
        "something was revealed. You can ask the others."
    )


def ask(tables: Tables, table: Table, person: str, ply: int | None) -> None:
    """Ask those whom it concerns to go back; alone among bots one need not ask."""
    seats = table.seats_of(person)
    if ply is None:
        ply = table.last_choice(seats)
    if ply is None or not 0 <= ply < table.match.ply:
        raise Clash("There is nothing to go back to.")
    if consent(table, ply) == {person}:
        _go_back(tables, table, seats[0], ply)
    else:
        _keep(tables, table, Proposal(seats[0], ply, (person,)))


def agree(tables: Tables, table: Table, person: str) -> None:
    """Say yes to a wish to go back; with the last yes it happens."""
    wish = _wish(table)
    agreed = {*wish.agreed, person}
    if agreed >= consent(table, wish.ply):
        _go_back(tables, table, wish.seat, wish.ply)
    else:
        _keep(tables, table, replace(wish, agreed=tuple(sorted(agreed))))


def refuse(tables: Tables, table: Table) -> None:
    """Say no to a wish to go back, for everybody."""
    _wish(table)
    _keep(tables, table, None)


def _wish(table: Table) -> Proposal:
    wish = table.proposal
    if wish is None:
        raise Clash("Nobody asks to go back any more.")
    return wish


def _keep(tables: Tables, table: Table, wish: Proposal | None) -> None:
    with tables.change(table) as change:
        change.row["proposal"] = None if wish is None else asdict(wish)


def _go_back(tables: Tables, table: Table, seat: int, ply: int) -> None:
    undone = [made.entry for made in table.match.line[ply:]]
    decided = [e.seat for e in undone if e.kind == MOVE and e.seat >= 0]
    with tables.change(table) as change:
        change.clock.append(lambda clock, now: taken_back(clock, decided))
        change.entries += table.match.undo(seat, ply)
        change.entries += advance(table.match, tables.rng)
        change.row["proposal"] = None
