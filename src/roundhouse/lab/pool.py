"""Parallel tasks, in processes of this machine or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from roundhouse.core.errors import RoundhouseError

QUEUED_PER_PROCESS = 8  # tasks, so that no process is idle

T = TypeVar("T")
R = TypeVar("R")


class NoRay(RoundhouseError, RuntimeError):
    """Ray is required but not installed."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_in_processes(
    work: Callable[[T], R], tasks: Iterable[T], jobs: int, *, in_order: bool = False
) -> Generator[R, None, None]:
    """Yield the result of `work` for each task, in order or as each finishes.

    If the caller stops early or is interrupted, all processes end.
    """
    if jobs <= 1:
        yield from map(work, tasks)
        return
    earlier_children = set(multiprocessing.active_children())
    # Forking is unsafe in a process with threads, so processes are spawned.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), exit_with_parent_process)
    remaining = iter(tasks)
    pending: list[Future[R]] = []
    try:
        with _block_interrupts():  # processes start here
            pending += [
                pool.submit(work, task) for task in islice(remaining, QUEUED_PER_PROCESS * jobs)
            ]
        while pending:
            for future in _wait_for_next(pending, in_order):
                pending.remove(future)
                pending += [pool.submit(work, task) for task in islice(remaining, 1)]
                yield future.result()
    except BaseException:
        for process in set(multiprocessing.active_children()) - earlier_children:
            process.terminate()  # a task may take minutes
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C in this block, and in processes that it starts.

    Only the parent handles Ctrl-C; a child that is still importing would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_for_next(pending: Sequence[Future[R]], in_order: bool) -> list[Future[R]]:
    if in_order:
        wait(pending[:1])
        return [pending[0]]
    return list(wait(pending, return_when=FIRST_COMPLETED).done)


def exit_with_parent_process() -> None:
    """End this process when the process that started it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on platforms without `pthread_sigmask`
    parent = multiprocessing.parent_process()
    assert parent is not None

    def exit_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=exit_with_parent, daemon=True).start()


def run_on_ray(
    work: Callable[[T], R], tasks: Iterable[T], address: str
) -> Generator[R, None, None]:
    """Yield the result of `work` for each task as it finishes, on a Ray cluster."""
    try:
        import ray
    except ImportError:
        raise NoRay(
            "--ray needs Ray; install it with: pip install 'roundhouse-games[ray]'"
        ) from None
    is_started_here = not ray.is_initialized()
    if is_started_here:
        ray.init(address=address, logging_level="warning")
    # Tasks lost with their node are retried without limit. Exceptions of `work` are not retried.
    remote: Any = ray.remote(max_retries=-1)(work)
    remaining = iter(tasks)
    pending: list[Any] = []
    try:
        queue_length = QUEUED_PER_PROCESS * max(1, int(ray.cluster_resources().get("CPU", 1)))
        pending += [remote.remote(task) for task in islice(remaining, queue_length)]
        while pending:
            ready, pending = ray.wait(pending)
            pending += [remote.remote(task) for task in islice(remaining, len(ready))]
            yield from ray.get(ready)
    finally:
        for task in pending:
            ray.cancel(task, force=True)
        if is_started_here:
            ray.shutdown()
