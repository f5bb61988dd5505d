"""The games behind a vector environment: one after the other, or all in one compiled call."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from roundhouse.core.errors import BadState
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import COMPILED
from roundhouse.research import opponents as bots
from roundhouse.research import vector_stepping
from roundhouse.research.episode import SEED_MASK, Episode
from roundhouse.research.opponents import Company, Opponents
from roundhouse.research.rewards import ILLEGAL_REWARD, rewards
from roundhouse.research.tables import observation_size
from roundhouse.research.vector_stepping import Rows

Seeds = Sequence[int | None]
Flags = npt.NDArray[np.bool_]


class Games(Protocol):
    """Many games, each at a choice of its learner's or over. The fields are those of `Batch`.

    An array belongs to the games until the next call; what is handed on is copied.
    """

    current_player: npt.NDArray[np.int64]  # the learner's seat
    observation: npt.NDArray[np.float32]  # through its eyes
    legal_action_mask: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float64]  # of the learner, in the step that was made last
    terminated: Flags
    illegal: Flags  # terminated by an action that was none

    def begin(self, which: npt.NDArray[np.intp], seeds: Seeds) -> None:
        """New games in these places."""

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """An action for each game, and everybody else's until it is the learner's turn again."""

    def position(self, i: int) -> Position:
        """Game i, to be looked at until the next call."""

    def keep(self) -> bytes:
        """All positions and random streams."""

    def put_back(self, data: bytes) -> None:
        """Go on from what `keep` gave."""


class SingleGames:
    """Games played one after the other, each with its own position and random stream."""

    def __init__(
        self, game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
    ) -> None:
        self._seat, self._margin = seat, margin
        self.episodes = [Episode(game, seats) for _ in range(n)]  # they share its working memory
        self.companies = [Company(episode, opponents) for episode in self.episodes]
        self.current_player = np.zeros(n, np.int64)
        self.observation = np.zeros((n, self.episodes[0].size), np.float32)
        self.legal_action_mask = np.zeros((n, self.episodes[0].actions), np.int8)
        self.rewards = np.zeros(n, np.float64)
        self.terminated = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)

    def begin(self, which: npt.NDArray[np.intp], seeds: Seeds) -> None:
        for i, seed in zip(which.tolist(), seeds, strict=True):
            self.companies[i].start(seed, self._seat)
            self.illegal[i] = False
            self._look(i)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        for i, action in enumerate(actions.tolist()):
            episode, company = self.episodes[i], self.companies[i]
            self.rewards[i] = 0.0
            if not episode.play(action):
                self.illegal[i], self.rewards[i] = True, ILLEGAL_REWARD
            else:
                company.play()
                if episode.over:
                    self.rewards[i] = episode.rewards(self._margin)[company.seat]
            self._look(i)

    def position(self, i: int) -> Position:
        return self.episodes[i].position

    def keep(self) -> bytes:
        seats = bytes(self.current_player.tolist()) + bytes(self.illegal.tolist())
        return seats + b"".join(episode.keep() for episode in self.episodes)

    def put_back(self, data: bytes) -> None:
        n = len(self.episodes)
        size = (len(data) - 2 * n) // n
        for i, (episode, company) in enumerate(zip(self.episodes, self.companies, strict=True)):
            episode.put_back(data[2 * n + i * size : 2 * n + (i + 1) * size])
            company.sit(data[i])
            self.illegal[i] = bool(data[n + i])
            self._look(i)

    def _look(self, i: int) -> None:
        episode, seat = self.episodes[i], self.companies[i].seat
        self.current_player[i] = seat
        self.observation[i] = episode.observe(seat)
        self.legal_action_mask[i] = 0 if self.illegal[i] else episode.mask()
        self.terminated[i] = episode.over or self.illegal[i]


class CompiledGames:
    """The same games, number by number, stepped together by compiled code.

    For compiled rules and opponents that play inside the compiled loop.
    """

    def __init__(
        self, game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
    ) -> None:
        engine = game.engine
        self._game, self._seats, self._n, self._margin = game, seats, n, margin
        self._seat = -1 if seat is None else seat
        self._kinds, self._slips = _company(opponents, seats)
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

    def begin(self, which: npt.NDArray[np.intp], seeds: Seeds) -> None:
        numbers = np.array([-1 if seed is None else seed & SEED_MASK for seed in seeds], np.int64)
        engine = self._game.engine
        self._bind(vector_stepping.begin_rows)(
            engine.boards,
            engine.scratches,
            self.rows,
            which,
            numbers,
            self._seat,
            self._kinds,
            self._slips,
            self._options,
            engine.out,
        )
        self.illegal[which] = False
        self._look(which)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        engine = self._game.engine
        self._bind(vector_stepping.step_rows)(
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
            worth = rewards(position.ranks(), scores, self._margin)
            self.rewards[i] = worth[self.current_player[i]]
        self._look(self._all)

    def position(self, i: int) -> Position:
        return Position(self._game, self.rows.states[i, :1])

    def keep(self) -> bytes:
        heads = bytes(self.current_player.tolist()) + bytes(self.illegal.tolist())
        return heads + b"".join(
            self.rows.states[i, :1].tobytes() + struct.pack(f"<{WORDS}I", *self.rows.rngs[i])
            for i in range(self._n)
        )

    def put_back(self, data: bytes) -> None:
        n, size = self._n, self._game.room.State.dtype.itemsize
        each = size + 4 * WORDS
        if len(data) != n * (2 + each):
            raise BadState("the snapshot is damaged, or of another version")
        for i in range(n):
            at = 2 * n + i * each
            self.rows.states[i, :1] = np.frombuffer(data, self.rows.states.dtype, 1, at)
            self.rows.rngs[i] = struct.unpack_from(f"<{WORDS}I", data, at + size)
            self.current_player[i], self.illegal[i] = data[i], bool(data[n + i])
        engine = self._game.engine
        self._bind(vector_stepping.list_rows)(
            engine.boards, engine.scratches, self.rows, self._kinds, self._slips
        )
        self._look(self._all)

    def _look(self, which: npt.NDArray[np.intp]) -> None:
        engine = self._game.engine
        self._bind(vector_stepping.look_rows)(
            engine.boards,
            engine.scratches,
            self.rows,
            which,
            self.illegal,
            engine.seen,
            self._game.scales,
            self.observation,
            self.legal_action_mask,
        )
        self.terminated[which] = (self.rows.count[which] == 0) | self.illegal[which]


def _company(opponents: Opponents, seats: int) -> tuple[Any, Any]:
    """From the learner's left on: which bot, and how often in a thousand it plays on instinct."""
    given = [bots.COMPILED[str(name)] for name in bots.listed(opponents)]
    seated = [given[step % len(given)] for step in range(seats - 1)]
    kinds = np.array([kind for kind, _ in seated], np.int64)
    return kinds, np.array([round(1000 * slips) for _, slips in seated], np.int64)


def _rows(game: Game, seats: int, n: int) -> Rows:
    states: Any = np.zeros((n + 1, 3), game.room.State.dtype)
    states[n, :1] = np.frombuffer(game.start(seats).pack(), states.dtype)
    return Rows(
        states=states,
        rngs=np.zeros((n, WORDS), np.int64),
        choices=np.zeros((n, game.engine.size), np.int64),
        count=np.zeros(n, np.int64),
        seat=np.zeros(n, np.int64),
        seated=np.zeros((n, seats), np.int64),
        slips=np.zeros((n, seats), np.int64),
    )


def games_of(
    game: Game, seats: int, n: int, opponents: Opponents, seat: int | None, margin: float
) -> Games:
    """n games, the fast way where it can be gone."""
    if game.engine.speed == COMPILED and bots.all_compiled(opponents):
        return CompiledGames(game, seats, n, opponents, seat, margin)
    return SingleGames(game, seats, n, opponents, seat, margin)
