"""What the compiled part of a player works in.

Compiled functions take named tuples of arrays and read their fields as the interpreter does, so a
player's function is handed one `Memory` instead of eight buffers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.engine import Engine


class Memory(NamedTuple):
    """Of one thread: nothing but the board, which is only read, is shared with another.

    The types are the interpreter's; compiled, all are arrays.
    """

    boards: Any  # one board
    scratches: Any  # one scratch, for the rules
    states: Any  # as many as the player needs
    rows: Any  # the bytes of each state; interpreted: nothing to see
    out: list[int]  # what a rule writes: legal actions, values, ranks
    choices: list[int]  # actions kept while `out` is used for something else
    likings: list[int]  # a number for each action in `out`
    rng: list[int]

    @classmethod
    def of(cls, engine: Engine, states: int, rng: Any) -> Memory:
        """For an engine that nobody else uses (`Engine.fork`), with this many blank states."""
        batch = engine.batch(states)
        return cls(
            engine.boards,
            engine.scratches,
            batch,
            engine.rows(batch),
            engine.out,
            engine.buffer(engine.size),
            engine.buffer(engine.size),
            rng,
        )
