"""Counting a finished match: results for everybody who sat there, and ratings. Once, whatever
happens: a table that is marked as settled in the same transaction is not settled again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, exists, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.play.match import UNDO
from roundhouse.web.skill import Contestant, Rating, rate
from roundhouse.web.store.community import results, settled, unrated
from roundhouse.web.store.ratings import keep_rating, ratings_of
from roundhouse.web.store.schema import entries, people, tables
from roundhouse.web.store.store import Row, Store
from roundhouse.web.tables.chairs import Chair
from roundhouse.web.tables.table import ENDED
from roundhouse.web.tables.tables import Tables

log = logging.getLogger("roundhouse.web")

SWEEP = 30.0  # seconds between two looks for tables that ended while nobody was there to count
AT_ONCE = 50


@dataclass(frozen=True)
class Finished:
    """A finished match, as it counts. Of ranks 0 is the best (those of the games begin at 1)."""

    table: str
    game: str
    source: str
    chairs: tuple[Chair, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def players(self) -> list[str]:
        return [player_of(chair) for chair in self.chairs]

    @property
    def counted_ranks(self) -> list[int]:
        """Who has resigned is last, whatever the bot has made of it."""
        last = len(self.chairs) - 1
        return [
            last if chair.resigned else rank
            for chair, rank in zip(self.chairs, self.ranks, strict=True)
        ]


def places(ranks: Sequence[int]) -> tuple[int, ...]:
    """How many have finished before each: 0 has won. Where a tie at the top is nobody's win (the
    game's ranks begin at 2 then) those are one place down."""
    before = [sum(other < rank for other in ranks) for rank in ranks]
    shared = before.count(0) > 1 and min(ranks) > 1
    return tuple(max(place, 1) if shared else place for place in before)


def player_of(chair: Chair) -> str:
    """Whose result it is: the person's whose seat it is, though a bot may have played it on."""
    return chair.person or f"bot:{chair.level}"


class Settlement:
    """`settled` is called with the id of each table that was counted here, `sweeping` now and
    then."""

    def __init__(self, store: Store, tables_: Tables) -> None:
        self._store, self._tables = store, tables_
        self._ended: asyncio.Queue[str] = asyncio.Queue()
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._loop: asyncio.Task[None] | None = None
        self.settled: Callable[[str], None] = lambda table: None
        self.sweeping: Callable[[], None] = lambda: None

    def open(self) -> None:
        self._event_loop = asyncio.get_running_loop()
        self._loop = self._event_loop.create_task(self._run())

    async def close(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    def ended(self, table: str) -> None:
        """A table is over; from any thread."""
        if self._event_loop is not None and not self._event_loop.is_closed():
            self._event_loop.call_soon_threadsafe(self._ended.put_nowait, table)

    async def _run(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.sweep)
                async with asyncio.timeout(SWEEP):
                    while True:
                        await asyncio.to_thread(self.settle, await self._ended.get())
            except TimeoutError:
                continue
            except SQLAlchemyError as error:
                log.warning("results wait: %s", str(error).partition("\n")[0])
                await asyncio.sleep(2)
            except Exception:
                log.exception("a result could not be counted")
                await asyncio.sleep(2)

    def sweep(self) -> None:
        """Count what has ended and was not counted: the server may have been killed in between."""
        counted = exists().where(settled.c.table_id == tables.c.id)
        wanted = select(tables.c.id).where(tables.c.phase == ENDED, ~counted)
        with self._store.engine.connect() as db:
            found = list(db.scalars(wanted.order_by(tables.c.updated).limit(AT_ONCE)))
        for table in found:
            self.settle(table)
        self.sweeping()

    def settle(self, table: str) -> None:
        """Count a table that is over. If it was counted already nothing happens."""
        finished = self._finished(table)
        try:
            with self._store.writing() as db:
                db.execute(insert(settled).values(table_id=table, at=time.time()))
                if finished is not None:
                    _count(db, finished)
        except IntegrityError:
            return  # somebody else has
        self.settled(table)

    def _finished(self, table: str) -> Finished | None:
        """What there is to count; None for a table that was closed, or cannot be read any more."""
        try:
            with self._tables.at(table) as found:
                if not found.match.over or found.damage:
                    return None
                state = found.match.state
                return Finished(
                    table,
                    found.row["game"],
                    found.row["source"],
                    tuple(found.chairs),
                    places(state.ranks()),
                    tuple(int(score) for score in state.scores()),
                )
        except RoundhouseError:
            return None


def _count(db: Connection, done: Finished) -> None:
    players, ranks = done.players, done.counted_ranks
    rated = _is_rated(db, done)
    changes = _rate(db, done.game, players, ranks) if rated else dict.fromkeys(players, 0.0)
    levels = ", ".join(sorted({c.level for c in done.chairs if c.person is None}))
    rows: list[Row] = [
        {
            "table_id": done.table,
            "seat": seat,
            "game": done.game,
            "seats": len(players),
            "player": player,
            "rank": ranks[seat],
            "score": done.scores[seat],
            "levels": levels[:200],
            "rated": rated,
            "change": changes[player],
            "at": time.time(),
        }
        for seat, player in enumerate(players)
    ]
    db.execute(insert(results), rows)


def _is_rated(db: Connection, done: Finished) -> bool:
    """A match counts for ratings unless it was begun elsewhere, a guest or somebody with two seats
    took part, help was given, or moves were taken back that nobody had to agree to."""
    owners = [chair.person for chair in done.chairs if chair.person]
    if done.source or len(set(owners)) != len(owners) or len(set(done.players)) < 2:
        return False
    account = select(people.c.id).where(people.c.id.in_(owners), people.c.login.is_not(None))
    if len(set(db.scalars(account))) != len(owners):
        return False
    if db.scalar(select(unrated.c.why).where(unrated.c.table_id == done.table)):
        return False
    undone = select(entries.c.n).where(entries.c.table_id == done.table, entries.c.kind == UNDO)
    return len(owners) != 1 or db.scalar(undone.limit(1)) is None


def _rate(
    db: Connection, game: str, players: Sequence[str], ranks: Sequence[int]
) -> dict[str, float]:
    """By how much everybody's rating changes. A bot at several seats moves by the mean of them."""
    before = ratings_of(db, game, sorted(set(players)))
    contestants = [
        Contestant(before.get(player, Rating()), rank, player.startswith("bot:"))
        for player, rank in zip(players, ranks, strict=True)
    ]
    after = rate(contestants)
    changes = {}
    for player in sorted(set(players)):
        old = before.get(player, Rating())
        mine = [after[n] for n, other in enumerate(players) if other == player]
        mu = sum(r.mu for r in mine) / len(mine)
        sigma = sum(r.sigma for r in mine) / len(mine)
        keep_rating(db, game, player, Rating(mu, sigma, old.games + 1), player in before)
        changes[player] = mu - old.mu
    return changes
