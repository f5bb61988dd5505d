"""Friends, blocks and mutes, in the database: what one person has said about another."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.store.community import ties
from roundhouse.web.store.schema import people
from roundhouse.web.store.store import Row, Store

FRIEND, BLOCK, MUTE = "friend", "block", "mute"
KINDS = (FRIEND, BLOCK, MUTE)
MOST = 500  # of one person


class Ties:
    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, person: str) -> list[Row]:
        """Everybody a person has said something about: who, their name, what, and whether it is
        mutual."""
        back = ties.alias("back")
        both = and_(
            back.c.person == ties.c.other, back.c.other == ties.c.person, back.c.kind == ties.c.kind
        )
        wanted = (
            select(ties.c.other, ties.c.kind, people.c.name, back.c.person.label("mutual"))
            .select_from(ties.join(people, people.c.id == ties.c.other).outerjoin(back, both))
            .where(ties.c.person == person)
            .order_by(people.c.name)
            .limit(MOST)
        )
        with self._store.engine.connect() as db:
            return [dict(row) for row in db.execute(wanted).mappings()]

    def between(self, person: str, other: str) -> set[str]:
        """What `person` has said about `other`."""
        wanted = select(ties.c.kind).where(ties.c.person == person, ties.c.other == other)
        with self._store.engine.connect() as db:
            return set(db.scalars(wanted))

    def tie(self, person: str, other: str, kind: str) -> None:
        """Whom one blocks is no friend any more, on neither side."""
        with suppress(IntegrityError), self._store.writing() as db:
            if kind == BLOCK:
                pair = or_(
                    and_(ties.c.person == person, ties.c.other == other),
                    and_(ties.c.person == other, ties.c.other == person),
                )
                db.execute(delete(ties).where(pair, ties.c.kind == FRIEND))
            row = {"person": person, "other": other, "kind": kind, "created": time.time()}
            db.execute(insert(ties).values(**row))

    def untie(self, person: str, other: str, kind: str) -> None:
        here = and_(ties.c.person == person, ties.c.other == other, ties.c.kind == kind)
        with self._store.writing() as db:
            db.execute(delete(ties).where(here))

    def unheard(self, person: str | None) -> set[str]:
        """Those of whom a person wants to hear nothing."""
        wanted = select(ties.c.other).where(
            ties.c.person == (person or ""), ties.c.kind.in_([BLOCK, MUTE])
        )
        with self._store.engine.connect() as db:
            return set(db.scalars(wanted))

    def blocked_by(self, person: str, others: Iterable[str]) -> bool:
        """Whether one of `others` does not want to play with a person."""
        wanted = select(ties.c.person).where(
            ties.c.other == person, ties.c.kind == BLOCK, ties.c.person.in_(list(others))
        )
        with self._store.engine.connect() as db:
            return db.scalar(wanted.limit(1)) is not None


def hand_over_ties(db: Connection, guest: str, person: str) -> None:
    known = select(ties.c.other, ties.c.kind).where(ties.c.person == person)
    there = {tuple(row) for row in db.execute(known)}
    mine = select(ties.c.other, ties.c.kind).where(ties.c.person == guest)
    for other, kind in db.execute(mine).all():
        here = and_(ties.c.person == guest, ties.c.other == other, ties.c.kind == kind)
        if (other, kind) in there or other == person:
            db.execute(delete(ties).where(here))
        else:
            db.execute(update(ties).where(here).values(person=person))
    db.execute(delete(ties).where(ties.c.other == guest))
