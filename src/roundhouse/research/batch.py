"""Many games at once, in arrays: the environment of those who train on batches.

    batch = Batch("texas", seats=4, n=1024, seed=7)
    while True:
        actions = policy(batch.observation, batch.mask)
        batch.step(actions)
        batch.reward[batch.done]      # each seat's share of the win, less a fair share

A step plays each game to its next real decision: chance, forced moves and the laying of the next
table when one is over happen inside. Game i of a batch with a seed is always the same game under
the same actions, whatever `n`, the threads or the device.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core import observation
from roundhouse.core.errors import IllegalAction, RoundhouseError
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import COMPILED
from roundhouse.play import registry
from roundhouse.research import stepping
from roundhouse.research.stepping import Games

Array = npt.NDArray[Any]


class NoDevice(RoundhouseError, RuntimeError):
    """The device asked for is not there, or not known."""


def Batch(
    game: str | Game,
    seats: int,
    n: int,
    device: str = "cpu",
    *,
    seed: int = 0,
    threads: int = 0,
    **options: Any,
) -> Any:
    """n games on "cpu" (NumPy arrays) or "cuda" (arrays that Torch shares); see the module."""
    loaded = game if isinstance(game, Game) else registry.open_game(game, None, options, COMPILED)
    if device == "cpu":
        return CpuBatch(loaded, seats, n, seed, threads)
    if device == "cuda":
        from roundhouse.research.cuda_batch import CudaBatch

        return CudaBatch(loaded, seats, n, seed)
    raise NoDevice(f"no device {device!r}: choose cpu or cuda")


class CpuBatch:
    """n games, stepped by threads of compiled code."""

    def __init__(self, game: Game, seats: int, n: int, seed: int = 0, threads: int = 0) -> None:
        if n < 1:
            raise ValueError("a batch has at least one game")
        if not game.engine.compiled:
            raise RoundhouseError(
                "a batch needs compiled rules: load the game with speed='compiled'"
            )
        game.meta.check_seats(seats)
        self.game, self.seats, self.n = game, seats, n
        self.actions = game.codec.size
        self.games = lay_out(game, seats, n)
        self.games.states[n] = np.frombuffer(game.start(seats).pack(), game.room.State.dtype)[0]
        self._pool = ThreadPoolExecutor(threads or len(os.sched_getaffinity(0)))
        self._engines = [game.engine.fork() for _ in range(self._pool._max_workers)]
        self._mask: Array | None = None
        self._seen: Array | None = None
        self._chosen = np.zeros(n, np.int32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin every game anew."""
        begin = self._bind(stepping.begin_range)
        self._each(
            lambda engine, first, last: begin(
                engine.boards, engine.scratches, self.games, seed & (2**62 - 1), first, last
            )
        )

    def step(self, actions: npt.ArrayLike) -> None:
        """The seat to act in each game does its action; raises IllegalAction, and changes nothing,
        if one is not legal."""
        given = np.ascontiguousarray(actions, np.int32)
        if given.shape != (self.n,):
            raise ValueError(f"{self.n} actions are needed, an array of shape ({self.n},)")
        check = self._bind(stepping.first_illegal)
        wrong = [
            bad
            for bad in self._each(lambda engine, first, last: check(self.games, given, first, last))
            if bad >= 0
        ]
        if wrong:
            raise IllegalAction(f"action {given[wrong[0]]} is not legal in game {wrong[0]}")
        step = self._bind(stepping.step_range)
        self._each(
            lambda engine, first, last: step(
                engine.boards, engine.scratches, self.games, given, first, last
            )
        )

    def random_actions(self) -> Any:
        """A legal action for each game, drawn evenly from the game's own random sequence."""
        choose = self._bind(stepping.choose_range)
        self._each(lambda engine, first, last: choose(self.games, self._chosen, first, last))
        return self._chosen

    @property
    def observation(self) -> Any:
        """What the seat to act sees, float32, a row a game."""
        if self._seen is None:
            self._seen = self.games.seen.astype(np.float32) * self.game.scales
        return self._seen

    @property
    def mask(self) -> Any:
        """1 for each legal action, int8, a row a game."""
        if self._mask is None:
            mask = np.zeros((self.n, self.actions), np.int8)
            fill = self._bind(stepping.mask_range)
            self._each(lambda engine, first, last: fill(self.games, mask, first, last))
            self._mask = mask
        return self._mask

    @property
    def legal(self) -> Any:
        """The legal actions, ascending; a row has `count` of them, the rest means nothing."""
        return self.games.legal[:, : int(self.games.count.max())]

    @property
    def count(self) -> Any:
        return self.games.count

    @property
    def player(self) -> Any:
        """The seat to act."""
        return self.games.player

    @property
    def reward(self) -> Any:
        """Of the games that ended in the last step, by seat; 0 elsewhere."""
        return self.games.reward

    @property
    def done(self) -> Any:
        """Whether a game ended in the last step; it has begun anew since."""
        return self.games.done.view(np.bool_)

    # The same under pgx's names.
    current_player, legal_action_mask, rewards, terminated = player, mask, reward, done

    def position(self, i: int) -> Position:
        """Game i as it stands, a copy."""
        return self.game.unpack(self.games.states[i].tobytes())

    def _bind(self, function: Callable[..., Any]) -> Any:
        return self.game.engine.bind(function)

    def _each(self, work: Callable[[Any, int, int], Any]) -> list[Any]:
        """Run over ranges of games, one a thread; what was looked at before is no longer true."""
        self._mask = self._seen = None
        many = len(self._engines)
        if many == 1 or self.n < 2 * many:
            return [work(self._engines[0], 0, self.n)]
        edges = [self.n * k // many for k in range(many + 1)]
        return list(self._pool.map(work, self._engines, edges[:-1], edges[1:]))


def lay_out(game: Game, seats: int, n: int) -> Games:
    return Games(
        states=np.zeros(n + 1, game.room.State.dtype),
        rngs=np.zeros((n, WORDS), np.int64),
        legal=np.zeros((n, game.codec.size), np.int32),
        count=np.zeros(n, np.int32),
        player=np.zeros(n, np.int8),
        seen=np.zeros((n, observation.size(game.room.observation)), np.int32),
        reward=np.zeros((n, seats), np.float32),
        done=np.zeros(n, np.uint8),
    )
