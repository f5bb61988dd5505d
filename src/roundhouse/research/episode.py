"""A game that environments play from decision to decision.

Chance and forced moves are played between decisions. All random numbers come from one stream
(`core/rng.py`), which a seed starts and a snapshot includes.
"""

from __future__ import annotations

import secrets
import struct
from array import array
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.bots.stepping import episodes
from roundhouse.core.constants import OVER
from roundhouse.core.errors import BadState
from roundhouse.core.game import Game
from roundhouse.core.layout import read_number
from roundhouse.core.rng import SEED_MASK, WORDS, next_word
from roundhouse.core.rng import seed as seed_rng
from roundhouse.core.state import State
from roundhouse.research.game_loading import observation_size
from roundhouse.research.rewards import compute_rewards


class Episode:
    """A game, played from one decision to the next.

    Attributes:
        game: The game.
        seats: The number of seats.
        actions: The number of distinct actions.
        size: The length of an observation.
        count: The number of choices of the seat to act; 0 when the game is over.
        has_started: Whether `reset` or `load` was called.
    """

    def __init__(self, game: Game, seats: int) -> None:
        game.meta.check_seats(seats)
        engine = game.engine
        self.game, self.seats, self.actions = game, seats, engine.size
        self.size = observation_size(game)
        self.count = 0
        self.has_started = False
        self._engine = engine
        # The true state, a redealt copy for a bot, and a scratch copy for its one-ply search.
        self._states: Any = engine.batch(3)
        self._bytes = engine.state.packed_size
        self._blank = bytes(self._bytes)
        # Copies bytes, because NumPy copies structured arrays field by field, ten times slower.
        row: Any = np.asarray(engine.rows(self._states)[0])
        self._row = memoryview(row) if engine.compiled else None
        self._choices: Any = engine.buffer(engine.size)
        self._listed: Any = np.asarray(self._choices) if engine.compiled else self._choices
        self._options: Any = engine.buffer(engine.size)
        self._rng: Any = engine.buffer(WORDS)
        self._is_seeded = False
        self._option_values = engine.numbers(game.meta.option_numbers(game.options))
        self._start_episode = engine.bind(episodes.start_episode)
        self._play_decision = engine.bind(episodes.play_decision)
        self._play_bots = engine.bind(episodes.play_bots)
        self._next_word = engine.bind(next_word)
        self._seed: Any = engine.bind(seed_rng)
        self._list = engine.bind(episodes.list_legal)
        self._observe = engine.bind(episodes.write_observation)

    @property
    def turn(self) -> int:
        """The seat to act, or OVER."""
        if self._row is None:
            return int(self._states[0].turn)
        return read_number(self._engine.state, "turn", self._row)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.count == 0

    def reset(self, seed: int | None = None) -> None:
        """Start a new game; a seed restarts the random stream."""
        engine = self._engine
        if seed is not None:
            self._seed(self._rng, seed & SEED_MASK, 0)
        elif not self._is_seeded:
            self._seed(self._rng, secrets.randbits(62), 0)
        self._is_seeded = self.has_started = True
        self._write_state(self._blank)
        self.count = int(
            self._start_episode(
                engine.boards,
                self._states,
                engine.scratches,
                self.game.rules,
                self.seats,
                self._option_values,
                self._choices,
                self._rng,
            )
        )

    def play(self, action: int) -> bool:
        """Play an action up to the next decision; return whether it was legal."""
        engine = self._engine
        count = self._play_decision(
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

    def play_bots(self, kinds: Any, error_rates: Any) -> None:
        """Play the moves of compiled bots; error rates are per thousand moves."""
        engine = self._engine
        self.count = int(
            self._play_bots(
                engine.boards,
                self._states,
                engine.scratches,
                kinds,
                error_rates,
                self._choices,
                self.count,
                self._options,
                engine.out,
                self._rng,
            )
        )

    def draw(self, n: int) -> int:
        """Draw a uniform integer below n from the random stream."""
        return (int(self._next_word(self._rng)) * n) >> 32

    def choices(self) -> list[int]:
        """Return the legal actions of the seat to act in ascending order."""
        choices = self._listed[: self.count]
        return choices if isinstance(choices, list) else choices.tolist()

    def mask(self, extra: int = 0) -> npt.NDArray[np.int8]:
        """Return 1 at each legal action, with some zeros appended."""
        mask = np.zeros(self.actions + extra, np.int8)
        mask[self._listed[: self.count]] = 1
        return mask

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """Return the scaled observation of a seat (core/observation.py)."""
        engine = self._engine
        self._observe(engine.boards, self._states, engine.scratches, seat, engine.observation)
        return np.asarray(engine.observation, np.float32) * self.game.scales

    def rewards(self, margin: float = 0.0) -> list[float]:
        """Return the rewards of a finished game by seat."""
        position = self.position
        return compute_rewards(position.ranks(), position.scores() if margin else (), margin)

    @property
    def position(self) -> State:
        """A copy of the current state."""
        return self.game.unpack(self._engine.get(self._states, 0))

    def dump(self) -> bytes:
        """Return the state and the random stream as bytes."""
        state = self._engine.get(self._states, 0)
        return state + struct.pack(f"<{WORDS}I", *(int(word) for word in self._rng))

    def load(self, data: bytes) -> None:
        """Restore the state and the random stream."""
        if len(data) != self._bytes + 4 * WORDS:
            raise BadState("the snapshot is damaged, or of another version")
        self._write_state(data[: self._bytes])
        self._rng[:] = array("q", struct.unpack(f"<{WORDS}I", data[self._bytes :]))
        self._is_seeded = self.has_started = True
        self.count = 0
        if self.turn != OVER:
            engine = self._engine
            self.count = int(
                self._list(engine.boards, self._states, engine.scratches, self._choices)
            )

    def _write_state(self, data: bytes) -> None:
        if self._row is not None:
            self._row[:] = data
        else:
            self._engine.put(self._states, 0, data)
