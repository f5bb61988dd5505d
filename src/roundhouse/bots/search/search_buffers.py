"""The buffers of a search."""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.engine import Engine

MAX_DEPTH = 400  # edges from the root

# Indices of `ThreadBuffers.states`
ROOT_STATE, CURRENT, TRIAL = 0, 1, 2
STATE_COUNT = 3

# Indices of `counters`
STOP, ITERATIONS, DECISIONS, LEADER = 0, 1, 2, 3
SEARCHER = 4  # the seat that the search is for
LEARNERS = 5  # whose decisions learn from this iteration
COUNTER_COUNT = 6

# Values of LEARNERS
ALL, ONLY_SEARCHER, ONLY_OTHERS = 0, 1, 2


class SearchBuffers(NamedTuple):
    """The buffers of one thread, beside its tree and its `ThreadBuffers`."""

    path: list[int]  # the edges from the root to the leaf
    legal_edges: list[int]  # the edge of each legal action
    leads: list[float]  # of the acting seat after each legal action
    result: list[float]  # each seat's share of the win
    moments: list[float]  # each seat's mean lead, then each seat's mean square
    root_values: list[int]  # each seat's value at the root
    state_bytes: Any  # the bytes of states[CURRENT]; empty in the interpreter
    counters: list[int]  # indexed by STOP, ITERATIONS, DECISIONS and so on

    @classmethod
    def of(cls, engine: Engine, states: Any) -> SearchBuffers:
        """Allocate the buffers for an engine."""
        return cls(
            engine.buffer(MAX_DEPTH),
            engine.buffer(engine.size),
            engine.floats(engine.size),
            engine.floats(MAX_SEATS),
            engine.floats(2 * MAX_SEATS),
            engine.buffer(MAX_SEATS),
            engine.rows(states)[CURRENT],
            engine.buffer(COUNTER_COUNT),
        )
