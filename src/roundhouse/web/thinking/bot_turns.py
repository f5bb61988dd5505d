"""The bots' turns: whenever a bot is to act at a table, a worker is asked and its move played.

One server process thinks for a table, the one that holds its lease. Whatever goes wrong is tried
again, after a wait that grows; only a table that cannot be played at all is left alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import IllegalAction, RoundhouseError, UnknownMove
from roundhouse.web.errors import NotFound, Unplayable
from roundhouse.web.patience import Patience
from roundhouse.web.store.leases import LEASE, NotHeld
from roundhouse.web.tables import play
from roundhouse.web.tables.jobs import Job, bot_job, is_current
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.thinking.notices import IN_TROUBLE, WAITS, Notices, weaker
from roundhouse.web.thinking.pace import Pace
from roundhouse.web.thinking.pauses import Pauses
from roundhouse.web.thinking.pool import Answer, Pool
from roundhouse.web.thinking.simple_moves import SimpleMoves
from roundhouse.web.thinking.worker_process import Lost

log = logging.getLogger("roundhouse.web")

SWEEP = 2.0  # seconds between two looks for tables that nobody thinks for
RENEW = LEASE / 3
BACKLOG = 8  # tables found by such a look that are taken up at the same time
THREADS = 4  # that talk to the database for bots: however slow it is, pages have their own

Made = TypeVar("Made")


@dataclass
class Waits:
    """How long to wait after what, at one table."""

    refused: Patience = field(default_factory=lambda: Patience(0.05, 5.0))
    database: Patience = field(default_factory=lambda: Patience(0.25, 3.0))
    bug: Patience = field(default_factory=lambda: Patience(1.0, 60.0))

    def reset(self) -> None:
        for patience in (self.refused, self.database, self.bug):
            patience.reset()


class BotTurns:
    """One task for each table at which a bot is to act and whose lease is ours."""

    def __init__(
        self,
        tables: Tables,
        leases: Leases,
        pool: Pool,
        simple_moves: SimpleMoves,
        notices: Notices,
        pauses: Pauses,
    ) -> None:
        self._tables, self._leases, self._pool = tables, leases, pool
        self._simple_moves, self._notices, self._pauses = simple_moves, notices, pauses
        self._pace = Pace()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._taken_up: set[str] = set()  # found waiting, and not yet played at
        self._left_alone: dict[str, int] = {}  # tables that cannot be played, at which revision
        self._chores: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(THREADS, "bots")
        self._closing = False
        self.loop: asyncio.AbstractEventLoop | None = None

    # From any thread

    def changed(self, table: Table) -> None:
        """A table has changed in this process."""
        if table.thinking is not None:
            self._soon(self.wake, table.id)

    def changed_elsewhere(self, table: str) -> None:
        """A table has changed in another process; if we think for it, we look again."""
        self._soon(self._look_again, table)

    def _soon(self, call: Callable[[str], None], table: str) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(call, table)

    # In the loop

    def open(self) -> None:
        """Go on where the last process stopped, and where others stop."""
        self.loop = asyncio.get_running_loop()
        self._chores = [self.loop.create_task(self._sweep()), self.loop.create_task(self._renew())]

    def wake(self, table: str) -> None:
        """See to it that the bots of this table act."""
        if self._closing:
            return
        if table in self._tasks:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._drive(table))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    def _look_again(self, table: str) -> None:
        if table in self._tasks:
            self._again.add(table)

    def _finished(self, table: str) -> None:
        del self._tasks[table]
        self._taken_up.discard(table)
        if table in self._again:
            self._again.discard(table)
            self.wake(table)

    async def close(self) -> None:
        self._closing = True
        for task in (*self._chores, *self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._chores, *self._tasks.values(), return_exceptions=True)
        try:
            async with asyncio.timeout(3):
                await self._in_thread(self._leases.release_all)
        except (SQLAlchemyError, TimeoutError):
            log.warning("leases could not be given back; they run out by themselves")
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, call: Callable[..., Made], *given: object) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *given)

    async def _sweep(self) -> None:
        """Now and then take up tables that nobody thinks for: found at start, or left behind by a
        process that has died. Few at a time, those somebody touched last before the others."""
        begun = False
        while True:
            try:
                if not begun:
                    await self._in_thread(self._leases.begin)
                    begun = True
                found = await self._in_thread(self._leases.orphans)
                self._left_alone = {t: r for t, r in found if self._left_alone.get(t) == r}
                for table, _ in found:
                    if table in self._left_alone or table in self._tasks:
                        continue
                    while len(self._taken_up) >= BACKLOG:
                        await asyncio.sleep(0.05)
                    self._taken_up.add(table)
                    self.wake(table)
            except SQLAlchemyError as error:
                log.warning("could not look for tables that wait: %s", _brief(error))
            except Exception:
                log.exception("could not look for tables that wait")
            await asyncio.sleep(SWEEP)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            try:
                await self._in_thread(self._leases.renew, list(self._tasks))
            except SQLAlchemyError as error:
                log.warning("could not renew leases: %s", _brief(error))
            except Exception:
                log.exception("could not renew leases")

    # One table

    async def _drive(self, table: str) -> None:
        waits = Waits()
        while not self._closing:
            self._again.discard(table)
            try:
                if not await self._act(table):
                    return
                waits.reset()
            except NotHeld:
                log.info("table %s is somebody else's now", table)
                self._leases.note(table, held=False)
            except (Unplayable, NotFound) as error:
                await self._leave_alone(table, error)
                return
            except RoundhouseError as error:  # the table changed meanwhile: look again
                log.info("table %s: %s", table, error)
                await asyncio.sleep(waits.refused.wait())
            except (SQLAlchemyError, OSError) as error:
                if self._notices.of(table) != WAITS:
                    log.warning("table %s waits for the database: %s", table, _brief(error))
                self._notices.say(table, WAITS)
                await asyncio.sleep(waits.database.wait())
            except Exception:
                log.exception("the bots of table %s are in trouble", table)
                self._notices.say(table, IN_TROUBLE)
                await asyncio.sleep(waits.bug.wait())

    async def _act(self, table: str) -> bool:
        """One bot's move; False if there is none to be made here."""
        begun = self._pauses.clock()
        job = await self._in_thread(self._job, table)
        if job is None:
            return False
        try:
            answer = await self._think(job, begun)
            await self._pauses.keep(job, answer.doubt, begun)
            await self._in_thread(self._play, job, answer.words)
        except Lost as error:
            log.error("table %s: a simple move is played: %s", table, error)
            words = await self._in_thread(self._simple_moves.choose, job)
            await self._pauses.keep(job, 0.0, begun)
            await self._in_thread(self._play_simply, job, words)
        self._taken_up.discard(table)
        return True

    async def _think(self, job: Job, begun: float) -> Answer:
        """The bot's move. One without an alternative takes as long as another, where the
        others cannot know that it is one."""
        if job.only:
            await asyncio.sleep(self._pace.draw(job.game, job.level))
            return Answer(job.only)
        answer = await self._pool.move(job)
        self._pace.note(job.game, job.level, self._pauses.clock() - begun)
        return answer

    def _job(self, table: str) -> Job | None:
        """What is to be thought about, if a bot is to act and we are the ones who think for it."""
        if not self._leases.hold(table):
            return None
        with self._tables.at(table) as found:
            job = bot_job(self._tables, found)
            if found.damage:
                self._left_alone[table] = found.revision
        if job is None:
            self._leases.release(table)
            self._notices.take_back(table, WAITS, IN_TROUBLE)
        return job

    def _play(self, job: Job, words: str) -> None:
        """Raises Lost if what the bot has answered is no move."""
        with self._tables.at(job.table) as table:
            if is_current(job, table):
                try:
                    play.move(self._tables, table, [job.seat], [words], job.ply, by_bot=True)
                except (IllegalAction, UnknownMove) as error:
                    raise Lost(f"the bot answered {words!r}: {error}") from None
        self._notices.take_back(job.table, WAITS, IN_TROUBLE)

    def _play_simply(self, job: Job, words: str) -> None:
        with self._tables.at(job.table) as table:
            if not is_current(job, table):
                return
            play.move(self._tables, table, [job.seat], [words], job.ply, by_bot=True)
            said = weaker(table.names[job.seat], job.ply)
        self._notices.say(job.table, said)

    async def _leave_alone(self, table: str, error: RoundhouseError) -> None:
        log.warning("table %s is left alone: %s", table, error)
        if isinstance(error, Unplayable):
            self._left_alone[table] = error.revision
        try:
            await self._in_thread(self._leases.release, table)
        except SQLAlchemyError:
            log.warning("the lease of table %s runs out by itself", table)


def _brief(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
