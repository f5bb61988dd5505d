"""Waiting for a worker's words, and being told to end meanwhile."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from roundhouse.web.thinking.worker_process import WorkerProcess


@pytest.mark.parametrize("turns", range(6))
def test_whoever_is_told_to_end_ends_though_an_answer_comes_just_then(turns: int) -> None:
    """Turns of the event loop lie between the answer and the word to end. A wait that ends with
    the answer then would go on with the next: a server that closes would wait for it for ever."""

    async def close() -> None:
        out = asyncio.StreamReader()
        worker = WorkerProcess(cast(Any, SimpleNamespace(stdout=out)))
        task = asyncio.create_task(worker._hear(10.0))
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
