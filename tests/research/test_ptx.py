"""Every kernel compiles to PTX: no GPU is needed to find bad rules.

`make test` compiles the kernels of Northern Pacific, `make research` those of every game.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba_cuda", reason="no numba-cuda: pip install 'roundhouse-games[cuda]'")

from tests.conftest import LoadNative
from tests.scale import SCALE

from roundhouse.core.backends.cuda import NoCuda, cuda_module, ptx
from roundhouse.core.backends.jit import JitBinder, array_of, dtype_of
from roundhouse.core.game import Game
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import COMPILED
from roundhouse.play import registry
from roundhouse.research import kernels
from roundhouse.research.batch import allocate_arrays

# numba-cuda warns of changes in numba-cuda.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

ROOT = Path(__file__).parents[2]
GAMES = [meta.id for meta in registry.games()]
SLOW_KERNELS = (kernels.play_random, kernels.play_random_in_arrays)


def arguments(game: Game, seats: int) -> dict[Any, tuple[Any, ...]]:
    """Return the arguments of each kernel; only the types matter."""
    games = allocate_arrays(game, seats, 1)
    boards, scratches = array_of(game.board), np.zeros(1, dtype_of(game.definition.ScratchLayout))
    actions = np.zeros(1, np.int32)
    return {
        kernels.set_up_all: (games, 7),
        kernels.step_all: (boards, scratches, games, actions),
        kernels.sample_all: (games, actions),
        kernels.find_illegal: (games, actions, actions),
        kernels.fill_masks: (games, np.zeros((1, game.codec.size), np.int8)),
        kernels.scale_all: (games, game.scales, np.zeros((1, len(game.scales)), np.float32)),
        kernels.play_random_in_arrays: (boards, scratches, games, 7, 1),
        kernels.play_random: (boards, games.states, np.zeros((1, WORDS), np.int64), 7, 1, actions),
    }


def test_no_kernel_is_left_out() -> None:
    defined = {
        value
        for value in vars(kernels).values()
        if getattr(value, "__module__", "") == kernels.__name__ and callable(value)
    }
    assert set(arguments(registry.load("northern"), 4)) == defined


@pytest.mark.parametrize("name", GAMES if SCALE > 1 else ["northern"])
def test_every_kernel_compiles(name: str) -> None:
    game = registry.load(name, speed=COMPILED)
    bind = JitBinder(game.engine.bind.names, game.definition.package)
    for kernel, types in arguments(game, game.meta.seats[-1]).items():
        if SCALE == 1 and kernel in SLOW_KERNELS:
            continue  # as slow as step_all, whose functions they call
        text = ptx(bind.kernel(kernel), *types)
        assert ".visible .entry" in text
        assert kernel.__name__ in text


@pytest.mark.parametrize("name", GAMES)
def test_kernels_play_like_the_cpu(name: str, load_native: LoadNative) -> None:
    """The kernels of a batch run in numba-cuda's simulator, in a process of its own."""
    load_native(name)
    subprocess.run(
        [sys.executable, "-m", "tests.research.simulated_kernels", name, str(20 * SCALE)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        check=True,
    )


def test_missing_gpu_is_reported() -> None:
    try:
        cuda_module()
    except NoCuda as error:
        assert "NVIDIA GPU" in str(error)
    else:
        pytest.skip("this machine has a GPU")
