"""Waiting for a worker's message while being cancelled."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from roundhouse.web.bots.worker_process import WorkerProcess


@pytest.mark.parametrize("turns", range(6))
def test_cancellation_is_not_lost_when_a_message_arrives(turns: int) -> None:
    """Cancel the wait some turns of the event loop after a message arrives.

    A wait that swallows the cancellation would continue with the next message, and a server that is
    stopping would wait forever.
    """

    async def close() -> None:
        out = asyncio.StreamReader()
        worker = WorkerProcess(cast(Any, SimpleNamespace(stdout=out)))
        task = asyncio.create_task(worker._read_message(10.0))
        for _ in range(3):
            await asyncio.sleep(0)
        out.feed_data(b'{"words": "pass"}\n')
        for _ in range(turns):
            await asyncio.sleep(0)
        if task.done():
            return
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(close())
