"""Python's own objects as compiled code meets them: where slots lie, and methods by address.

CPython only, as the compiler is: an object's `id` is its address, and a slot of a class is a place
in the object, the same in every object of the class.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

NO_ARGUMENT, ONE_ARGUMENT = 0x0004, 0x0008  # CPython's METH_NOARGS and METH_O


def slots_at(owner: type, names: dict[str, str]) -> np.dtype[Any]:
    """A NumPy type that lies over an object of the class: its fields are the slots, by the names
    that are given for them, and hold the addresses of what is in them.

    Found by looking: what is put into a slot of a blank object is searched for in its memory."""
    size = owner.__basicsize__
    blank: object = object.__new__(owner)
    offsets = []
    for slot in names:
        mark = object()
        setattr(blank, slot, mark)
        words = np.frombuffer(ctypes.string_at(id(blank), size), np.int64)
        offsets.append(int(np.flatnonzero(words == id(mark))[0]) * words.itemsize)
    formats = ["<i8"] * len(offsets)
    return np.dtype(
        {"names": list(names.values()), "formats": formats, "offsets": offsets, "itemsize": size}
    )


class _Definition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    ]


def add_method(owner: type, name: str, address: int, takes: int, text: str | None) -> None:
    """Give a class a method whose code is the compiled function at this address: it is called as
    the methods of lists and strings are, with the object and its argument, if it takes one."""
    definition = _Definition(name.encode(), address, takes, text and text.encode())
    setattr(owner, f"_definition_of_{name}", definition)  # it must outlive the method
    make: Any = ctypes.pythonapi.PyDescr_NewMethod
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.py_object, ctypes.c_void_p]
    setattr(owner, name, make(owner, ctypes.addressof(definition)))
