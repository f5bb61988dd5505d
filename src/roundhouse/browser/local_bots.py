"""The turns of bots: asks the worker for a move and plays it."""

from __future__ import annotations

import asyncio
import logging
import random
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from roundhouse.bots.registry import make_bot
from roundhouse.browser.local_tables import LocalTables
from roundhouse.core.errors import IllegalAction, RoundhouseError, UnknownMove
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.translation import mark, store
from roundhouse.core.translation import translate as _
from roundhouse.table import moving
from roundhouse.table.errors import Clash
from roundhouse.table.events import TableEvent
from roundhouse.table.table import Table
from roundhouse.web.bots.budgets import HINT_SECONDS, ThinkingTimes, level_seconds
from roundhouse.web.bots.delay_timer import DelayTimer
from roundhouse.web.http.errors import reason
from roundhouse.web.tables.jobs import Job, bot_job, is_current

log = logging.getLogger("roundhouse.browser")

Ask = Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]
SIMPLE = "instinct"  # plays if the worker fails
PREPARING = mark("The bots are getting ready.")
FAILED = mark("A bot ran into a problem and played a simple move.")


class LocalBots:
    """One task per table where it is a bot's turn."""

    def __init__(
        self,
        tables: LocalTables,
        ask: Ask,
        finish: Callable[[], Awaitable[None]],
        delays: DelayTimer,
    ) -> None:
        self._tables, self._ask, self._finish, self._delays = tables, ask, finish, delays
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._times = ThinkingTimes()
        self._messages: dict[str, str] = {}
        self._has_answered = False

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None:
        self.wake(table)

    def wake(self, table: Table) -> None:
        """Play the bots of a table, if it is the turn of one."""
        if table.bot_to_move is not None and table.id not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._drive(table.id))
            self._tasks[table.id] = task

    def message(self, table: Table) -> str:
        """Return what the table says about its bots."""
        if table.bot_to_move is not None and not self._has_answered:
            return _(PREPARING)
        return translate_stored(self._messages.get(table.id, ""))

    async def hint(self, job: Job) -> dict[str, Any] | None:
        """Return the best moves with winning chances, or None if the worker failed."""
        try:
            return await self._ask(self._request(job, "hint", HINT_SECONDS))
        except OSError:
            return None

    async def _drive(self, table: str) -> None:
        try:
            while (job := bot_job(self._tables, self._tables.at(table))) is not None:
                await self._act(job)
        except RoundhouseError as error:  # the table was removed
            log.info("table %s: %s", table, error)
        finally:
            del self._tasks[table]

    async def _act(self, job: Job) -> None:
        """Play one bot's move."""
        started = self._delays.clock()
        try:
            words, doubt = await self._think(job, started)
        except OSError as error:
            log.error("table %s: a simple move is played: %s", job.table, error)
            words, doubt = self._choose_simply(job), 0.0
            self._messages[job.table] = store("translate", FAILED)
        await self._delays.wait(job, doubt, started)
        table = self._tables.at(job.table)
        if not is_current(job, table):
            return
        try:
            moving.move(self._tables, table, [job.seat], [words], job.ply, by_bot=True)
        except (IllegalAction, UnknownMove):
            words = self._choose_simply(job)
            moving.move(self._tables, table, [job.seat], [words], job.ply, by_bot=True)
        try:
            await self._finish()
        except Clash as error:  # the game goes on although it is not stored
            self._messages[job.table] = reason(error)

    async def _think(self, job: Job, started: float) -> tuple[str, float]:
        """Return the bot's move and its doubt.

        In games with secrets, a forced move takes as long as any other, so that it reveals nothing.
        """
        if job.only:
            await asyncio.sleep(self._times.draw(job.game, job.level))
            return job.only, 0.0
        answer = await self._ask(self._request(job, "move", level_seconds(job.level)))
        self._has_answered = True
        self._messages.pop(job.table, None)
        self._times.note(job.game, job.level, self._delays.clock() - started)
        return str(answer["words"]), float(answer.get("doubt", 0.0))

    def _choose_simply(self, job: Job) -> str:
        game = self._tables.games.game(job.game, job.options, job.board, job.rules)
        return game.text(make_bot(SIMPLE, game, random.Random()).choose(game.unpack(job.state)))

    def _request(self, job: Job, ask: str, seconds: float) -> dict[str, Any]:
        """Return the request for a worker; its position is redealt for the seat."""
        return {
            "ask": ask,
            "game": job.game,
            "rules": job.rules,
            "options": job.options,
            "board": self._tables.library.board_text(job.game, job.board) if job.board else "",
            "table": job.table,
            "seat": job.seat,
            "level": job.level,
            "state": b64encode(job.state).decode(),
            "seconds": seconds,
        }
