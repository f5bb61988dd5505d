"""Plays the bots' turns: asks a worker for a move and plays it.

The server process that holds a table's lease plays its bots. Errors are retried with a growing
delay; only a table that cannot be played at all is skipped.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.bots.levels import is_weaker_interpreted
from roundhouse.bots.registry import make_bot
from roundhouse.core.errors import IllegalAction, RoundhouseError, UnknownMove
from roundhouse.table import moving
from roundhouse.table.errors import NotFound
from roundhouse.table.events import TableEvent
from roundhouse.table.presentation.log import BotReason
from roundhouse.table.table import Table
from roundhouse.web.bots.bot_status import BOTS_FAILED, DATABASE_DOWN, BotStatus, fallback_message
from roundhouse.web.bots.budgets import ThinkingTimes
from roundhouse.web.bots.delay_timer import DelayTimer
from roundhouse.web.bots.pool import BotMove, Pool
from roundhouse.web.bots.worker_process import WorkerFailed
from roundhouse.web.http.addresses import requester
from roundhouse.web.http.backoff import Backoff
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.jobs import Job, bot_job, is_current
from roundhouse.web.tables.leases import LEASE, Leases, NotHeld
from roundhouse.web.tables.service import Tables

SIMPLE = "instinct"  # samples a move from the game's action prior, without search


class SimpleMoves:
    """Chooses fallback moves."""

    def __init__(self, games: GameLibrary) -> None:
        self._games = games

    def choose(self, job: Job) -> str:
        """Return a legal move, by the game's action prior if possible."""
        game = self._games.game(job.game, job.options, job.board, job.rules)
        state = game.unpack(job.state)
        rng = random.Random()
        try:
            return game.text(make_bot(SIMPLE, game, rng).choose(state))
        except Exception:
            log.exception("the action prior failed at table %s", job.table)
            return game.text(rng.choice(state.legal()))


log = logging.getLogger("roundhouse.web")

SWEEP = 2.0  # seconds between two searches for tables without a lease
RENEW = LEASE / 3
BACKLOG = 8  # such tables in progress at the same time
MAX_ADDRESSES = 10_000  # tables whose last address is remembered
THREADS = 4  # database threads for bots; pages have their own, so a slow database blocks neither

T = TypeVar("T")


@dataclass
class Backoffs:
    """Backoff per kind of error at one table."""

    refused: Backoff = field(default_factory=lambda: Backoff(0.05, 5.0))
    database: Backoff = field(default_factory=lambda: Backoff(0.25, 3.0))
    bug: Backoff = field(default_factory=lambda: Backoff(1.0, 60.0))

    def reset(self) -> None:
        for backoff in (self.refused, self.database, self.bug):
            backoff.reset()


class BotTurns:
    """One task per table where it is a bot's turn and this process holds the lease."""

    def __init__(
        self,
        tables: Tables,
        leases: Leases,
        pool: Pool,
        simple_moves: SimpleMoves,
        status: BotStatus,
        delays: DelayTimer,
    ) -> None:
        self._tables, self._leases, self._pool = tables, leases, pool
        self._simple_moves, self._status, self._delays = simple_moves, status, delays
        self._thinking_times = ThinkingTimes()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._taken_up: set[str] = set()  # found without a lease, no move played yet
        self._skipped: dict[str, int] = {}  # unplayable tables and their revisions
        self._preparing: dict[str, str] = {}  # tables that show it, and their games
        self._addresses: OrderedDict[str, str] = OrderedDict()  # of the last request, by table
        self._sweeps: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(THREADS, "bots")
        self._closing = False
        self._lock = threading.Lock()  # of the addresses
        self.loop: asyncio.AbstractEventLoop | None = None

    # Called from any thread

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None:
        """Play the bots of a table that has changed in this process."""
        self._note_address(table.id)
        if table.bot_to_move is not None:
            self._soon(self.wake, table.id)

    def _note_address(self, table: str) -> None:
        """Remember whose request changed a table, for the shares of the workers."""
        address = requester()
        if not address:
            return
        with self._lock:
            self._addresses[table] = address
            self._addresses.move_to_end(table)
            while len(self._addresses) > MAX_ADDRESSES:
                self._addresses.popitem(last=False)

    def changed_elsewhere(self, table: str) -> None:
        """Check a table again that has changed in another process."""
        self._soon(self._check_again, table)

    def _soon(self, call: Callable[[str], None], table: str) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(call, table)

    # Called in the event loop

    def open(self) -> None:
        """Start playing, including tables whose process has died."""
        self.loop = asyncio.get_running_loop()
        self._sweeps = [self.loop.create_task(self._sweep()), self.loop.create_task(self._renew())]

    def wake(self, table: str) -> None:
        """Start or continue the task of a table."""
        if self._closing:
            return
        if table in self._tasks:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._drive(table))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._finished(table))

    def _check_again(self, table: str) -> None:
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
        for task in (*self._sweeps, *self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._sweeps, *self._tasks.values(), return_exceptions=True)
        try:
            async with asyncio.timeout(3):
                await self._in_thread(self._leases.release_all)
        except (SQLAlchemyError, TimeoutError):
            log.warning("leases could not be released; they expire by themselves")
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)

    async def _sweep(self) -> None:
        """Take over tables without a lease, found at the start or left by a dead process.

        A few at a time, the most recently changed first.
        """
        started = False
        while True:
            try:
                if not started:
                    await self._in_thread(self._leases.begin)
                    started = True
                orphans = await self._in_thread(self._leases.find_orphans)
                self._skipped = {t: r for t, r in orphans if self._skipped.get(t) == r}
                for table, _ in orphans:
                    if table in self._skipped or table in self._tasks:
                        continue
                    while len(self._taken_up) >= BACKLOG:
                        await asyncio.sleep(0.05)
                    self._taken_up.add(table)
                    self.wake(table)
            except SQLAlchemyError as error:
                log.warning("could not search for tables without a lease: %s", _brief(error))
            except Exception:
                log.exception("could not search for tables without a lease")
            self._update_preparations()
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
        backoffs = Backoffs()
        while not self._closing:
            self._again.discard(table)
            try:
                if not await self._act(table):
                    return
                backoffs.reset()
            except NotHeld:
                log.info("table %s belongs to another process now", table)
                self._leases.note(table, holds_lease=False)
            except (Unplayable, NotFound) as error:
                await self._skip(table, error)
                return
            except RoundhouseError as error:  # the table has changed: check again
                log.info("table %s: %s", table, error)
                await asyncio.sleep(backoffs.refused.wait())
            except (SQLAlchemyError, OSError) as error:
                if self._status.of(table) != DATABASE_DOWN:
                    log.warning("table %s waits for the database: %s", table, _brief(error))
                self._status.set(table, DATABASE_DOWN)
                await asyncio.sleep(backoffs.database.wait())
            except Exception:
                log.exception("the bots of table %s failed", table)
                self._status.set(table, BOTS_FAILED)
                await asyncio.sleep(backoffs.bug.wait())

    async def _act(self, table: str) -> bool:
        """Play one bot's move; return False if it is no bot's turn."""
        started = self._delays.clock()
        job = await self._in_thread(self._job, table)
        if job is None:
            return False
        self._show_preparation(job)
        try:
            answer = await self._think(job, started)
            await self._delays.wait(job, answer.doubt, started)
            await self._in_thread(self._play, job, answer)
        except WorkerFailed as error:
            log.error("table %s: a simple move is played: %s", table, error)
            words = await self._in_thread(self._simple_moves.choose, job)
            await self._delays.wait(job, 0.0, started)
            await self._in_thread(self._play_simply, job, words)
        self._taken_up.discard(table)
        return True

    async def _think(self, job: Job, started: float) -> BotMove:
        """Return the bot's move.

        In games with secrets, a forced move takes as long as any other, so that it reveals nothing.
        """
        if job.only:
            await asyncio.sleep(self._thinking_times.draw(job.game, job.level))
            return BotMove(job.only)
        answer = await self._pool.move(job)
        self._thinking_times.note(job.game, job.level, self._delays.clock() - started)
        return answer

    def _show_preparation(self, job: Job) -> None:
        """Say that the bots are being compiled, if that makes them weaker."""
        self._pool.speed(job.game)  # begins it if necessary
        if is_weaker_interpreted(job.level) and self._pool.preparation_message(job.game).text:
            self._preparing[job.table] = job.game

    def _update_preparations(self) -> None:
        for table, game in list(self._preparing.items()):
            message = self._pool.preparation_message(game)
            self._status.set(table, message)
            if not message.text:
                del self._preparing[table]

    def _job(self, table: str) -> Job | None:
        """Return the job if it is a bot's turn and this process holds the lease."""
        if not self._leases.hold(table):
            return None
        with self._tables.at(table) as result:
            job = bot_job(self._tables, result)
            if result.damage:
                self._skipped[table] = result.revision
        if job is None:
            self._leases.release(table)
            self._status.clear(table, DATABASE_DOWN, BOTS_FAILED)
            return None
        return replace(job, address=self._addresses.get(table, ""))

    def _play(self, job: Job, answer: BotMove) -> None:
        """Play a move. Raises WorkerFailed if the bot's answer is not a legal move."""
        words = answer.words
        with self._tables.at(job.table) as table:
            if is_current(job, table):
                self._note_reason(table, job, answer)
                try:
                    moving.move(self._tables, table, [job.seat], [words], job.ply, by_bot=True)
                except (IllegalAction, UnknownMove) as error:
                    raise WorkerFailed(f"the bot answered {words!r}: {error}") from None
        self._status.clear(job.table, DATABASE_DOWN, BOTS_FAILED)

    def _note_reason(self, table: Table, job: Job, answer: BotMove) -> None:
        """Keep why a bot moved, in games without secrets that matter to one user."""
        if answer.runner_up and table.gives_hints and not table.has_secrets:
            reason = BotReason(answer.words, answer.runner_up, answer.doubt)
            self._status.note_reason(table.id, job.ply, reason)

    def _play_simply(self, job: Job, words: str) -> None:
        with self._tables.at(job.table) as table:
            if not is_current(job, table):
                return
            moving.move(self._tables, table, [job.seat], [words], job.ply, by_bot=True)
            message = fallback_message(table.names[job.seat], job.ply)
        self._status.set(job.table, message)

    async def _skip(self, table: str, error: RoundhouseError) -> None:
        log.warning("table %s is skipped: %s", table, error)
        if isinstance(error, Unplayable):
            self._skipped[table] = error.revision
        try:
            await self._in_thread(self._leases.release, table)
        except SQLAlchemyError:
            log.warning("the lease of table %s could not be released; it expires by itself", table)


def _brief(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
