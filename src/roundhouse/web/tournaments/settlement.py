"""Record the results of finished matches and update ratings, exactly once.

The transaction that records a result also marks the table as settled.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.play.match import UNDO
from roundhouse.table.chairs import Chair
from roundhouse.table.events import GameEnded, TableClosed, TableEvent
from roundhouse.table.table import ENDED, Table
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.settings import DAY
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import entries, results, tables, users
from roundhouse.web.tables.service import Tables
from roundhouse.web.tournaments.rating_storage import ratings_of, repeated_matches, save_rating
from roundhouse.web.tournaments.ratings import REPEAT_DAYS, Contestant, Rating, rate, repeat_weight
from roundhouse.web.tournaments.running import Tournaments

log = logging.getLogger("roundhouse.web")

SWEEP_SECONDS = 30.0  # seconds between two sweeps
SWEEP_BATCH = 50


@dataclass(frozen=True)
class FinishedMatch:
    """A finished match with its counted ranks; 0 is the best."""

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
        """Return the ranks with resigned seats last."""
        last = len(self.chairs) - 1
        return [
            last if chair.resigned else rank
            for chair, rank in zip(self.chairs, self.ranks, strict=True)
        ]


def places(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return how many seats finished before each seat.

    If a tie at the top is no win, so that the ranks of the game start at 2, there is no place 0.
    """
    before = [sum(other < rank for other in ranks) for rank in ranks]
    shared = before.count(0) > 1 and min(ranks) > 1
    return tuple(max(place, 1) if shared else place for place in before)


def player_of(chair: Chair) -> str:
    """Return the player of a seat's result: its owner, even if a bot took over."""
    return chair.user or f"bot:{chair.level}"


class Settlement:
    """Settles finished tables, and lets the tournaments go on with the results."""

    def __init__(self, database: Database, tables_: Tables, tournaments: Tournaments) -> None:
        self._database, self._tables, self._tournaments = database, tables_, tournaments
        self._ended: asyncio.Queue[str] = asyncio.Queue()
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._loop: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._event_loop = asyncio.get_running_loop()
        self._loop = self._event_loop.create_task(self._run())

    async def close(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Settle a table whose game has ended soon. Thread-safe."""
        if not any(isinstance(event, GameEnded | TableClosed) for event in events):
            return
        if self._event_loop is not None and not self._event_loop.is_closed():
            self._event_loop.call_soon_threadsafe(self._ended.put_nowait, table.id)

    async def _run(self) -> None:
        while True:
            try:
                await in_background_thread(self.sweep)
                async with asyncio.timeout(SWEEP_SECONDS):
                    while True:
                        await in_background_thread(self.settle, await self._ended.get())
            except TimeoutError:
                continue
            except SQLAlchemyError as error:
                log.warning("results postponed: %s", str(error).partition("\n")[0])
                await asyncio.sleep(2)
            except Exception:
                log.exception("could not record a result")
                await asyncio.sleep(2)

    def sweep(self) -> None:
        """Settle tables that ended while no server settled them."""
        rows = select(tables.c.id).where(tables.c.phase == ENDED, tables.c.settled.is_(None))
        for table in self._database.scalars(rows.order_by(tables.c.updated).limit(SWEEP_BATCH)):
            self.settle(table)
        self._tournaments.resume_all()

    def settle(self, table: str) -> None:
        """Settle a finished table, unless that has happened already."""
        finished = self._finished(table)
        first = update(tables).where(tables.c.id == table, tables.c.settled.is_(None))
        with self._database.writing() as db:
            if db.execute(first.values(settled=time.time())).rowcount != 1:
                return  # another server has settled it
            if finished is not None:
                _count(db, finished)
        self._tournaments.table_settled(table)

    def _finished(self, table: str) -> FinishedMatch | None:
        """Return the match to settle, or None if the table was closed or is damaged."""
        try:
            with self._tables.at(table) as result:
                if not result.match.over or result.damage:
                    return None
                state = result.match.state
                return FinishedMatch(
                    table,
                    result.game.meta.id,
                    result.source,
                    tuple(result.chairs),
                    places(state.ranks()),
                    tuple(int(score) for score in state.scores()),
                )
        except RoundhouseError:
            return None


def _count(db: Connection, match: FinishedMatch) -> None:
    players, ranks = match.players, match.counted_ranks
    owners = _find_owners(db, match)
    pool = set(owners) or set(players)  # a match with bot accounts rates only them
    rated = pool if _is_rated(db, match, owners) else set[str]()
    changes = _rate(db, match, ranks, rated) if rated else dict.fromkeys(players, 0.0)
    levels = ", ".join(sorted({c.level for c in match.chairs if c.user is None}))
    rows: list[Row] = [
        {
            "table_id": match.table,
            "seat": seat,
            "game": match.game,
            "seats": len(players),
            "player": player,
            "rank": ranks[seat],
            "score": match.scores[seat],
            "levels": levels[:200],
            "rated": player in rated,
            "change": changes[player],
            "at": time.time(),
        }
        for seat, player in enumerate(players)
    ]
    db.execute(insert(results), rows)


def _find_owners(db: Connection, match: FinishedMatch) -> dict[str, str]:
    """Return the owner of each bot account in a match."""
    rows = select(users.c.id, users.c.owner).where(users.c.id.in_(match.players))
    return {bot: owner for bot, owner in db.execute(rows) if owner is not None}


def _is_rated(db: Connection, match: FinishedMatch, owners: Mapping[str, str]) -> bool:
    """Return whether a match is rated.

    Not rated: continued games, guests, users with two seats (also by their bot accounts), hints,
    seats that were not played, and undo without consent.
    """
    seated = [chair.user for chair in match.chairs if chair.user]
    humans = {owners.get(user, user) for user in seated}
    if match.source or len(humans) != len(seated) or len(set(match.players)) < 2:
        return False
    account = select(users.c.id).where(users.c.id.in_(seated), users.c.login.is_not(None))
    if len(set(db.scalars(account))) != len(seated):
        return False
    if db.scalar(select(tables.c.unrated).where(tables.c.id == match.table)):
        return False
    undone = select(entries.c.n).where(entries.c.table_id == match.table, entries.c.kind == UNDO)
    return len(seated) != 1 or db.scalar(undone.limit(1)) is None


def _rate(
    db: Connection, match: FinishedMatch, ranks: Sequence[int], rated: Set[str]
) -> dict[str, float]:
    """Return the rating changes; a bot at several seats gets the mean.

    Those who are not in `rated` are opponents whose ratings stay.
    """
    game, players = match.game, match.players
    before = ratings_of(db, game, sorted(set(players)))
    owners = [chair.user for chair in match.chairs if chair.user]
    since = time.time() - REPEAT_DAYS * DAY
    weight = repeat_weight(repeated_matches(db, game, owners, since))
    contestants = [
        Contestant(before.get(player, Rating()), rank, player.startswith("bot:"))
        for player, rank in zip(players, ranks, strict=True)
    ]
    after = rate(contestants, weight)
    changes = {}
    for player in sorted(set(players)):
        old = before.get(player, Rating())
        mine = [after[n] for n, other in enumerate(players) if other == player]
        mu = sum(r.mu for r in mine) / len(mine)
        sigma = sum(r.sigma for r in mine) / len(mine)
        changes[player] = mu - old.mu if player in rated else 0.0
        if player in rated:
            save_rating(db, game, player, Rating(mu, sigma, old.games + 1), player in before)
    return changes
