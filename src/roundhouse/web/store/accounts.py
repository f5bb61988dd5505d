"""Accounts and sessions, in the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from roundhouse.web.store.connection import reading
from roundhouse.web.store.schema import account_names, people, session_uses, sessions

Row = dict[str, Any]
NOTED_EVERY = 3600.0  # seconds: that a session is in use is written down at most so often
_WHOSE = (  # asked by every request: made once
    select(people, sessions.c.created.label("begun"), session_uses.c.seen)
    .select_from(
        sessions.join(people, people.c.id == sessions.c.person).outerjoin(
            session_uses, session_uses.c.key == sessions.c.key
        )
    )
    .where(sessions.c.key == bindparam("key"))
)


class Sessions:
    """Who is signed in where. A session ends when it was not used for `idle` seconds, and when it
    is `life` seconds old."""

    def __init__(self, engine: Engine, idle: float, life: float) -> None:
        self._engine, self._idle, self._life = engine, idle, life

    def person(self, key: str) -> Row | None:
        """The person whose session this is, if it has not ended."""
        with reading(self._engine) as db:
            row = db.execute(_WHOSE, {"key": key}).mappings().first()
        if row is None:
            return None
        now = time.time()
        seen = now if row["seen"] is None else row["seen"]  # from before this was written down
        if now - row["begun"] > self._life or now - seen > self._idle:
            self.end(key)
            return None
        if row["seen"] is None or now - seen > NOTED_EVERY:
            self._note(key, now)
        return dict(row)

    def begin(self, key: str, person: str) -> None:
        with self._engine.begin() as db:
            begin_session(db, key, person)

    def end(self, key: str) -> None:
        with self._engine.begin() as db:
            db.execute(delete(session_uses).where(session_uses.c.key == key))
            db.execute(delete(sessions).where(sessions.c.key == key))

    def end_all(self, person: str) -> None:
        """Sign a person out everywhere."""
        with self._engine.begin() as db:
            end_sessions(db, person)

    def _note(self, key: str, now: float) -> None:
        try:
            with self._engine.begin() as db:
                here = session_uses.c.key == key
                if not db.execute(update(session_uses).where(here).values(seen=now)).rowcount:
                    db.execute(insert(session_uses).values(key=key, seen=now))
        except IntegrityError:
            pass  # another request of the same session has just done so


class Accounts:
    """The names of accounts: by what they look like, so that no two can be mistaken."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def owner(self, skeleton: str) -> str | None:
        """The person whose account has a name that looks like this."""
        wanted = select(account_names.c.person).where(account_names.c.skeleton == skeleton)
        with reading(self._engine) as db:
            return db.scalar(wanted)

    def register(self, person: str, skeleton: str, session: str, **values: Any) -> None:
        """Make an account of a guest; of its sessions only `session`, a new one, is left. Raises
        IntegrityError when the name is taken."""
        with self._engine.begin() as db:
            db.execute(insert(account_names).values(skeleton=skeleton, person=person))
            db.execute(update(people).where(people.c.id == person).values(**values))
            end_sessions(db, person)
            begin_session(db, session, person)

    def rename(self, person: str, skeleton: str, login: str, name: str) -> None:
        """The account goes by another name; the one that one signs in with (its skeleton is
        `login`) stays its own. Raises IntegrityError when the name is taken."""
        mine = account_names.c.person == person
        with self._engine.begin() as db:
            db.execute(
                delete(account_names).where(
                    mine, account_names.c.skeleton.not_in([login, skeleton])
                )
            )
            kept = set(db.scalars(select(account_names.c.skeleton).where(mine)))
            if skeleton not in kept:
                db.execute(insert(account_names).values(skeleton=skeleton, person=person))
            db.execute(update(people).where(people.c.id == person).values(name=name))

    def fill(self, skeleton: Callable[[str], str]) -> None:
        """Write down what the names of accounts from before look like."""
        known = select(account_names.c.person)
        wanted = select(people.c.id, people.c.login).where(
            people.c.login.is_not(None), people.c.id.not_in(known)
        )
        with reading(self._engine) as db:
            found = db.execute(wanted).all()
        for person, login in found:
            try:
                with self._engine.begin() as db:
                    db.execute(
                        insert(account_names).values(skeleton=skeleton(login), person=person)
                    )
            except IntegrityError:
                pass  # they looked alike before that was refused; the first one has the name


def begin_session(db: Connection, key: str, person: str) -> None:
    now = time.time()
    db.execute(insert(sessions).values(key=key, person=person, created=now))
    db.execute(insert(session_uses).values(key=key, seen=now))


def end_sessions(db: Connection, person: str) -> None:
    mine = select(sessions.c.key).where(sessions.c.person == person)
    db.execute(delete(session_uses).where(session_uses.c.key.in_(mine)))
    db.execute(delete(sessions).where(sessions.c.person == person))
