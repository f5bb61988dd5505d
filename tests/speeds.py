"""The speed of tests that repeat one thing often."""

from __future__ import annotations

from roundhouse.core.backends.native_library import find_library
from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.core.state import State


def repetition_speed(package: str) -> str:
    """Return the speed `native` if the library of a game is built, as by `make test`.

    It gives the same results as interpreted rules, which tests can edit and coverage can trace.
    """
    return NATIVE if find_library(package) else INTERPRETED


def for_repetition(state: State) -> State:
    """Return the same state at the speed for repetitions."""
    game = state.game
    return game.at_speed(repetition_speed(game.definition.package)).unpack(state.pack())
