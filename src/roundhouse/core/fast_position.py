"""A position of compiled rules that is stepped from Python at one compiled call a decision.

It lies in a bytearray, and `Stepper` has the functions that step it there (core/python_calls.py).
Everything that is not stepping sees the bytes as an array, as any position's.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.engine import Engine
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game, Position
from roundhouse.core.python_calls import (
    CALL,
    CONTEXT,
    DRAWN,
    ILLEGAL,
    MARK,
    apply_call,
    built_in,
    chance_call,
    legal_call,
    weights_call,
)
from roundhouse.core.room import B, S, W


class Stepper:
    """One engine's functions, and the memory they work in."""

    def __init__(self, engine: Engine) -> None:
        self._actions: Any = engine.buffer(engine.size)
        self._context = bytearray(CONTEXT.itemsize)
        # They must stay where they are for as long as the functions have their addresses.
        self._kept = (engine.boards, engine.scratches)
        self.size = engine.state.dtype.itemsize
        context: Any = np.frombuffer(self._context, CONTEXT)
        context["board"], context["scratch"], context["out"] = (
            int(array.ctypes.data) for array in (engine.boards, engine.scratches, self._actions)
        )
        context["size"], context["listing"] = self.size, 1  # 0 is of no listing
        self.apply = built_in(engine.bind.address(apply_call, CALL), self._context)
        self.legal = built_in(engine.bind.address(legal_call, CALL), self._context)
        self.chance = built_in(engine.bind.address(chance_call, CALL), self._context)
        self.weights = built_in(engine.bind.address(weights_call, CALL), self._context)


UNMARKED = bytes(MARK.itemsize)
DRAWN_TURN = (1 << DRAWN) - 1


class FastPosition(Position[B, S, W]):
    """One position of a game. Mutable: `apply` changes it, `clone` keeps it.

    `turn` and `over` are kept beside the bytes, as plain attributes: asked for at every decision,
    as properties they would cost as much as the rules do."""

    __slots__ = ("_apply", "_chance", "_list", "_memory", "over", "turn")

    turn: int
    over: bool

    def __init__(self, game: Game[B, S, W], data: bytes) -> None:
        stepper: Stepper = game.engine.stepper
        self.game = game
        self._apply, self._list, self._chance = stepper.apply, stepper.legal, stepper.chance
        self._memory = bytearray(data + UNMARKED)
        self._look()

    @property
    def _batch(self) -> Any:
        """The bytes as an array of one; who writes there calls `_written`."""
        return np.frombuffer(self._memory, self.game.engine.state.dtype, 1)

    def legal(self) -> list[int]:
        actions: list[int] = self._list(self._memory)
        return actions

    def weights(self) -> list[int]:
        if self.turn != CHANCE:
            return super().weights()  # which says why not
        weights: list[int] = self.game.engine.stepper.weights(self._memory)
        return weights

    def play_chance(self, rng: random.Random) -> int:
        if self.turn != CHANCE:
            return super().play_chance(rng)  # which says why not
        made: int = self._chance(self._memory, rng.getrandbits(32))
        self.turn = (made & DRAWN_TURN) + ILLEGAL
        self.over = self.turn == OVER
        return made >> DRAWN

    def apply(self, action: int) -> None:
        try:
            turn = self._apply(self._memory, action)
        except (TypeError, OverflowError):  # no number, or none that any action has
            turn = ILLEGAL
        if turn < CHANCE:  # one comparison where the game goes on
            if turn == ILLEGAL:
                raise IllegalAction(self._complaint(action))
            self.over = True
        self.turn = turn

    def clone(self) -> FastPosition[B, S, W]:
        twin: FastPosition[B, S, W] = _blank(FastPosition)
        twin.game, twin._apply, twin._list = self.game, self._apply, self._list
        twin._chance = self._chance
        twin._memory, twin.turn, twin.over = self._memory[:], self.turn, self.over
        return twin

    def pack(self) -> bytes:
        return bytes(self._memory)[: -len(UNMARKED)]

    def _written(self) -> None:
        self._memory[-len(UNMARKED) :] = UNMARKED
        self._look()

    def _look(self) -> None:
        self.turn = self.game.engine.field(self._batch, "turn")
        self.over = self.turn == OVER


_blank = object.__new__
