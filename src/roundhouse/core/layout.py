"""Structs: a game's state, its board tables and its working memory, declared once.

    class State(Struct):
        turn = i8()
        cash = i16(SEATS)
        owned = i8(SEATS, RAILROADS)

An instance is the interpreter's twin of the struct: plain ints and lists, which is what makes
interpreted play fast. `State.dtype` is the same struct as a NumPy structured type, which is
what compiled rules read and write. `pack` gives the same bytes for both.

All fields are signed: Numba turns uint64 + int64 into a float, so one unsigned field would
poison every sum it takes part in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol, Self, cast, overload

import numpy as np

from roundhouse.core.errors import BadState

TAIL = "tail"  # the bytes after the last field, named so that copies copy them: always zero


@dataclass(frozen=True)
class Field:
    """One entry of a struct: a small signed integer, or a table of them."""

    code: str
    shape: tuple[int, ...]

    def zero(self) -> Any:
        if not self.shape:
            return 0
        *rows, length = self.shape
        return [[0] * length for _ in range(rows[0])] if rows else [0] * length


class _Maker(Protocol):
    """To a type checker a field *is* its value, so that rules are checked for real."""

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, n: int, /) -> list[int]: ...
    @overload
    def __call__(self, n: int, m: int, /) -> list[list[int]]: ...


def _field(code: str, *shape: int) -> Any:
    if len(shape) > 2:
        raise TypeError("a field has at most two dimensions")
    return Field(code, shape)


i8 = cast(_Maker, partial(_field, "<i1"))
i16 = cast(_Maker, partial(_field, "<i2"))
i32 = cast(_Maker, partial(_field, "<i4"))
i64 = cast(_Maker, partial(_field, "<i8"))


def _dtype(fields: dict[str, Field]) -> np.dtype[Any]:
    """The NumPy type of these fields, without a byte that has no name.

    Widest first, so that every field is aligned (a GPU insists) without gaps. What aligning an
    array of them adds behind the last field becomes a field too: unnamed padding is not copied
    by every copy, and two equal positions must have equal bytes.
    """
    ordered = sorted(fields.items(), key=lambda item: -np.dtype(item[1].code).itemsize)
    columns: list[Any] = [
        (name, f.code, f.shape) if f.shape else (name, f.code) for name, f in ordered
    ]
    aligned = np.dtype(columns, align=True)
    missing = aligned.itemsize - np.dtype(columns).itemsize
    return np.dtype([*columns, (TAIL, "<i1", (missing,))], align=True) if missing else aligned


class Struct:
    """Base of all structs; see the module's text."""

    fields: ClassVar[dict[str, Field]]
    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        for name in cls.fields:
            # Compiled rules would read the attribute of np.record, not the field.
            if hasattr(np.record, name) or hasattr(Struct, name) or name == TAIL:
                raise TypeError(f"a field may not be called {name!r}: structs have that already")
        cls.dtype = _dtype(cls.fields)

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.zero())

    def assign(self, other: Self) -> None:
        """Become a copy of `other`."""
        mine = self.__dict__
        for name, value in other.__dict__.items():
            if type(value) is int:
                mine[name] = value
            elif value and type(value[0]) is list:
                mine[name] = [row[:] for row in value]
            else:
                mine[name] = value[:]

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.assign(self)
        return twin

    def array(self) -> np.ndarray[Any, Any]:
        """The struct as a batch of one, for compiled rules."""
        batch = np.zeros(1, self.dtype)
        for name in self.fields:
            batch[name][0] = getattr(self, name)
        return batch

    def pack(self) -> bytes:
        return self.array().tobytes()

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        check_size(cls, data)
        row = np.frombuffer(data, cls.dtype)[0]
        twin = object.__new__(cls)
        for name in cls.fields:
            setattr(twin, name, row[name].tolist())
        return twin


def check_size(struct: type[Struct], data: bytes) -> None:
    """Raise BadState unless the bytes are as many as one of these packs into."""
    if len(data) != struct.dtype.itemsize:
        raise BadState(
            f"a packed state of this game is {struct.dtype.itemsize} bytes, not {len(data)}: "
            "it is of another game or another version"
        )


class NoScratch(Struct):
    """The working memory of a game whose rules need none."""

    unused = i8()
