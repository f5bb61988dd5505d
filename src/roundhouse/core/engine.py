"""The engine: a game's rules on one backend, with the memory that drivers need.

`core/backends/` has a subclass for each backend. A backend stores states in two ways. A batch is an
array of states that drivers index, for bots and loops that stay in the backend. The memory of a
single state belongs to a `State`: entries step it with one call for each decision.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping
from copy import copy
from functools import cached_property
from typing import Any, ClassVar

from roundhouse.core import drivers, observation
from roundhouse.core import rng as rng_module
from roundhouse.core.definition import GameDefinition
from roundhouse.core.layout import Struct

# A function of board, state, scratch memory, results and a number.
Driver = Callable[[Any, Any, Any, Any, int], int]


class Engine(ABC):
    """Binds drivers to a game's rules and owns the memory that they work in.

    An engine is not thread-safe. Each thread needs its own: see `fork`.

    Attributes:
        size: The number of actions.
        bind: Makes a driver callable; it takes batches and buffers of this engine.
        boards: A batch of the board's tables.
        scratches: A batch of this engine's scratch memory.
        out: A buffer with a place for every action.
        results: The numbers that entries write.
    """

    speed: ClassVar[str]
    compiled: ClassVar[bool]  # whether rules run as machine code
    needs_compiler: ClassVar[bool] = False  # whether this process compiles them

    def __init__(self, definition: GameDefinition, board: Struct, actions: int) -> None:
        self.definition, self.state, self.size = definition, definition.StateLayout, actions
        self.observation_size = observation.size(definition.observation)
        self._binders: dict[frozenset[Any], Any] = {}  # shared by forks
        self.bind = self.make_binder(dict(definition.rules))
        self.boards = self.structs(board)
        self._allocate()

    def _allocate(self) -> None:
        """Allocate this engine's own memory."""
        self.out = self.buffer(self.size)
        self.observation = self.buffer(self.observation_size)
        self.scratches = self.structs(self.definition.ScratchLayout())
        self.results: Any = array("q", bytes(8 * self.result_count))
        self.context = self.make_context()
        self.listed: object = None  # the state whose legal actions are in `results`

    # Entries, bound when they are first used. `State` calls them.
    set_up = cached_property(lambda self: self.entry(drivers.set_up))
    list_actions = cached_property(lambda self: self.entry(drivers.list_actions))
    play = cached_property(lambda self: self.entry(drivers.play))
    play_chance = cached_property(lambda self: self.entry(drivers.play_chance))
    list_weights = cached_property(lambda self: self.entry(drivers.list_weights))
    list_scores = cached_property(lambda self: self.entry(drivers.list_scores))
    list_ranks = cached_property(lambda self: self.entry(drivers.list_ranks))
    write_observation = cached_property(lambda self: self.entry(drivers.write_observation))
    redeal_seeded = cached_property(lambda self: self.entry(drivers.redeal_seeded))

    def fork(self) -> Engine:
        """Return an engine that shares the board and compiled code but not the memory."""
        fork = copy(self)
        for name, value in vars(Engine).items():
            if isinstance(value, cached_property):
                vars(fork).pop(name, None)  # it writes to the memory of this engine
        fork._allocate()
        return fork

    def binder(self, more: Mapping[str, Any]) -> Any:
        """Return a cached binder with more placeholders than the game's."""
        key = frozenset(more.items())
        if key not in self._binders:
            self._binders[key] = self.make_binder({**self.definition.rules, **more})
        return self._binders[key]

    @property
    def result_count(self) -> int:
        """The length of `results`."""
        return max(2 * self.size, self.observation_size) + 1  # actions with weights, their number

    # What a backend provides.

    @abstractmethod
    def make_binder(self, names: dict[str, Any]) -> Any:
        """Return a binder that replaces placeholders by name; it adds `copy`."""

    @abstractmethod
    def structs(self, struct: Struct) -> Any:
        """Return a batch of one struct."""

    @abstractmethod
    def buffer(self, n: int, m: int = 0) -> Any:
        """Return n zeros, or n rows of m zeros."""

    @abstractmethod
    def floats(self, n: int, m: int = 0) -> Any:
        """Return n floating-point zeros, or n rows of m."""

    @abstractmethod
    def tensor(self, shape: tuple[int, ...], data: bytes = b"") -> Any:
        """Return an array of float32 with this shape, of packed numbers or zeros."""

    @abstractmethod
    def batch(self, n: int) -> Any:
        """Return n blank states."""

    @abstractmethod
    def rows(self, batch: Any) -> Any:
        """Return the bytes of each state, sharing memory; empty rows when interpreted."""

    @abstractmethod
    def put(self, batch: Any, at: int, data: bytes) -> None:
        """Write a packed state into a batch; raise BadState for the wrong size."""

    @abstractmethod
    def get(self, batch: Any, at: int) -> bytes:
        """Return a state of a batch, packed."""

    @abstractmethod
    def unpack(self, data: bytes) -> Any:
        """Return memory with a packed state; raise BadState for the wrong size."""

    @abstractmethod
    def address(self, memory: Any) -> Any:
        """Return what entries take for this memory; it is valid as long as the memory."""

    @abstractmethod
    def copy(self, memory: Any) -> tuple[Any, Any]:
        """Return a copy of the memory of a state, and its address."""

    @abstractmethod
    def pack(self, memory: Any) -> bytes:
        """Return the state in this memory, packed."""

    @abstractmethod
    def py_state(self, memory: Any) -> Any:
        """Return the state in this memory as a PyState; read-only."""

    @abstractmethod
    def field(self, memory: Any, name: str) -> int:
        """Return a number of the state in this memory."""

    @abstractmethod
    def make_context(self) -> Any:
        """Return what entries need besides a state: board, scratch memory and results."""

    @abstractmethod
    def entry(self, driver: Driver) -> Callable[[Any, int], int]:
        """Return a driver that takes the address of a state and a number."""

    # What follows from it.

    def load(self, data: bytes) -> Any:
        """Return a batch of one packed state."""
        batch = self.batch(1)
        self.put(batch, 0, data)
        return batch

    def numbers(self, values: list[int]) -> Any:
        """Return integers in the form that drivers take."""
        buffer = self.buffer(len(values))
        buffer[:] = values
        return buffer

    def generator(self, seed: int, stream: int = 0) -> Any:
        """Return the words of a random generator, seeded."""
        rng = self.buffer(rng_module.WORDS)
        self.bind(rng_module.seed)(rng, seed & rng_module.SEED_MASK, stream)
        return rng

    def random_games(self, start: Any, games: int, seed: int, stream: int = 0) -> list[int]:
        """Play random games from `start`; return their lengths in plies."""
        states, lengths = self.batch(2), self.buffer(games)
        self.put(states, 0, self.get(start, 0))
        rng = self.generator(seed, stream)
        self.bind(drivers.play_outs)(
            self.boards, states, self.scratches, games, self.out, rng, lengths
        )
        return [int(n) for n in lengths]

    def perft(self, start: bytes, depth: int) -> int:
        """Count the action sequences of this depth from a packed state."""
        states, counts = self.batch(depth + 1), self.buffer(depth + 1)
        self.put(states, 0, start)
        outs = self.buffer(max(depth, 1), self.size)
        return int(
            self.bind(drivers.perft)(self.boards, states, self.scratches, outs, counts, depth)
        )
