"""Leases: which server process plays the bots of a table.

The process that holds a table's lease computes the bot's move and plays it in a transaction that
checks the lease. A process that dies stops renewing its leases; after they expire, any other
process can take them. A lease exists only while it is a bot's turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.storage.db_clock import now_in
from roundhouse.web.storage.schema import chairs, leases, tables

LEASE = 5.0  # seconds


class NotHeld(Exception):
    """A process tried to play a bot's move without holding the table's lease."""


@dataclass(frozen=True)
class LeaseChange:
    """How a change of a table affects its lease, in the same transaction."""

    holder: str  # the process that takes the lease
    bot_next: bool  # it is a bot's turn afterwards
    by_bot: bool = False  # the change is a bot's move and requires the lease
    bot_before: bool = True  # it was a bot's turn before, so a lease may exist


def settle(db: Connection, table: str, claim: LeaseChange) -> bool:
    """Apply a lease change and return whether the holder has the lease now.

    Raises NotHeld if a bot's move is made without the lease.
    """
    if claim.by_bot:
        mine = and_(leases.c.table_id == table, leases.c.holder == claim.holder)
        if claim.bot_next:
            done = db.execute(update(leases).where(mine).values(until=now_in(db) + LEASE))
        else:
            done = db.execute(delete(leases).where(mine))
        if done.rowcount != 1:
            raise NotHeld(table)
        return claim.bot_next
    if claim.bot_next:
        return take(db, table, claim.holder)
    if claim.bot_before:
        db.execute(delete(leases).where(leases.c.table_id == table))
    return False


def take(db: Connection, table: str, holder: str) -> bool:
    """Take or renew a lease unless another process holds it."""
    now = now_in(db)
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    row = insert(leases).values(table_id=table, holder=holder, until=now + LEASE)
    statement = row.on_conflict_do_update(
        index_elements=[leases.c.table_id],
        set_={"holder": row.excluded.holder, "until": row.excluded.until},
        where=or_(leases.c.until < now, leases.c.holder == holder),
    ).returning(leases.c.table_id)
    return db.scalar(statement) is not None


def renew(db: Connection, holder: str, held: Iterable[str]) -> set[str]:
    """Renew the holder's leases among `held` and return those that are still valid."""
    mine = update(leases).where(leases.c.holder == holder, leases.c.table_id.in_(list(held)))
    renewed = mine.values(until=now_in(db) + LEASE).returning(leases.c.table_id)
    return set(db.scalars(renewed))


def release(db: Connection, holder: str, table: str | None = None) -> None:
    """Release one lease, or all leases of the holder."""
    removed = delete(leases).where(leases.c.holder == holder)
    db.execute(removed if table is None else removed.where(leases.c.table_id == table))


def clear(db: Connection) -> None:
    """Delete all leases."""
    db.execute(delete(leases))


def find_orphans(db: Connection, versions: Mapping[str, Sequence[int]]) -> list[tuple[str, int]]:
    """Return (table, revision) of tables with a bot to move and no valid lease.

    Only games and rules in `versions` count. The most recently changed tables come first.
    """
    rows = (
        select(tables.c.id, tables.c.revision)
        .join(chairs, and_(chairs.c.table_id == tables.c.id, chairs.c.seat == tables.c.turn))
        .outerjoin(leases, leases.c.table_id == tables.c.id)
        .where(
            tables.c.phase == "playing",
            chairs.c.kind == "bot",
            or_(leases.c.table_id.is_(None), leases.c.until < now_in(db)),
            playable(versions),
        )
        .order_by(tables.c.updated.desc())
    )
    return [(table, revision) for table, revision in db.execute(rows)]


def playable(versions: Mapping[str, Sequence[int]]) -> ColumnElement[bool]:
    """Return a condition for tables whose game and rules version are installed."""
    return or_(
        literal(False),
        *(
            and_(tables.c.game == game, tables.c.rules.in_(rules))
            for game, rules in versions.items()
        ),
    )
