"""The maximum size of a request body, and the time for it to arrive."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _

MAX_BODY_BYTES = 2_000_000
BODY_SECONDS = 60.0  # seconds for the whole body to arrive
MAX_FORM_FIELDS = 500  # parsing millions of empty fields stops the event loop
MAX_JSON_VALUES = 5000  # the same for JSON of many keys or lists
MAX_DRAIN_BYTES = 4 * MAX_BODY_BYTES  # bytes of a large body that are read and discarded,
DRAIN_SECONDS = 10.0  # seconds for that: a sending client does not read the error
TOO_BIG = mark("The request is too large.")
TOO_MANY_FIELDS = mark("The form has too many fields.")
TOO_MANY_VALUES = mark("The JSON has too many values.")
NOT_UTF8 = mark("The JSON must be encoded in UTF-8.")
TOO_SLOW = mark("The request took too long to arrive.")


def check_json(body: bytes) -> None:
    """Raise HTTPException if JSON has too many values to be parsed in the event loop.

    A thread would not help: the parser holds Python's lock. It reads UTF-16 and UTF-32, too, where
    quotes and escapes look different here; UTF-8 contains no NUL.
    """
    if b"\0" in body:
        raise HTTPException(400, _(NOT_UTF8))
    parts = body.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"', 2 * MAX_JSON_VALUES)
    outside = parts[::2]  # of strings
    values = sum(part.count(mark) for part in outside for mark in (b",", b"[", b"{"))
    if len(parts) > 2 * MAX_JSON_VALUES or values > MAX_JSON_VALUES:
        raise HTTPException(413, _(TOO_MANY_VALUES))


class LimitedBody:
    """A request body, limited in size, time and, for a form, fields."""

    def __init__(self, receive: Receive, content_type: bytes = b"") -> None:
        self._receive = receive
        self._is_form = content_type.lower().startswith(b"application/x-www-form-urlencoded")
        self._received = self._fields = 0
        self._whole = False
        self._deadline: float | None = None

    async def receive(self) -> Message:
        if self._whole:  # the only message left is the disconnect
            return await self._receive()
        if self._deadline is None:
            self._deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, _(TOO_SLOW)) from None
        self._count(message)
        if self._received > MAX_BODY_BYTES:
            await self.drain()
            raise HTTPException(413, _(TOO_BIG))
        if self._is_form and self._fields > MAX_FORM_FIELDS:
            await self.drain()
            raise HTTPException(413, _(TOO_MANY_FIELDS))
        return message

    async def drain(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while not self._whole and self._received < MAX_DRAIN_BYTES:
                    self._count(await self._receive())

    def _count(self, message: Message) -> None:
        body = message.get("body", b"")
        self._received += len(body)
        self._fields += body.count(b"&")
        self._whole = not message.get("more_body", False)
