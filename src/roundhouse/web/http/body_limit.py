"""The maximum size of a request body, and the time for it to arrive."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

MAX_BODY_BYTES = 2_000_000
BODY_SECONDS = 30.0  # seconds to wait for a part of a body
MAX_DRAIN_BYTES = 4 * MAX_BODY_BYTES  # bytes of a large body that are read and discarded,
DRAIN_SECONDS = 10.0  # seconds for that: a sending client does not read the error
TOO_BIG = "The request is too large."
TOO_SLOW = "The request took too long to arrive."


class LimitedBody:
    """A request body, limited in size and time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._received = 0
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:  # the only message left is the disconnect
            return await self._receive()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW) from None
        self._count(message)
        if self._received > MAX_BODY_BYTES:
            await self.drain()
            raise HTTPException(413, TOO_BIG)
        return message

    async def drain(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while not self._whole and self._received < MAX_DRAIN_BYTES:
                    self._count(await self._receive())

    def _count(self, message: Message) -> None:
        self._received += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
