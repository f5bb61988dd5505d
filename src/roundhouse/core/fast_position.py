"""A position of compiled rules that is stepped from Python at one compiled call a decision.

Its bytes lie at a known address; `Stepper` has the entry points that take addresses (see
`core/by_address.py`). Everything that is not stepping sees them as an array, as any position's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any

import numpy as np

from roundhouse.core.by_address import SHIFT, TURNS, list_at, step_at
from roundhouse.core.contract import OVER
from roundhouse.core.engine import Engine
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game, Position
from roundhouse.core.room import B, S, W

UNKNOWN = -1  # nothing has been listed since the bytes were written


class Stepper:
    """One engine's entry points and the addresses they work on. `owner` is the position whose legal
    actions lie in the buffer."""

    def __init__(self, engine: Engine) -> None:
        self._actions: Any = engine.buffer(engine.size)
        self.numbers = memoryview(self._actions)
        self.owner: object = None
        self.memory = ctypes.c_char * engine.state.dtype.itemsize
        fixed = [
            int(array.ctypes.data) for array in (engine.boards, engine.scratches, self._actions)
        ]
        # A state to compile them on: over, so that no rule looks at it.
        state = np.zeros(1, engine.state.dtype)
        state["turn"] = OVER
        blank = int(state.ctypes.data)
        self.list = partial(_entry(engine.bind(list_at), *fixed, blank), *fixed)
        self.step = partial(_entry(engine.bind(step_at), *fixed, blank, 0, 0), *fixed)


def _entry(bound: Any, *given: int) -> Callable[..., int]:
    """The entry point of a compiled function: it takes whole numbers and asks nothing."""
    bound(*given)
    (compiled,) = bound.overloads.values()
    entry: Callable[..., int] = compiled.entry_point
    return entry


class FastPosition(Position[B, S, W]):
    """One position of a game. Mutable: `apply` changes it, `clone` keeps it."""

    __slots__ = ("_address", "_answer", "_memory", "_stepper")

    def __init__(self, game: Game[B, S, W], data: Any, answer: int = UNKNOWN) -> None:
        self.game = game
        self._stepper: Stepper = game.engine.stepper
        self._memory = self._stepper.memory.from_buffer_copy(data)
        self._address = ctypes.addressof(self._memory)
        self._answer = answer  # count * TURNS + turn + SHIFT

    @property
    def _batch(self) -> Any:
        """The bytes as an array of one; who writes there calls `_written`."""
        return np.frombuffer(self._memory, self.game.engine.state.dtype)

    @property
    def turn(self) -> int:
        if self._answer < 0:
            self._list()
        return self._answer % TURNS - SHIFT

    @property
    def over(self) -> bool:
        if self._answer < 0:
            self._list()
        return self._answer == 0

    def legal(self) -> list[int]:
        if self._stepper.owner is not self:
            self._list()
        return self._stepper.numbers[: self._answer // TURNS].tolist()

    def apply(self, action: int) -> None:
        stepper = self._stepper
        if stepper.owner is not self:
            self._list()
        try:
            answer = stepper.step(self._address, self._answer // TURNS, index(action))
        except (TypeError, OverflowError):  # no number, or none that any action has
            answer = UNKNOWN
        if answer < 0:
            raise IllegalAction(self._complaint(action))
        self._answer = answer

    def clone(self) -> FastPosition[B, S, W]:
        return FastPosition(self.game, self._memory, self._answer)

    def pack(self) -> bytes:
        return bytes(self._memory)

    def _written(self) -> None:
        self._answer = UNKNOWN
        if self._stepper.owner is self:
            self._stepper.owner = None

    def _list(self) -> None:
        self._answer = self._stepper.list(self._address)
        self._stepper.owner = self
