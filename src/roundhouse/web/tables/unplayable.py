"""Tables that cannot be played here.

Their rules version or game is not installed, or their row is unreadable. Such a table can be
closed, and the moves of a finished one can be downloaded.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.play.match import UNDO, Entry
from roundhouse.play.record import Move, Record
from roundhouse.table.errors import Clash, NotFound, NotYours
from roundhouse.table.events import TableClosed
from roundhouse.table.ports import Conflict
from roundhouse.table.table import ENDED
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.storage.tables import TableChange, TableRows


def unplayable(rows: TableRows, table: str, reason: str) -> Unplayable:
    """Return the exception for such a table."""
    row = _row(rows, table)
    return Unplayable(
        reason,
        table,
        row["host"],
        row["revision"],
        closed=row["phase"] == ENDED,
        finished=row["turn"] == OVER,
    )


def close_broken(rows: TableRows, table: str, user: str | None) -> None:
    """Close a table that cannot be played, for its host."""
    row = _row(rows, table)
    if user is None or row["host"] != user:
        raise NotYours("Only the host can do that.")
    if row["phase"] == ENDED:
        raise Clash("This table is already closed.")
    closed = TableChange(
        table,
        row["revision"],
        {"phase": ENDED, "listed": False},
        chairs=[{"seat": seat, "invite": None} for seat in range(row["seats"])],
        events=[TableClosed()],
    )
    try:
        rows.change_table(closed)
    except Conflict:
        raise Clash("The table has just changed. Try again.") from None


def bare_record(rows: TableRows, table: str) -> Record:
    """Return the stored moves of a finished game, unchecked."""
    row = rows.table(table)
    if row is None:
        raise NotFound("There is no such table.")
    line: list[Entry] = []
    for entry in rows.entries(table):
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
        names=tuple(c["name"] for c in rows.chairs(table)),
        moves=tuple(Move(entry.seat, entry.words) for entry in line),
    )


def _row(rows: TableRows, table: str) -> Row:
    result = rows.table_summary(table)
    if result is None:
        raise NotFound("There is no such table.")
    return result
