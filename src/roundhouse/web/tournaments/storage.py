"""Tournaments in the database."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from roundhouse.table.events import TableEvent
from roundhouse.table.ports import Conflict
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import entrants, pairings, results, tables, tournaments, users

OPEN, PLAYING, OVER = "open", "playing", "over"
LISTED = 40


class TournamentRows:
    """Rows of tournaments, entrants and pairings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._pending = threading.local()

    def add(self, row: Row, most: int) -> bool:
        """Add a tournament; return False if its host has `most` unfinished ones."""
        now, host = time.time(), row["host"]
        with self._database.writing() as db:
            db.execute(select(users.c.id).where(users.c.id == host).with_for_update())
            hosted = and_(tournaments.c.host == host, tournaments.c.phase != OVER)
            if len(db.scalars(select(tournaments.c.id).where(hosted)).all()) >= most:
                return False
            db.execute(insert(tournaments).values(**row, phase=OPEN, created=now, updated=now))
            return True

    def find(self, tournament: str) -> Row | None:
        return next(
            iter(self._database.rows(select(tournaments).where(tournaments.c.id == tournament))),
            None,
        )

    def newest(self) -> list[Row]:
        """Return tournaments: open ones, then those in progress, then finished ones."""
        order = ((tournaments.c.phase == OVER), (tournaments.c.phase == PLAYING))
        rows = select(tournaments).order_by(*order, tournaments.c.created.desc())
        return self._database.rows(rows.limit(LISTED))

    def playing(self) -> list[str]:
        playing = tournaments.c.phase == PLAYING
        return self._database.scalars(select(tournaments.c.id).where(playing))

    # Entrants

    def entrants(self, tournament: str) -> list[Row]:
        rows = select(entrants).where(entrants.c.tournament == tournament)
        return self._database.rows(rows.order_by(entrants.c.n))

    @contextmanager
    def changing(self, tournament: str) -> Iterator[OpenTournament]:
        """Lock an open tournament for a change; raise Conflict if it has started."""
        with self._database.writing() as db:
            here = and_(tournaments.c.id == tournament, tournaments.c.phase == OPEN)
            lock = update(tournaments).where(here)  # a write locks in SQLite as well
            if db.execute(lock.values(updated=time.time())).rowcount != 1:
                raise Conflict(tournament)
            yield OpenTournament(db, tournament)

    # Playing

    def add_rounds(self, tournament: str, rounds: Sequence[Any], first: int) -> None:
        with self._database.writing() as db:
            _lock(db, tournament)
            there = select(func.max(pairings.c.round)).where(pairings.c.tournament == tournament)
            if (db.scalar(there) or 0) >= first:
                return  # another server was faster
            add_rounds(db, tournament, rounds, first)

    def end(self, tournament: str) -> None:
        here = tournaments.c.id == tournament
        with self._database.writing() as db:
            db.execute(update(tournaments).where(here).values(phase=OVER, updated=time.time()))

    def pairings(self, tournament: str) -> list[Row]:
        rows = select(pairings).where(pairings.c.tournament == tournament)
        return self._database.rows(rows.order_by(pairings.c.round, pairings.c.n))

    def tournament_of_table(self, table: str) -> str | None:
        with self._database.reading() as db:
            return db.scalar(select(pairings.c.tournament).where(pairings.c.table_id == table))

    @contextmanager
    def assigning_table(self, pairing: Row) -> Iterator[None]:
        """Assign the table that is created inside this block to a pairing.

        This happens in the transaction that creates the table, so a pairing never gets two. Raises
        Conflict if the pairing has a table.
        """
        self._pending.pairing = pairing
        try:
            yield
        finally:
            self._pending.pairing = None

    def table_written(self, db: Connection, table: str, events: Sequence[TableEvent]) -> None:
        """Assign a table that was just created to its pairing."""
        pairing = getattr(self._pending, "pairing", None)
        if pairing is None:
            return
        self._pending.pairing = None
        here = and_(*(pairings.c[name] == pairing[name] for name in ("tournament", "round", "n")))
        free = update(pairings).where(here, pairings.c.table_id.is_(None))
        if db.execute(free.values(table_id=table)).rowcount != 1:
            raise Conflict(table)

    def collect(self, tournament: str) -> None:
        """Copy the results of finished tables to their pairings."""
        rows = (
            select(pairings.c.table_id, pairings.c.players)
            .select_from(pairings.join(tables, tables.c.id == pairings.c.table_id))
            .where(pairings.c.tournament == tournament, pairings.c.result.is_(None))
            .where(tables.c.settled.is_not(None))
        )
        with self._database.writing() as db:
            for table, players in db.execute(rows).all():
                here = pairings.c.table_id == table
                db.execute(update(pairings).where(here).values(result=_result(db, table, players)))

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None:
        db.execute(update(tournaments).where(tournaments.c.host == guest).values(host=user))


class OpenTournament:
    """An open tournament, locked by a transaction."""

    def __init__(self, db: Connection, tournament: str) -> None:
        self._db, self._id, self._here = db, tournament, entrants.c.tournament == tournament

    @property
    def entrants(self) -> list[Row]:
        rows = select(entrants).where(self._here).order_by(entrants.c.n)
        return [dict(row) for row in self._db.execute(rows).mappings()]

    @property
    def admits_bot_accounts(self) -> bool:
        here = select(tournaments.c.bot_accounts).where(tournaments.c.id == self._id)
        return bool(self._db.scalar(here))

    def enter(self, user: str | None, level: str, name: str) -> None:
        last = self._db.scalar(select(func.max(entrants.c.n)).where(self._here))
        row = {"person": user, "level": level, "name": name, "tournament": self._id}
        self._db.execute(insert(entrants).values(**row, n=0 if last is None else last + 1))

    def leave(self, n: int) -> None:
        self._db.execute(delete(entrants).where(self._here, entrants.c.n == n))

    def start(self, order: Sequence[Row], rounds: Sequence[Any]) -> None:
        """Number the entrants in this order, and add the rounds."""
        started = update(tournaments).where(tournaments.c.id == self._id)
        self._db.execute(started.values(phase=PLAYING))
        self._db.execute(delete(entrants).where(self._here))
        self._db.execute(insert(entrants), [{**row, "n": n} for n, row in enumerate(order)])
        add_rounds(self._db, self._id, rounds, 0)


def add_rounds(db: Connection, tournament: str, rounds: Sequence[Any], first: int) -> None:
    rows = [
        {"tournament": tournament, "round": first + n, "n": m, "players": list(players)}
        for n, games in enumerate(rounds)
        for m, players in enumerate(games)
    ]
    db.execute(insert(pairings), rows)


def _result(db: Connection, table: str, players: Sequence[int]) -> dict[str, list[int]]:
    """Return ranks and scores by seat; a closed table is a tie of all players."""
    rows = select(results.c.rank, results.c.score).where(results.c.table_id == table)
    seat_rows = db.execute(rows.order_by(results.c.seat)).all()
    if len(seat_rows) != len(players):
        return {"ranks": [0] * len(players), "scores": [0] * len(players)}
    return {"ranks": [rank for rank, _ in seat_rows], "scores": [score for _, score in seat_rows]}


def _lock(db: Connection, tournament: str) -> None:
    """Lock a tournament until the transaction ends."""
    here = select(tournaments.c.id).where(tournaments.c.id == tournament)
    db.execute(here.with_for_update())
