"""The working memory of the compiled part of a bot.

Compiled functions take named tuples of arrays and read their fields as the interpreter does. A
function called from Python takes `ThreadBuffers`, whose structs are elements of arrays
(core/drivers.py explains why). It builds a `RuleContext`, which holds the structs themselves, and
passes that to the functions it calls.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.engine import Engine


class RuleContext(NamedTuple):
    """The arguments and the outputs of the rules."""

    board: Any
    scratch: Any
    out: list[int]  # the output of rules: legal actions, values or ranks
    priors: list[int]  # one number for each action in `out`
    rng: list[int]


class ThreadBuffers(NamedTuple):
    """The buffers of one thread; only the board, which is read-only, is shared.

    The types are those of the interpreter; compiled code uses arrays throughout.
    """

    boards: Any  # one board
    scratches: Any  # one scratch struct
    states: Any  # as many as the bot needs
    out: list[int]
    priors: list[int]
    rng: list[int]

    @classmethod
    def of(cls, engine: Engine, states: int, rng: Any) -> ThreadBuffers:
        """Allocate buffers with this many blank states, for an engine of its own."""
        return cls(
            engine.boards,
            engine.scratches,
            engine.batch(states),
            engine.out,
            engine.buffer(engine.size),
            rng,
        )
