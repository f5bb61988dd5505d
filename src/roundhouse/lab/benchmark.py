"""Measurements of a game's speed for `roundhouse bench` (see bench/README.md)."""

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

from roundhouse.core.backends import available_speeds
from roundhouse.core.backends.native_library import build_folder
from roundhouse.core.engine import Engine
from roundhouse.core.game import Game
from roundhouse.core.placeholders import copy, legal
from roundhouse.core.rule import COMPILED, INTERPRETED, NATIVE, rule
from roundhouse.core.state import State
from roundhouse.lab.pool import cores
from roundhouse.lab.startup_probe import random_step
from roundhouse.play import registry

ROUNDS = 3  # measurements of each mode, in turn; the best counts
SAMPLE_STATES = 256  # for the times of `legal` and of a copy

Throughput = tuple[int, int, float]  # decisions, games, seconds


@dataclass(frozen=True)
class Start:
    """The cost of a process's first game."""

    cold_seconds: float
    warm_seconds: float
    memory_mb: float


@dataclass
class Reading:
    """One row of the benchmark: a game, a number of seats and a mode of playing."""

    game: str
    seats: int
    speed: str
    cores: int
    decisions_per_second: float = 0.0
    decisions: int = 0
    games: int = 0
    seconds: float = 0.0
    times_interpreted: float = 0.0  # speed relative to one interpreted core in the same run
    legal_ns: float | None = None
    clone_ns: float | None = None
    state_bytes: int = 0
    cold_start_seconds: float | None = None
    warm_start_seconds: float | None = None
    memory_mb: float | None = None

    def keep_if_faster(self, count: Throughput) -> None:
        """Store a measurement if it is the fastest so far."""
        decisions, games, seconds = count
        if decisions / seconds > self.decisions_per_second:
            self.decisions_per_second = decisions / seconds
            self.decisions, self.games, self.seconds = decisions, games, seconds


@dataclass
class Bench:
    """The benchmark of a game, interpreted and as machine code."""

    game: str
    seats: int
    seconds: float = 3.0  # for each reading, over all rounds
    cores: int = field(default_factory=cores)
    starts: bool = True  # whether to measure cold and warm starts too

    def run(self) -> list[Reading]:
        """Measure and return the readings."""
        plain = registry.load(self.game, speed=INTERPRETED)
        speed = machine_code_speed(self.game)
        fast = registry.load(self.game, speed=speed)
        modes: list[tuple[Reading, Callable[[float, int], Throughput]]] = [
            (self._reading(INTERPRETED, 1), lambda s, n: play_randomly(plain, self.seats, s, n)),
            (self._reading(speed, 1), lambda s, n: play_randomly(fast, self.seats, s, n)),
        ]
        if self.cores > 1:
            modes += [
                (self._reading(INTERPRETED, self.cores), self._play_in_processes),
                (self._reading(speed, self.cores), lambda s, n: self._play_in_threads(fast, s, n)),
            ]
        play_randomly(fast, self.seats, 0.0, 0)  # compiles the rules if needed
        for n in range(ROUNDS):
            for reading, play in modes:
                reading.keep_if_faster(play(self.seconds / ROUNDS, n))
        for reading, game in ((modes[0][0], plain), (modes[1][0], fast)):
            self._measure_on_one_core(reading, game)
        for reading, _ in modes:
            reading.state_bytes = plain.engine.state.packed_size
            reading.times_interpreted = (
                reading.decisions_per_second / modes[0][0].decisions_per_second
            )
        return [reading for reading, _ in modes]

    def _reading(self, speed: str, cores: int) -> Reading:
        return Reading(self.game, self.seats, speed, cores)

    def _measure_on_one_core(self, reading: Reading, game: Game) -> None:
        """Measure small operations and starts, which use one core only."""
        if reading.speed != NATIVE:  # a library has no loops for them
            reading.legal_ns, reading.clone_ns = measure_small_operations(game, self.seats)
        if self.starts:
            start = measure_starts(self.game, self.seats, reading.speed)
            reading.cold_start_seconds = start.cold_seconds
            reading.warm_start_seconds = start.warm_seconds
            reading.memory_mb = start.memory_mb

    def _play_in_threads(self, game: Game, seconds: float, seed: int) -> Throughput:
        """Play in threads, because compiled rules release the interpreter lock."""
        forks = [game.engine.fork() for _ in range(self.cores)]
        packed = game.start(self.seats).pack()
        with ThreadPoolExecutor(self.cores) as pool:
            started = time.perf_counter()
            counts = list(
                pool.map(
                    lambda item: _play_for(item[1], packed, seconds, seed, item[0]),
                    enumerate(forks),
                )
            )
            elapsed = time.perf_counter() - started
        return sum(c[0] for c in counts), sum(c[1] for c in counts), elapsed

    def _play_in_processes(self, seconds: float, seed: int) -> Throughput:
        """Play interpreted in one process per core, all started by a barrier."""
        context = get_context("spawn")
        barrier, results = context.Barrier(self.cores), context.SimpleQueue()
        workers = [
            context.Process(
                target=_play_in_process,
                args=(self, seconds, seed, n, barrier, results),
                daemon=True,
            )
            for n in range(self.cores)
        ]
        for worker in workers:
            worker.start()
        counts: list[Throughput] = [results.get() for _ in workers]
        for worker in workers:
            worker.join()
        return (sum(c[0] for c in counts), sum(c[1] for c in counts), max(c[2] for c in counts))


def machine_code_speed(game: str) -> str:
    """Return `native` if there is a library for a game, else `compiled`."""
    speeds = available_speeds(registry.package(game))
    return NATIVE if NATIVE in speeds else COMPILED


def play_randomly(game: Game, seats: int, seconds: float, seed: int) -> Throughput:
    """Play random games on one core for about this many seconds."""
    return _play_for(game.engine.fork(), game.start(seats).pack(), seconds, seed, 0)


def _play_for(engine: Engine, packed: bytes, seconds: float, seed: int, stream: int) -> Throughput:
    start = engine.load(packed)
    batch_size, decisions, games, calls = 1, 0, 0, 0
    started = now = time.perf_counter()
    while games == 0 or now - started < seconds:
        before = now
        # Each call has its own random stream. Batches grow until the overhead of a call is small.
        decisions += sum(engine.random_games(start, batch_size, seed, (stream << 20) + calls))
        games += batch_size
        calls += 1
        now = time.perf_counter()
        if now - before < 0.02:
            batch_size *= 2
    return decisions, games, now - started


def _play_in_process(
    bench: Bench, seconds: float, seed: int, n: int, barrier: Any, results: Any
) -> None:
    loaded = registry.load(bench.game, speed=INTERPRETED)
    packed = loaded.start(bench.seats).pack()
    barrier.wait()
    results.put(_play_for(loaded.engine, packed, seconds, seed, n))


@rule
def list_many(
    boards: Any, states: Any, scratches: Any, count: int, times: int, out: list[int]
) -> int:
    """List the legal actions of each state in turn.

    The sum keeps the compiler from removing the calls.
    """
    total = 0
    for n in range(times):
        total += legal(boards[0], states[n % count], scratches[0], out)
    return total


@rule
def copy_many(states: Any, count: int, times: int) -> int:
    """Copy each state in turn to the slot after the last state."""
    total = 0
    for n in range(times):
        copy(states, count, n % count)
        total += states[count].turn
    return total


def measure_small_operations(game: Game, seats: int) -> tuple[float, float]:
    """Return the mean nanoseconds of `legal` and of a copy in random games."""
    engine = game.engine.fork()
    sample = _sample_states(game, seats)
    states = engine.batch(len(sample) + 1)
    for n, state in enumerate(sample):
        engine.put(states, n, state.pack())
    lists, copies, count = engine.bind(list_many), engine.bind(copy_many), len(sample)
    return (
        _measure_nanoseconds(
            lambda times: lists(engine.boards, states, engine.scratches, count, times, engine.out)
        ),
        _measure_nanoseconds(lambda times: copies(states, count, times)),
    )


def _sample_states(game: Game, seats: int) -> list[State]:
    """Return states spread evenly over a few random games."""
    rng = random.Random(0)
    sample: list[State] = []
    for _ in range(3):
        state = game.start(seats)
        while not state.over:
            sample.append(state.clone())
            random_step(state, rng)
    return [sample[n * len(sample) // SAMPLE_STATES] for n in range(SAMPLE_STATES)]


def _measure_nanoseconds(work: Callable[[int], object]) -> float:
    """Return the nanoseconds of one repetition in the best of several rounds."""
    times = SAMPLE_STATES
    work(times)  # compiles the rules if needed
    best = 0.0
    for _ in range(ROUNDS):
        while True:
            started = time.perf_counter()
            work(times)
            seconds = time.perf_counter() - started
            if seconds > 0.1:
                break
            times *= 2
        best = min(best or seconds / times, seconds / times)
    return 1e9 * best


def measure_starts(game: str, seats: int, speed: str) -> Start:
    """Time a process that plays one game, with an empty and a full compile cache."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "ROUNDHOUSE_CACHE": folder,
            "ROUNDHOUSE_LIBRARIES": str(build_folder()) if speed == NATIVE else folder,
            "ROUNDHOUSE_QUIET": "1",
            "ROUNDHOUSE_JIT": "0" if speed == INTERPRETED else "1",
        }
        seconds = []
        for _ in range(2):
            started = time.perf_counter()
            process = subprocess.run(
                [sys.executable, "-m", "roundhouse.lab.startup_probe", game, str(seats)],
                env=env,
                check=True,
                capture_output=True,
                text=True,
            )
            seconds.append(time.perf_counter() - started)
    return Start(seconds[0], seconds[1], float(process.stdout))
