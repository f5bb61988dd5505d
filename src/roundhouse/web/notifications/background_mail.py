"""Emails sent in the background, so that no response depends on the receiver."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from roundhouse.web.http.addresses import set_requester
from roundhouse.web.http.errors import Full
from roundhouse.web.notifications.mail import Mailer

log = logging.getLogger("roundhouse.web")

MAX_PARALLEL = 4
MAX_PENDING = 100  # jobs that strangers may start
BUSY = "Too many emails are being sent right now. Try again in a moment."


class BackgroundMail:
    """Runs jobs that send emails with `post`, a few at a time."""

    def __init__(self, post: Mailer) -> None:
        self.post = post
        self.pending: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(MAX_PARALLEL)

    def check_capacity(self) -> None:
        """Raise Full if many jobs are waiting."""
        if len(self.pending) >= MAX_PENDING:
            raise Full(BUSY, 5)

    def start(self, job: Callable[[], Awaitable[None]]) -> None:
        """Start a job from the event loop."""
        task = asyncio.get_running_loop().create_task(self._run(job))
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def close(self) -> None:
        for task in self.pending:
            task.cancel()
        await asyncio.gather(*self.pending, return_exceptions=True)

    async def _run(self, job: Callable[[], Awaitable[None]]) -> None:
        set_requester("")  # the request is over: its address has no share in this
        async with self._turns:
            try:
                await job()
            except Exception as error:
                log.warning("an email was not sent: %s", str(error).partition("\n")[0])
