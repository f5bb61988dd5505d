"""Limits of an outbound delivery: its time, and how many users may ask at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.web.http.addresses import requester
from roundhouse.web.http.gate import Gate, Share
from roundhouse.web.notifications.message import NotSent

SECONDS = 10.0  # for a whole delivery: name, connection, TLS, request and response
MAX_REQUESTED = 40  # deliveries that users wait for, such as tests and confirmation emails
MAX_REQUESTED_BY_ADDRESS = 4
BUSY = mark("Too many test notifications right now. Try again in a moment.")

# Without a queue, the gate never blocks the event loop.
_requested = Gate(
    MAX_REQUESTED, 0, 0.0, BUSY, address=Share(MAX_REQUESTED_BY_ADDRESS, MAX_REQUESTED_BY_ADDRESS)
)


@asynccontextmanager
async def limited_delivery() -> AsyncIterator[None]:
    """Limit the time of a delivery; raises NotSent, or Full if there are too many."""
    try:
        if not requester():  # from the outbox, which claims few at a time
            async with asyncio.timeout(SECONDS):
                yield
        else:
            with _requested.enter():
                async with asyncio.timeout(SECONDS):
                    yield
    except TimeoutError:
        raise NotSent(_("The server did not respond in time.")) from None
