"""Outbox of notifications.

A notification is queued in the transaction of the move. Any server process may claim and send it.
If that process dies while sending, its claim expires and another process sends the notification
under the same id.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from math import inf
from typing import Any

from sqlalchemy import Connection, and_, bindparam, case, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.table.clock import expires_at
from roundhouse.table.events import EarlyChoicePossible, TableEvent, TimeRunningOut
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import chairs, channels, outbox, tables, users
from roundhouse.web.tables.table_rows import clock_from

TURN, REMINDER = "turn", "reminder"
WAITING, SENT, FAILED = "waiting", "sent", "failed"
CLAIM_SECONDS = 60.0  # longer than sending ever takes
MAX_LISTED = 500
REMINDER_SECONDS = 5.0  # time for any server to see that the player has the game open


_USABLE = and_(channels.c.enabled, channels.c.confirmed)
# The user whose turn it is, once per usable channel, or once without a channel if there is none;
# and whether the outbox has any notification for the table.
_AWAITED = (
    select(
        chairs.c.person,
        channels.c.id,
        exists().where(outbox.c.table_id == tables.c.id).label("notified"),
    )
    .select_from(
        tables.join(
            chairs, and_(chairs.c.table_id == tables.c.id, chairs.c.seat == tables.c.turn)
        ).outerjoin(channels, and_(channels.c.person == chairs.c.person, _USABLE))
    )
    .where(tables.c.id == bindparam("table"), tables.c.phase == "playing")
    .where(chairs.c.kind == "person", chairs.c.person.is_not(None))
)
# Channels to which a notification is being sent.
_SENDING = select(outbox.c.channel).where(
    outbox.c.state == WAITING, outbox.c.until > bindparam("now")
)


def queue_notification(db: Connection, table: str, user: str, kind: str, at: float) -> None:
    """Queue a notification on each of a user's channels, once per turn."""
    ways = select(channels.c.id).where(channels.c.person == user, _USABLE)
    _add(db, table, user, kind, at, list(db.scalars(ways)))


def queue_turn_notification(
    db: Connection, table: str, delay: float, early: Collection[str] = ()
) -> None:
    """Notify the users who can decide after a change, and cancel all others.

    Those are the user whose turn it is, and `early` users, who can choose before their turn.
    """
    rows = db.execute(_AWAITED, {"table": table}).all()
    removed = outbox.c.table_id == table
    at = time.time() + delay
    user, _, is_notified = rows[0] if rows else ("", None, True)
    if is_notified:
        db.execute(delete(outbox).where(removed, outbox.c.person.not_in({user, *early})))
    _add(db, table, user, TURN, at, [way for _, way, _ in rows if way is not None])
    for each in early:
        queue_notification(db, table, each, TURN, at)


def _add(db: Connection, table: str, user: str, kind: str, at: float, ways: Iterable[str]) -> None:
    rows = [
        {
            "id": secrets.token_hex(12),
            "table_id": table,
            "person": user,
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
        db.execute(make(outbox).on_conflict_do_nothing(), rows)


class NotificationOutbox:
    """The outbox as the process `holder` uses it."""

    def __init__(self, database: Database, holder: str, delay: float) -> None:
        """Open the outbox; a turn is notified after `delay` seconds."""
        self._database, self._holder, self._delay = database, holder, delay

    def table_written(self, db: Connection, table: str, events: Sequence[TableEvent]) -> None:
        """Queue the notifications of a change in its transaction."""
        for event in events:
            if isinstance(event, TimeRunningOut):
                at = time.time() + REMINDER_SECONDS
                queue_notification(db, table, event.user, REMINDER, at)
        early = {event.user for event in events if isinstance(event, EarlyChoicePossible)}
        queue_turn_notification(db, table, self._delay, early)

    def list_due(self, before: float) -> list[tuple[str, str, str]]:
        """Return (id, table, user) of the notifications to send before a time.

        The first of each channel come before all others, so that no one can fill the list.
        """
        place = func.row_number().over(partition_by=outbox.c.channel, order_by=outbox.c.at)
        rows = select(outbox.c.id, outbox.c.table_id, outbox.c.person)
        overdue = rows.where(outbox.c.state == WAITING, outbox.c.at <= before)
        with self._database.reading() as db:
            listed = db.execute(overdue.order_by(place, outbox.c.at).limit(MAX_LISTED))
            return [(a, b, c) for a, b, c in listed]

    def postpone(self, ids: Iterable[str], until: float) -> None:
        chosen = list(ids)
        if chosen:
            with self._database.writing() as db:
                db.execute(update(outbox).where(outbox.c.id.in_(chosen)).values(at=until))

    def claim(self, ids: Sequence[str], gap: float, most: int) -> list[Row]:
        """Claim and return due notifications among `ids`.

        At most one per channel, and none within `gap` seconds of the channel's last one. Channels
        whose last notification failed come after the others.
        """
        if not ids or not most:
            return []
        now = time.time()
        joined = (
            outbox.join(channels, channels.c.id == outbox.c.channel)
            .join(tables, tables.c.id == outbox.c.table_id)
            .join(users, users.c.id == outbox.c.person)
        )
        claimable = (
            select(outbox, channels.c.address, channels.c.style, channels.c.kind.label("way"))
            .add_columns(tables.c.game, tables.c.ply, users.c.language)
            .select_from(joined)
            .where(outbox.c.id.in_(ids), outbox.c.state == WAITING)
            .where(outbox.c.at <= now, outbox.c.until < now)
            .where(channels.c.sent <= now - gap, tables.c.phase == "playing")
            .order_by(channels.c.error != "", outbox.c.at)
        )
        with self._database.writing() as db:
            sending = set(db.scalars(_SENDING, {"now": now}))
            firsts: dict[str, str] = {}
            for row in _all(db, claimable):
                if row["channel"] not in sending:
                    firsts.setdefault(row["channel"], row["id"])
            chosen = outbox.c.id.in_(list(firsts.values())[:most])
            locked = claimable.where(chosen).with_for_update(skip_locked=True, of=outbox)
            results = {row["channel"]: dict(row) for row in _all(db, locked)}
            ids = [row["id"] for row in results.values()]
            items = {
                "holder": self._holder,
                "until": now + CLAIM_SECONDS,
                "tries": outbox.c.tries + 1,
            }
            db.execute(update(outbox).where(outbox.c.id.in_(ids)).values(**items))
            for row in results.values():
                row["tries"] += 1
                row.update(_describe_table(db, row["table_id"], row["person"]))
        return list(results.values())

    def mark_sent(self, row: Row) -> None:
        now = time.time()
        with self._database.writing() as db:
            mine = and_(outbox.c.id == row["id"], outbox.c.holder == self._holder)
            db.execute(update(outbox).where(mine).values(state=SENT, until=0.0))
            here = channels.c.id == row["channel"]
            db.execute(update(channels).where(here).values(sent=now, error=""))

    def mark_failed(self, row: Row, why: str, again: float | None) -> None:
        """Record a failed attempt and retry at `again`, or give up if that is None."""
        values: dict[str, Any] = {"until": 0.0}
        values |= {"state": FAILED} if again is None else {"at": again}
        with self._database.writing() as db:
            mine = and_(outbox.c.id == row["id"], outbox.c.holder == self._holder)
            db.execute(update(outbox).where(mine).values(**values))
            here = channels.c.id == row["channel"]
            db.execute(update(channels).where(here).values(error=why[:300]))

    def counts(self) -> dict[str, int]:
        """Return the number of notifications by state; waiting ones only if overdue."""
        late = case((outbox.c.at <= time.time(), outbox.c.state), else_="later")
        with self._database.reading() as db:
            states = list(db.scalars(select(late).select_from(outbox)))
        return {state: states.count(state) for state in set(states)}


def _describe_table(db: Connection, table: str, user: str) -> Row:
    """Return the names of the others, and when a user's time runs out.

    Without a time control in days, that is None.
    """
    seated = select(chairs.c.name, chairs.c.person).where(chairs.c.table_id == table)
    seats = db.execute(seated.order_by(chairs.c.seat)).all()
    row = db.execute(select(tables).where(tables.c.id == table)).mappings().one()
    clock = clock_from(dict(row), len(seats), None, row["updated"])
    turn, expires = clock.running, expires_at(clock)
    is_due = turn is not None and seats[turn].person == user and clock.time_control.by_days
    return {
        "names": [seat.name for seat in seats if seat.person != user],
        "expires": expires if is_due and expires < inf else None,
    }


def _all(db: Connection, statement: Any) -> list[Any]:
    return list(db.execute(statement).mappings())
