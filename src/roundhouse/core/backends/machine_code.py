"""Backends with machine code: a state is bytes that entries take by address."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

from roundhouse.core.engine import Driver, Engine
from roundhouse.core.layout import check_size, read_number


class MachineCodeEngine(Engine):
    """Runs machine code, which reads and writes a state at its address."""

    compiled = True

    def unpack(self, data: bytes) -> Any:
        check_size(self.state, data)
        return array("b", data)

    def address(self, memory: Any) -> Any:
        return memory.buffer_info()[0]

    def copy(self, memory: Any) -> tuple[Any, Any]:
        copied = memory[:]
        return copied, copied.buffer_info()[0]

    def pack(self, memory: Any) -> bytes:
        packed: bytes = memory.tobytes()
        return packed

    def py_state(self, memory: Any) -> Any:
        return self.state.unpack(memory.tobytes())

    def field(self, memory: Any, name: str) -> int:
        return read_number(self.state, name, memory)

    def entry(self, driver: Driver) -> Callable[[Any, int], int]:
        return partial(self.bind.entry(driver), self.context.buffer_info()[0])
