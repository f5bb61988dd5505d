"""What the native library of any game contains: stepping, random games, perft.

The arguments are examples; only their types matter.
"""

from __future__ import annotations

from roundhouse.core import drivers
from roundhouse.core.backends.native_compiler import Export
from roundhouse.core.engine import Driver, Engine
from roundhouse.core.rng import WORDS, seed

ENTRIES: tuple[Driver, ...] = (
    drivers.set_up,
    drivers.list_actions,
    drivers.play,
    drivers.play_chance,
    drivers.list_weights,
    drivers.list_scores,
    drivers.list_ranks,
    drivers.write_observation,
    drivers.redeal_seeded,
)


def core_exports(engine: Engine) -> list[Export]:
    """Return the functions that every engine calls, besides the entries."""
    rng, numbers, table = engine.buffer(WORDS), engine.buffer(1), engine.buffer(1, 1)
    boards, states, scratches = engine.boards, engine.batch(1), engine.scratches
    return [
        Export(seed, (rng, 0, 0), {}),
        Export(drivers.play_outs, (boards, states, scratches, 1, numbers, rng, numbers), {}),
        Export(drivers.perft, (boards, states, scratches, table, numbers, 1), {}),
    ]
