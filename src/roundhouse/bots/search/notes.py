"""What the iterations of a search write down on their way."""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.contract import MOST_SEATS
from roundhouse.core.engine import Engine

DEEPEST = 400  # edges from the root

# The states of a search's memory
START, PLAYED, TRIED = 0, 1, 2
STATES = 3

# `counts`
STOP, ITERATIONS, DECISIONS, LEADER = 0, 1, 2, 3
COUNTS = 4


class Notes(NamedTuple):
    """Of one thread, beside the tree and the memory for playing."""

    path: list[int]  # the edges walked from the root
    found: list[int]  # the edge of each legal action
    leads: list[float]  # of each legal action: how far ahead it puts its seat
    result: list[float]  # each seat's share of the win
    moments: list[float]  # each seat's mean lead, then each seat's mean square
    standing: list[int]  # each seat's value at the root
    row: Any  # the bytes of states[PLAYED]; interpreted: nothing to see
    counts: list[int]  # whether to stop, what was done, and which other seat leads

    @classmethod
    def of(cls, engine: Engine, states: Any) -> Notes:
        return cls(
            engine.buffer(DEEPEST),
            engine.buffer(engine.size),
            engine.floats(engine.size),
            engine.floats(MOST_SEATS),
            engine.floats(2 * MOST_SEATS),
            engine.buffer(MOST_SEATS),
            engine.rows(states)[PLAYED],
            engine.buffer(COUNTS),
        )
