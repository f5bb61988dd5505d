"""The stack of decisions described in `state.py`."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.state import StateLayout


@rule
def push(s: StateLayout, phase: int, actor: int, first: int, second: int) -> None:
    s.phase[s.depth] = phase
    s.actor[s.depth] = actor
    s.first[s.depth] = first
    s.second[s.depth] = second
    s.depth += 1


@rule
def pop(s: StateLayout) -> None:
    s.depth -= 1
    s.phase[s.depth] = 0
    s.actor[s.depth] = 0
    s.first[s.depth] = 0
    s.second[s.depth] = 0


@rule
def use_one(s: StateLayout) -> None:
    """Use up one of the top frame's uses."""
    s.first[s.depth - 1] -= 1
