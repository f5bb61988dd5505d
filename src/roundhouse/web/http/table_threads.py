"""Run requests at a table in threads, of which one table cannot take all.

A few requests for a table wait for its lock in threads, the others in the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from roundhouse.web.http.threads import in_thread

MAX_TABLE_THREADS = 2  # of one table: one holds its lock, the next is ready

P = ParamSpec("P")
T = TypeVar("T")

_tables: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()


async def run_at_table(table: str, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a blocking call that needs the lock of a table."""
    turn = _tables.get(table)
    if turn is None:
        turn = _tables[table] = asyncio.Semaphore(MAX_TABLE_THREADS)
    async with turn:
        return await in_thread(call, *args, **kwargs)
