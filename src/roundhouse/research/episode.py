"""One game in play, as environments play it: from decision to decision.

Chance and moves without an alternative are played inside. All that is random comes from one
stream of numbers (`core/rng.py`), which a seed starts and a snapshot keeps.
"""

from __future__ import annotations

import secrets
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.contract import OVER
from roundhouse.core.errors import BadState
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import WORDS, next_word
from roundhouse.research import drivers
from roundhouse.research.rewards import rewards
from roundhouse.research.tables import observation_size

SEED_MASK = 2**62 - 1


class Episode:
    """A game from one decision to the next. `count` is how many choices the seat to act has."""

    def __init__(self, game: Game, seats: int) -> None:
        game.meta.check_seats(seats)
        engine = game.engine
        self.game, self.seats, self.actions = game, seats, engine.size
        self.size = observation_size(game)
        self.count = 0
        self.begun = False
        self._engine = engine
        # The game itself, the game as a bot may imagine it, and where that bot tries its moves.
        self._states: Any = engine.batch(3)
        self._first: Any = self._states[:1]
        self._bytes = engine.state.dtype.itemsize
        self._blank = bytes(self._bytes)
        # By way of bytes: NumPy copies a structured array field by field, ten times slower.
        self._row = memoryview(engine.rows(self._first)[0]) if engine.compiled else None
        self._choices: Any = engine.buffer(engine.size)
        self._options: Any = engine.buffer(engine.size)
        self._rng: Any = engine.buffer(WORDS)
        self._seeded = False
        self._setting = engine.numbers(game.meta.option_numbers(game.options))
        self._begin = engine.bind(drivers.begin)
        self._decide = engine.bind(drivers.decide)
        self._let_bots = engine.bind(drivers.let_bots)
        self._next_word = engine.bind(next_word)

    @property
    def turn(self) -> int:
        """The seat that has a choice, or OVER."""
        return self._engine.field(self._states, "turn")

    @property
    def over(self) -> bool:
        return self.count == 0

    def reset(self, seed: int | None = None) -> None:
        """A new game: the one of this seed, or without one the next of the stream."""
        engine = self._engine
        if seed is not None:
            engine.seed(self._rng, seed & SEED_MASK, 0)
        elif not self._seeded:
            engine.seed(self._rng, secrets.randbits(62), 0)
        self._seeded = self.begun = True
        self._put(self._blank)
        self.count = int(
            self._begin(
                engine.boards,
                self._states,
                engine.scratches,
                self.game.rules,
                self.seats,
                self._setting,
                self._choices,
                self._rng,
            )
        )

    def play(self, action: int) -> bool:
        """Play on from this choice to the next; False, and nothing is done, if it is illegal."""
        engine = self._engine
        count = self._decide(
            engine.boards,
            self._states,
            engine.scratches,
            action,
            self._choices,
            self.count,
            self._rng,
        )
        if count < 0:
            return False
        self.count = int(count)
        return True

    def let_bots(self, seated: Any, slips: Any) -> None:
        """The moves of compiled bots from here on; see `drivers.let_bots`."""
        engine = self._engine
        self.count = int(
            self._let_bots(
                engine.boards,
                self._states,
                engine.scratches,
                seated,
                slips,
                self._choices,
                self.count,
                self._options,
                engine.out,
                self._rng,
            )
        )

    def draw(self, n: int) -> int:
        """An even draw from 0 to n - 1 (below 2**31), from the stream."""
        return (int(self._next_word(self._rng)) * n) >> 32

    def choices(self) -> list[int]:
        """What the seat to act may choose from, ascending."""
        chosen = self._choices[: self.count]
        return chosen if isinstance(chosen, list) else chosen.tolist()

    def mask(self, extra: int = 0) -> npt.NDArray[np.int8]:
        """1 for each action that may be chosen now; `extra` places are added, all 0."""
        mask = np.zeros(self.actions + extra, np.int8)
        mask[self._choices[: self.count]] = 1
        return mask

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What a network sees through this seat's eyes (core/observation.py)."""
        engine = self._engine
        engine.observe(engine.boards, self._states, engine.scratches, seat, engine.seen)
        return np.asarray(engine.seen, np.float32) * self.game.scales

    def rewards(self, margin: float = 0.0) -> list[float]:
        """What the finished game is worth to each seat."""
        position = self.position
        return rewards(position.ranks(), position.scores() if margin else (), margin)

    @property
    def position(self) -> Position:
        """To be looked at, not changed, and only until the next move."""
        return Position(self.game, self._first)

    def keep(self) -> bytes:
        """The position and the random stream."""
        state = self._engine.pack(self._first)
        return state + struct.pack(f"<{WORDS}I", *(int(word) for word in self._rng))

    def put_back(self, data: bytes) -> None:
        """Go on from what `keep` gave."""
        if len(data) != self._bytes + 4 * WORDS:
            raise BadState("the snapshot is damaged, or of another version")
        self._put(data[: self._bytes])
        self._rng[:] = struct.unpack(f"<{WORDS}I", data[self._bytes :])
        self._seeded = self.begun = True
        self.count = 0
        if self.turn != OVER:
            engine = self._engine
            self.count = int(
                engine.legal(engine.boards, self._states, engine.scratches, self._choices)
            )

    def _put(self, data: bytes) -> None:
        if self._row is not None:
            self._row[:] = data
        else:
            self._first[0].assign(self._engine.state.unpack(data))
