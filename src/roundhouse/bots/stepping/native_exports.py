"""What a game's native library contains for environments and batches.

The arguments are examples; only their types matter. This module loads the compiler.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from roundhouse.bots.stepping import batches, episodes, learners
from roundhouse.bots.stepping.batches import GameArrays
from roundhouse.bots.stepping.learners import Rows
from roundhouse.core.backends.jit import dtype_of
from roundhouse.core.backends.native_compiler import Export
from roundhouse.core.engine import Engine
from roundhouse.core.rng import next_word


def environment_exports(engine: Engine) -> list[Export]:
    """Return the functions that environments and batches call."""
    boards, scratches = engine.boards, engine.scratches
    memory = boards, engine.batch(1), scratches
    numbers, small = engine.buffer(1), np.zeros(1, np.int32)
    flags, mask = np.zeros(1, np.bool_), np.zeros((1, 1), np.int8)
    floats, table = np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    games, rows = _games(engine), _rows(engine)
    buffers = rows, numbers, flags, numbers, floats, table, mask
    functions: dict[Any, tuple[Any, ...]] = {
        next_word: (numbers,),
        episodes.start_episode: (*memory, 1, 1, numbers, numbers, numbers),
        episodes.play_decision: (*memory, 1, numbers, 1, numbers),
        episodes.play_bots: (*memory, numbers, numbers, numbers, 1, numbers, numbers, numbers),
        episodes.list_legal: (*memory, numbers),
        episodes.write_observation: (*memory, 1, numbers),
        batches.start_range: (boards, scratches, games, 1, 1, 1),
        batches.step_range: (boards, scratches, games, small, 1, 1),
        batches.find_first_illegal: (games, small, 1, 1),
        batches.sample_range: (games, small, 1, 1),
        batches.fill_mask_range: (games, mask, 1, 1),
        learners.start_rows: (
            *(boards, scratches, rows, numbers, numbers, 1),
            *(numbers, numbers, numbers, numbers),
        ),
        learners.step_rows: (boards, scratches, rows, numbers, flags, numbers, numbers),
        learners.restore_rows: (boards, scratches, rows, numbers, numbers),
        learners.observe_rows: (boards, scratches, *buffers),
    }
    return [Export(function, arguments, {}) for function, arguments in functions.items()]


def _games(engine: Engine) -> GameArrays:
    """Return the arrays of a batch, with the types of `research/batch.py`."""
    table, numbers = np.zeros((1, 1), np.int32), np.zeros(1, np.int32)
    return GameArrays(
        states=engine.batch(1),
        starts=numbers,
        rngs=engine.buffer(1, 1),
        legal=table,
        count=numbers,
        player=np.zeros(1, np.int8),
        raw_observation=table,
        reward=np.zeros((1, 1), np.float32),
        done=np.zeros(1, np.uint8),
    )


def _rows(engine: Engine) -> Rows:
    """Return a vector environment's arrays, typed as in `research/vector_games.py`."""
    table, numbers = engine.buffer(1, 1), engine.buffer(1)
    return Rows(
        states=np.zeros((1, 1), dtype_of(engine.state)),
        rngs=table,
        choices=table,
        count=numbers,
        seat=numbers,
        kinds=table,
        error_rates=table,
    )
