"""One worker process, seen from the server: asked, listened to, and given up when it is lost.

Waiting is `asyncio.timeout`, never `wait_for`: in Python 3.11 that one forgets that its task has
been told to end when what it waits for comes at the same moment, and a closing server waits for it.

A worker says that it is ready, that it has begun to think, every half second that it is still
there (`beat`), and at last its answer. So one that hangs is told from one that thinks.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

READY_SECONDS = 60.0  # until a process has started
LOADING_SECONDS = 60.0  # until it has loaded a game
LOADING_SILENCE = 10.0  # a large library may be read from a slow disk
SILENCE = 10.0  # many beats: on a busy machine a process may be kept waiting for seconds
STOPPING = 2.0
LINE = 1 << 22

Progress = Callable[[int, int], None]
Answer = dict[str, Any]


class Lost(Exception):
    """A worker died, hangs, or could not answer."""


@dataclass(eq=False)
class WorkerProcess:
    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls) -> WorkerProcess:
        """A process that is ready to be asked."""
        worker = cls(await spawn())
        try:
            said = await worker._hear(READY_SECONDS)
            if "ready" not in said:
                raise Lost(f"a new worker says {said}")
        except BaseException:
            await worker.stop()
            raise
        return worker

    async def ask(
        self, request: dict[str, Any], seconds: float, progress: Progress | None = None
    ) -> Answer:
        """The answer; `seconds` is how long it may think, for each step of its progress."""
        into = self.process.stdin
        assert into is not None
        into.write(json.dumps(request).encode() + b"\n")
        async with asyncio.timeout(LOADING_SILENCE):
            await into.drain()
        end, silence = time.monotonic() + LOADING_SECONDS, LOADING_SILENCE
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise Lost("the worker does not come to an end")
            said = await self._hear(min(left, silence))
            if "thinking" in said or "progress" in said:
                end, silence = time.monotonic() + seconds, SILENCE
                if progress and "progress" in said:
                    progress(*said["progress"])
            elif "beat" not in said:
                return said

    async def _hear(self, seconds: float) -> Answer:
        out = self.process.stdout
        assert out is not None
        try:
            async with asyncio.timeout(seconds):
                line = await out.readline()
        except TimeoutError:
            raise Lost("the worker hangs") from None
        if not line:
            raise Lost("the worker has died")
        said: Answer = json.loads(line)
        return said

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        with suppress(TimeoutError):  # something that it has started may hold its pipes
            async with asyncio.timeout(STOPPING):
                await self.process.wait()


async def spawn(*arguments: str) -> asyncio.subprocess.Process:
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
