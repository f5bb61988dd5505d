"""Run a batch's kernels in numba-cuda's simulator and compare with the CPU.

`NUMBA_ENABLE_CUDASIM=1` must be set before Numba is imported, so test_ptx.py starts this module as
a process. The simulator runs Python, so the rules are interpreted there and native on the CPU.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import cuda as numba_cuda

from roundhouse.bots.stepping.batches import GameArrays
from roundhouse.core.drivers import NO_ACTION
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.play import registry
from roundhouse.research import kernels
from roundhouse.research.batch import CpuBatch

cuda: Any = numba_cuda  # untyped
SEED = 7
GAMES = 3


def main(name: str, steps: int) -> None:
    game = registry.load(name, speed=INTERPRETED)
    engine, seats = game.engine, game.meta.seats[-1]
    cpu = CpuBatch(registry.load(name, speed=NATIVE), seats, GAMES, SEED, threads=1)
    boards, scratches = engine.boards, [engine.fork().scratches[0] for _ in range(GAMES)]
    games = GameArrays(
        states=engine.batch(GAMES + 1),
        starts=[GAMES] * GAMES,
        rngs=engine.buffer(GAMES, WORDS),
        legal=engine.buffer(GAMES, game.codec.size),
        count=engine.buffer(GAMES),
        player=engine.buffer(GAMES),
        raw_observation=engine.buffer(GAMES, len(game.scales)),
        reward=engine.floats(GAMES, seats),
        done=engine.buffer(GAMES),
    )
    engine.put(games.states, GAMES, game.start(seats).pack())
    actions, illegal = engine.buffer(GAMES), [-1]
    mask = np.ones((GAMES, game.codec.size), np.int8)
    observation = np.zeros((GAMES, len(game.scales)), np.float32)

    def run(kernel: Any, *arguments: Any, threads: int = GAMES) -> None:
        blocks = threads // 2 + 1  # more threads than are needed
        cuda.jit(engine.bind.kernel(kernel))[blocks, 2](*arguments)

    def compare() -> None:
        for i in range(GAMES):
            assert games.states[i].pack() == cpu.games.states[i].tobytes()
        for field in ("count", "player", "raw_observation", "reward", "done"):
            ours, theirs = getattr(games, field), getattr(cpu.games, field)
            assert np.array_equal(np.array(ours, theirs.dtype), theirs), field
        run(kernels.fill_masks, games, mask)
        assert np.array_equal(mask, cpu.mask)

    run(kernels.set_up_all, games, SEED)
    run(kernels.step_all, boards, scratches, games, [NO_ACTION] * GAMES)
    compare()
    for _ in range(steps):
        run(kernels.sample_all, games, actions)
        assert actions == cpu.random_actions().tolist()
        run(kernels.find_illegal, games, actions, illegal)
        assert illegal == [-1]
        run(kernels.step_all, boards, scratches, games, actions)
        cpu.step(actions)
        compare()
    # A thread of the simulator is a thread of Python, and this kernel has one per number.
    run(kernels.scale_all, games, game.scales, observation, threads=observation.size)
    assert np.allclose(observation, cpu.observation)
    run(kernels.find_illegal, games, [game.codec.size] * GAMES, illegal)
    assert illegal[0] in range(GAMES)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
