"""Random play on an NVIDIA card: decisions a second, and every field equal to the CPU's.

    python bench/gpu.py [GAME ...] [--games 131072] [--plies 400] [--seats 4]

For each game: how long the kernels take to compile, random decisions a second with legal moves
listed at every step, registers and local memory of a thread, the occupancy that they allow, the
bytes of a decision (of its list of legal actions, and how many the card's memory could move in the
time that one takes: where local memory times what is touched comes near that, memory is the limit),
a check of states against the same random games played on the CPU, and steps of `Batch`.

    ncu --metrics dram__bytes.sum,sm__warps_active.avg.pct_of_peak_sustained_active \\
        -k regex:play_random python bench/gpu.py northern --no-batch

measures bytes and occupancy where NVIDIA's profiler is installed. Where a kernel fails, few games
(`--games 64 --plies 50`), other ways to compile it (`--registers 128`, `--arrays`) and
compute-sanitizer (with `--lineinfo`) say more. What runs is the PTX that the tests check, assembled
by the driver: code that the linker makes (`--lto yes`, numba-cuda's default where nvJitLink is
installed) wrote outside a thread's memory in Pacific Rails.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

from roundhouse import games, load
from roundhouse.core.contract import OVER, apply, copy
from roundhouse.core.cuda import cuda_module
from roundhouse.core.drivers import random_action
from roundhouse.core.game import Game
from roundhouse.core.rng import WORDS, seed
from roundhouse.core.rule import COMPILED, rule
from roundhouse.research import kernels
from roundhouse.research.batch import CpuBatch
from roundhouse.research.cuda_batch import CudaBatch

CHECKED = 64  # games that are played on the CPU, too

# Of a multiprocessor of compute capability 8.0 to 9.0.
WARPS, BLOCKS, REGISTERS, SLICE = 64, 32, 65536, 256
BANDWIDTH = 4.8e12  # bytes a second between an H200 and its memory


@rule
def play_same(
    boards: Any,
    states: Any,
    scratches: Any,
    out: list[int],
    rng: list[int],
    number: int,
    i: int,
    plies: int,
) -> None:
    """What thread i of `play_random` does, in states[0] from states[1]."""
    seed(rng, number, i)
    copy(states, 0, 1)
    s = states[0]
    for _ in range(plies):
        if s.turn == OVER:
            copy(states, 0, 1)
        action = random_action(boards[0], s, scratches[0], out, rng)
        apply(boards[0], s, scratches[0], action)


def occupancy(registers: int, block: int) -> float:
    """The part of a multiprocessor's threads that have registers and a block to run in."""
    warps = -(-block // 32)
    taken = -(-registers * 32 // SLICE) * SLICE  # registers of a warp, as they are handed out
    blocks = min(BLOCKS, WARPS // warps, REGISTERS // taken // warps)
    return blocks * warps / WARPS


def bytes_written(game: Game, seats: int) -> float:
    """The mean bytes of the list of legal actions, which every decision writes and reads anew; the
    state and the scratch are touched in parts that only a profiler can tell."""
    batch = CpuBatch(game, seats, 256, seed=1)
    total = 0.0
    for _ in range(100):
        batch.step(batch.random_actions())
        total += float(batch.count.mean())
    return 2 * total / 100


def prepared(game: Game, seats: int, n: int, how: dict[str, Any], arrays: bool) -> Any:
    """The kernel, what is put before and behind its number of plies, and where the states are."""
    cuda, engine = cuda_module(), game.engine
    boards = cuda.to_device(engine.boards)
    if arrays:
        batch = CudaBatch(game, seats, n)
        kernel = cuda.jit(engine.bind.kernel(kernels.play_random_in_arrays), **how)
        return kernel, (boards, batch._scratches, batch.games, 7), (), batch.games.states
    states = cuda.device_array(n + 1, engine.state.dtype)
    states[n:].copy_to_device(np.frombuffer(game.start(seats).pack(), engine.state.dtype))
    rngs = cuda.device_array((n, WORDS), np.int64)
    decisions = cuda.to_device(np.zeros(n, np.int32))
    kernel = cuda.jit(engine.bind.kernel(kernels.play_random), **how)
    return kernel, (boards, states, rngs, 7), (decisions,), states


def random_play(
    game: Game, seats: int, n: int, plies: int, block: int, how: dict[str, Any], arrays: bool
) -> dict[str, Any]:
    cuda, engine = cuda_module(), game.engine
    start = np.frombuffer(game.start(seats).pack(), engine.state.dtype)
    kernel, before, behind, states = prepared(game, seats, n, how, arrays)
    begun = time.perf_counter()
    kernel[-(-n // block), block](*before, 1, *behind)
    cuda.synchronize()
    compiled = time.perf_counter() - begun
    best = 0.0
    for _ in range(3):
        begun = time.perf_counter()
        kernel[-(-n // block), block](*before, plies, *behind)
        cuda.synchronize()
        best = max(best, n * plies / (time.perf_counter() - begun))
    (registers,) = kernel.get_regs_per_thread().values()
    (local,) = kernel.get_local_mem_per_thread().values()
    found = states[: min(n, CHECKED)].copy_to_host()
    for i in range(len(found)):
        twin = np.zeros(2, engine.state.dtype)
        twin[1] = start[0]
        rng = engine.buffer(WORDS)
        engine.bind(play_same)(engine.boards, twin, engine.scratches, engine.out, rng, 7, i, plies)
        if twin[:1].tobytes() != found[i : i + 1].tobytes():
            raise SystemExit(f"{game.meta.id}: game {i} differs from the CPU's")
    return {
        "compile_s": round(compiled, 1),
        "decisions_per_s": best,
        "registers": registers,
        "local_bytes": local,
        "block": block,
        "games": n,
        "occupancy": occupancy(registers, block),
        "state_bytes": engine.state.dtype.itemsize,
        "list_bytes_per_decision": round(bytes_written(game, seats), 1),
        "memory_bytes_in_its_time": round(BANDWIDTH / best),
        "equal": len(found),
    }


def batch_steps(game: Game, seats: int, n: int) -> dict[str, Any]:
    few, same = CudaBatch(game, seats, 96, seed=3), CpuBatch(game, seats, 96, seed=3)
    for step in range(60):
        chosen = np.array(same.random_actions())
        few.random_actions()
        few.step(chosen)
        same.step(chosen)
        pairs = [(few.observation.copy_to_host(), same.observation)]
        pairs += [
            (a.copy_to_host(), b)
            for a, b in (
                (few.count, same.count),
                (few.player, same.player),
                (few.reward, same.reward),
                (few.games.states, same.games.states),
                (few.mask, same.mask),
            )
        ]
        if not all((a.tobytes() == b.tobytes()) for a, b in pairs):
            raise SystemExit(f"{game.meta.id}: batches differ at step {step}")
    many = CudaBatch(game, seats, n, seed=3)
    cuda = cuda_module()
    many.step(many.random_actions(), check=False)
    _ = many.observation
    cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(50):
        many.step(many.random_actions(), check=False)
        _ = many.observation
    cuda.synchronize()
    return {"batch": n, "batch_steps_per_s": 50 * n / (time.perf_counter() - begun)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=[box.id for box in games()])
    parser.add_argument("--games", type=int, default=131072)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--block", type=int, default=64)
    parser.add_argument("--no-batch", action="store_true")
    parser.add_argument("--arrays", action="store_true", help="no memory of a thread's own")
    parser.add_argument("--registers", type=int, help="at most so many a thread")
    parser.add_argument(
        "--lto", choices=("yes", "no"), default="no", help="whether the linker makes the code (no)"
    )
    parser.add_argument("--lineinfo", action="store_true", help="for compute-sanitizer and ncu")
    args = parser.parse_args()
    how = {"lineinfo": args.lineinfo, "lto": args.lto == "yes", "max_registers": args.registers}
    for name in args.game:
        game = load(name, speed=COMPILED)
        found = random_play(game, args.seats, args.games, args.plies, args.block, how, args.arrays)
        if not args.no_batch:
            found |= batch_steps(game, args.seats, args.games // 2)
        print(json.dumps({"game": name, **found}), flush=True)


if __name__ == "__main__":
    main()
