"""One game's rules at one speed: allocates what drivers need and calls them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from roundhouse.core import drivers, observation
from roundhouse.core import rng as rng_module
from roundhouse.core.layout import Struct, check_size
from roundhouse.core.room import Room
from roundhouse.core.rule import CUDA, INTERPRETED, Binder, rule

if TYPE_CHECKING:
    from roundhouse.core.stepper import Stepper


@rule
def _copy_array(states: Any, to: int, source: int) -> None:
    states[to] = states[source]


@rule
def _copy_twin(states: Any, to: int, source: int) -> None:
    states[to].assign(states[source])


def _binder(names: Mapping[str, Any], speed: str, package: str) -> Binder:
    if speed != CUDA:
        return Binder(names, speed, package)
    from roundhouse.core.cuda import CudaBinder  # needs a library and a card that few have

    return CudaBinder(names, package)


class Engine:
    """Binds drivers to a room's rules and keeps the memory they work in.

    Not shared between threads: each thread takes an engine of its own (`fork`).
    """

    def __init__(self, room: Room, board: Struct, actions: int, speed: str) -> None:
        self.room, self.state, self.speed, self.size = room, room.State, speed, actions
        self.compiled = speed != INTERPRETED
        names: dict[str, Any] = {**room.rules, "copy": _copy_array if self.compiled else _copy_twin}
        names |= {
            "board_type": room.Board.dtype,
            "state_type": room.State.dtype,
            "scratch_type": room.Scratch.dtype,
            "action_count": actions,
            "out_type": np.dtype([("actions", "<i8", (actions,))]),
        }
        self.bind = _binder(names, speed, room.package)
        self._binders: dict[frozenset[Any], Binder] = {}  # shared by forks
        self.boards: Any = board.array() if self.compiled else [board]
        self._furnish()
        self._announce()
        # Binding is cheap: what is not called is not compiled.
        bind: Callable[..., Callable[..., Any]] = self.bind
        self.seed = bind(rng_module.seed)
        self.setup = bind(drivers.set_up)
        self.legal = bind(drivers.list_legal)
        self.weight = bind(drivers.weigh)
        self.apply = bind(drivers.play)
        self.scores = bind(drivers.score)
        self.ranks = bind(drivers.rank)
        self.redeal = bind(drivers.deal_again)
        self.observe = bind(drivers.look)

    def _furnish(self) -> None:
        """Memory of this engine's own: what drivers write into, and what rules think in."""
        self.out = self.buffer(self.size)
        self._stepper: Stepper | None = None
        self.seen = self.buffer(observation.size(self.room.observation))
        scratch = self.room.Scratch
        self.scratches: Any = np.zeros(1, scratch.dtype) if self.compiled else [scratch()]

    @property
    def stepper(self) -> Stepper:
        """What steps single positions; compiled rules only."""
        if self._stepper is None:
            from roundhouse.core.stepper import Stepper  # loads the compiler

            self._stepper = Stepper(self)
        return self._stepper

    def binder(self, more: Mapping[str, Any]) -> Binder:
        """One that knows more placeholders than the contract's; made once for the same ones."""
        key = frozenset(more.items())
        if key not in self._binders:
            names = {**self.bind.names, **more}
            self._binders[key] = _binder(names, self.speed, self.room.package)
        return self._binders[key]

    def fork(self) -> Engine:
        """Another engine on the same board and the same compiled code, with its own memory."""
        twin = Engine.__new__(Engine)
        twin.__dict__.update(self.__dict__)
        twin._furnish()
        return twin

    def buffer(self, n: int, m: int = 0) -> Any:
        """n zeros, or n rows of m."""
        if self.compiled:
            return np.zeros((n, m) if m else n, np.int64)
        return [[0] * m for _ in range(n)] if m else [0] * n

    def floats(self, n: int, m: int = 0) -> Any:
        """Like `buffer`, for numbers that are not whole: what a search adds up."""
        if self.compiled:
            return np.zeros((n, m) if m else n, np.float64)
        return [[0.0] * m for _ in range(n)] if m else [0.0] * n

    def rows(self, batch: Any) -> Any:
        """The bytes of each state of a batch, sharing its memory; interpreted: nothing to see."""
        if self.compiled:
            return batch.view(np.uint8).reshape(len(batch), self.state.dtype.itemsize)
        return [[] for _ in batch]

    def batch(self, n: int) -> Any:
        """n blank states."""
        return np.zeros(n, self.state.dtype) if self.compiled else [self.state() for _ in range(n)]

    def twin(self, batch: Any) -> Any:
        """The first state of a batch as a twin, for reading. Not to be written to."""
        return self.state.unpack(batch[:1].tobytes()) if self.compiled else batch[0]

    def load(self, data: bytes) -> Any:
        """A batch of one from packed bytes."""
        if not self.compiled:
            return [self.state.unpack(data)]
        check_size(self.state, data)
        return np.frombuffer(bytearray(data), self.state.dtype)

    def put(self, batch: Any, at: int, data: bytes) -> None:
        """Write packed bytes into a batch."""
        batch[at] = self.load(data)[0]

    def pack(self, batch: Any) -> bytes:
        data: bytes = batch[:1].tobytes() if self.compiled else batch[0].pack()
        return data

    def clone(self, batch: Any) -> Any:
        # By way of bytes: NumPy copies a structured array field by field, ten times slower.
        if self.compiled:
            return np.frombuffer(bytearray(batch.tobytes()), self.state.dtype)
        return [batch[0].copy()]

    def field(self, batch: Any, name: str) -> int:
        """A plain number of the first state of a batch."""
        value: int = batch[name].item(0) if self.compiled else getattr(batch[0], name)
        return value

    def written(self, n: int) -> list[int]:
        """The first n numbers of `out`."""
        numbers: list[int] = self.out[:n].tolist() if self.compiled else self.out[:n]
        return numbers

    def generator(self, seed: int, stream: int = 0) -> Any:
        """The words of a random generator, started at `seed`."""
        rng = self.buffer(rng_module.WORDS)
        self.seed(rng, seed & (2**62 - 1), stream)
        return rng

    def numbers(self, values: list[int]) -> Any:
        return np.array(values, np.int64) if self.compiled else list(values)

    def random_games(self, start: Any, games: int, seed: int, stream: int = 0) -> list[int]:
        """Play random games from `start`; the length of each in plies."""
        states = self.batch(2)
        states[0] = start[0] if self.compiled else start[0].copy()
        lengths = self.buffer(games)
        rng = self.generator(seed, stream)
        self.bind(drivers.play_outs)(
            self.boards, states, self.scratches, games, self.out, rng, lengths
        )
        return [int(n) for n in lengths]

    def perft(self, start: Any, depth: int) -> int:
        """How many action sequences of this depth there are."""
        states = self.batch(depth + 1)
        states[0] = start[0] if self.compiled else start[0].copy()
        outs = self.buffer(max(depth, 1), self.size)
        counts = self.buffer(depth + 1)
        return int(
            self.bind(drivers.perft)(self.boards, states, self.scratches, outs, counts, depth)
        )

    def _announce(self) -> None:
        if self.bind.cold() and not os.environ.get("ROUNDHOUSE_QUIET"):
            self.bind.folder().mkdir(parents=True, exist_ok=True)
            print(
                f"roundhouse: compiling the rules of {self.room.meta.id!r}; the first run on this "
                "machine takes seconds to a minute (ROUNDHOUSE_JIT=0 does without)",
                file=sys.stderr,
            )
