"""What is kept on disk. Entries of a match are only ever added.

Words, never action numbers; a board that is not a game's own is kept whole, by digest. Every
change of a table raises its `revision` in the same transaction, and is refused if somebody else
has raised it meanwhile: so several server processes can share one database. Entries are numbered by
the database: a process whose idea of a match is not what is kept is refused, so there is no gap.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as WaitedTooLong

from roundhouse.play.match import Entry
from roundhouse.web.store import leases, lists, snapshots, upkeep
from roundhouse.web.store.accounts import begin_session, end_sessions
from roundhouse.web.store.appending import append, raise_revision
from roundhouse.web.store.boards import hand_over_boards
from roundhouse.web.store.clocks import keep_clock
from roundhouse.web.store.connection import WAIT, connect, is_sqlite, reading
from roundhouse.web.store.leases import Claim, playable
from roundhouse.web.store.letters import refuse_nul
from roundhouse.web.store.moments import now_of
from roundhouse.web.store.orders import keep_orders
from roundhouse.web.store.schema import (
    chairs,
    chances,
    entries,
    hidden_tables,
    people,
    records,
    tables,
    vault,
)
from roundhouse.web.store.tempos import keep_tempo
from roundhouse.web.store.upgrade import open_schema

Row = dict[str, Any]
Versions = Mapping[str, Sequence[int]]  # of the rules, by game: those that can be played
CHANNEL = "roundhouse"
_REVISION = select(tables.c.revision).where(tables.c.id == bindparam("table"))


class Conflict(Exception):
    """Somebody else changed the table first; read it again."""


class Written(NamedTuple):
    """What has come of a change."""

    revision: int
    held: bool  # whether the process that made it now holds the table's lease


class Store:
    """The database, asked in the words of the web table. Raises SQLAlchemyError when it does not
    answer, or cannot write."""

    def __init__(self, url: str, as_it_is: bool = False) -> None:
        """Open a database; `as_it_is`: without making what it has not got yet."""
        self.engine = connect(url)
        refuse_nul(self.engine)
        if not as_it_is:
            try:
                open_schema(self.engine)
            except BaseException:
                self.engine.dispose()
                raise
        # What else is written in the transaction of a change of a table.
        self.along: list[Callable[[Connection, str], None]] = []
        # And in that in which what was a guest's becomes a person's.
        self.handed_over: list[Callable[[Connection, str, str], None]] = []
        # SQLite has one writer at a time, and lets those who wait sleep: in turn is quicker.
        self._turn = threading.Lock() if is_sqlite(self.engine) else None

    def close(self) -> None:
        upkeep.checkpoint(self.engine)
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; it is on disk when this is left."""
        if self._turn is None:
            with self.engine.begin() as db:
                yield db
            return
        if not self._turn.acquire(timeout=WAIT):
            raise WaitedTooLong("the database is locked")
        try:
            with self.engine.begin() as db:
                yield db
        finally:
            self._turn.release()

    @property
    def shared(self) -> bool:
        """Whether other server processes may use this database at the same time."""
        return self.engine.dialect.name == "postgresql"

    @property
    def now(self) -> float:
        """The time that clocks go by."""
        return now_of(self.engine)

    def hear(
        self,
        told: Callable[[str, int, int], None],
        stop: Callable[[], bool],
        listening: Callable[[], None] = lambda: None,
    ) -> None:
        """Listen for changes made by any process (table, revision, ply) until `stop`."""
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True, connect_timeout=int(WAIT)) as listener:
            listener.execute(f"LISTEN {CHANNEL}")
            listening()
            while not stop():
                for notice in listener.notifies(timeout=0.5):
                    table, revision, ply = notice.payload.split()
                    told(table, int(revision), int(ply))

    def look_again(self, db: Connection, table: str) -> None:
        """Tell all processes that something is new at a table, though it has not moved on."""
        if self.shared:
            db.execute(select(func.pg_notify(CHANNEL, f"{table} 0 -1")))

    def secret(self, key: str, fresh: str) -> str:
        """A value of the vault; the first process to ask puts `fresh` there."""
        with reading(self.engine) as db:
            found = db.scalar(select(vault.c.value).where(vault.c.key == key))
        if found is not None:
            return str(found)
        try:
            with self.engine.begin() as db:
                db.execute(insert(vault).values(key=key, value=fresh))
        except IntegrityError:
            return self.secret(key, fresh)
        return fresh

    # People

    def person(self, person: str) -> Row | None:
        return self._one(select(people).where(people.c.id == person))

    def person_of_login(self, login: str) -> Row | None:
        return self._one(select(people).where(people.c.login == login))

    def add_person(self, row: Mapping[str, Any], session: str) -> None:
        with self.engine.begin() as db:
            db.execute(insert(people).values(**row, created=time.time()))
            begin_session(db, session, row["id"])

    def change_person(self, person: str, **values: Any) -> None:
        """Raises IntegrityError when a login is taken."""
        with self.engine.begin() as db:
            db.execute(update(people).where(people.c.id == person).values(**values))

    def hand_over(self, guest: str, person: str) -> list[str]:
        """Everything that was the guest's becomes the person's; the tables that changed."""
        with self.engine.begin() as db:
            mine = select(chairs.c.table_id).where(chairs.c.person == guest)
            hosted = select(tables.c.id).where(tables.c.host == guest)
            touched = {*db.scalars(mine), *db.scalars(hosted)}
            db.execute(update(chairs).where(chairs.c.person == guest).values(person=person))
            db.execute(update(tables).where(tables.c.host == guest).values(host=person))
            db.execute(update(records).where(records.c.person == guest).values(person=person))
            end_sessions(db, guest)
            hand_over_boards(db, guest, person)
            for hand_over in self.handed_over:
                hand_over(db, guest, person)
            for table in touched:
                db.execute(
                    update(tables)
                    .where(tables.c.id == table)
                    .values(revision=tables.c.revision + 1)
                )
        return sorted(touched)

    # Records

    def record(self, record: str) -> Row | None:
        return self._one(select(records).where(records.c.id == record))

    def keep_record(self, record: str, game: str, text: str, person: str) -> None:
        with self.engine.begin() as db:
            db.execute(
                insert(records).values(
                    id=record, game=game, text=text, person=person, created=time.time()
                )
            )

    def chances(self, source: str) -> dict[str, Any] | None:
        """What the search made of a finished game: a table's or a record's."""
        with reading(self.engine) as db:
            return db.scalar(select(chances.c.data).where(chances.c.source == source))

    def keep_chances(self, source: str, data: Mapping[str, Any]) -> None:
        if self.chances(source) is None:
            with self.engine.begin() as db:
                db.execute(insert(chances).values(source=source, data=data, created=time.time()))

    # Tables

    def add_table(
        self,
        row: Row,
        seats: list[Row],
        first: Iterable[Entry],
        claim: Claim | None = None,
        clock: Mapping[str, Any] | None = None,
        tempo: str = "",
    ) -> Written:
        now = time.time()
        with self.writing() as db:
            db.execute(insert(tables).values(**row, created=now, updated=now))
            db.execute(insert(chairs), [{**seat, "table_id": row["id"]} for seat in seats])
            append(db, row["id"], 0, list(first))
            if clock is not None:
                keep_clock(db, row["id"], clock)
            if tempo:
                keep_tempo(db, row["id"], tempo)
            held = claim is not None and leases.settle(db, row["id"], claim)
            self._go_along(db, row["id"])
        return Written(row["revision"], held)

    def _go_along(self, db: Connection, table: str) -> None:
        for write in self.along:
            write(db, table)

    def table(self, table: str) -> Row | None:
        return self._one(select(tables).where(tables.c.id == table))

    def heading(self, table: str) -> Row | None:
        """What a list shows of a table: to be had even if the rest of the row cannot be read."""
        return self._one(select(*lists.COLUMNS).where(tables.c.id == table))

    def revision(self, table: str) -> int | None:
        with reading(self.engine) as db:
            return db.scalar(_REVISION, {"table": table})

    def chairs(self, table: str) -> list[Row]:
        return self._all(select(chairs).where(chairs.c.table_id == table).order_by(chairs.c.seat))

    def places(self, wanted: Iterable[str]) -> list[tuple[str, int, int]]:
        """(table, revision, ply) of each of these tables."""
        columns = select(tables.c.id, tables.c.revision, tables.c.ply)
        with reading(self.engine) as db:
            found = db.execute(columns.where(tables.c.id.in_(list(wanted))))
            return [(table, revision, ply) for table, revision, ply in found]

    def entries(self, table: str) -> list[Entry]:
        return [entry for _, entry in self.numbered_entries(table)]

    def numbered_entries(self, table: str) -> list[tuple[int, Entry]]:
        """All entries of a match in the order of their numbers, which should be 0, 1, 2, ..."""
        wanted = (
            select(entries.c.n, entries.c.kind, entries.c.ply, entries.c.seat, entries.c.words)
            .where(entries.c.table_id == table)
            .order_by(entries.c.n)
        )
        with reading(self.engine) as db:
            return [(n, Entry(*entry)) for n, *entry in db.execute(wanted)]

    def chair_of_invite(self, invite: str) -> Row | None:
        return self._one(select(chairs).where(chairs.c.invite == invite))

    def change_table(
        self,
        table: str,
        revision: int,
        values: Mapping[str, Any],
        *,
        known: int = 0,
        added: Iterable[Entry] = (),
        seats: Iterable[Row] = (),
        claim: Claim | None = None,
        states: Iterable[snapshots.Kept] = (),
        clock: Mapping[str, Any] | None = None,
        programmes: Iterable[Row] = (),
        also: Iterable[Callable[[Connection], None]] = (),
    ) -> Written:
        """Change a table that is at `revision` and has `known` entries.

        Returns when it is on disk. Raises Conflict, and changes nothing, if it has moved on, and
        NotHeld if it is a bot's move and the lease is not the claim's.
        """
        new = {**values, "revision": revision + 1, "updated": time.time()}
        try:
            with self.writing() as db:
                if not raise_revision(db, table, revision, new, known, list(added)):
                    raise Conflict(table)
                for seat in seats:
                    db.execute(
                        update(chairs)
                        .where(chairs.c.table_id == table, chairs.c.seat == seat["seat"])
                        .values(**seat)
                    )
                snapshots.keep(db, table, states)
                if clock is not None:
                    keep_clock(db, table, clock)
                keep_orders(db, table, programmes)
                for write in also:
                    write(db)
                held = claim is not None and leases.settle(db, table, claim)
                self._go_along(db, table)
                if self.shared:
                    told = f"{table} {revision + 1} {values.get('ply', -1)}"
                    db.execute(select(func.pg_notify(CHANNEL, told)))
        except IntegrityError:
            raise Conflict(table) from None
        return Written(revision + 1, held)

    # Lists

    def all_tables(self) -> list[str]:
        with reading(self.engine) as db:
            return list(db.scalars(select(tables.c.id).order_by(tables.c.created)))

    def open_tables(self, limit: int = 20) -> list[Row]:
        """Listed tables to join or to watch, the liveliest first; waiting ones before all."""
        order = (tables.c.phase.desc(), tables.c.updated.desc())
        return self._seated(
            select(*lists.COLUMNS)
            .where(tables.c.listed == true(), tables.c.phase.in_(["waiting", "playing"]))
            .order_by(*order)
            .limit(limit)
        )

    def tables_of(self, person: str, limit: int = 40) -> list[Row]:
        """A person's tables, those in play first."""
        mine = select(chairs.c.table_id).where(chairs.c.person == person)
        hidden = select(hidden_tables.c.table_id).where(hidden_tables.c.person == person)
        return self._seated(
            select(*lists.COLUMNS)
            .where(or_(tables.c.host == person, tables.c.id.in_(mine)))
            .where(tables.c.id.not_in(hidden))
            .order_by((tables.c.phase == "over"), tables.c.updated.desc())
            .limit(limit)
        )

    def hide_table(self, person: str, table: str) -> None:
        """Leave a table out of a person's own list from now on."""
        row = {"person": person, "table_id": table}
        with self.writing() as db:
            same = (hidden_tables.c.person == person, hidden_tables.c.table_id == table)
            db.execute(delete(hidden_tables).where(*same))
            db.execute(insert(hidden_tables).values(**row))

    def count_playing(self, person: str, versions: Versions) -> int:
        """How many unfinished tables a person hosts of games that can be played here."""
        mine = (tables.c.host == person, tables.c.phase != "over", playable(versions))
        with reading(self.engine) as db:
            return db.scalar(select(func.count()).select_from(tables).where(*mine)) or 0

    def _seated(self, wanted: Any) -> list[Row]:
        """Rows of a list with their chairs; one that is broken is left out."""
        rows = self._all(wanted)
        ids = [row["id"] for row in rows]
        found = self._all(select(chairs).where(chairs.c.table_id.in_(ids)).order_by(chairs.c.seat))
        for row in rows:
            row["chairs"] = [chair for chair in found if chair["table_id"] == row["id"]]
        return [row for row in rows if lists.sound(row)]

    def _one(self, wanted: Any) -> Row | None:
        with reading(self.engine) as db:
            row = db.execute(wanted).mappings().first()
        return None if row is None else dict(row)

    def _all(self, wanted: Any) -> list[Row]:
        with reading(self.engine) as db:
            return [dict(row) for row in db.execute(wanted).mappings()]
