"""Measure random play on an NVIDIA GPU and check its states against the CPU's.

    ncu --metrics dram__bytes.sum,sm__warps_active.avg.pct_of_peak_sustained_active \\
        -k regex:play_random python bench/gpu.py play northern

measures bytes and occupancy with NVIDIA's profiler. To debug a failing kernel, play few games
(`--size 64 --plies 50`), compile it differently (`--registers 128`, `--arrays`), or run
compute-sanitizer (with `--lineinfo`). By default the driver assembles the PTX that the tests check.
Code from the linker (`--lto yes`, numba-cuda's default if nvJitLink is installed) wrote outside a
thread's memory in Pacific Rails.
"""

from __future__ import annotations

import fcntl
import os
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from harness import Program, Row, argument

from roundhouse import games, load
from roundhouse.core.backends.cuda import cuda_module
from roundhouse.core.drivers import random_action
from roundhouse.core.game import Game
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import COMPILED
from roundhouse.research import kernels
from roundhouse.research.batch import CpuBatch
from roundhouse.research.cuda_batch import CudaBatch
from roundhouse.train.config import PPOParams

CHECKED = 64  # games that are compared with the CPU
SEED = 7

# Limits of a multiprocessor of compute capability 8.0 to 9.0.
WARPS, BLOCKS, REGISTERS, SLICE = 64, 32, 65536, 256
BANDWIDTH = 4.8e12  # memory bandwidth of an H200 in bytes per second

CHOSEN_GAMES = argument("games", nargs="*", default=[meta.id for meta in games()])
SIZE = argument("--size", type=int, default=131072, help="games at once")
SEATS = argument("--seats", type=int, default=4)

program = Program(__doc__)


@program.command(
    CHOSEN_GAMES,
    SIZE,
    SEATS,
    argument("--plies", type=int, default=400),
    argument("--block", type=int, default=64, help="threads of a block"),
    argument("--arrays", action="store_true", help="play in global instead of local memory"),
    argument("--registers", type=int, help="maximum registers per thread"),
    argument("--lto", choices=("yes", "no"), default="no", help="optimize at link time"),
    argument("--lineinfo", action="store_true", help="for compute-sanitizer and ncu"),
)
def play(args: Namespace) -> Iterator[Row]:
    """Play randomly in one kernel.

    The rows have the compile time and the decisions per second; registers and local memory of a
    thread, and the occupancy that they allow; the bytes of the list of legal actions of a decision,
    and the bytes that the GPU's memory could transfer in the time of one decision (memory is the
    limit if a decision accesses about as many); and the number of games whose states equal those of
    the same games on the CPU.
    """
    cuda = cuda_module()
    for name in args.games:
        game = load(name, speed=COMPILED)
        kernel, before, behind, states = prepare_kernel(game, args)
        launch = kernel[-(-args.size // args.block), args.block]
        started = time.perf_counter()
        launch(*before, 1, *behind)
        cuda.synchronize()
        compiled = time.perf_counter() - started
        best = 0.0
        for _ in range(3):
            started = time.perf_counter()
            launch(*before, args.plies, *behind)
            cuda.synchronize()
            best = max(best, args.size * args.plies / (time.perf_counter() - started))
        (registers,) = kernel.get_regs_per_thread().values()
        (local,) = kernel.get_local_mem_per_thread().values()
        result = states[: min(args.size, CHECKED)].copy_to_host()
        for i in range(len(result)):
            if play_like_thread(game, args, i) != result[i : i + 1].tobytes():
                raise SystemExit(f"{name}: game {i} differs from the CPU's")
        yield {
            "game": name,
            "compile s": compiled,
            "decisions/s": best,
            "registers": registers,
            "local bytes": local,
            "block": args.block,
            "games": args.size,
            "occupancy": occupancy(registers, args.block),
            "state bytes": game.engine.state.dtype.itemsize,
            "list bytes per decision": bytes_written(game, args.seats),
            "memory bytes in its time": BANDWIDTH / best,
            "equal games": len(result),
        }


def prepare_kernel(game: Game, args: Namespace) -> Any:
    """Return a kernel, arguments before and after the number of plies, and states."""
    cuda, engine, n = cuda_module(), game.engine, args.size
    settings = {
        "lineinfo": args.lineinfo,
        "lto": args.lto == "yes",
        "max_registers": args.registers,
    }
    boards = cuda.to_device(engine.boards)
    if args.arrays:
        batch = CudaBatch(game, args.seats, n)
        kernel = cuda.jit(engine.bind.kernel(kernels.play_random_in_arrays), **settings)
        return kernel, (boards, batch._scratches, batch.games, SEED), (), batch.games.states
    states = cuda.device_array(n + 1, engine.state.dtype)
    states[n:].copy_to_device(np.frombuffer(game.start(args.seats).pack(), engine.state.dtype))
    rngs = cuda.device_array((n, WORDS), np.int64)
    decisions = cuda.to_device(np.zeros(n, np.int32))
    kernel = cuda.jit(engine.bind.kernel(kernels.play_random), **settings)
    return kernel, (boards, states, rngs, SEED), (decisions,), states


def play_like_thread(game: Game, args: Namespace, i: int) -> bytes:
    """Return the packed state with which thread `i` should end."""
    engine = game.engine
    choose, rng = engine.bind(random_action), engine.generator(SEED, i)
    state = game.start(args.seats)
    for _ in range(args.plies):
        if state.over:
            state = game.start(args.seats)
        struct: Any = state.py_state
        state.apply(choose(engine.boards[0], struct, engine.scratches[0], engine.out, rng))
    return state.pack()


def occupancy(registers: int, block: int) -> float:
    """Return the share of a multiprocessor's threads that can run at once."""
    warps = -(-block // 32)
    warp_registers = -(-registers * 32 // SLICE) * SLICE  # per warp, in allocation units
    blocks = min(BLOCKS, WARPS // warps, REGISTERS // warp_registers // warps)
    return blocks * warps / WARPS


def bytes_written(game: Game, seats: int) -> float:
    """Return the mean bytes of the list of legal actions, written at every decision.

    Only a profiler can tell which parts of the state and of the scratch memory are accessed.
    """
    batch = CpuBatch(game, seats, 256, seed=1)
    total = 0.0
    for _ in range(100):
        batch.step(batch.random_actions())
        total += float(batch.count.mean())
    return 2 * total / 100


@program.command(CHOSEN_GAMES, SIZE, SEATS)
def batches(args: Namespace) -> Iterator[Row]:
    """Compare `Batch` on GPU and CPU for 60 steps, and measure its steps per second."""
    cuda = cuda_module()
    for name in args.games:
        game = load(name, speed=COMPILED)
        gpu, cpu = (kind(game, args.seats, 96, seed=3) for kind in (CudaBatch, CpuBatch))
        for step in range(60):
            actions = np.array(cpu.random_actions())
            gpu.random_actions()
            gpu.step(actions)
            cpu.step(actions)
            pairs = [(gpu.games.states, cpu.games.states)] + [
                (getattr(gpu, field), getattr(cpu, field))
                for field in ("observation", "count", "player", "reward", "mask")
            ]
            if any(a.copy_to_host().tobytes() != b.tobytes() for a, b in pairs):
                raise SystemExit(f"{name}: batches differ at step {step}")
        large = CudaBatch(game, args.seats, args.size // 2, seed=3)
        large.step(large.random_actions(), check=False)
        _ = large.observation
        cuda.synchronize()
        started = time.perf_counter()
        for _ in range(50):
            large.step(large.random_actions(), check=False)
            _ = large.observation
        cuda.synchronize()
        rate = 50 * (args.size // 2) / (time.perf_counter() - started)
        yield {"game": name, "batch": args.size // 2, "steps/s": rate}


@program.command(
    CHOSEN_GAMES,
    argument("--size", type=int, default=PPOParams.num_envs, help="games at once"),
    argument("--steps", type=int, default=PPOParams.num_steps, help="decisions per game"),
    argument("--minibatch", type=int, default=PPOParams.minibatch_size),
    argument("--snapshots", type=int, default=PPOParams.num_opponents),
    argument("--profile", help="file for Torch's table of kernels"),
    argument("--lock", help="file that programs on the same GPU lock while they measure"),
)
def train(args: Namespace) -> Iterator[Row]:
    """Train by self-play, and measure its parts in nanoseconds per decision.

    Parts of a step are launched one by one here, in a rollout they are part of a recording.
    """
    for name in args.games:
        with TemporaryDirectory() as folder:
            yield {"game": name, **measure_training(name, Path(folder), args)}


def measure_training(name: str, folder: Path, args: Namespace) -> Row:
    """Measure the parts of a training that has run for some updates."""
    import torch

    from roundhouse.train.legal_policy import sample_choices
    from roundhouse.train.network import StackedNetworks
    from roundhouse.train.ppo_trainer import PPOTrainer
    from roundhouse.train.rollout import TensorEnv

    torch.set_float32_matmul_precision("high")
    params = PPOParams(num_envs=args.size, num_steps=args.steps, minibatch_size=args.minibatch)
    trainer = PPOTrainer(load(name, speed=COMPILED), folder, "cuda", params)
    for _ in range(args.snapshots):
        trainer.train_step()
        trainer._add_snapshot()
    for _ in range(4):  # the last ones replay recordings
        trainer.train_step()
    lock = os.open(args.lock or folder / "lock", os.O_CREAT | os.O_WRONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)

    def timed(run: Callable[[], Any], decisions: int, repeats: int = 20) -> float:
        run()
        torch.cuda.synchronize()
        started = time.perf_counter()
        for _ in range(repeats):
            run()
        torch.cuda.synchronize()
        return (time.perf_counter() - started) / repeats / decisions * 1e9

    env, size, whole = trainer.env, args.size, args.size * args.steps
    assert isinstance(env, TensorEnv)
    row: Row = {"train step": timed(trainer.train_step, whole, 5)}
    row["decisions/s"] = 1e9 / row["train step"]
    row["rollout"] = timed(trainer._play, whole, 4)
    row["update"] = timed(lambda: trainer._learner.update(1), whole, 4)
    observation, legal, count, _ = env.observe()
    network = StackedNetworks([trainer.network], torch.bfloat16)
    _, query = network(observation, env.seats)
    row["observe"] = timed(env.observe, size)
    row["network"] = timed(lambda: network(observation, env.seats), size)
    row["sample"] = timed(
        lambda: sample_choices(query, network.embeddings, legal, count, trainer._seed, 1), size
    )

    def step() -> None:
        env.batch.step(env.batch.random_actions(), check=False)

    env.batch.use_stream(0)
    row["step"] = timed(step, size)
    row["legal actions"] = float(env.observe()[2].float().mean())
    row["gigabytes"] = torch.cuda.max_memory_allocated() / 1e9
    if args.profile:
        with torch.profiler.profile() as profiler:
            trainer.train_step()
            torch.cuda.synchronize()
        table = profiler.key_averages().table(sort_by="self_device_time_total", row_limit=40)
        Path(args.profile).write_text(table, encoding="utf-8")
    os.close(lock)
    return row


if __name__ == "__main__":
    program.main()
