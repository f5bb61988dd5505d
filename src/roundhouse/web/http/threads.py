"""The thread pools for frequent requests and for the server's background work.

asyncio's executors cost less than AnyIO's, whose cancellation is not needed here. Its default
executor is left to asyncio: clocks must not wait behind the requests of a stranger.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

MAX_THREADS = 40  # maximum of requests that wait for the database at once
MAX_TABLE_THREADS = 2  # of one table: one holds its lock, the next is ready
MAX_LONG_PAGES = 1  # of one address
MAX_BACKGROUND_THREADS = 8  # clocks, presence, notifications, settlement and the like

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(MAX_THREADS, "requests")
_background = ThreadPoolExecutor(MAX_BACKGROUND_THREADS, "background")
_turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()


async def in_thread(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking call of a request in a thread."""
    return await _run(_threads, partial(call, *args, **kwargs))


async def in_background_thread(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking call of the server's own work in a thread."""
    return await _run(_background, partial(call, *args, **kwargs))


async def _run(threads: ThreadPoolExecutor, call: Callable[[], T]) -> T:
    context = copy_context()  # has the address of the request
    return await asyncio.get_running_loop().run_in_executor(threads, context.run, call)


async def run_at_table(table: str, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking call under a table's lock; others wait in the event loop."""
    async with _turn(f"table {table}", MAX_TABLE_THREADS):
        return await in_thread(call, *args, **kwargs)


async def run_long_page(
    address: str, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run a blocking call that renders a long page for an address.

    Long pages would take turns at Python's lock with all other requests.
    """
    async with _turn(f"address {address}", MAX_LONG_PAGES):
        return await in_thread(call, *args, **kwargs)


def _turn(key: str, count: int) -> asyncio.Semaphore:
    turn = _turns.get(key)
    if turn is None:
        turn = _turns[key] = asyncio.Semaphore(count)
    return turn
