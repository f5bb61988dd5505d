"""The pool of worker processes, seen from the server: started, asked, and replaced when lost."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from roundhouse.core.rule import COMPILED, default_speed
from roundhouse.web.games import GameLibrary
from roundhouse.web.tables.jobs import Job

log = logging.getLogger("roundhouse.web")

GRACE = 8.0  # a worker that is so much later than its budget has lost its way
COLD_SECONDS = 0.7  # thinking in the interpreter, while the game is being compiled
LINE = 1 << 22
HINT_SECONDS = 2.0
POINT_SECONDS = 0.15  # for each of the points of a finished game that are looked at
POINTS = 80

Progress = Callable[[int, int], None]


class Lost(Exception):
    """A worker died, got lost or could not answer."""


@dataclass(eq=False)
class WorkerProcess:
    process: asyncio.subprocess.Process

    async def ask(
        self, request: dict[str, Any], seconds: float, progress: Progress | None = None
    ) -> dict[str, Any]:
        """The answer; `seconds` is how long it may stay silent."""
        into, out = self.process.stdin, self.process.stdout
        assert into is not None
        assert out is not None
        into.write(json.dumps(request).encode() + b"\n")
        await into.drain()
        while True:
            line = await asyncio.wait_for(out.readline(), seconds)
            if not line:
                raise Lost("the worker has died")
            said: dict[str, Any] = json.loads(line)
            if "progress" not in said:
                return said
            if progress:
                progress(*said["progress"])

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class Pool:
    """Some workers; each thinks about one thing at a time."""

    def __init__(self, games: GameLibrary, size: int, seconds: float) -> None:
        self._games, self._seconds = games, seconds
        self._free: asyncio.Queue[WorkerProcess | None] = asyncio.Queue()
        for _ in range(size):
            self._free.put_nowait(None)
        self._alive: set[WorkerProcess] = set()
        self._compiled: set[str] = set()
        self._warming: set[str] = set()
        self._chores: set[asyncio.Task[None]] = set()
        self._warm_lock = asyncio.Lock()

    async def move(self, job: Job) -> str:
        """The words of the move that a bot makes; raises Lost."""
        said = await self._ask(job, self._seconds, ask="move")
        return str(said["words"])

    async def hint(self, job: Job) -> dict[str, Any]:
        """What the search thinks of a position, as the seat to act may see it; raises Lost."""
        return await self._ask(job, HINT_SECONDS, ask="hint")

    async def chances(self, job: Job, record: str, progress: Progress) -> dict[str, Any]:
        """Each seat's chance of winning along a record; raises Lost."""
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
        worker = await self._free.get()
        try:
            if worker is None:
                worker = await self._start()
            said = await worker.ask(request, seconds + GRACE, progress)
        except (OSError, ValueError, TimeoutError, Lost) as error:
            await self._replace(worker)
            worker = None
            raise Lost(f"{more['ask']} on {job.game}: {error!r}") from None
        except asyncio.CancelledError:
            await self._replace(worker)
            worker = None
            raise
        finally:
            self._free.put_nowait(worker)
        if "error" in said:
            raise Lost(f"{more['ask']} on {job.game}: {said['error']}")
        return said

    async def close(self) -> None:
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        for worker in list(self._alive):
            await worker.stop()
        self._alive.clear()

    async def _start(self) -> WorkerProcess:
        worker = WorkerProcess(await _spawn())
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
        self._warming.add(game)
        chore = asyncio.get_running_loop().create_task(self._warm(game))
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _warm(self, game: str) -> None:
        async with self._warm_lock:
            process = await _spawn("--warm", game)
            try:
                if await process.wait() == 0:
                    self._compiled.add(game)
                else:
                    log.warning("could not compile %s; its bots stay interpreted", game)
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()


async def _spawn(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "roundhouse.web.thinking.worker",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
        env={**os.environ, "ROUNDHOUSE_QUIET": "1"},
    )
