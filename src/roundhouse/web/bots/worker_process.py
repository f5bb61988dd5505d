"""A worker process, seen from the server.

Use `asyncio.timeout`, never `wait_for`: in Python 3.11, `wait_for` loses a cancellation that
arrives together with the result, and a closing server would wait forever.

A worker reports that it is ready, that it has started to think, a heartbeat every half second
(`heartbeat`), and finally its answer. This distinguishes a worker that hangs from one that thinks.
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

READY_SECONDS = 60.0  # limit for starting a process
LOADING_SECONDS = 60.0  # limit for loading a game
LOADING_SILENCE = 10.0  # a large library may load from a slow disk
SILENCE = 10.0  # many heartbeats: a busy machine may delay a process for seconds
STOPPING = 2.0
LINE = 1 << 22

JobReply = dict[str, Any]
Progress = Callable[[JobReply], None]  # gets `progress` or `partial` messages


class WorkerFailed(Exception):
    """A worker process that died, hangs or cannot answer."""


@dataclass(eq=False)
class WorkerProcess:
    """A worker process and its pipes."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls, *, is_background: bool = False) -> WorkerProcess:
        """Start a process and wait until it is ready; background work has a low priority."""
        worker = cls(await spawn(*(["--background"] if is_background else [])))
        try:
            message = await worker._read_message(READY_SECONDS)
            if "ready" not in message:
                raise WorkerFailed(f"a new worker sent {message}")
        except BaseException:
            await worker.stop()
            raise
        return worker

    async def ask(
        self, request: dict[str, Any], seconds: float, progress: Progress | None = None
    ) -> JobReply:
        """Send a request and return the answer; `seconds` bounds each progress step."""
        into = self.process.stdin
        assert into is not None
        into.write(json.dumps(request).encode() + b"\n")
        async with asyncio.timeout(LOADING_SILENCE):
            await into.drain()
        end, silence = time.monotonic() + LOADING_SECONDS, LOADING_SILENCE
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise WorkerFailed("the worker takes too long")
            message = await self._read_message(min(left, silence))
            if message.keys() & {"thinking", "progress", "partial"}:
                end, silence = time.monotonic() + seconds, SILENCE
                if progress and "thinking" not in message:
                    progress(message)
            elif "heartbeat" not in message:
                return message

    async def _read_message(self, seconds: float) -> JobReply:
        out = self.process.stdout
        assert out is not None
        try:
            async with asyncio.timeout(seconds):
                line = await out.readline()
        except TimeoutError:
            raise WorkerFailed("the worker hangs") from None
        if not line:
            raise WorkerFailed("the worker has died")
        data: JobReply = json.loads(line)
        return data

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        with suppress(TimeoutError):  # its child processes may keep its pipes open
            async with asyncio.timeout(STOPPING):
                await self.process.wait()


async def spawn(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "roundhouse.web.bots.worker",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
        env={**os.environ, "ROUNDHOUSE_QUIET": "1"},
    )
