"""The rules behind OpenSpiel's states: a position is a value, a move makes another.

OpenSpiel copies a Python state by making a new initial state and deep-copying every attribute of
the old one. So a state of ours has one attribute, a `Held`, that is never changed and copies as
itself, and an initial state has none: it is the class that knows how a game begins.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.contract import OVER
from roundhouse.core.game import Game, Position
from roundhouse.research import drivers
from roundhouse.research.rewards import rewards

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL; chance is -1 there as it is here


class Held:
    """A position: its bytes, who is to act (in OpenSpiel's numbers), and what there is to do."""

    __slots__ = ("data", "legal", "player")

    def __init__(self, data: bytes, player: int, legal: list[int]) -> None:
        self.data, self.player, self.legal = data, player, legal

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return self

    def __reduce__(self) -> tuple[type[Held], tuple[bytes, int, list[int]]]:
        return Held, (self.data, self.player, self.legal)


class Stepper:
    """Plays the moves of one table, in one place of memory. Not to be shared between threads."""

    def __init__(self, game: Game, seats: int, margin: float) -> None:
        self.game, self.seats, self.margin = game, seats, margin
        self._engine = engine = game.engine
        self._states: Any = engine.batch(1)
        self._row = memoryview(engine.rows(self._states)[0]) if engine.compiled else None
        self._choices: Any = engine.buffer(engine.size)
        self._weights: Any = engine.buffer(engine.size)
        self._step = engine.bind(drivers.step_once)
        self._weigh = engine.bind(drivers.weigh_all)
        self._arguments = (engine.boards, self._states, engine.scratches)
        self._nothing = [0.0] * seats
        self.start = self.hold(game.start(seats).pack())

    def hold(self, data: bytes) -> Held:
        """The position that these bytes are."""
        return self.step(data, -1)

    def step(self, data: bytes, action: int) -> Held:
        """The position after this action, which is trusted to be legal (-1: none)."""
        self._put(data)
        n, turn = divmod(self._step(*self._arguments, action, self._choices), drivers.SHIFT)
        turn -= 2
        after = data if action < 0 else self._take()
        legal = self._choices[:n]
        return Held(
            after,
            TERMINAL if turn == OVER else turn,
            legal if self._row is None else legal.tolist(),
        )

    def chances(self, held: Held) -> list[tuple[int, float]]:
        """The outcomes of a chance state and their probabilities."""
        n = len(held.legal)
        self._put(held.data)
        self._choices[:n] = held.legal
        total = self._weigh(*self._arguments[:2], self._choices, n, self._weights)
        return [
            (action, int(weight) / int(total))
            for action, weight in zip(held.legal, self._weights[:n], strict=True)
        ]

    def returns(self, held: Held) -> list[float]:
        """What a finished game is worth to each seat; nothing before."""
        if held.player != TERMINAL:
            return self._nothing[:]
        self._put(held.data)
        position = Position(self.game, self._states)
        return rewards(position.ranks(), position.scores() if self.margin else (), self.margin)

    def observe(self, held: Held, seat: int) -> npt.NDArray[np.float32]:
        """What a network sees of it through this seat's eyes."""
        self._put(held.data)
        return Position(self.game, self._states).observe(seat)

    def position(self, held: Held) -> Position:
        """The position itself, to do with as one likes."""
        return self.game.unpack(held.data)

    def redeal(self, held: Held, seat: int, rng: random.Random) -> Held:
        """Another position that looks the same to this seat."""
        return self.hold(self.position(held).redeal(seat, rng).pack())

    def _put(self, data: bytes) -> None:
        if self._row is not None:
            self._row[:] = data
        else:
            self._states[0].assign(self._engine.state.unpack(data))

    def _take(self) -> bytes:
        return bytes(self._row) if self._row is not None else self._engine.pack(self._states)
