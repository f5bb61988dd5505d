"""Pools: tasks run once, in order if requested, and no process stays behind."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.child_processes import bind_to_parent

import roundhouse
from roundhouse.lab.pool import run_in_processes


def square(n: int) -> int:
    time.sleep(0.02 if n % 3 == 0 else 0.0)  # later tasks finish first
    return n * n


def hang(n: int) -> int:
    time.sleep(600 if n else 0)
    return n


def bad(n: int) -> int:
    raise ValueError(f"no {n}")


def test_one_job_runs_in_this_process() -> None:
    assert list(run_in_processes(square, range(5), 1)) == [0, 1, 4, 9, 16]
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_every_task_runs_once() -> None:
    pieces = range(40)  # more than the queue holds
    assert list(run_in_processes(square, pieces, 2, in_order=True)) == [n * n for n in pieces]
    assert sorted(run_in_processes(square, pieces, 2)) == [n * n for n in pieces]


@pytest.mark.slow
def test_closing_early_ends_the_processes() -> None:
    started = time.monotonic()
    work = run_in_processes(hang, range(10), 2)
    assert next(work) == 0
    work.close()
    assert time.monotonic() - started < 60
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_exceptions_are_raised_to_the_caller() -> None:
    with pytest.raises(ValueError, match="no 0"):
        list(run_in_processes(bad, range(3), 2, in_order=True))
    assert not multiprocessing.active_children()


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_killing_the_arena_ends_its_processes() -> None:
    sources = str(Path(roundhouse.__file__).parents[1])
    words = "arena --games northern --bots random --rounds 100000 --jobs 2"
    process = subprocess.Popen(
        bind_to_parent([sys.executable, "-m", "roundhouse", *words.split()]),
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

    wait_until(lambda: len(listed.read_text().split()) >= 3)  # two workers and a resource tracker
    children = listed.read_text().split()
    process.kill()
    process.wait()
    wait_until(lambda: not any(_alive(child) for child in children))


def _alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it ended, possibly while being read
        return False
