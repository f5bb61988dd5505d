"""The pool of worker processes: starts, asks and replaces them."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from base64 import b64encode
from typing import Any, NamedTuple

from roundhouse.bots.llm import configured_models
from roundhouse.core.backends import choose_speed
from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.core.translation import mark
from roundhouse.play import registry
from roundhouse.web.bots.bot_status import NO_MESSAGE, BotMessage
from roundhouse.web.bots.budgets import (
    COLD_SECONDS,
    HINT_SECONDS,
    POINT_SECONDS,
    POINTS,
    level_seconds,
)
from roundhouse.web.bots.fair_queue import AWAITED, UNWATCHED, FairQueue
from roundhouse.web.bots.preparation import Preparation
from roundhouse.web.bots.worker_process import Progress, WorkerFailed, WorkerProcess
from roundhouse.web.http.threads import in_background_thread
from roundhouse.web.tables.games import GameLibrary
from roundhouse.web.tables.jobs import Job

log = logging.getLogger("roundhouse.web")

GRACE = 4.0  # seconds over its budget after which a worker has failed
COLD_GRACE = 8.0  # the same for interpreted rules, where a single step may take long
TRIES = 3  # workers to try, one after the other
NO_LIBRARY = BotMessage(
    mark("Bots play below their level: this server has no native library for the game.")
)
MODEL_WORKERS = 4  # processes that wait for language models, besides those that search
BUILDS = 2  # games compiled at the same time, each by a process of low priority


class BotMove(NamedTuple):
    """A bot's move, and how close the decision was: 0 is clear, 1 is a tie."""

    words: str
    doubt: float = 0.0
    runner_up: str = ""  # the second move of its search; empty without one


class Pool:
    """Worker processes, each with one request at a time, shared fairly.

    An analysis takes as long as hundreds of moves and cannot be interrupted, so analyses have a
    worker of their own, of low priority. With the others, it would stop the bots.
    """

    def __init__(self, games: GameLibrary, size: int, seconds: float) -> None:
        self._games, self._seconds = games, seconds
        self._free: FairQueue[WorkerProcess | None] = FairQueue([None] * size)
        self._free_for_models: FairQueue[WorkerProcess | None] = FairQueue([None] * MODEL_WORKERS)
        self._free_for_analyses: FairQueue[WorkerProcess | None] = FairQueue([None])
        self._alive: set[WorkerProcess] = set()
        self._preparations: dict[str, Preparation] = {}
        self._builds = asyncio.Semaphore(BUILDS)
        self._background_tasks: set[asyncio.Task[None]] = set()

    async def move(self, job: Job) -> BotMove:
        """Return a bot's move; raises WorkerFailed."""
        seconds = level_seconds(job.level)
        if not is_model(job.level):
            seconds = min(self._seconds, seconds)
        message = await self._ask(job, seconds, ask="move")
        return BotMove(
            str(message["words"]),
            float(message.get("doubt", 0.0)),
            str(message.get("runner_up", "")),
        )

    async def hint(self, job: Job) -> dict[str, Any] | None:
        """Return the search's opinion of a position, or None if no worker answered."""
        try:
            return await self._ask(job, HINT_SECONDS, ask="hint")
        except WorkerFailed:
            return None

    async def chances(self, job: Job, record: str, progress: Progress) -> dict[str, Any]:
        """Return each seat's winning chances along a record; raises WorkerFailed.

        The result is stored and an interpreted search would be too weak, so this waits until the
        game is compiled.
        """
        if preparation := self._prepare(job.game):
            await preparation.finished.wait()
        return await self._ask(
            job,
            POINT_SECONDS,
            progress,
            ask="chances",
            record=record,
            points=POINTS,
            seats=job.reviewed,
        )

    async def _ask(
        self, job: Job, seconds: float, progress: Progress | None = None, **more: Any
    ) -> dict[str, Any]:
        speed = self.speed(job.game)
        if speed == INTERPRETED and not is_model(job.level):
            seconds = min(seconds, COLD_SECONDS)
        board = ""
        if job.board:
            board = await in_background_thread(self._games.board_text, job.game, job.board)
        request = {
            "game": job.game,
            "rules": job.rules,
            "options": job.options,
            "board": board,
            "table": job.table,
            "seat": job.seat,
            "level": job.level,
            "state": b64encode(job.state).decode(),
            "speed": speed,
            "seconds": seconds,
            **more,
        }
        for attempt in range(1, TRIES + 1):
            try:
                return await self._ask_one(job, request, progress)
            except WorkerFailed as error:
                failure = WorkerFailed(f"{more['ask']} on {job.game}: {error}")
                log.warning("a worker failed (%d of %d tries): %s", attempt, TRIES, failure)
        raise failure

    async def _ask_one(
        self, job: Job, request: dict[str, Any], progress: Progress | None
    ) -> dict[str, Any]:
        """Ask the next free worker; replace it if it fails."""
        user = job.host or job.table
        is_analysis = request["ask"] == "chances"
        free = self._free
        if is_analysis:
            free = self._free_for_analyses
        elif is_model(job.level):
            free = self._free_for_models
        worker = await free.acquire(user, _urgency(job, request["ask"]), address=job.address)
        started = time.monotonic()
        good = False
        messages: dict[str, Any] = {}
        try:
            if worker is None:
                worker = await self._start(is_background=is_analysis)
            grace = COLD_GRACE if request["speed"] == INTERPRETED else GRACE
            messages = await worker.ask(request, request["seconds"] + grace, progress)
            good = "error" not in messages
        except (OSError, ValueError, TimeoutError) as error:
            raise WorkerFailed(repr(error)) from None
        finally:
            if not good:
                await self._replace(worker)
            seconds = time.monotonic() - started
            free.release(worker if good else None, user, seconds, job.address)
        if not good:
            raise WorkerFailed(str(messages["error"]))
        return messages

    async def close(self) -> None:
        for task in list(self._background_tasks):
            task.cancel()
        await asyncio.gather(*self._background_tasks, return_exceptions=True)
        for worker in list(self._alive):
            await worker.stop()
        self._alive.clear()

    async def _start(self, *, is_background: bool) -> WorkerProcess:
        worker = await WorkerProcess.start(is_background=is_background)
        self._alive.add(worker)
        return worker

    async def _replace(self, worker: WorkerProcess | None) -> None:
        if worker is not None:
            self._alive.discard(worker)
            await worker.stop()

    def speed(self, game: str) -> str:
        """Return the speed that workers run a game at; prepare a faster one if necessary."""
        chosen = choose_speed(registry.package(game))
        if chosen != COMPILED:
            return chosen  # a library, or interpreted because the server is told so
        preparation = self._prepare(game)
        return preparation.speed if preparation else chosen

    def preparation_message(self, game: str) -> BotMessage:
        """Return the message shown while bots are below their level."""
        is_wanted = os.environ.get("ROUNDHOUSE_JIT", "1") != "0"
        if is_wanted and choose_speed(registry.package(game)) == INTERPRETED:
            return NO_LIBRARY
        preparation = self._preparations.get(game)
        return preparation.message() if preparation else NO_MESSAGE

    def _prepare(self, game: str) -> Preparation | None:
        """Compile a game in the background; until then its rules are interpreted.

        Return None if the game is compiled or must run interpreted.
        """
        if choose_speed(registry.package(game)) != COMPILED:
            return None
        if game not in self._preparations:
            self._preparations[game] = Preparation(game, self._builds)
            task = asyncio.get_running_loop().create_task(self._preparations[game].run())
            self._background_tasks.add(task)
            task.add_done_callback(self._background_tasks.discard)
        return self._preparations[game]


def _urgency(job: Job, ask: str) -> int:
    """Rank a request: users who wait for a bot or a hint first."""
    return AWAITED if job.awaited or ask == "hint" else UNWATCHED


def is_model(level: str) -> bool:
    """Return whether a bot is a language model, which needs no processor."""
    return level in configured_models()
