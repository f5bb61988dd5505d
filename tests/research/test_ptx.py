"""Every kernel of every game is compiled to PTX, without a card: a rule that no GPU can run is
found on any machine that has numba-cuda."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba_cuda", reason="no numba-cuda: pip install 'roundhouse[cuda]'")

from tests.research.ptx_on_cpu import Kernel
from tests.scale import SCALE

from roundhouse.core.cuda import NoCuda, cuda_module, ptx
from roundhouse.core.drivers import random_action
from roundhouse.core.game import Game
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import COMPILED, INTERPRETED, Binder
from roundhouse.play import registry
from roundhouse.research import kernels
from roundhouse.research.batch import lay_out

# Others' warnings: numba-cuda's of its own changes.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

GAMES = [meta.id for meta in registry.games()]
AS_DEAR = (kernels.begin_all, kernels.play_random, kernels.play_random_in_arrays)


def arguments(game: Game, seats: int) -> dict[Any, tuple[Any, ...]]:
    """What each kernel is called with; only the types matter."""
    games = lay_out(game, seats, 1)
    boards, scratches = game.board.array(), np.zeros(1, game.room.Scratch.dtype)
    chosen = np.zeros(1, np.int32)
    return {
        kernels.begin_all: (boards, scratches, games, 7),
        kernels.step_all: (boards, scratches, games, chosen),
        kernels.choose_all: (games, chosen),
        kernels.find_illegal: (games, chosen, chosen),
        kernels.fill_masks: (games, np.zeros((1, game.codec.size), np.int8)),
        kernels.scale_all: (games, game.scales, np.zeros((1, len(game.scales)), np.float32)),
        kernels.play_random_in_arrays: (boards, scratches, games, 7, 1),
        kernels.play_random: (boards, games.states, np.zeros((1, WORDS), np.int64), 7, 1, chosen),
    }


def test_no_kernel_is_left_out() -> None:
    written = {
        value
        for value in vars(kernels).values()
        if getattr(value, "__module__", "") == kernels.__name__ and callable(value)
    }
    assert set(arguments(registry.load("northern"), 4)) == written


@pytest.mark.parametrize("name", GAMES)
def test_every_kernel_is_compiled(name: str) -> None:
    game = registry.load(name, speed=COMPILED)
    bind = Binder(game.engine.bind.names, COMPILED, game.room.package)
    for kernel, given in arguments(game, game.meta.seats[-1]).items():
        if SCALE == 1 and kernel in AS_DEAR:
            continue  # they call what step_all calls, and are as dear: in `make research` only
        made = ptx(bind.kernel(kernel), *given)
        assert ".visible .entry" in made
        assert kernel.__name__ in made


def played(game: Game, seats: int, number: int, stream: int, plies: int) -> bytes:
    """What thread `stream` of `play_random` is to end with."""
    engine = game.engine
    choose, rng = engine.bind(random_action), engine.generator(number, stream)
    position = game.start(seats)
    for _ in range(plies):
        if position.over:
            position = game.start(seats)
        state: Any = position._batch[0]
        position.apply(choose(engine.boards[0], state, engine.scratches[0], engine.out, rng))
    return position.pack()


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("name", GAMES if SCALE > 1 else ["northern"])
def test_what_a_kernel_does_is_what_the_rules_say(name: str, tmp_path: Path) -> None:
    """Random play by the PTX that a card is given, run here, every address checked."""
    game = registry.load(name, speed=COMPILED)
    seats, threads, plies = game.meta.seats[-1], 32, 300 * SCALE
    bind = Binder(game.engine.bind.names, COMPILED, game.room.package)
    given = arguments(game, seats)[kernels.play_random]
    kernel = Kernel(ptx(bind.kernel(kernels.play_random), *given), tmp_path)
    states = np.zeros(threads + 1, game.room.State.dtype)
    plain = registry.load(name, speed=INTERPRETED)
    states[threads:] = np.frombuffer(plain.start(seats).pack(), states.dtype)
    rngs, decisions = np.zeros((threads, WORDS), np.int64), np.zeros(threads, np.int32)
    kernel(threads, game.board.array(), states, rngs, 7, plies, decisions)
    assert (decisions == plies).all()
    for thread in range(4):
        wanted = played(plain, seats, 7, thread, plies)
        assert states[thread : thread + 1].tobytes() == wanted


def test_without_a_card_it_is_said() -> None:
    try:
        cuda_module()
    except NoCuda as complaint:
        assert "NVIDIA card" in str(complaint)
    else:
        pytest.skip("there is a card")
