"""How fast a game runs: the measuring behind `roundhouse bench` (method: bench/README.md)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from roundhouse.core.contract import copy, legal
from roundhouse.core.engine import Engine
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import COMPILED, INTERPRETED, rule
from roundhouse.lab.first_game import random_step
from roundhouse.lab.pool import cores
from roundhouse.play import registry

ROUNDS = 3  # each way of playing is measured so often, in turn with the others; the best counts
SAMPLE = 256  # states looked at for the times of `legal` and of a copy

Count = tuple[int, int, float]  # decisions, games, seconds


@dataclass(frozen=True)
class Start:
    """What a process pays before and for its first game."""

    cold_seconds: float
    warm_seconds: float
    memory_mb: float


@dataclass
class Reading:
    """One line of the bench: a game for so many seats, played in one way."""

    game: str
    seats: int
    speed: str
    cores: int
    decisions_per_second: float = 0.0
    decisions: int = 0
    games: int = 0
    seconds: float = 0.0
    times_interpreted: float = 0.0  # against one core interpreted, in this same run
    legal_ns: float | None = None
    clone_ns: float | None = None
    state_bytes: int = 0
    cold_start_seconds: float | None = None
    warm_start_seconds: float | None = None
    memory_mb: float | None = None

    def take(self, count: Count) -> None:
        decisions, games, seconds = count
        if decisions / seconds > self.decisions_per_second:
            self.decisions_per_second = decisions / seconds
            self.decisions, self.games, self.seconds = decisions, games, seconds


@dataclass
class Bench:
    """One game for one number of seats, at both speeds, on one core and on all."""

    game: str
    seats: int
    seconds: float = 3.0  # for each reading, all rounds together
    cores: int = field(default_factory=cores)
    starts: bool = True  # measure cold and warm starts too (they take a while)

    def run(self) -> list[Reading]:
        plain = registry.load(self.game, speed=INTERPRETED)
        fast = registry.load(self.game, speed=COMPILED)
        ways: list[tuple[Reading, Callable[[float, int], Count]]] = [
            (self._reading(INTERPRETED, 1), lambda s, n: random_play(plain, self.seats, s, n)),
            (self._reading(COMPILED, 1), lambda s, n: random_play(fast, self.seats, s, n)),
        ]
        if self.cores > 1:
            ways += [
                (self._reading(INTERPRETED, self.cores), self._processes),
                (self._reading(COMPILED, self.cores), lambda s, n: self._threads(fast, s, n)),
            ]
        random_play(fast, self.seats, 0.0, 0)  # compiled, if it was not yet
        for n in range(ROUNDS):
            for reading, way in ways:
                reading.take(way(self.seconds / ROUNDS, n))
        for reading, game in ((ways[0][0], plain), (ways[1][0], fast)):
            self._single(reading, game)
        for reading, _ in ways:
            reading.state_bytes = plain.engine.state.dtype.itemsize
            reading.times_interpreted = (
                reading.decisions_per_second / ways[0][0].decisions_per_second
            )
        return [reading for reading, _ in ways]

    def _reading(self, speed: str, cores: int) -> Reading:
        return Reading(self.game, self.seats, speed, cores)

    def _single(self, reading: Reading, game: Game) -> None:
        """What is measured on one core only."""
        reading.legal_ns, reading.clone_ns = small_times(game, self.seats)
        if self.starts:
            start = start_times(self.game, self.seats, reading.speed)
            reading.cold_start_seconds = start.cold_seconds
            reading.warm_start_seconds = start.warm_seconds
            reading.memory_mb = start.memory_mb

    def _threads(self, game: Game, seconds: float, seed: int) -> Count:
        """Compiled rules let go of the interpreter, so threads are enough."""
        forks = [game.engine.fork() for _ in range(self.cores)]
        packed = game.start(self.seats).pack()
        with ThreadPoolExecutor(self.cores) as pool:
            began = time.perf_counter()
            counts = list(
                pool.map(
                    lambda item: _play_for(item[1], packed, seconds, seed, item[0]),
                    enumerate(forks),
                )
            )
            elapsed = time.perf_counter() - began
        return sum(c[0] for c in counts), sum(c[1] for c in counts), elapsed

    def _processes(self, seconds: float, seed: int) -> Count:
        """The interpreter plays on one core a process; all start together at a barrier."""
        context = get_context("spawn")
        barrier, results = context.Barrier(self.cores), context.SimpleQueue()
        workers = [
            context.Process(
                target=_worker,
                args=(self.game, self.seats, seconds, seed, n, barrier, results),
                daemon=True,
            )
            for n in range(self.cores)
        ]
        for worker in workers:
            worker.start()
        counts: list[Count] = [results.get() for _ in workers]
        for worker in workers:
            worker.join()
        return (sum(c[0] for c in counts), sum(c[1] for c in counts), max(c[2] for c in counts))


def random_play(game: Game, seats: int, seconds: float, seed: int) -> Count:
    """Random games for about this long, on one core; legal generation is part of it."""
    return _play_for(game.engine.fork(), game.start(seats).pack(), seconds, seed, 0)


def _play_for(engine: Engine, packed: bytes, seconds: float, seed: int, stream: int) -> Count:
    start = engine.load(packed)
    at_once, decisions, games, part = 1, 0, 0, 0
    began = now = time.perf_counter()
    while games == 0 or now - began < seconds:
        before = now
        # Each call is a sequence of its own; few calls, so that calling costs nothing.
        decisions += sum(engine.random_games(start, at_once, seed, (stream << 20) + part))
        games += at_once
        part += 1
        now = time.perf_counter()
        if now - before < 0.02:
            at_once *= 2
    return decisions, games, now - began


def _worker(
    game: str, seats: int, seconds: float, seed: int, n: int, barrier: Any, results: Any
) -> None:
    loaded = registry.load(game, speed=INTERPRETED)
    packed = loaded.start(seats).pack()
    barrier.wait()
    results.put(_play_for(loaded.engine, packed, seconds, seed, n))


@rule
def list_many(
    boards: Any, states: Any, scratches: Any, count: int, times: int, out: list[int]
) -> int:
    """Legal actions of each state in turn; the sum keeps a compiler from leaving them out."""
    total = 0
    for n in range(times):
        total += legal(boards[0], states[n % count], scratches[0], out)
    return total


@rule
def copy_many(states: Any, count: int, times: int) -> int:
    """Copies of each state in turn into the one after the last."""
    total = 0
    for n in range(times):
        copy(states, count, n % count)
        total += states[count].turn
    return total


def small_times(game: Game, seats: int) -> tuple[float, float]:
    """Nanoseconds of `legal` and of a copy, over states of random games."""
    engine = game.engine.fork()
    found = _sample(game, seats)
    states = engine.batch(len(found) + 1)
    for n, state in enumerate(found):
        engine.put(states, n, state.pack())
    lists, copies, many = engine.bind(list_many), engine.bind(copy_many), len(found)
    return (
        _nanoseconds(
            lambda times: lists(engine.boards, states, engine.scratches, many, times, engine.out)
        ),
        _nanoseconds(lambda times: copies(states, many, times)),
    )


def _sample(game: Game, seats: int) -> list[Position]:
    """Evenly from the whole of a few random games."""
    rng = random.Random(0)
    found: list[Position] = []
    for _ in range(3):
        state = game.start(seats)
        while not state.over:
            found.append(state.clone())
            random_step(state, rng)
    return [found[n * len(found) // SAMPLE] for n in range(SAMPLE)]


def _nanoseconds(work: Callable[[int], object]) -> float:
    """Of one time, from as many as take a tenth of a second; the best of three."""
    times = SAMPLE
    work(times)  # compiled, if it was not yet
    best = 0.0
    for _ in range(ROUNDS):
        while True:
            began = time.perf_counter()
            work(times)
            seconds = time.perf_counter() - began
            if seconds > 0.1:
                break
            times *= 2
        best = min(best or seconds / times, seconds / times)
    return 1e9 * best


def start_times(game: str, seats: int, speed: str) -> Start:
    """A process that plays one game: with nothing compiled yet, and once more."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "ROUNDHOUSE_CACHE": folder,
            "ROUNDHOUSE_QUIET": "1",
            "ROUNDHOUSE_JIT": "1" if speed == COMPILED else "0",
        }
        took = []
        for _ in range(2):
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "roundhouse.lab.first_game", game, str(seats)],
                env=env,
                check=True,
                capture_output=True,
                text=True,
            )
            took.append(time.perf_counter() - began)
    return Start(took[0], took[1], float(done.stdout))
