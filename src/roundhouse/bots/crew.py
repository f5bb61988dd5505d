"""Playing many fixtures: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from roundhouse.bots.contest import Fixture, Played, play
from roundhouse.bots.warmth import warm
from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry


class NoRay(RoundhouseError, RuntimeError):
    """Ray is asked for and not installed."""


def cores() -> int:
    """How many processes this machine runs side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(
    fixtures: Sequence[Fixture], jobs: int = 0, ray_address: str | None = None
) -> Iterator[Played]:
    """Play fixtures, yielding each as it is finished. `jobs`: processes, 0 for one per core."""
    if ray_address is not None:
        yield from _on_ray(fixtures, ray_address)
        return
    for key in {(f.game, f.options, f.board) for f in fixtures}:
        warm(registry.open_game(key[0], key[2], dict(key[1])))  # once, not in every process
    jobs = min(jobs or cores(), len(fixtures))  # none, if there is nothing to play
    if jobs <= 1:
        yield from map(play, fixtures)
        return
    # Spawned, not forked: forking a process that has threads or compiled code is asking for it.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _go_with_the_parent) as pool:
        waiting = [pool.submit(play, fixture) for fixture in fixtures]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _go_with_the_parent() -> None:
    """Have this process end when the one that started it does, however that comes about."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _on_ray(fixtures: Sequence[Fixture], address: str) -> Iterator[Played]:
    try:
        import ray
    except ImportError:
        raise NoRay("--ray needs Ray: pip install 'roundhouse[ray]'") from None
    ours = not ray.is_initialized()
    if ours:
        ray.init(address=address, logging_level="warning")
    try:
        remote: Any = ray.remote(play)
        waiting = [remote.remote(fixture) for fixture in fixtures]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        if ours:
            ray.shutdown()
