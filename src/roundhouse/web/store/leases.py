"""Who thinks for a table: a lease in the database.

A bot's move is thought about by the one server process that holds the table's lease, and played
in a transaction that says so. A process that dies or hangs does not renew its leases; when one has
run out, any other process takes it. There is a lease only while a bot is to act.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.web.store.moments import now_in
from roundhouse.web.store.schema import chairs, leases, tables

LEASE = 5.0  # seconds


class NotHeld(Exception):
    """A bot's move by a process that does not hold the table's lease (any more)."""


@dataclass(frozen=True)
class Claim:
    """What a change of a table does to its lease, in the same transaction."""

    holder: str  # the process that makes the change
    bot_next: bool  # a bot is to act after it
    by_bot: bool = False  # the change is a bot's move: refused unless the lease is the holder's
    bot_before: bool = True  # a bot was to act before it: otherwise there is no lease to end


def settle(db: Connection, table: str, claim: Claim) -> bool:
    """Do it; whether the holder has the lease from now on. Raises NotHeld."""
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
    """Take or renew a lease, unless it is somebody else's and good."""
    now = now_in(db)
    insert = postgresql.insert if db.dialect.name == "postgresql" else sqlite.insert
    row = insert(leases).values(table_id=table, holder=holder, until=now + LEASE)
    taken = row.on_conflict_do_update(
        index_elements=[leases.c.table_id],
        set_={"holder": row.excluded.holder, "until": row.excluded.until},
        where=or_(leases.c.until < now, leases.c.holder == holder),
    ).returning(leases.c.table_id)
    return db.scalar(taken) is not None


def renew(db: Connection, holder: str, held: Iterable[str]) -> set[str]:
    """Those of the leases that are still the holder's, for another while."""
    mine = update(leases).where(leases.c.holder == holder, leases.c.table_id.in_(list(held)))
    renewed = mine.values(until=now_in(db) + LEASE).returning(leases.c.table_id)
    return set(db.scalars(renewed))


def release(db: Connection, holder: str, table: str | None = None) -> None:
    """Give one lease back, or all that the holder has."""
    gone = delete(leases).where(leases.c.holder == holder)
    db.execute(gone if table is None else gone.where(leases.c.table_id == table))


def clear(db: Connection) -> None:
    """Forget all leases: whoever had them is no more."""
    db.execute(delete(leases))


def orphans(db: Connection, versions: Mapping[str, Sequence[int]]) -> list[tuple[str, int]]:
    """(table, revision) of the tables at which a bot is to act and nobody thinks for it, of games
    in `versions` that are played here; those that somebody touched last come first."""
    wanted = (
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
    return [(table, revision) for table, revision in db.execute(wanted)]


def playable(versions: Mapping[str, Sequence[int]]) -> ColumnElement[bool]:
    """Tables of a game, and under a version of its rules, that there is."""
    return or_(
        literal(False),
        *(
            and_(tables.c.game == game, tables.c.rules.in_(rules))
            for game, rules in versions.items()
        ),
    )
