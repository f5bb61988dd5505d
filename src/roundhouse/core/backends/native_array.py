"""Memory of the native backend: arrays of numbers or structs at an address."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from math import prod
from mmap import mmap
from struct import calcsize
from typing import Any

LARGE = 1 << 18  # bytes; larger arrays are mapped, so that untouched pages take no memory
BYTES = "B"
_KINDS = {BYTES: "|u1", "q": "<i8", "d": "<f8", "f": "<f4"}  # as NumPy names them


class NativeArray:
    """An array of one or two dimensions; interpreted code reads it like lists.

    Attributes:
        address: Where it begins.
        shape: The lengths that compiled code sees.
        flat: The numbers of all rows, or the bytes of all structs.
    """

    __slots__ = ("_code", "_size", "address", "flat", "shape")

    def __init__(
        self, shape: tuple[int, ...], size: int = 0, *, code: str = BYTES, view: Any = None
    ) -> None:
        """Allocate zeros, or use a view.

        Args:
            shape: The lengths.
            size: The bytes of a struct, for an array of structs.
            code: The type of a number as the module `struct` calls it.
            view: The bytes to use instead of new memory.
        """
        self.shape, self._size, self._code = shape, size or calcsize(code), code
        count = max(prod(shape) * self._size, 8)
        if view is None:
            view = memoryview(mmap(-1, count) if count >= LARGE else bytearray(count))
            view = view[: prod(shape) * self._size]
        self.flat = view.cast(BYTES).cast(code)
        self.address = _address_of(view)

    @classmethod
    def of(
        cls, data: bytes, shape: tuple[int, ...], size: int = 0, *, code: str = BYTES
    ) -> NativeArray:
        """Return memory with a copy of these bytes."""
        memory = cls(shape, size, code=code)
        memory.flat.cast(BYTES)[:] = data
        return memory

    def rows(self) -> list[NativeArray]:
        """Return the bytes of each struct, sharing memory."""
        view = self.flat.cast(BYTES)
        return [
            NativeArray((self._size,), view=view[n * self._size : (n + 1) * self._size])
            for n in range(self.shape[0])
        ]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """What NumPy needs to share the memory; structs are rows of bytes."""
        is_struct = self._code == BYTES and self._size > 1
        shape = (*self.shape, self._size) if is_struct else self.shape
        kind = _KINDS[self._code]
        return {"version": 3, "shape": shape, "typestr": kind, "data": (self.address, False)}

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, at: Any) -> Any:
        if len(self.shape) == 1:
            return self.flat[at]
        width = self.shape[1]
        return self.flat[at * width : (at + 1) * width]

    def __setitem__(self, at: int, value: Any) -> None:
        self.flat[at] = value

    def __iter__(self) -> Iterator[Any]:
        return (self[n] for n in range(len(self)))


def _address_of(view: Any) -> int:
    if not len(view):
        return 0
    return ctypes.addressof(ctypes.c_char.from_buffer(view))
