"""The speed `compiled`: rules compiled by Numba, over NumPy structs.

Compiled code is cached on disk (`compile_cache.py`). A function is compiled when it is first
called, and Numba is imported when the first function is bound.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from roundhouse.core.backends.compile_cache import cache_root, sources_digest
from roundhouse.core.backends.machine_code import MachineCodeEngine
from roundhouse.core.definition import GameDefinition
from roundhouse.core.engine import Driver
from roundhouse.core.layout import TAIL, Struct, check_size
from roundhouse.core.rule import COMPILED, Binder, rule

# Three addresses, and the length of the results.
CONTEXT: Any = np.dtype([(name, "<i8") for name in ("board", "scratch", "results", "result_count")])


def dtype_of(layout: type[Struct]) -> np.dtype[Any]:
    """Return the NumPy type of a struct.

    Padding is a field of its own: NumPy does not always copy unnamed padding, and equal states must
    have equal bytes. Raises TypeError for a field that an attribute of NumPy's records would hide.
    """
    for name in layout.fields:
        if hasattr(np.record, name):
            raise TypeError(f"a field may not be named {name!r}: NumPy uses that name")
    columns: list[Any] = [
        (name, f"<i{f.size}", f.shape) if f.shape else (name, f"<i{f.size}")
        for name, f in layout.packed_fields.items()
    ]
    padding = layout.packed_size - sum(f.size * f.count for f in layout.fields.values())
    if padding:
        columns.append((TAIL, "<i1", (padding,)))
    return np.dtype(columns, align=True)


def array_of(struct: Struct) -> np.ndarray[Any, Any]:
    """Return a struct as an array of one element."""
    return np.frombuffer(bytearray(struct.pack()), dtype_of(type(struct)))


@rule
def _copy(states: Any, to: int, source: int) -> None:
    states[to] = states[source]


class JitBinder(Binder):
    """Compiles the rules that it binds."""

    def __init__(self, names: Mapping[str, Any], package: str) -> None:
        super().__init__(names)
        self.package = package
        self._entries: dict[Driver, Any] = {}

    def compile(self, function: FunctionType, nogil: bool = True) -> Any:
        import numba

        config: Any = numba.config
        njit: Any = numba.njit  # its type stubs lack `_nrt`
        # The decorator reads the global setting; restore it so that other code is not affected.
        before = config.CACHE_DIR
        config.CACHE_DIR = str(self.folder())
        try:
            # Rules allocate nothing, so reference counting is off: passing an array in a named
            # tuple then costs no more than passing the array, and random play is faster.
            return njit(cache=True, nogil=nogil, error_model="numpy", _nrt=False)(function)
        finally:
            config.CACHE_DIR = before

    def entry(self, driver: Driver) -> Any:
        """Return a driver called with addresses of a context and a state, and a number."""
        if driver not in self._entries:
            from roundhouse.core.backends.by_address import call_driver  # loads the compiler

            entry = self.kernel(call_driver)
            entry.__globals__["driver"] = self(driver)
            entry.__name__ = entry.__qualname__ = f"{driver.__name__}_by_address"  # cached by name
            # The calls are short, so they keep the GIL: taking it again could mean waiting. With
            # its signature compiled, Numba need not look at the types of the arguments.
            self._entries[driver] = self.compile(entry, nogil=False).compile(
                "int64(int64, int64, int64)"
            )
        return self._entries[driver]

    def folder(self) -> Path:
        """Return the folder of this game's compiled code."""
        return cache_root() / sources_digest(self.package) / self.package.rpartition(".")[2]


class JitEngine(MachineCodeEngine):
    """Runs compiled rules; batches and buffers are NumPy arrays."""

    speed, needs_compiler = COMPILED, True

    def __init__(self, definition: GameDefinition, board: Struct, actions: int) -> None:
        self.dtype = dtype_of(definition.StateLayout)
        super().__init__(definition, board, actions)
        self._announce()

    def make_binder(self, names: dict[str, Any]) -> JitBinder:
        return JitBinder(self.names(names), self.definition.package)

    def names(self, names: dict[str, Any]) -> dict[str, Any]:
        """Return the placeholders of compiled code besides these."""
        return {
            **names,
            "copy": _copy,
            "board_type": dtype_of(self.definition.BoardLayout),
            "state_type": self.dtype,
            "scratch_type": dtype_of(self.definition.ScratchLayout),
            "context_type": CONTEXT,
            "action_count": self.size,
        }

    def _announce(self) -> None:
        """Tell the user once that compiling takes time."""
        folder = self.bind.folder()
        if not folder.exists() and not os.environ.get("ROUNDHOUSE_QUIET"):
            folder.mkdir(parents=True, exist_ok=True)
            print(
                f"roundhouse: compiling the rules of {self.definition.meta.id!r}; the first run on "
                "this machine takes up to a minute (set ROUNDHOUSE_JIT=0 to skip compiling)",
                file=sys.stderr,
            )

    def structs(self, struct: Struct) -> Any:
        return array_of(struct)

    def buffer(self, n: int, m: int = 0) -> Any:
        return np.zeros((n, m) if m else n, np.int64)

    def floats(self, n: int, m: int = 0) -> Any:
        return np.zeros((n, m) if m else n, np.float64)

    def tensor(self, shape: tuple[int, ...], data: bytes = b"") -> Any:
        if not data:
            return np.zeros(shape, np.float32)
        return np.frombuffer(bytearray(data), np.float32).reshape(shape)

    def batch(self, n: int) -> Any:
        return np.zeros(n, self.dtype)

    def rows(self, batch: Any) -> Any:
        return batch.view(np.uint8).reshape(len(batch), self.state.packed_size)

    def put(self, batch: Any, at: int, data: bytes) -> None:
        check_size(self.state, data)
        # Copy bytes: NumPy copies a struct field by field, which is ten times slower.
        batch[at : at + 1].view(np.uint8)[:] = np.frombuffer(data, np.uint8)

    def get(self, batch: Any, at: int) -> bytes:
        packed: bytes = batch[at : at + 1].tobytes()
        return packed

    def make_context(self) -> Any:
        addresses = self.boards.ctypes.data, self.scratches.ctypes.data
        return array("q", [*addresses, *self.results.buffer_info()])


ENGINE = JitEngine
