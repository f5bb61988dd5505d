"""The speed `native`: rules compiled ahead of time, called through ctypes.

Needs neither a compiler nor NumPy: see `native_library.py` for where libraries come from. Memory
is plain bytes at an address, and a function gets its arguments in slots of 8 bytes (`by_slots.py`).
"""

from __future__ import annotations

import ctypes
import struct
import sys
from array import array
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from roundhouse.core.backends.machine_code import MachineCodeEngine
from roundhouse.core.backends.native_array import NativeArray
from roundhouse.core.backends.native_library import FAILED, find_library, symbol_of
from roundhouse.core.engine import Driver
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.layout import Struct, check_size
from roundhouse.core.rule import NATIVE, Binder

_DOUBLE, _SLOT = struct.Struct("<d"), struct.Struct("<q")


class NoLibrary(RoundhouseError, RuntimeError):
    """There is no native library for a game's sources on this machine."""


class _LoadedLibrary:
    """A loaded library."""

    def __init__(self, path: Path) -> None:
        if sys.platform == "linux":  # libraries are linked with nothing; most Pythons load this
            ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)
        self._short = ctypes.PyDLL(str(path))  # calls keep the interpreter's lock
        self._long = ctypes.CDLL(str(path))  # calls release it
        self.path = path

    def entry(self, symbol: str) -> Any:
        """Return a function of three integers."""
        function = self._short[symbol]
        function.argtypes, function.restype = [ctypes.c_int64] * 3, ctypes.c_int64
        return function

    def function(self, symbol: str) -> Any:
        """Return a function of the address of its arguments."""
        function = self._long[symbol]
        function.argtypes, function.restype = [ctypes.c_int64], ctypes.c_int64
        return function


_load = cache(_LoadedLibrary)


def _pack(value: Any, slots: list[int]) -> None:
    """Append an argument to the slots."""
    if isinstance(value, NativeArray):
        slots.append(value.address)
        slots.extend(value.shape)
    elif isinstance(value, tuple):
        for field in value:
            _pack(field, slots)
    elif isinstance(value, float):
        slots.append(_SLOT.unpack(_DOUBLE.pack(value))[0])
    elif getattr(value, "shape", ()):  # an array of NumPy
        if not value.flags.c_contiguous:
            raise ValueError("a native library takes contiguous arrays")
        slots.append(value.__array_interface__["data"][0])
        slots.extend(value.shape)
    else:
        slots.append(value)


class NativeBinder(Binder):
    """Finds functions in a library instead of compiling them."""

    def __init__(
        self, names: Mapping[str, Any], library: _LoadedLibrary, more: Mapping[str, Any]
    ) -> None:
        super().__init__(names)
        self.library, self._more = library, more

    def __call__(self, function: Callable[..., Any]) -> Any:
        if function not in self._bound:
            call = self.library.function(symbol_of(function, self._more))
            is_float = function.__annotations__.get("return") == "float"
            self._bound[function] = partial(self._call, call, is_float)
        return self._bound[function]

    def entry(self, driver: Driver) -> Any:
        """Return a driver called with addresses of a context and a state, and a number."""
        return self.library.entry(symbol_of(driver, {}))

    @staticmethod
    def _call(call: Callable[[int], int], is_float: bool, *arguments: Any) -> int | float:
        packed: list[int] = []
        _pack(arguments, packed)
        slots = array("q", packed)
        result = call(slots.buffer_info()[0])
        if result == FAILED and not is_float:
            raise RuntimeError("a function of a native library failed")
        if is_float:
            number: float = _DOUBLE.unpack_from(slots)[0]
            return number
        return result


class NativeEngine(MachineCodeEngine):
    """The rules of a native library; batches and buffers are memory at an address."""

    speed = NATIVE

    def __init__(self, definition: Any, board: Struct, actions: int) -> None:
        path = find_library(definition.package)
        if path is None:
            raise NoLibrary(
                f"there is no native library for {definition.meta.id!r} and its sources: "
                f"run `roundhouse build-native {definition.meta.id}`"
            )
        self._library = _load(path)
        super().__init__(definition, board, actions)

    def make_binder(self, names: dict[str, Any]) -> NativeBinder:
        more = {name: rule for name, rule in names.items() if name not in self.definition.rules}
        return NativeBinder(names, self._library, more)

    def structs(self, struct: Struct) -> Any:
        return NativeArray.of(struct.pack(), (1,), struct.packed_size)

    def buffer(self, n: int, m: int = 0) -> Any:
        return NativeArray((n, m) if m else (n,), code="q")

    def floats(self, n: int, m: int = 0) -> Any:
        return NativeArray((n, m) if m else (n,), code="d")

    def tensor(self, shape: tuple[int, ...], data: bytes = b"") -> Any:
        return NativeArray.of(data, shape, code="f") if data else NativeArray(shape, code="f")

    def batch(self, n: int) -> Any:
        return NativeArray((n,), self.state.packed_size)

    def rows(self, batch: Any) -> Any:
        return batch.rows()

    def numbers(self, values: list[int]) -> Any:
        return NativeArray.of(array("q", values).tobytes(), (len(values),), code="q")

    def put(self, batch: Any, at: int, data: bytes) -> None:
        check_size(self.state, data)
        size = self.state.packed_size
        batch.flat[at * size : (at + 1) * size] = data

    def get(self, batch: Any, at: int) -> bytes:
        size = self.state.packed_size
        return bytes(batch.flat[at * size : (at + 1) * size])

    def make_context(self) -> Any:
        results = self.results.buffer_info()
        return array("q", [self.boards.address, self.scratches.address, *results])


ENGINE = NativeEngine
