"""Compiling a game for strong bots, in the background.

A native library is built if this machine can; otherwise the bots are compiled by Numba. Until then
workers run the rules interpreted, and bots play below their level.
"""

from __future__ import annotations

import asyncio
import logging
import time

from roundhouse.bots.native_builds import Progress, build_command, build_env, can_build
from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.core.translation import mark
from roundhouse.play import registry
from roundhouse.web.bots.bot_status import NO_MESSAGE, BotMessage
from roundhouse.web.bots.worker_process import spawn

log = logging.getLogger("roundhouse.web")


class Preparation:
    """The compilation of one game.

    Attributes:
        speed: The speed of the workers if there is no native library.
        finished: Set when it has ended, successfully or not.
    """

    def __init__(self, game: str, turn: asyncio.Semaphore) -> None:
        self.game, self.speed, self.finished = game, INTERPRETED, asyncio.Event()
        self._turn = turn  # bounds the builds at the same time
        self._progress = Progress()

    def message(self) -> BotMessage:
        """Return what players are told until it has ended."""
        if self.finished.is_set():
            return NO_MESSAGE
        text = mark(
            "Preparing strong bots: {title}, {seconds} s left. Until then, bots play below their "
            "level."
        )
        seconds = f"{self._progress.seconds_left():.0f}"
        return BotMessage(text, {"title": registry.meta(self.game).title, "seconds": seconds})

    async def run(self) -> None:
        """Build the library, or compile the bots."""
        try:
            async with self._turn:
                self._progress.started = time.monotonic()
                if can_build() and await self._build():
                    return
                process = await spawn("--warm", self.game)
                if await _wait(process) == 0:
                    self.speed = COMPILED
                else:
                    log.warning("could not compile %s; its bots stay interpreted", self.game)
        finally:
            self.finished.set()

    async def _build(self) -> bool:
        """Build the library; return whether that was successful."""
        process = await asyncio.create_subprocess_exec(
            *build_command(self.game), stdout=asyncio.subprocess.PIPE, env=build_env()
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                self._progress.part = float(line)
            code = await process.wait()
        finally:
            await _end(process)
        if code != 0:
            log.warning("could not build the native library of %s", self.game)
        return code == 0


async def _wait(process: asyncio.subprocess.Process) -> int:
    """Wait for a process, and end it if the server closes."""
    try:
        return await process.wait()
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a process that still runs; a server does not wait for a build."""
    if process.returncode is None:
        process.kill()
        await process.wait()
