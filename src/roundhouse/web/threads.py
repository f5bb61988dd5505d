"""The threads that answer what is asked of the express. asyncio's own way to them costs less than
AnyIO's, which also watches over what is called off: here nothing is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

MOST = 40  # as many as may wait for the database at once; the others wait for a thread

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

_threads = ThreadPoolExecutor(MOST, "express")


async def in_thread(
    call: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
) -> Answer:
    """Call what may wait, without keeping the event loop waiting."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, partial(call, *given, **named))
