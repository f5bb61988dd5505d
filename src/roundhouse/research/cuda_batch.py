"""A batch on an NVIDIA card: a thread a game, all arrays in the card's memory.

`observation`, `mask`, `player`, `reward` and `done` are arrays of the card that Torch takes over
without copying: `batch.torch("observation")`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from roundhouse.core.cuda import cuda_module
from roundhouse.core.errors import IllegalAction
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import COMPILED, Binder
from roundhouse.research.batch import lay_out
from roundhouse.research.stepping import Games

# By room: batches of one game share what was compiled; boards and tables are given at each launch.
KERNELS: dict[tuple[str, Callable[..., Any]], Any] = {}
BLOCK = 64  # threads of a block: few, for every thread needs many registers


class CudaBatch:
    """n games on the card; the same fields as a batch on the CPU."""

    def __init__(self, game: Game, seats: int, n: int, seed: int = 0) -> None:
        if n < 1:
            raise ValueError("a batch has at least one game")
        self.cuda = cuda_module()
        game.meta.check_seats(seats)
        self.game, self.seats, self.n, self.actions = game, seats, n, game.codec.size
        self._bind = Binder(game.engine.bind.names, COMPILED, game.room.package)
        self.games = self._lay_out(seats)
        put = self.cuda.to_device
        self._boards = put(game.board.array())
        self._scratches = self.cuda.device_array(n, game.room.Scratch.dtype)
        self._scales = put(game.scales)
        self._wrong = put(np.full(1, -1, np.int32))
        self._chosen = self.cuda.device_array(n, np.int32)
        self._seen: Any = None
        self._mask: Any = None
        self.reset(seed)

    def _lay_out(self, seats: int) -> Games:
        """The arrays of a batch of one on the host say what they are; here they are n."""
        small = lay_out(self.game, seats, 1)
        small.states[1] = np.frombuffer(self.game.start(seats).pack(), small.states.dtype)[0]
        arrays = []
        for name, array in zip(Games._fields, small, strict=True):
            if name == "states":
                states = self.cuda.device_array(self.n + 1, array.dtype)
                states[self.n :].copy_to_device(array[1:])
                arrays.append(states)
            else:
                arrays.append(self.cuda.device_array((self.n, *array.shape[1:]), array.dtype))
        return Games(*arrays)

    def reset(self, seed: int = 0) -> None:
        """Begin every game anew."""
        from roundhouse.research import kernels

        self._run(kernels.begin_all, self._boards, self._scratches, self.games, seed & (2**62 - 1))

    def step(self, actions: Any, check: bool = True) -> None:
        """The seat to act in each game does its action: an int32 array of the card or the host.

        Raises IllegalAction, and changes nothing, if one is not legal; `check=False` leaves that
        out for actions that came from `mask`, and the step need not wait for the answer."""
        from roundhouse.research import kernels

        given = self._on_card(actions)
        if check:
            self._run(kernels.find_illegal, self.games, given, self._wrong)
            wrong = int(self._wrong.copy_to_host()[0])
            if wrong >= 0:
                self._wrong.copy_to_device(np.full(1, -1, np.int32))
                raise IllegalAction(f"the action of game {wrong} is not legal")
        self._run(kernels.step_all, self._boards, self._scratches, self.games, given)

    def random_actions(self) -> Any:
        """A legal action for each game, drawn evenly from the game's own random sequence."""
        from roundhouse.research import kernels

        self._run(kernels.choose_all, self.games, self._chosen)
        return self._chosen

    @property
    def observation(self) -> Any:
        """What the seat to act sees, float32, a row a game."""
        if self._seen is None:
            from roundhouse.research import kernels

            width = len(self._scales)
            self._seen = self.cuda.device_array((self.n, width), np.float32)
            self._launch(kernels.scale_all, self.n * width, self.games, self._scales, self._seen)
        return self._seen

    @property
    def mask(self) -> Any:
        """1 for each legal action, int8, a row a game."""
        if self._mask is None:
            from roundhouse.research import kernels

            self._mask = self.cuda.device_array((self.n, self.actions), np.int8)
            self._launch(kernels.fill_masks, self.n, self.games, self._mask)
        return self._mask

    @property
    def legal(self) -> Any:
        """The legal actions, ascending; a row has `count` of them, the rest means nothing."""
        return self.games.legal

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
        """1 if a game ended in the last step; it has begun anew since."""
        return self.games.done

    # The same under pgx's names.
    current_player, legal_action_mask, rewards, terminated = player, mask, reward, done

    def torch(self, name: str) -> Any:
        """A field as a Torch tensor that shares its memory."""
        import torch

        return torch.as_tensor(getattr(self, name), device="cuda")

    def position(self, i: int) -> Position:
        """Game i as it stands, a copy."""
        row = self.games.states[i : i + 1].copy_to_host()
        return self.game.unpack(row.tobytes())

    def _on_card(self, actions: Any) -> Any:
        if hasattr(actions, "__cuda_array_interface__"):
            given = self.cuda.as_cuda_array(actions)
            if given.dtype == np.int32 and given.shape == (self.n,):
                return given
            raise ValueError(f"actions on the card must be int32 of shape ({self.n},)")
        host = np.ascontiguousarray(actions, np.int32)
        if host.shape != (self.n,):
            raise ValueError(f"{self.n} actions are needed, an array of shape ({self.n},)")
        return self.cuda.to_device(host)

    def _run(self, kernel: Callable[..., Any], *given: Any) -> None:
        """A thread a game; what was looked at before is no longer true."""
        self._seen = self._mask = None
        self._launch(kernel, self.n, *given)

    def _launch(self, kernel: Callable[..., Any], threads: int, *given: Any) -> None:
        key = self.game.room.package, kernel
        if key not in KERNELS:
            KERNELS[key] = self.cuda.jit(self._bind.kernel(kernel))
        KERNELS[key][-(-threads // BLOCK), BLOCK](*given)
