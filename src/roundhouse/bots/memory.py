"""What the compiled part of a player works in.

Compiled functions take named tuples of arrays and read their fields as the interpreter does. What
is called from outside takes a `Memory`, whose structs are elements of arrays (core/drivers.py says
why); what is called from there takes the `Workbench` made of it, which has the structs themselves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.engine import Engine


class Workbench(NamedTuple):
    """What the rules need, and what comes of them."""

    board: Any
    scratch: Any
    out: list[int]  # what a rule writes: legal actions, values, ranks
    likings: list[int]  # a number for each action in `out`
    rng: list[int]


class Memory(NamedTuple):
    """Of one thread: nothing but the board, which is only read, is shared with another.

    The types are the interpreter's; compiled, all are arrays.
    """

    boards: Any  # one board
    scratches: Any  # one scratch, for the rules
    states: Any  # as many as the player needs
    out: list[int]
    likings: list[int]
    rng: list[int]

    @classmethod
    def of(cls, engine: Engine, states: int, rng: Any) -> Memory:
        """For an engine that nobody else uses (`Engine.fork`), with this many blank states."""
        return cls(
            engine.boards,
            engine.scratches,
            engine.batch(states),
            engine.out,
            engine.buffer(engine.size),
            rng,
        )
