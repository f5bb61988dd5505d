"""Doing many pieces of work side by side: in processes of this machine, or on a Ray cluster."""

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

AHEAD = 8  # pieces that wait for each process, so that none is idle

T = TypeVar("T")
R = TypeVar("R")


class NoRay(RoundhouseError, RuntimeError):
    """Ray is asked for and not installed."""


def cores() -> int:
    """How many processes this machine runs side by side: on the cores that this one may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_processes(
    work: Callable[[T], R], pieces: Iterable[T], jobs: int, *, in_order: bool = False
) -> Generator[R, None, None]:
    """What `work` makes of each piece, in the order of the pieces or as each is finished.

    Whoever stops listening, or is interrupted, leaves no process behind.
    """
    if jobs <= 1:
        yield from map(work, pieces)
        return
    others = set(multiprocessing.active_children())
    # Spawned, not forked: forking a process that has threads or compiled code is asking for it.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), belong_to_the_parent)
    left = iter(pieces)
    waiting: list[Future[R]] = []
    try:
        with _no_interrupts():  # here the processes are started
            waiting += [pool.submit(work, piece) for piece in islice(left, AHEAD * jobs)]
        while waiting:
            for done in _next_done(waiting, in_order):
                waiting.remove(done)
                waiting += [pool.submit(work, piece) for piece in islice(left, 1)]
                yield done.result()
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()  # a piece may take minutes: nobody waits for it
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Ctrl-C waits until this is over, and processes that are started here never hear it: it is the
    parent's to answer, and one that still loads its modules could only complain."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _next_done(waiting: Sequence[Future[R]], in_order: bool) -> list[Future[R]]:
    if in_order:
        wait(waiting[:1])
        return [waiting[0]]
    return list(wait(waiting, return_when=FIRST_COMPLETED).done)


def belong_to_the_parent() -> None:
    """Have this process end when the one that started it does, however that comes about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be kept away before
    parent = multiprocessing.parent_process()
    assert parent is not None

    def go_with_it() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=go_with_it, daemon=True).start()


def on_ray(work: Callable[[T], R], pieces: Iterable[T], address: str) -> Generator[R, None, None]:
    """What `work` makes of each piece, as each is finished, on the cluster at this address."""
    try:
        import ray
    except ImportError:
        raise NoRay("--ray needs Ray: pip install 'roundhouse[ray]'") from None
    ours = not ray.is_initialized()
    if ours:
        ray.init(address=address, logging_level="warning")
    # A piece that was lost with its machine is done again elsewhere, however often that happens.
    # What a mistake in the work raises is told, not tried again.
    remote: Any = ray.remote(max_retries=-1)(work)
    left = iter(pieces)
    waiting: list[Any] = []
    try:
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting += [remote.remote(piece) for piece in islice(left, ahead)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [remote.remote(piece) for piece in islice(left, len(done))]
            yield from ray.get(done)
    finally:
        for piece in waiting:
            ray.cancel(piece, force=True)
        if ours:
            ray.shutdown()
