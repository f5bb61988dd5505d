"""Structs: declarations of a game's state, board tables and scratch memory.

    class StateLayout(Struct):
        turn = i8()
        cash = i16(SEATS)
        owned = i8(SEATS, RAILROADS)

An instance holds plain ints and lists, which are fast in interpreted play. `pack` returns the bytes
of a C struct, which compiled rules read and write in place.

All fields are signed, because Numba converts uint64 + int64 to a float.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import prod
from typing import Any, ClassVar, Protocol, Self, cast, overload

from roundhouse.core.errors import BadState

TAIL = "tail"  # a field for the padding after the last field; always zero
_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # of the module `struct`, by the size of a number


@dataclass(frozen=True)
class Field:
    """A field of a struct: a signed integer, or a list or table of them."""

    size: int  # bytes of one number
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of numbers."""
        return prod(self.shape)


class _Maker(Protocol):
    """The type of a field for a type checker: the type of its value."""

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, n: int, /) -> list[int]: ...
    @overload
    def __call__(self, n: int, m: int, /) -> list[list[int]]: ...


def _field(size: int, *shape: int) -> Any:
    if len(shape) > 2:
        raise TypeError("a field has at most two dimensions")
    return Field(size, shape)


i8 = cast(_Maker, partial(_field, 1))
i16 = cast(_Maker, partial(_field, 2))
i32 = cast(_Maker, partial(_field, 4))
i64 = cast(_Maker, partial(_field, 8))


class Struct:
    """The base class of all structs; see the module docstring.

    In the bytes the widest fields come first, so that all are aligned without gaps, as a GPU
    requires. Padding follows up to a multiple of the widest field.
    """

    fields: ClassVar[dict[str, Field]]
    packed_fields: ClassVar[dict[str, Field]]  # in the order of the bytes
    packed_size: ClassVar[int]  # bytes
    _packing: ClassVar[struct.Struct]
    _numbers: ClassVar[dict[str, struct.Struct]]  # what reads each scalar field from the bytes
    # Name, dimensions, first and end index among all numbers, length of a row.
    _plan: ClassVar[list[tuple[str, int, int, int, int]]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        for name in cls.fields:
            if name in (TAIL, *dir(Struct), *Struct.__annotations__):
                raise TypeError(f"a field may not be named {name!r}: structs use that name")
        cls.packed_fields = dict(sorted(cls.fields.items(), key=lambda item: -item[1].size))
        cls._plan, cls._numbers, codes, end = [], {}, "<", 0
        for name, field in cls.packed_fields.items():
            begin, end = end, end + field.count
            cls._plan.append(
                (name, len(field.shape), begin, end, field.shape[-1] if field.shape else 1)
            )
            if not field.shape:
                offset = struct.calcsize(codes)
                cls._numbers[name] = struct.Struct(f"<{offset}x{_CODES[field.size]}")
            codes += f"{field.count}{_CODES[field.size]}"
        size = struct.calcsize(codes)
        padding = -size % max((field.size for field in cls.fields.values()), default=1)
        cls._packing = struct.Struct(f"{codes}{padding}x")
        cls.packed_size = cls._packing.size

    def __init__(self) -> None:
        self._fill([0] * sum(field.count for field in self.fields.values()))

    def _fill(self, numbers: Sequence[int]) -> None:
        """Set all fields from their numbers, in the order of the bytes."""
        values = self.__dict__
        for name, dimensions, begin, end, width in self._plan:
            if dimensions == 0:
                values[name] = numbers[begin]
            elif dimensions == 1:
                values[name] = [*numbers[begin:end]]
            else:
                values[name] = [[*numbers[n : n + width]] for n in range(begin, end, width)]

    def assign(self, other: Self) -> None:
        """Copy all fields of `other`."""
        mine = self.__dict__
        for name, value in other.__dict__.items():
            if type(value) is int:
                mine[name] = value
            elif value and type(value[0]) is list:
                mine[name] = [row[:] for row in value]
            else:
                mine[name] = value[:]

    def copy(self) -> Self:
        """Return a copy."""
        struct = object.__new__(type(self))
        struct.assign(self)
        return struct

    def pack(self) -> bytes:
        """Return the struct as bytes.

        Raises:
            OverflowError: A number does not fit into its field.
            ValueError: A list has the wrong length.
        """
        values = self.__dict__
        numbers: list[int] = []
        for name, dimensions, _, _, _ in self._plan:
            if dimensions == 0:
                numbers.append(values[name])
            elif dimensions == 1:
                numbers += values[name]
            else:
                numbers += chain.from_iterable(values[name])
        try:
            return self._packing.pack(*numbers)
        except struct.error as error:
            is_complete = len(numbers) == sum(field.count for field in self.fields.values())
            kind = OverflowError if is_complete else ValueError
            raise kind(f"{type(self).__name__}: {error}") from None

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Return the struct of packed bytes; raise BadState for the wrong size."""
        check_size(cls, data)
        unpacked = object.__new__(cls)
        unpacked._fill(cls._packing.unpack(data))
        return unpacked


def read_number(layout: type[Struct], name: str, data: Any) -> int:
    """Return a number of a packed struct."""
    number: int = layout._numbers[name].unpack_from(data)[0]
    return number


def check_size(layout: type[Struct], data: bytes) -> None:
    """Raise BadState unless the bytes have the size of a packed struct."""
    if len(data) != layout.packed_size:
        raise BadState(
            f"a packed state of this game is {layout.packed_size} bytes, not {len(data)}: "
            "it belongs to another game or version"
        )


class EmptyScratch(Struct):
    """The scratch memory of a game whose rules need none."""

    unused = i8()
