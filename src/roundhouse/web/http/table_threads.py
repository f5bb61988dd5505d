"""Run requests in threads, of which one table or one address cannot take all.

A few requests for a table wait for its lock in threads, the others in the event loop. So do the
long pages of one address: they would take turns at Python's lock with all other requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from roundhouse.web.http.threads import in_thread

MAX_TABLE_THREADS = 2  # of one table: one holds its lock, the next is ready
MAX_LONG_PAGES = 1  # of one address

P = ParamSpec("P")
T = TypeVar("T")

_turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()


async def run_at_table(table: str, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking call that needs the lock of a table."""
    async with _turn(f"table {table}", MAX_TABLE_THREADS):
        return await in_thread(call, *args, **kwargs)


async def run_long_page(
    address: str, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run a blocking call that renders a long page for an address."""
    async with _turn(f"address {address}", MAX_LONG_PAGES):
        return await in_thread(call, *args, **kwargs)


def _turn(key: str, count: int) -> asyncio.Semaphore:
    turn = _turns.get(key)
    if turn is None:
        turn = _turns[key] = asyncio.Semaphore(count)
    return turn
