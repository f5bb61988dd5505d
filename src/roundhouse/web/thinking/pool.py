"""The pool of worker processes, seen from the server: started, asked, and replaced when lost."""

from __future__ import annotations

import asyncio
import logging
import time
from base64 import b64encode
from typing import Any, NamedTuple

from roundhouse.bots.registry import level_named
from roundhouse.core.rule import COMPILED, default_speed
from roundhouse.web.games import GameLibrary
from roundhouse.web.tables.jobs import Job
from roundhouse.web.thinking.fair_queue import AWAITED, SPARE_TIME, UNWATCHED, FairQueue
from roundhouse.web.thinking.worker_process import Lost, Progress, WorkerProcess, spawn

log = logging.getLogger("roundhouse.web")

GRACE = 4.0  # a worker that is so much later than its budget has lost its way
COLD_GRACE = 8.0  # in the interpreter a single step may be long
TRIES = 3  # workers that are asked, one after the other, when they are lost
COLD_SECONDS = 0.7  # thinking in the interpreter, while the game is being compiled
QUICK_SECONDS = 3.0  # for a bot that does not search
HINT_SECONDS = 2.0
POINT_SECONDS = 0.1  # for each of the points of a finished game that are looked at
POINTS = 50


class Answer(NamedTuple):
    """A bot's move in words, and how much in doubt it was: 0 not at all, 1 between two alike."""

    words: str
    doubt: float = 0.0


class Pool:
    """Some workers; each thinks about one thing at a time, for people in fair turn."""

    def __init__(self, games: GameLibrary, size: int, seconds: float) -> None:
        self._games, self._seconds = games, seconds
        self._free: FairQueue[WorkerProcess | None] = FairQueue([None] * size)
        self._alive: set[WorkerProcess] = set()
        self._compiled: set[str] = set()
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._warm_lock = asyncio.Lock()

    async def move(self, job: Job) -> Answer:
        """The move that a bot makes; raises Lost."""
        seconds = min(self._seconds, level_seconds(job.level))
        said = await self._ask(job, seconds, ask="move")
        return Answer(str(said["words"]), float(said.get("doubt", 0.0)))

    async def hint(self, job: Job) -> dict[str, Any]:
        """What the search thinks of a position, as the seat to act may see it; raises Lost."""
        return await self._ask(job, HINT_SECONDS, ask="hint")

    async def chances(self, job: Job, record: str, progress: Progress) -> dict[str, Any]:
        """Each seat's chance of winning along a record; raises Lost. What is found is kept, so it
        is looked for when the game has been compiled: interpreted, a search hardly begins."""
        self._warm_up(job.game)
        if job.game in self._warming:
            await asyncio.wait([self._warming[job.game]])
        return await self._ask(
            job, POINT_SECONDS, progress, ask="chances", record=record, points=POINTS
        )

    async def _ask(
        self, job: Job, seconds: float, progress: Progress | None = None, **more: Any
    ) -> dict[str, Any]:
        self._warm_up(job.game)
        compiled = job.game in self._compiled
        board = ""
        if job.board:
            board = await asyncio.to_thread(self._games.board_text, job.game, job.board)
        request = {
            "game": job.game,
            "rules": job.rules,
            "options": job.options,
            "board": board,
            "table": job.table,
            "seat": job.seat,
            "level": job.level,
            "state": b64encode(job.state).decode(),
            "compiled": compiled,
            "seconds": seconds if compiled else min(seconds, COLD_SECONDS),
            **more,
        }
        for attempt in range(1, TRIES + 1):
            try:
                return await self._ask_one(job, request, progress)
            except Lost as error:
                lost = Lost(f"{more['ask']} on {job.game}: {error}")
                log.warning("a worker was lost (%d of %d tries): %s", attempt, TRIES, lost)
        raise lost

    async def _ask_one(
        self, job: Job, request: dict[str, Any], progress: Progress | None
    ) -> dict[str, Any]:
        """Ask the next free worker; one that is lost, or cannot answer, is replaced."""
        who = job.host or job.table
        worker = await self._free.take(who, _urgency(job, request["ask"]))
        begun = time.monotonic()
        good = False
        said: dict[str, Any] = {}
        try:
            if worker is None:
                worker = await self._start()
            grace = GRACE if request["compiled"] else COLD_GRACE
            said = await worker.ask(request, request["seconds"] + grace, progress)
            good = "error" not in said
        except (OSError, ValueError, TimeoutError) as error:
            raise Lost(repr(error)) from None
        finally:
            if not good:
                await self._replace(worker)
            self._free.give(worker if good else None, who, time.monotonic() - begun)
        if not good:
            raise Lost(str(said["error"]))
        return said

    async def close(self) -> None:
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        for worker in list(self._alive):
            await worker.stop()
        self._alive.clear()

    async def _start(self) -> WorkerProcess:
        worker = await WorkerProcess.start()
        self._alive.add(worker)
        return worker

    async def _replace(self, worker: WorkerProcess | None) -> None:
        if worker is not None:
            self._alive.discard(worker)
            await worker.stop()

    def _warm_up(self, game: str) -> None:
        """Have a game compiled, beside the play; until then it is played interpreted."""
        if default_speed() != COMPILED or game in self._warming:
            return
        chore = asyncio.get_running_loop().create_task(self._warm(game))
        self._warming[game] = chore
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _warm(self, game: str) -> None:
        async with self._warm_lock:
            process = await spawn("--warm", game)
            try:
                if await process.wait() == 0:
                    self._compiled.add(game)
                else:
                    log.warning("could not compile %s; its bots stay interpreted", game)
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()


def _urgency(job: Job, ask: str) -> int:
    """A person who waits for a bot or a hint comes first, looking a finished game over last."""
    if ask == "chances":
        return SPARE_TIME
    return AWAITED if job.awaited or ask == "hint" else UNWATCHED


def level_seconds(level: str) -> float:
    """How long a bot may think about one move."""
    known = level_named(level)
    return known.budget.seconds if known and known.budget else QUICK_SECONDS
