"""Tables whose game cannot be played or shown here: begun under rules that the game has no more, of
a game that is not installed, or kept in a row that cannot be read.

They can be closed, and the moves of a finished one can be had.
"""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.play.match import UNDO, Entry
from roundhouse.play.record import Move, Record
from roundhouse.web.errors import Clash, NotFound, NotYours, Unplayable
from roundhouse.web.store.store import Conflict, Row, Store
from roundhouse.web.tables.table import ENDED


def unplayable(store: Store, table: str, reason: str) -> Unplayable:
    """The refusal that says so."""
    row = _row(store, table)
    return Unplayable(
        reason,
        table,
        row["host"],
        row["revision"],
        closed=row["phase"] == ENDED,
        finished=row["turn"] == OVER,
    )


def break_up(store: Store, table: str, person: str | None) -> None:
    """Close a table at which nobody can play any more; for its host."""
    row = _row(store, table)
    if person is None or row["host"] != person:
        raise NotYours("Only the host of the table may do that.")
    if row["phase"] == ENDED:
        raise Clash("This table is closed already.")
    seats: list[Row] = [{"seat": c["seat"], "invite": None} for c in store.chairs(table)]
    try:
        store.change_table(table, row["revision"], {"phase": ENDED, "listed": False}, seats=seats)
    except Conflict:
        raise Clash("The table has just changed. Look again.") from None


def bare_record(store: Store, table: str) -> Record:
    """The moves of a finished game as they were kept, unchecked."""
    row = store.table(table)
    if row is None:
        raise NotFound("There is no such table.")
    line: list[Entry] = []
    for entry in store.entries(table):
        if entry.kind == UNDO:
            del line[entry.ply :]
        else:
            line.append(entry)
    return Record(
        game=row["game"],
        seats=row["seats"],
        rules=row["rules"],
        board=row["board"],
        options=row["options"],
        names=tuple(c["name"] for c in store.chairs(table)),
        moves=tuple(Move(entry.seat, entry.words) for entry in line),
    )


def _row(store: Store, table: str) -> Row:
    found = store.heading(table)
    if found is None:
        raise NotFound("There is no such table.")
    return found
