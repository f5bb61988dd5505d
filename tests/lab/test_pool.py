"""Pools: all the work, in order if asked for, and no process left behind."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import roundhouse
from roundhouse.lab.pool import in_processes


def square(n: int) -> int:
    time.sleep(0.02 if n % 3 == 0 else 0.0)  # so that they are not finished in order
    return n * n


def stuck(n: int) -> int:
    time.sleep(600 if n else 0)
    return n


def bad(n: int) -> int:
    raise ValueError(f"no {n}")


def test_one_process_is_this_one() -> None:
    assert list(in_processes(square, range(5), 1)) == [0, 1, 4, 9, 16]
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_every_piece_is_done_once() -> None:
    pieces = range(40)  # more than wait at a time
    assert list(in_processes(square, pieces, 2, in_order=True)) == [n * n for n in pieces]
    assert sorted(in_processes(square, pieces, 2)) == [n * n for n in pieces]


@pytest.mark.slow
def test_whoever_stops_listening_need_not_wait() -> None:
    begun = time.monotonic()
    work = in_processes(stuck, range(10), 2)
    assert next(work) == 0
    work.close()
    assert time.monotonic() - begun < 60
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_mistake_in_the_work_is_told() -> None:
    with pytest.raises(ValueError, match="no 0"):
        list(in_processes(bad, range(3), 2, in_order=True))
    assert not multiprocessing.active_children()


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_arena_leaves_nobody_playing() -> None:
    sources = str(Path(roundhouse.__file__).parents[1])
    words = "arena --games northern --bots random --rounds 100000 --jobs 2"
    process = subprocess.Popen(
        [sys.executable, "-m", "roundhouse", *words.split()],
        env={**os.environ, "PYTHONPATH": sources, "ROUNDHOUSE_JIT": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")

    def wait_until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + 180
        while not true():
            assert time.monotonic() < end
            time.sleep(0.05)

    wait_until(lambda: len(listed.read_text().split()) >= 3)  # two players, a resource tracker
    children = listed.read_text().split()
    process.kill()
    process.wait()
    wait_until(lambda: not any(_alive(child) for child in children))


def _alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # gone, or going while it is looked at
        return False
