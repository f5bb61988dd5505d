"""Tournaments, in the database."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from roundhouse.web.store.community import entrants, pairings, results, settled, tournaments
from roundhouse.web.store.store import Conflict, Row, Store

OPEN, PLAYING, OVER = "open", "playing", "over"
LISTED = 40


class TournamentRows:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._laying = threading.local()
        store.along.append(self._laid)

    def add(self, row: Row) -> None:
        now = time.time()
        with self._store.writing() as db:
            db.execute(insert(tournaments).values(**row, phase=OPEN, created=now, updated=now))

    def find(self, tournament: str) -> Row | None:
        return next(
            iter(self._all(select(tournaments).where(tournaments.c.id == tournament))), None
        )

    def newest(self) -> list[Row]:
        """Those to enter first, then those that are played, then those that are over."""
        order = ((tournaments.c.phase == OVER), (tournaments.c.phase == PLAYING))
        wanted = select(tournaments).order_by(*order, tournaments.c.created.desc())
        return self._all(wanted.limit(LISTED))

    def playing(self) -> list[str]:
        with self._store.engine.connect() as db:
            return list(db.scalars(select(tournaments.c.id).where(tournaments.c.phase == PLAYING)))

    def hosted(self, host: str) -> int:
        """How many that are not over somebody hosts."""
        wanted = select(func.count()).select_from(tournaments)
        with self._store.engine.connect() as db:
            mine = (tournaments.c.host == host, tournaments.c.phase != OVER)
            return db.scalar(wanted.where(*mine)) or 0

    # Entrants

    def entrants(self, tournament: str) -> list[Row]:
        wanted = select(entrants).where(entrants.c.tournament == tournament)
        return self._all(wanted.order_by(entrants.c.n))

    def enter(self, tournament: str, person: str | None, level: str, name: str) -> None:
        """Raises IntegrityError if they have entered already."""
        with self._store.writing() as db:
            _lock(db, tournament)
            mine = entrants.c.tournament == tournament
            last = db.scalar(select(func.max(entrants.c.n)).where(mine))
            row = {"person": person, "level": level, "name": name, "tournament": tournament}
            db.execute(insert(entrants).values(**row, n=0 if last is None else last + 1))

    def leave(self, tournament: str, n: int) -> None:
        here = and_(entrants.c.tournament == tournament, entrants.c.n == n)
        with self._store.writing() as db:
            db.execute(delete(entrants).where(here))

    # Playing

    def begin(self, tournament: str, order: Sequence[Row], rounds: Sequence[Any]) -> None:
        """Number the entrants in this order, and write down who meets whom. Raises Conflict if it
        has begun already."""
        with self._store.writing() as db:
            here = and_(tournaments.c.id == tournament, tournaments.c.phase == OPEN)
            begun = update(tournaments).where(here).values(phase=PLAYING, updated=time.time())
            if db.execute(begun).rowcount != 1:
                raise Conflict(tournament)
            db.execute(delete(entrants).where(entrants.c.tournament == tournament))
            db.execute(insert(entrants), [{**row, "n": n} for n, row in enumerate(order)])
            add_rounds(db, tournament, rounds, 0)

    def add_rounds(self, tournament: str, rounds: Sequence[Any], first: int) -> None:
        with self._store.writing() as db:
            _lock(db, tournament)
            there = select(func.max(pairings.c.round)).where(pairings.c.tournament == tournament)
            if (db.scalar(there) or 0) >= first:
                return  # another server has
            add_rounds(db, tournament, rounds, first)

    def end(self, tournament: str) -> None:
        here = tournaments.c.id == tournament
        with self._store.writing() as db:
            db.execute(update(tournaments).where(here).values(phase=OVER, updated=time.time()))

    def pairings(self, tournament: str) -> list[Row]:
        wanted = select(pairings).where(pairings.c.tournament == tournament)
        return self._all(wanted.order_by(pairings.c.round, pairings.c.n))

    def of_table(self, table: str) -> str | None:
        with self._store.engine.connect() as db:
            return db.scalar(select(pairings.c.tournament).where(pairings.c.table_id == table))

    @contextmanager
    def laying(self, pairing: Row) -> Iterator[None]:
        """The table that is laid inside is this pairing's: written in the transaction in which it
        is laid, so that there is never a second one. Raises Conflict if it has one."""
        self._laying.pairing = pairing
        try:
            yield
        finally:
            self._laying.pairing = None

    def _laid(self, db: Connection, table: str) -> None:
        pairing = getattr(self._laying, "pairing", None)
        if pairing is None:
            return
        self._laying.pairing = None
        here = and_(*(pairings.c[name] == pairing[name] for name in ("tournament", "round", "n")))
        free = update(pairings).where(here, pairings.c.table_id.is_(None))
        if db.execute(free.values(table_id=table)).rowcount != 1:
            raise Conflict(table)

    def collect(self, tournament: str) -> None:
        """Take over the results of tables that were counted meanwhile."""
        counted = settled.join(pairings, pairings.c.table_id == settled.c.table_id)
        wanted = (
            select(pairings.c.table_id, pairings.c.players)
            .select_from(counted)
            .where(pairings.c.tournament == tournament, pairings.c.result.is_(None))
        )
        with self._store.writing() as db:
            for table, players in db.execute(wanted).all():
                here = pairings.c.table_id == table
                db.execute(update(pairings).where(here).values(result=_result(db, table, players)))

    def _all(self, wanted: Any) -> list[Row]:
        with self._store.engine.connect() as db:
            return [dict(row) for row in db.execute(wanted).mappings()]


def add_rounds(db: Connection, tournament: str, rounds: Sequence[Any], first: int) -> None:
    rows = [
        {"tournament": tournament, "round": first + n, "n": m, "players": list(players)}
        for n, tables in enumerate(rounds)
        for m, players in enumerate(tables)
    ]
    db.execute(insert(pairings), rows)


def _result(db: Connection, table: str, players: Sequence[int]) -> dict[str, list[int]]:
    """Ranks and scores by seat; of a table that was broken up everybody is equal."""
    wanted = select(results.c.rank, results.c.score).where(results.c.table_id == table)
    found = db.execute(wanted.order_by(results.c.seat)).all()
    if len(found) != len(players):
        return {"ranks": [0] * len(players), "scores": [0] * len(players)}
    return {"ranks": [rank for rank, _ in found], "scores": [score for _, score in found]}


def _lock(db: Connection, tournament: str) -> None:
    """Until the transaction ends nobody else changes this tournament."""
    here = select(tournaments.c.id).where(tournaments.c.id == tournament)
    db.execute(here.with_for_update())
