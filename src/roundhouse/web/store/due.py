"""What people are to be told: rows that are written in the transaction of the move, and taken by
whichever server process comes first. A process that dies while it sends loses its claim; then
another sends it, under the same id."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, case, delete, exists, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.store.community import channels, due
from roundhouse.web.store.connection import reading
from roundhouse.web.store.schema import chairs, tables
from roundhouse.web.store.store import Row, Store

TURN, REMINDER = "turn", "reminder"
WAITING, SENT, FAILED = "waiting", "sent", "failed"
CLAIM = 60.0  # seconds: longer than any sending takes
AT_ONCE = 20
SOON = 500


_WAYS = and_(channels.c.enabled, channels.c.confirmed)
# Who is waited for at a table, once for each way to tell them (if there is none: once, without
# one), and whether anybody was to be told anything there before.
_AWAITED = (
    select(
        chairs.c.person, channels.c.id, exists().where(due.c.table_id == tables.c.id).label("told")
    )
    .select_from(
        tables.join(
            chairs, and_(chairs.c.table_id == tables.c.id, chairs.c.seat == tables.c.turn)
        ).outerjoin(channels, and_(channels.c.person == chairs.c.person, _WAYS))
    )
    .where(tables.c.id == bindparam("table"), tables.c.phase == "playing")
    .where(chairs.c.kind == "person", chairs.c.person.is_not(None))
)


def add_due(db: Connection, table: str, person: str, kind: str, at: float) -> None:
    """Have somebody told by every way there is, once for each time they are waited for."""
    ways = select(channels.c.id).where(channels.c.person == person, _WAYS)
    _add(db, table, person, kind, at, list(db.scalars(ways)))


def note_turn(db: Connection, table: str, delay: float) -> None:
    """After any change of a table: who is waited for is to be told, who no longer is, is not."""
    found = db.execute(_AWAITED, {"table": table}).all()
    gone = due.c.table_id == table
    if not found:
        db.execute(delete(due).where(gone))
        return
    waited, _, told = found[0]
    if told:
        db.execute(delete(due).where(gone, due.c.person != waited))
    ways = [way for _, way, _ in found if way is not None]
    _add(db, table, waited, TURN, time.time() + delay, ways)


def _add(
    db: Connection, table: str, person: str, kind: str, at: float, ways: Iterable[str]
) -> None:
    rows = [
        {
            "id": secrets.token_hex(12),
            "table_id": table,
            "person": person,
            "channel": way,
            "kind": kind,
            "state": WAITING,
            "at": at,
            "tries": 0,
            "holder": "",
            "until": 0.0,
        }
        for way in ways
    ]
    if rows:
        make = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
        db.execute(make(due).on_conflict_do_nothing(), rows)


class DueNotices:
    """The table of what is due, for the process `holder`."""

    def __init__(self, store: Store, holder: str) -> None:
        self._store, self._holder = store, holder

    def soon(self, before: float) -> list[tuple[str, str, str]]:
        """(id, table, person) of what would be sent next."""
        wanted = select(due.c.id, due.c.table_id, due.c.person)
        ripe = wanted.where(due.c.state == WAITING, due.c.at <= before).order_by(due.c.at)
        with reading(self._store.engine) as db:
            return [(a, b, c) for a, b, c in db.execute(ripe.limit(SOON))]

    def put_off(self, notices: Iterable[str], until: float) -> None:
        ids = list(notices)
        if ids:
            with self._store.writing() as db:
                db.execute(update(due).where(due.c.id.in_(ids)).values(at=until))

    def claim(self, wanted: Sequence[str], gap: float) -> list[Row]:
        """Take those of `wanted` that are due; nobody else gets them. Of one way only one, and none
        within `gap` seconds of the last."""
        if not wanted:
            return []
        now = time.time()
        joined = due.join(channels, channels.c.id == due.c.channel).join(
            tables, tables.c.id == due.c.table_id
        )
        ripe = (
            select(due, channels.c.address, channels.c.style, channels.c.kind.label("way"))
            .add_columns(tables.c.game, tables.c.ply)
            .select_from(joined)
            .where(due.c.id.in_(wanted), due.c.state == WAITING)
            .where(due.c.at <= now, due.c.until < now)
            .where(channels.c.sent <= now - gap, tables.c.phase == "playing")
            .order_by(due.c.at)
            .limit(AT_ONCE)
            .with_for_update(skip_locked=True, of=due)
        )
        with self._store.writing() as db:
            found = {row["channel"]: dict(row) for row in reversed(_all(db, ripe))}
            ids = [row["id"] for row in found.values()]
            taken = {"holder": self._holder, "until": now + CLAIM, "tries": due.c.tries + 1}
            db.execute(update(due).where(due.c.id.in_(ids)).values(**taken))
            for row in found.values():
                row["tries"] += 1
                row["names"] = _others(db, row["table_id"], row["person"])
        return list(found.values())

    def sent(self, notice: Row) -> None:
        now = time.time()
        with self._store.writing() as db:
            mine = and_(due.c.id == notice["id"], due.c.holder == self._holder)
            db.execute(update(due).where(mine).values(state=SENT, until=0.0))
            here = channels.c.id == notice["channel"]
            db.execute(update(channels).where(here).values(sent=now, error=""))

    def failed(self, notice: Row, why: str, again: float | None) -> None:
        """It did not go; it is tried again at `again`, unless that is None."""
        values: dict[str, Any] = {"until": 0.0}
        values |= {"state": FAILED} if again is None else {"at": again}
        with self._store.writing() as db:
            mine = and_(due.c.id == notice["id"], due.c.holder == self._holder)
            db.execute(update(due).where(mine).values(**values))
            here = channels.c.id == notice["channel"]
            db.execute(update(channels).where(here).values(error=why[:300]))

    def counts(self) -> dict[str, int]:
        """How many there are in each state; of those waiting only what is late."""
        late = case((due.c.at <= time.time(), due.c.state), else_="later")
        with reading(self._store.engine) as db:
            states = list(db.scalars(select(late).select_from(due)))
        return {state: states.count(state) for state in set(states)}


def _others(db: Connection, table: str, person: str) -> list[str]:
    seated = select(chairs.c.name, chairs.c.person).where(chairs.c.table_id == table)
    return [name for name, who in db.execute(seated.order_by(chairs.c.seat)) if who != person]


def _all(db: Connection, wanted: Any) -> list[Any]:
    return list(db.execute(wanted).mappings())
