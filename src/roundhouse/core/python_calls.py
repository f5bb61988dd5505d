"""What Python calls to step a position: compiled, and called as its own built-in functions are.

A compiled function that Numba wraps takes a quarter of a microsecond to be called, more than most
decisions take to be made. The functions here are what CPython's own are made of: they take and give
objects (as addresses), by its C interface, which Numba's wrappers use as well. `built_in` makes one
callable.

A position lies in a bytearray: the state, then eight bytes, `Mark`, that say which listing of legal
actions is its own. A `Context` is what one engine's positions share: where the board, the working
memory and the list of legal actions are, and the number of the last listing. Nothing here lets go
of the interpreter, so nobody else can step between a listing and its use.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from roundhouse.core.by_address import board_type, out_type, scratch_type, state_type, struct_at
from roundhouse.core.contract import OVER, apply, legal, weight
from roundhouse.core.drivers import outcome
from roundhouse.core.rule import rule

ILLEGAL = -3  # instead of a turn
DRAWN = 8  # bits that a turn takes behind the outcome that was drawn
NULL = 0  # an exception has been set

CONTEXT: Any = np.dtype(
    [(name, "<i8") for name in ("board", "scratch", "out", "size", "listing", "count")]
)
MARK: Any = np.dtype([("listing", "<i8")])
TWO: Any = np.dtype([("memory", "<i8"), ("action", "<i8")])
ONE: Any = np.dtype([("memory", "<i8")])

# Of CPython's C interface. Objects are numbers here: their addresses.
_object = types.intp
bytearray_address: Any = types.ExternalFunction("PyByteArray_AsString", types.intp(_object))
as_number: Any = types.ExternalFunction("PyLong_AsLongLong", types.int64(_object))
number: Any = types.ExternalFunction("PyLong_FromLongLong", _object(types.int64))
exception: Any = types.ExternalFunction("PyErr_Occurred", _object())
new_list: Any = types.ExternalFunction("PyList_New", _object(types.intp))
put_in_list: Any = types.ExternalFunction(
    "PyList_SetItem", types.int32(_object, types.intp, _object)
)

# A built-in function of some arguments: itself, where they are, how many.
CALL: Any = _object(_object, types.intp, types.intp)
_FASTCALL = 0x0080


@rule
def listed(context: Any, address: int) -> int:
    """Have the legal actions of the state at this address in the buffer; says how many."""
    mark = struct_at(address + context.size, MARK)
    if mark.listing != context.listing:
        s = struct_at(address, state_type)
        n = 0
        if s.turn != OVER:
            tables = struct_at(context.board, board_type)
            actions = struct_at(context.out, out_type).actions
            n = legal(tables, s, struct_at(context.scratch, scratch_type), actions)
        context.listing += 1
        mark.listing = context.listing
        context.count = n
    count: int = context.count
    return count


@rule
def legal_call(context_object: int, given: int, many: int) -> int:
    """memory -> the legal actions, a list."""
    context = struct_at(bytearray_address(context_object), CONTEXT)
    n = listed(context, bytearray_address(struct_at(given, ONE).memory))
    actions = struct_at(context.out, out_type).actions
    made: int = new_list(n)
    if made != NULL:
        for i in range(n):
            put_in_list(made, i, number(actions[i]))
    return made


@rule
def weights_call(context_object: int, given: int, many: int) -> int:
    """memory of a chance state -> the weight of each of its outcomes, a list."""
    context = struct_at(bytearray_address(context_object), CONTEXT)
    address = bytearray_address(struct_at(given, ONE).memory)
    n = listed(context, address)
    actions = struct_at(context.out, out_type).actions
    tables = struct_at(context.board, board_type)
    made: int = new_list(n)
    if made != NULL:
        for i in range(n):
            likely = weight(tables, struct_at(address, state_type), actions[i])
            put_in_list(made, i, number(likely))
    return made


@rule
def apply_call(context_object: int, given: int, many: int) -> int:
    """memory, action -> the turn after it; ILLEGAL, and nothing changed, if it is not legal."""
    pair = struct_at(given, TWO)
    action = as_number(pair.action)
    if action == -1 and exception() != NULL:
        return NULL
    context = struct_at(bytearray_address(context_object), CONTEXT)
    address = bytearray_address(pair.memory)
    high = listed(context, address)
    low = 0
    actions = struct_at(context.out, out_type).actions
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    if low >= context.count or actions[low] != action:
        refused: int = number(ILLEGAL)
        return refused
    s = struct_at(address, state_type)
    apply(struct_at(context.board, board_type), s, struct_at(context.scratch, scratch_type), action)
    struct_at(address + context.size, MARK).listing = 0
    turn: int = number(s.turn)
    return turn


@rule
def chance_call(context_object: int, given: int, many: int) -> int:
    """memory of a chance state, 32 random bits -> the outcome that they draw, and the turn after
    it (less ILLEGAL, so that it is not negative)."""
    pair = struct_at(given, TWO)
    bits = as_number(pair.action)
    if bits == -1 and exception() != NULL:
        return NULL
    context = struct_at(bytearray_address(context_object), CONTEXT)
    address = bytearray_address(pair.memory)
    n = listed(context, address)
    s = struct_at(address, state_type)
    tables = struct_at(context.board, board_type)
    action = outcome(tables, s, struct_at(context.out, out_type).actions, n, bits)
    apply(tables, s, struct_at(context.scratch, scratch_type), action)
    struct_at(address + context.size, MARK).listing = 0
    made: int = number((action << DRAWN) + s.turn - ILLEGAL)
    return made


class _Definition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    ]


_definitions: dict[int, _Definition] = {}  # by address; they must outlive the functions


def built_in(address: int, context: bytearray) -> Callable[..., Any]:
    """A function of Python's that calls the compiled one at this address, `context` first."""
    if address not in _definitions:
        _definitions[address] = _Definition(b"step", address, _FASTCALL, None)
    make: Any = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    made: Callable[..., Any] = make(ctypes.addressof(_definitions[address]), context, None)
    return made
