"""A batch on an NVIDIA GPU, with one thread per game.

All arrays are in GPU memory. Torch can share `observation`, `mask`, `player`, `reward` and `done`
without a copy: `batch.torch("observation")`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from roundhouse.bots.stepping.batches import GameArrays
from roundhouse.core.backends.cuda import cuda_module
from roundhouse.core.backends.jit import JitBinder, array_of, dtype_of
from roundhouse.core.drivers import NO_ACTION
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.research.batch import GameBatch, allocate_arrays

# By game and function: batches of one game share compiled kernels, whatever the board.
KERNELS: dict[tuple[str, Callable[..., Any]], Any] = {}
BLOCK_SIZE = 64  # threads per block; small, because each thread needs many registers


class CudaBatch(GameBatch):
    """A batch of games on the GPU, with the same fields as a batch on the CPU.

    Args:
        game: The game.
        seats: The number of seats.
        n: The number of games.
        seed: The seed of all games.
        starts: Initial states, as for `CpuBatch`.

    Raises:
        ValueError: `n` is below 1.
        NoCuda: This machine has no usable GPU.
    """

    def __init__(
        self, game: Game, seats: int, n: int, seed: int = 0, starts: Sequence[State] = ()
    ) -> None:
        if n < 1:
            raise ValueError(f"a batch needs at least one game, not {n}")
        self.cuda = cuda_module()
        game.meta.check_seats(seats)
        self.game, self.seats, self.n, self.actions = game, seats, n, game.codec.size
        self._bind = JitBinder(game.engine.bind.names, game.definition.package)
        self.games = self._allocate_arrays(seats, starts)
        to_device = self.cuda.to_device
        self._boards = to_device(array_of(game.board))
        self._scratches = self.cuda.device_array(n, dtype_of(game.definition.ScratchLayout))
        self._scales = to_device(game.scales)
        self._illegal = to_device(np.full(1, -1, np.int32))  # a game with an illegal action, or -1
        self._random_actions = self.cuda.device_array(n, np.int32)
        self._observation: Any = None
        self._mask: Any = None
        self._stream: Any = 0
        self._stream_pointer = 0
        self.reset(seed)

    def use_stream(self, pointer: int) -> None:
        """Launch all kernels in a CUDA stream from now on, such as Torch's current one.

        Args:
            pointer: The address of the stream; 0 is the default stream.
        """
        if pointer != self._stream_pointer:
            self._stream = self.cuda.external_stream(pointer) if pointer else 0
            self._stream_pointer = pointer

    def _allocate_arrays(self, seats: int, starts: Sequence[State]) -> GameArrays:
        """Allocate GPU arrays with the types and row shapes of a CPU batch of one game."""
        host = allocate_arrays(self.game, seats, 1, starts)
        initial = host.states[1:]
        states = self.cuda.device_array(self.n + len(initial), initial.dtype)
        states[self.n :].copy_to_device(initial)
        arrays = {
            name: self.cuda.device_array((self.n, *array.shape[1:]), array.dtype)
            for name, array in host._asdict().items()
        }
        numbers = (self.n + np.arange(self.n) % len(initial)).astype(np.int32)
        arrays |= {"states": states, "starts": self.cuda.to_device(numbers)}
        return GameArrays(**arrays)

    def reset(self, seed: int = 0) -> None:
        """Start a new game in every row.

        Args:
            seed: The seed of all games.
        """
        from roundhouse.research import kernels

        no_actions = self.cuda.to_device(np.full(self.n, NO_ACTION, np.int32))
        self._run(kernels.set_up_all, self.games, seed & (2**62 - 1))
        self._run(kernels.step_all, self._boards, self._scratches, self.games, no_actions)

    def step(self, actions: Any, check: bool = True) -> None:
        """Play one action in every game.

        Args:
            actions: One legal action for each game: an int32 array of shape (n,) on the GPU, or
                any array of that shape on the host.
            check: Whether to check that the actions are legal. Without the check, the step does
                not wait for the GPU; pass only actions that `mask` allows.

        Raises:
            IllegalAction: An action is not legal; no game has changed.
            ValueError: The array has the wrong shape or type.
        """
        from roundhouse.research import kernels

        device_actions = self._to_device(actions)
        if check:
            self._run(kernels.find_illegal, self.games, device_actions, self._illegal)
            i = int(self._illegal.copy_to_host()[0])
            if i >= 0:
                self._illegal.copy_to_device(np.full(1, -1, np.int32))
                raise IllegalAction(f"the action of game {i} is not legal")
        self._run(kernels.step_all, self._boards, self._scratches, self.games, device_actions)

    def random_actions(self) -> Any:
        """Draw a uniformly random legal action for each game.

        Returns:
            The actions, int32 of shape (n,), drawn from the random stream of each game. The next
            call overwrites the array.
        """
        from roundhouse.research import kernels

        self._run(kernels.sample_all, self.games, self._random_actions)
        return self._random_actions

    @property
    def observation(self) -> Any:
        """The observation of the seat to act: float32, one row per game."""
        if self._observation is None:
            from roundhouse.research import kernels

            width = len(self._scales)
            observation = self.cuda.device_array((self.n, width), np.float32)
            self._launch(kernels.scale_all, self.n * width, self.games, self._scales, observation)
            self._observation = observation
        return self._observation

    @property
    def mask(self) -> Any:
        """The mask of legal actions: int8, one row per game, 1 where an action is legal."""
        if self._mask is None:
            from roundhouse.research import kernels

            self._mask = self.cuda.device_array((self.n, self.actions), np.int8)
            self._launch(kernels.fill_masks, self.n, self.games, self._mask)
        return self._mask

    @property
    def done(self) -> Any:
        """1 if a game ended in the last step; a new game has started in its row."""
        return self.games.done

    legal_action_mask, terminated = mask, done  # pgx's names

    def torch(self, name: str) -> Any:
        """Return a field as a Torch tensor that shares its memory.

        Args:
            name: The name of a field, such as "observation".

        Returns:
            The tensor, on the GPU.
        """
        import torch

        return torch.as_tensor(getattr(self, name), device="cuda")

    def position(self, i: int) -> State:
        """Return a copy of the state of one game.

        Args:
            i: The row of the game.

        Returns:
            The state, which does not change when the batch steps.
        """
        row = self.games.states[i : i + 1].copy_to_host()
        return self.game.unpack(row.tobytes())

    def _to_device(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            is_ours = isinstance(actions, type(self._random_actions))
            device_actions = actions if is_ours else self.cuda.as_cuda_array(actions)
            if device_actions.dtype == np.int32 and device_actions.shape == (self.n,):
                return device_actions
            raise ValueError(f"actions on the GPU must be int32 of shape ({self.n},)")
        return self.cuda.to_device(self._check_shape(actions))

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Launch a kernel with one thread per game, and drop cached arrays."""
        self._observation = self._mask = None
        self._launch(kernel, self.n, *arguments)

    def _launch(self, kernel: Callable[..., Any], threads: int, *arguments: Any) -> None:
        key = self.game.definition.package, kernel
        if key not in KERNELS:
            KERNELS[key] = self.cuda.jit(self._bind.kernel(kernel))
        KERNELS[key][-(-threads // BLOCK_SIZE), BLOCK_SIZE, self._stream](*arguments)
