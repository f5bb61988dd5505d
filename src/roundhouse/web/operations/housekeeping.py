"""Housekeeping while the server runs.

Idle tables leave memory, free memory goes back to the system, SQLite checkpoints its log, and old
rows are deleted: docs/how-to/operate/backup-and-upgrade.md lists which and when.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from sqlalchemy import Connection, and_, delete, exists, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.operations.free_memory import return_free_memory
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import (
    board_owners,
    chairs,
    channels,
    chat_messages,
    email_links,
    entries,
    outbox,
    records,
    relationships,
    sessions,
    snapshots,
    tables,
    users,
)
from roundhouse.web.tables.service import Tables

DAY = 24 * 3600.0
WAITING_DAYS = 14  # a table still waiting for players is closed after this time
CLOSED_DAYS = 28  # a table closed before the first move is deleted after this time
GUEST_DAYS = 30  # a guest who never joined, hosted or uploaded anything is deleted
SESSION_DAYS = 400  # cookies expire after a year
MAX_ROWS = 500  # of one kind, deleted in one transaction
# A guest named in one of these columns is kept.
OWNERS = (
    chairs.c.person,
    tables.c.host,
    records.c.person,
    board_owners.c.person,
    channels.c.person,
    chat_messages.c.person,
)


def clean_up(db: Connection, now: float | None = None) -> dict[str, int]:
    """Delete old rows and return the number of rows of each kind."""
    moment = time.time() if now is None else now
    return {
        "waiting tables closed": _close_waiting(db, moment - WAITING_DAYS * DAY),
        "closed tables": _delete_closed(db, moment - CLOSED_DAYS * DAY),
        "sessions": _delete_sessions(db, moment - SESSION_DAYS * DAY),
        "email links": db.execute(
            delete(email_links).where(email_links.c.expires < moment)
        ).rowcount,
        "guests": _delete_guests(db, moment - GUEST_DAYS * DAY),
    }


def _close_waiting(db: Connection, before: float) -> int:
    """Close tables that never started."""
    stale = and_(tables.c.phase == "waiting", tables.c.updated < before)
    rows = list(db.scalars(select(tables.c.id).where(stale).limit(MAX_ROWS)))
    db.execute(update(chairs).where(chairs.c.table_id.in_(rows)).values(invite=None))
    values = {"phase": "over", "listed": False, "revision": tables.c.revision + 1}
    return db.execute(update(tables).where(tables.c.id.in_(rows), stale).values(**values)).rowcount


def _delete_closed(db: Connection, before: float) -> int:
    """Delete tables that were closed before the first move."""
    played = exists().where(entries.c.table_id == tables.c.id)
    stale = and_(tables.c.phase == "over", tables.c.ply == 0, tables.c.updated < before, ~played)
    rows = list(db.scalars(select(tables.c.id).where(stale).limit(MAX_ROWS)))
    for saved in (chairs, snapshots, chat_messages, outbox):
        db.execute(delete(saved).where(saved.c.table_id.in_(rows)))
    return db.execute(delete(tables).where(tables.c.id.in_(rows))).rowcount


def _delete_sessions(db: Connection, before: float) -> int:
    return db.execute(delete(sessions).where(sessions.c.created < before)).rowcount


def _delete_guests(db: Connection, before: float) -> int:
    is_owner = or_(*(exists().where(column == users.c.id) for column in OWNERS))
    is_idle_guest = and_(users.c.login.is_(None), users.c.created < before, ~is_owner)
    rows = list(db.scalars(select(users.c.id).where(is_idle_guest).limit(MAX_ROWS)))
    db.execute(delete(sessions).where(sessions.c.person.in_(rows)))
    db.execute(
        delete(relationships).where(
            or_(relationships.c.person.in_(rows), relationships.c.other.in_(rows))
        )
    )
    return db.execute(delete(users).where(users.c.id.in_(rows), is_idle_guest)).rowcount


log = logging.getLogger("roundhouse.web")

EVICTION_SECONDS = 60.0
CLEAN_UP_SECONDS = 6 * 3600.0


class Housekeeping:
    def __init__(self, database: Database, tables: Tables, settings: Settings) -> None:
        self._database, self._tables, self._settings = database, tables, settings
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        jobs: list[tuple[Callable[[], None], float]] = [
            (self._evict_idle_tables, min(EVICTION_SECONDS, self._settings.idle)),
            (self._clean_up, CLEAN_UP_SECONDS),
        ]
        if not self._database.shared:
            jobs.append((self._checkpoint, self._settings.checkpoint))
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(_repeat(*job)) for job in jobs]

    async def close(self) -> None:
        for job in self._tasks:
            job.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _evict_idle_tables(self) -> None:
        self._tables.open.evict_idle(self._settings.idle)
        return_free_memory()

    def _checkpoint(self) -> None:
        self._database.checkpoint()

    def _clean_up(self) -> None:
        with self._database.writing() as db:
            counts = clean_up(db)
        is_idle_guest = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        if is_idle_guest:
            log.info("cleaned up: %s", is_idle_guest)


async def _repeat(job: Callable[[], None], seconds: float) -> None:
    while True:
        try:
            await in_background_thread(job)
        except SQLAlchemyError as error:
            log.warning("housekeeping postponed: %s", str(error).partition("\n")[0])
        except Exception:
            log.exception("housekeeping failed")
        await asyncio.sleep(seconds)
