"""The bots' turns: whenever a bot is to act at a table, a worker is asked and its move played."""

from __future__ import annotations

import asyncio
import logging
import random
import time

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.games import GameLibrary
from roundhouse.web.tables import play
from roundhouse.web.tables.jobs import Job, bot_job
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.thinking.pool import Lost, Pool

log = logging.getLogger("roundhouse.web")


class BotTurns:
    """One task for each table at which a bot is to act."""

    def __init__(self, tables: Tables, games: GameLibrary, pool: Pool, pause: float) -> None:
        self._tables, self._games, self._pool, self._pause = tables, games, pool, pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._closing = False
        self.loop: asyncio.AbstractEventLoop | None = None

    def changed(self, table: Table) -> None:
        """Called from any thread when a table has changed."""
        if table.thinking is not None and self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.wake, table.id)

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

    def _finished(self, table: str) -> None:
        del self._tasks[table]
        if table in self._again:
            self._again.discard(table)
            self.wake(table)

    async def close(self) -> None:
        self._closing = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _drive(self, table: str) -> None:
        while True:
            self._again.discard(table)
            begun = time.monotonic()
            try:
                job = await asyncio.to_thread(self._job, table)
                if job is None:
                    return
                words = await self._think(job)
                # A move that comes at once is not seen: give people time to follow.
                await asyncio.sleep(max(0.0, begun + self._pause - time.monotonic()))
                await asyncio.to_thread(self._play, job, words)
            except RoundhouseError as error:  # the table changed meanwhile: look again
                log.info("table %s: %s", table, error)
                await asyncio.sleep(0.05)
            except Exception:
                log.exception("the bots of table %s are stuck", table)
                return

    async def _think(self, job: Job) -> str:
        try:
            return await self._pool.move(job)
        except Lost as error:
            log.warning("a bot could not answer, any move is played: %s", error)
            return await asyncio.to_thread(self._any_move, job)

    def _job(self, table: str) -> Job | None:
        with self._tables.at(table) as found:
            return bot_job(self._tables, found)

    def _play(self, job: Job, words: str) -> None:
        with self._tables.at(job.table) as table:
            if table.thinking == job.seat:
                play.move(self._tables, table, [job.seat], [words], job.ply)

    def _any_move(self, job: Job) -> str:
        game = self._games.game(job.game, job.options, job.board, job.rules)
        return game.text(random.choice(game.unpack(job.state).legal()))
