"""A position of compiled rules that is stepped from Python at one compiled call a decision.

It lies in a bytearray, and what steps it there are compiled methods (core/python_calls.py), which
each game's engine gives to a class of its own (core/stepper.py). Everything that is not stepping
sees the bytes as an array, as any position's.
"""

from __future__ import annotations

import random
from typing import Any, NoReturn

import numpy as np

from roundhouse.core.contract import CHANCE
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game, Position
from roundhouse.core.room import B, S, W

UNMARKED = bytes(8)  # which listing of legal actions is this position's: none


class FastPosition(Position[B, S, W]):
    """One position of a game. Mutable: `apply` changes it, `clone` keeps it.

    `turn` and `over` are kept beside the bytes, as plain attributes: asked for at every decision,
    as properties they would cost as much as the rules do. `legal`, `apply`, `play_chance`, and what
    begins with an underscore and has no code here, are compiled."""

    __slots__ = ("_context", "_memory", "over", "turn")

    turn: int
    over: bool

    def __init__(self, game: Game[B, S, W], data: bytes) -> None:
        self.game, self._context = game, game.engine.stepper.context
        self._memory = bytearray(data)
        self._memory += UNMARKED
        self._look()

    @property
    def _batch(self) -> Any:
        """The bytes as an array of one; who writes there calls `_written`."""
        return np.frombuffer(self._memory, self.game.engine.state.dtype, 1)

    def weights(self) -> list[int]:
        return self._weights() if self.turn == CHANCE else super().weights()  # which says why not

    def clone(self) -> FastPosition[B, S, W]:
        twin: FastPosition[B, S, W] = _blank(self.__class__)
        twin.game, twin._context, twin._memory = self.game, self._context, self._memory[:]
        twin.turn, twin.over = self.turn, self.over
        return twin

    def pack(self) -> bytes:
        return bytes(self._memory)[: -len(UNMARKED)]

    def _written(self) -> None:
        self._memory[-len(UNMARKED) :] = UNMARKED
        self._look()

    def _refuse(self, action: int) -> NoReturn:
        """Called by `apply`, which has changed nothing."""
        raise IllegalAction(self._complaint(action))

    def _refuse_chance(self, rng: random.Random) -> NoReturn:
        """Called by `play_chance` where there is no chance."""
        super().weights()
        raise AssertionError("weights are refused where there is no chance")

    def _look(self) -> None:
        """Have `turn` and `over` as the bytes say."""
        raise NotImplementedError

    def _weights(self) -> list[int]:
        """The weight of each outcome of a chance state."""
        raise NotImplementedError


_blank = object.__new__
