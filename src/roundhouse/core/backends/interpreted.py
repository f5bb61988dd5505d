"""The speed `interpreted`: plain Python over PyStates, standard library only."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from roundhouse.core.engine import Driver, Engine
from roundhouse.core.layout import Struct
from roundhouse.core.rule import INTERPRETED, Binder, rule


@rule
def _copy(states: Any, to: int, source: int) -> None:
    states[to].assign(states[source])


class InterpretedEngine(Engine):
    """Runs rules in the interpreter; batches and buffers are lists."""

    speed, compiled = INTERPRETED, False

    def make_binder(self, names: dict[str, Any]) -> Binder:
        return Binder({**names, "copy": _copy})

    def structs(self, struct: Struct) -> Any:
        return [struct]

    def buffer(self, n: int, m: int = 0) -> Any:
        return [[0] * m for _ in range(n)] if m else [0] * n

    def floats(self, n: int, m: int = 0) -> Any:
        return [[0.0] * m for _ in range(n)] if m else [0.0] * n

    def tensor(self, shape: tuple[int, ...], data: bytes = b"") -> Any:
        return memoryview(data or bytes(4 * prod(shape))).cast("f", shape).tolist()

    def batch(self, n: int) -> Any:
        return [self.state() for _ in range(n)]

    def rows(self, batch: Any) -> Any:
        return [[] for _ in batch]

    def put(self, batch: Any, at: int, data: bytes) -> None:
        batch[at] = self.state.unpack(data)

    def get(self, batch: Any, at: int) -> bytes:
        packed: bytes = batch[at].pack()
        return packed

    # A state on its own is a PyState, which is its own address.

    def unpack(self, data: bytes) -> Any:
        return self.state.unpack(data)

    def address(self, memory: Any) -> Any:
        return memory

    def copy(self, memory: Any) -> tuple[Any, Any]:
        copied = memory.copy()
        return copied, copied

    def pack(self, memory: Any) -> bytes:
        packed: bytes = memory.pack()
        return packed

    def py_state(self, memory: Any) -> Any:
        return memory

    def field(self, memory: Any, name: str) -> int:
        value: int = getattr(memory, name)
        return value

    def make_context(self) -> Any:
        return self.boards[0], self.scratches[0], self.results

    def entry(self, driver: Driver) -> Callable[[Any, int], int]:
        bound, (board, scratch, results) = self.bind(driver), self.context
        return lambda state, number: bound(board, state, scratch, results, number)


ENGINE = InterpretedEngine
