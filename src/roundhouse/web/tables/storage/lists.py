"""Lists of tables.

A damaged row is left out of lists and logged once, so that the list still works.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, or_, select, true

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import chairs, hidden_tables, pairings, tables, users

log = logging.getLogger("roundhouse.web")

# Columns of a list. None contains JSON, because one unreadable value would break the whole list.
COLUMNS = (
    tables.c.id,
    tables.c.game,
    tables.c.rules,
    tables.c.seats,
    tables.c.host,
    tables.c.phase,
    tables.c.turn,
    tables.c.ply,
    tables.c.revision,
    tables.c.updated,
)
CHAIR_COLUMNS = tuple(
    column for column in chairs.c if column.name not in ("orders", "orders_message")
)
_KINDS = {"id": str, "game": str, "rules": int, "seats": int, "phase": str, "turn": int, "ply": int}
_MAX_REPORTED = 1000
_reported: set[str] = set()


def is_valid_row(row: Mapping[str, Any]) -> bool:
    """Return whether a row of a list and its chairs are consistent."""
    wrong = [name for name, kind in _KINDS.items() if type(row[name]) is not kind]
    if not wrong and [c["seat"] for c in row["chairs"]] != list(range(row["seats"])):
        wrong = ["chairs"]
    if not wrong and row["turn"] >= row["seats"]:
        wrong = ["turn"]
    if not wrong and not all(isinstance(c["name"], str) for c in row["chairs"]):
        wrong = ["names"]
    if wrong and row["id"] not in _reported and len(_reported) < _MAX_REPORTED:
        _reported.add(row["id"])
        log.error("table %r is left out of lists because its row is damaged: %s", row["id"], wrong)
    return not wrong


def tables_with(db: Connection, user: str) -> set[str]:
    """Return the tables where a user has a seat or is the host."""
    seated = select(chairs.c.table_id).where(chairs.c.person == user)
    hosted = select(tables.c.id).where(tables.c.host == user)
    return {*db.scalars(seated), *db.scalars(hosted)}


class TableLists:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all_tables(self) -> list[str]:
        return self._database.scalars(select(tables.c.id).order_by(tables.c.created))

    def open_tables(self, limit: int = 20) -> list[Row]:
        """Return public tables: waiting ones first, then the most recently changed."""
        order = (tables.c.phase.desc(), tables.c.updated.desc())
        return self._seated(
            select(*COLUMNS)
            .where(tables.c.listed == true(), tables.c.phase.in_(["waiting", "playing"]))
            .order_by(*order)
            .limit(limit)
        )

    def tables_of(self, user: str, limit: int = 40) -> list[Row]:
        """Return a user's tables, those in progress first."""
        mine = select(chairs.c.table_id).where(chairs.c.person == user)
        hidden = select(hidden_tables.c.table_id).where(hidden_tables.c.person == user)
        return self._seated(
            select(*COLUMNS)
            .where(or_(tables.c.host == user, tables.c.id.in_(mine)))
            .where(tables.c.id.not_in(hidden))
            .order_by((tables.c.phase == "over"), tables.c.updated.desc())
            .limit(limit)
        )

    def players_of(self, user: str) -> list[str]:
        """Return a user and their bot accounts."""
        return [user, *self._database.scalars(select(users.c.id).where(users.c.owner == user))]

    def running_tables(self, user: str, game: str, limit: int) -> list[Row]:
        """Return the tables where a user is playing a game, the latest change first.

        The rows have `in_tournament` as well.
        """
        mine = select(chairs.c.table_id).where(chairs.c.person == user)
        paired = exists().where(pairings.c.table_id == tables.c.id)
        return self._seated(
            select(*COLUMNS, paired.label("in_tournament"))
            .where(tables.c.phase == "playing", tables.c.game == game, tables.c.id.in_(mine))
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )

    def hide_table(self, user: str, table: str) -> None:
        """Remove a table from a user's list."""
        row = {"person": user, "table_id": table}
        with self._database.writing() as db:
            same = (hidden_tables.c.person == user, hidden_tables.c.table_id == table)
            db.execute(delete(hidden_tables).where(*same))
            db.execute(insert(hidden_tables).values(**row))

    def _seated(self, statement: Any) -> list[Row]:
        """Return the rows of a list with their chairs, without damaged rows."""
        rows = self._database.rows(statement)
        ids = [row["id"] for row in rows]
        seats = select(*CHAIR_COLUMNS).where(chairs.c.table_id.in_(ids))
        chair_rows = self._database.rows(seats.order_by(chairs.c.seat))
        for row in rows:
            row["chairs"] = [chair for chair in chair_rows if chair["table_id"] == row["id"]]
        return [row for row in rows if is_valid_row(row)]
