"""Batches: many games stepped at once, with observations, masks and rewards.

    batch = Batch("texas", seats=4, n=1024, seed=7)
    while True:
        actions = policy(batch.observation, batch.mask)
        batch.step(actions)
        batch.reward[batch.done]      # each seat's share of the win minus the fair share

A step plays each game to its next real decision. It plays chance and forced moves, and restarts
games that are over. For the same seed and the same actions, game i is always the same, whatever
`n`, the number of threads or the device.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.bots.stepping import batches
from roundhouse.bots.stepping.batches import GameArrays
from roundhouse.core import observation
from roundhouse.core.backends.jit import dtype_of
from roundhouse.core.backends.native_library import find_library
from roundhouse.core.errors import IllegalAction, RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.rng import WORDS
from roundhouse.core.rule import COMPILED, NATIVE
from roundhouse.core.state import State
from roundhouse.play import registry

Array = npt.NDArray[Any]


class NoDevice(RoundhouseError, RuntimeError):
    """An unknown device was requested."""


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
    """Create a batch of games.

    Args:
        game: The id of a game, or a loaded game with compiled rules.
        seats: The number of seats.
        n: The number of games.
        device: "cpu" for NumPy arrays, or "cuda" for GPU arrays that Torch can share.
        seed: The seed of all games.
        threads: The number of CPU threads; 0 means one for each available core.
        **options: Options of the game, if `game` is an id.

    Returns:
        A `CpuBatch`, or a `CudaBatch` with the same fields.

    Raises:
        NoDevice: The device is neither "cpu" nor "cuda".
        NoCuda: The device is "cuda" and this machine has no usable GPU.
        ValueError: `n` is below 1.
    """
    if isinstance(game, Game):
        loaded = game
    else:
        is_built = device == "cpu" and find_library(registry.package(game)) is not None
        loaded = registry.open_game(game, None, options, NATIVE if is_built else COMPILED)
    if device == "cpu":
        return CpuBatch(loaded, seats, n, seed, threads)
    if device == "cuda":
        from roundhouse.research.cuda_batch import CudaBatch

        if loaded.engine.speed == NATIVE:
            loaded = loaded.at_speed(COMPILED)
        return CudaBatch(loaded, seats, n, seed)
    raise NoDevice(f"unknown device {device!r}: choose cpu or cuda")


class GameBatch:
    """The fields of a batch that are arrays of its games, on any device."""

    game: Game
    games: GameArrays
    n: int

    @property
    def legal(self) -> Any:
        """The legal actions, ascending; only the first `count` of a row are valid."""
        return self.games.legal

    @property
    def count(self) -> Any:
        """The number of legal actions of each game."""
        return self.games.count

    @property
    def player(self) -> Any:
        """The seat to act in each game."""
        return self.games.player

    @property
    def reward(self) -> Any:
        """The rewards by seat of games that ended in the last step; 0 for other games."""
        return self.games.reward

    # The same fields under pgx's names.
    current_player, rewards = player, reward

    def _check_shape(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Return one action for each game; raise ValueError for another shape."""
        array = np.ascontiguousarray(actions, np.int32)
        if array.shape != (self.n,):
            raise ValueError(
                f"pass {self.n} actions, one for each game: shape ({self.n},), not {array.shape}"
            )
        return array


class CpuBatch(GameBatch):
    """A batch of games on the CPU, stepped by threads that run compiled code.

    Args:
        game: A game with compiled rules.
        seats: The number of seats.
        n: The number of games.
        seed: The seed of all games.
        threads: The number of threads; 0 means one for each available core.
        starts: Initial states of this or fewer seats, under any options; game i starts from
            `starts[i % len(starts)]`. By default all start from that of the game.

    Raises:
        ValueError: `n` is below 1.
        RoundhouseError: The rules of the game are not compiled.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        n: int,
        seed: int = 0,
        threads: int = 0,
        starts: Sequence[State] = (),
    ) -> None:
        if n < 1:
            raise ValueError(f"a batch needs at least one game, not {n}")
        if not game.engine.compiled:
            raise RoundhouseError(
                "a batch needs compiled rules: load the game with speed='compiled'"
            )
        game.meta.check_seats(seats)
        self.game, self.seats, self.n = game, seats, n
        self.actions = game.codec.size
        self.games = allocate_arrays(game, seats, n, starts)
        self._pool = ThreadPoolExecutor(threads or len(os.sched_getaffinity(0)))
        self._engines = [game.engine.fork() for _ in range(self._pool._max_workers)]
        self._mask: Array | None = None
        self._observation: Array | None = None
        self._random_actions = np.zeros(n, np.int32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Start a new game in every row.

        Args:
            seed: The seed of all games.
        """
        start = self._bind(batches.start_range)
        self._map_ranges(
            lambda engine, first, last: start(
                engine.boards, engine.scratches, self.games, seed & (2**62 - 1), first, last
            )
        )

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game.

        Args:
            actions: One legal action for each game, of shape (n,).

        Raises:
            IllegalAction: An action is not legal; no game has changed.
            ValueError: The array has the wrong shape.
        """
        array = self._check_shape(actions)
        check = self._bind(batches.find_first_illegal)
        illegal = [
            i
            for i in self._map_ranges(
                lambda engine, first, last: check(self.games, array, first, last)
            )
            if i >= 0
        ]
        if illegal:
            raise IllegalAction(f"action {array[illegal[0]]} is not legal in game {illegal[0]}")
        step = self._bind(batches.step_range)
        self._map_ranges(
            lambda engine, first, last: step(
                engine.boards, engine.scratches, self.games, array, first, last
            )
        )

    def random_actions(self) -> Any:
        """Draw a uniformly random legal action for each game.

        Returns:
            The actions, int32 of shape (n,), drawn from the random stream of each game. The next
            call overwrites the array.
        """
        sample = self._bind(batches.sample_range)
        actions = self._random_actions
        self._map_ranges(lambda engine, first, last: sample(self.games, actions, first, last))
        return actions

    @property
    def observation(self) -> Any:
        """The observation of the seat to act: float32, one row per game."""
        if self._observation is None:
            raw = self.games.raw_observation
            self._observation = raw.astype(np.float32) * self.game.scales
        return self._observation

    @property
    def mask(self) -> Any:
        """The mask of legal actions: int8, one row per game, 1 where an action is legal."""
        if self._mask is None:
            mask = np.zeros((self.n, self.actions), np.int8)
            fill = self._bind(batches.fill_mask_range)
            self._map_ranges(lambda engine, first, last: fill(self.games, mask, first, last))
            self._mask = mask
        return self._mask

    @property
    def legal(self) -> Any:
        """The legal actions, ascending; only the first `count` of a row are valid."""
        return self.games.legal[:, : int(self.games.count.max())]

    @property
    def done(self) -> Any:
        """Whether a game ended in the last step; a new game has started in its row."""
        return self.games.done.view(np.bool_)

    legal_action_mask, terminated = mask, done  # pgx's names

    def position(self, i: int) -> State:
        """Return a copy of the state of one game.

        Args:
            i: The row of the game.

        Returns:
            The state, which does not change when the batch steps.
        """
        return self.game.unpack(self.games.states[i].tobytes())

    def _bind(self, function: Callable[..., Any]) -> Any:
        return self.game.engine.bind(function)

    def _map_ranges(self, function: Callable[[Any, int, int], Any]) -> list[Any]:
        """Run a function on one range of games per thread, and drop cached arrays."""
        self._mask = self._observation = None
        threads = len(self._engines)
        if threads == 1 or self.n < 2 * threads:
            return [function(self._engines[0], 0, self.n)]
        edges = [self.n * k // threads for k in range(threads + 1)]
        return list(self._pool.map(function, self._engines, edges[:-1], edges[1:]))


def allocate_arrays(game: Game, seats: int, n: int, starts: Sequence[State] = ()) -> GameArrays:
    """Allocate the arrays of a batch.

    Args:
        game: The game.
        seats: The number of seats.
        n: The number of games.
        starts: Initial states, as for `CpuBatch`.

    Returns:
        Arrays of zeros, but for the initial states: the last rows of `states`.
    """
    packed = b"".join(state.pack() for state in starts or [game.start(seats)])
    initial = np.frombuffer(packed, dtype_of(game.definition.StateLayout))
    return GameArrays(
        states=np.concatenate([np.zeros(n, initial.dtype), initial]),
        starts=(n + np.arange(n) % len(initial)).astype(np.int32),
        rngs=np.zeros((n, WORDS), np.int64),
        legal=np.zeros((n, game.codec.size), np.int32),
        count=np.zeros(n, np.int32),
        player=np.zeros(n, np.int8),
        raw_observation=np.zeros((n, observation.size(game.definition.observation)), np.int32),
        reward=np.zeros((n, seats), np.float32),
        done=np.zeros(n, np.uint8),
    )
