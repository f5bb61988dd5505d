"""The games of a vector environment: stepped one by one, or in one compiled call."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from roundhouse.bots.stepping import learners
from roundhouse.bots.stepping.learners import Rows
from roundhouse.core.backends.jit import dtype_of
from roundhouse.core.errors import BadState
from roundhouse.core.game import Game
from roundhouse.core.rng import SEED_MASK, WORDS
from roundhouse.core.state import State
from roundhouse.research import opponents as bots
from roundhouse.research.episode import Episode
from roundhouse.research.game_loading import observation_size
from roundhouse.research.opponents import Opponents, OpponentSeats
from roundhouse.research.rewards import ILLEGAL_REWARD, compute_rewards

Seeds = Sequence[int | None]
Flags = npt.NDArray[np.bool_]


class Games(Protocol):
    """Many games, each at the learner's choice or over, with the fields of `Batch`.

    The next call overwrites the arrays; copy them before you return them to a user.
    """

    current_player: npt.NDArray[np.int64]  # the learner's seat
    observation: npt.NDArray[np.float32]  # of the learner's seat
    legal_action_mask: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float64]  # of the learner, in the last step
    terminated: Flags
    illegal: Flags  # ended by an illegal action

    def start(self, rows: npt.NDArray[np.intp], seeds: Seeds) -> None:
        """Start new games in some rows; a seed of None continues the random stream."""

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play the learner's action in every game, then opponents' until its next turn."""

    def position(self, i: int) -> State:
        """Return a copy of the state of game `i`."""

    def dump(self) -> bytes:
        """Return all states and random streams as bytes."""

    def load(self, data: bytes) -> None:
        """Restore all games from bytes that `dump` returned."""


class SingleGames:
    """Games stepped one by one; works with every bot and without compiled rules."""

    def __init__(
        self, game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
    ) -> None:
        self._seat, self._margin = seat, margin
        self.episodes = [Episode(game, seats) for _ in range(n)]  # they share the game's memory
        self.opponents = [OpponentSeats(episode, opponents) for episode in self.episodes]
        self.current_player = np.zeros(n, np.int64)
        self.observation = np.zeros((n, self.episodes[0].size), np.float32)
        self.legal_action_mask = np.zeros((n, self.episodes[0].actions), np.int8)
        self.rewards = np.zeros(n, np.float64)
        self.terminated = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)

    def start(self, rows: npt.NDArray[np.intp], seeds: Seeds) -> None:
        """Start new games in some rows."""
        for i, seed in zip(rows.tolist(), seeds, strict=True):
            self.opponents[i].start(seed, self._seat)
            self.illegal[i] = False
            self._update(i)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play one action in every game."""
        for i, action in enumerate(actions.tolist()):
            episode, opponents = self.episodes[i], self.opponents[i]
            self.rewards[i] = 0.0
            if not episode.play(action):
                self.illegal[i], self.rewards[i] = True, ILLEGAL_REWARD
            else:
                opponents.play()
                if episode.over:
                    self.rewards[i] = episode.rewards(self._margin)[opponents.seat]
            self._update(i)

    def position(self, i: int) -> State:
        """Return the state of game `i`."""
        return self.episodes[i].position

    def dump(self) -> bytes:
        """Return all games as bytes."""
        seats = bytes(self.current_player.tolist()) + bytes(self.illegal.tolist())
        return seats + b"".join(episode.dump() for episode in self.episodes)

    def load(self, data: bytes) -> None:
        """Restore all games from bytes."""
        n = len(self.episodes)
        size = (len(data) - 2 * n) // n
        for i, (episode, opponents) in enumerate(zip(self.episodes, self.opponents, strict=True)):
            episode.load(data[2 * n + i * size : 2 * n + (i + 1) * size])
            opponents.assign(data[i])
            self.illegal[i] = bool(data[n + i])
            self._update(i)

    def _update(self, i: int) -> None:
        episode, seat = self.episodes[i], self.opponents[i].seat
        self.current_player[i] = seat
        self.observation[i] = episode.observe(seat)
        self.legal_action_mask[i] = 0 if self.illegal[i] else episode.mask()
        self.terminated[i] = episode.over or self.illegal[i]


class CompiledGames:
    """Games stepped by compiled code, with the same results as `SingleGames`.

    The rules and all opponents must be compiled.
    """

    def __init__(
        self, game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
    ) -> None:
        engine = game.engine
        self._game, self._seats, self._n, self._margin = game, seats, n, margin
        self._seat = -1 if seat is None else seat
        self._kinds, self._error_rates = _opponent_kinds(opponents, seats)
        size, actions = observation_size(game), engine.size
        self.rows = _rows(game, seats, n)
        self.current_player: npt.NDArray[np.int64] = self.rows.seat
        self.observation: npt.NDArray[np.float32] = np.zeros((n, size), np.float32)
        self.legal_action_mask: npt.NDArray[np.int8] = np.zeros((n, actions), np.int8)
        self.rewards = np.zeros(n, np.float64)
        self.terminated = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self._options = engine.buffer(actions)
        self._bind = engine.bind
        self._all = np.arange(n)

    def start(self, rows: npt.NDArray[np.intp], seeds: Seeds) -> None:
        """Start new games in some rows."""
        numbers = np.array([-1 if seed is None else seed & SEED_MASK for seed in seeds], np.int64)
        engine = self._game.engine
        self._bind(learners.start_rows)(
            engine.boards,
            engine.scratches,
            self.rows,
            rows,
            numbers,
            self._seat,
            self._kinds,
            self._error_rates,
            self._options,
            engine.out,
        )
        self.illegal[rows] = False
        self._update(rows)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Play one action in every game."""
        engine = self._game.engine
        self._bind(learners.step_rows)(
            engine.boards,
            engine.scratches,
            self.rows,
            np.ascontiguousarray(actions, np.int64),
            self.illegal,
            self._options,
            engine.out,
        )
        self.rewards[:] = np.where(self.illegal, ILLEGAL_REWARD, 0.0)
        for i in np.flatnonzero((self.rows.count == 0) & ~self.illegal).tolist():
            position = self.position(i)
            scores = position.scores() if self._margin else ()
            final_rewards = compute_rewards(position.ranks(), scores, self._margin)
            self.rewards[i] = final_rewards[self.current_player[i]]
        self._update(self._all)

    def position(self, i: int) -> State:
        """Return the state of game `i`."""
        return self._game.unpack(self.rows.states[i, :1].tobytes())

    def dump(self) -> bytes:
        """Return all games as bytes."""
        header = bytes(self.current_player.tolist()) + bytes(self.illegal.tolist())
        return header + b"".join(
            self.rows.states[i, :1].tobytes() + struct.pack(f"<{WORDS}I", *self.rows.rngs[i])
            for i in range(self._n)
        )

    def load(self, data: bytes) -> None:
        """Restore all games from bytes."""
        n, size = self._n, self._game.definition.StateLayout.packed_size
        each = size + 4 * WORDS
        if len(data) != n * (2 + each):
            raise BadState("the snapshot is damaged, or of another version")
        for i in range(n):
            at = 2 * n + i * each
            self.rows.states[i, :1] = np.frombuffer(data, self.rows.states.dtype, 1, at)
            self.rows.rngs[i] = struct.unpack_from(f"<{WORDS}I", data, at + size)
            self.current_player[i], self.illegal[i] = data[i], bool(data[n + i])
        engine = self._game.engine
        self._bind(learners.restore_rows)(
            engine.boards, engine.scratches, self.rows, self._kinds, self._error_rates
        )
        self._update(self._all)

    def _update(self, rows: npt.NDArray[np.intp]) -> None:
        engine = self._game.engine
        self._bind(learners.observe_rows)(
            engine.boards,
            engine.scratches,
            self.rows,
            rows,
            self.illegal,
            engine.observation,
            self._game.scales,
            self.observation,
            self.legal_action_mask,
        )
        self.terminated[rows] = (self.rows.count[rows] == 0) | self.illegal[rows]


def _opponent_kinds(opponents: Opponents, seats: int) -> tuple[Any, Any]:
    """Return each seat's kind and error rate per thousand, from the learner's left."""
    compiled = [bots.COMPILED[str(name)] for name in bots.list_opponents(opponents)]
    kinds_and_rates = [compiled[step % len(compiled)] for step in range(seats - 1)]
    kinds = np.array([kind for kind, _ in kinds_and_rates], np.int64)
    return kinds, np.array([round(1000 * rate) for _, rate in kinds_and_rates], np.int64)


def _rows(game: Game, seats: int, n: int) -> Rows:
    states: Any = np.zeros((n + 1, 3), dtype_of(game.definition.StateLayout))
    states[n, :1] = np.frombuffer(game.start(seats).pack(), states.dtype)
    return Rows(
        states=states,
        rngs=np.zeros((n, WORDS), np.int64),
        choices=np.zeros((n, game.engine.size), np.int64),
        count=np.zeros(n, np.int64),
        seat=np.zeros(n, np.int64),
        kinds=np.zeros((n, seats), np.int64),
        error_rates=np.zeros((n, seats), np.int64),
    )


def create_games(
    game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
) -> Games:
    """Create the games of a vector environment, compiled if possible."""
    if game.engine.compiled and bots.are_compiled(opponents):
        return CompiledGames(game, seats, n, opponents, seat, margin)
    return SingleGames(game, seats, n, opponents, seat, margin)
