"""What Python calls to step a position: compiled, and called as methods of its own types are.

A compiled function that Numba wraps takes a quarter of a microsecond to be called, more than most
decisions take to be made; a function in Python around it, half as much again. So the functions here
are what CPython's own methods are made of: they take and give objects (as addresses), by its C
interface, which Numba's wrappers use as well. core/stepper.py makes methods of them.

A position (core/fast_position.py) lies in a bytearray: the state, then eight bytes, `Mark`, that
say which listing of legal actions is its own. A `Context` is what one engine's positions share:
where the board, the working memory and the list of legal actions are, the number of the last
listing, and Python's objects that are given out. Nothing here lets go of the interpreter between a
listing and its use, so nobody else can step there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from roundhouse.core.by_address import board_type, out_type, scratch_type, state_type, struct_at
from roundhouse.core.contract import CHANCE, OVER, apply, legal, weight
from roundhouse.core.drivers import outcome
from roundhouse.core.fast_position import FastPosition
from roundhouse.core.python_objects import slots_at
from roundhouse.core.rule import rule

NULL = 0  # instead of an object: an exception has been set
BITS = 32  # of a random number that draws an outcome

_ADDRESSES = ("board", "scratch", "out", "numbers")  # `numbers`: the object of each action
_OBJECTS = ("none", "true", "false", "bits", "getrandbits", "refuse", "refuse_chance")
_COUNTS = ("size", "listing", "count")  # bytes of a state; of the last listing
CONTEXT: Any = np.dtype([(name, "<i8") for name in (*_ADDRESSES, *_OBJECTS, *_COUNTS)])
MARK: Any = np.dtype([("listing", "<i8")])
POSITION: Any = slots_at(
    FastPosition, {"_context": "context", "_memory": "memory", "turn": "turn", "over": "over"}
)

# Of CPython's C interface. Objects are numbers here: their addresses.
_object = types.intp
bytearray_address: Any = types.ExternalFunction("PyByteArray_AsString", types.intp(_object))
as_number: Any = types.ExternalFunction("PyLong_AsLongLong", types.int64(_object))
number: Any = types.ExternalFunction("PyLong_FromLongLong", _object(types.int64))
exception: Any = types.ExternalFunction("PyErr_Occurred", _object())
forget_exception: Any = types.ExternalFunction("PyErr_Clear", types.void())
new_list: Any = types.ExternalFunction("PyList_New", _object(types.intp))
put_in_list: Any = types.ExternalFunction(
    "PyList_SetItem", types.int32(_object, types.intp, _object)
)
retain: Any = types.ExternalFunction("Py_IncRef", types.void(_object))
release: Any = types.ExternalFunction("Py_DecRef", types.void(_object))
attribute: Any = types.ExternalFunction("PyObject_GetAttr", _object(_object, _object))
call: Any = types.ExternalFunction("PyObject_CallOneArg", _object(_object, _object))

# A method of at most one argument: the position, the argument.
CALL: Any = _object(_object, _object)


@rule
def call_method(me: int, name: int, argument: int) -> int:
    """What a method of an object's, by its name, gives; NULL if it raises."""
    method: int = attribute(me, name)
    if method == NULL:
        return method
    answer: int = call(method, argument)
    release(method)
    return answer


@rule
def show_turn(context: Any, position: Any, turn: int) -> None:
    """Write it where Python looks."""
    before = position.turn
    position.turn = number(turn)
    if before != NULL:
        release(before)
    shown = context.true if turn == OVER else context.false
    if position.over != shown:
        before = position.over
        retain(shown)
        position.over = shown
        if before != NULL:
            release(before)


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
def legal_call(me: int, nothing: int) -> int:
    """The legal actions, a list."""
    position = struct_at(me, POSITION)
    context = struct_at(bytearray_address(position.context), CONTEXT)
    n = listed(context, bytearray_address(position.memory))
    actions = struct_at(context.out, out_type).actions
    numbers = struct_at(context.numbers, out_type).actions
    made: int = new_list(n)
    if made != NULL:
        for i in range(n):
            action = numbers[actions[i]]
            retain(action)
            put_in_list(made, i, action)
    return made


@rule
def weights_call(me: int, nothing: int) -> int:
    """Of a chance state: the weight of each of its outcomes, a list."""
    position = struct_at(me, POSITION)
    context = struct_at(bytearray_address(position.context), CONTEXT)
    address = bytearray_address(position.memory)
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
def place(actions: list[int], n: int, action: int) -> int:
    """Where an action stands among the first n, which ascend; n if it does not."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    if low < n and actions[low] != action:
        low = n
    return low


@rule
def apply_call(me: int, given: int) -> int:
    """Make the action happen; if it is not legal, `_refuse` it, and nothing has changed."""
    position = struct_at(me, POSITION)
    context = struct_at(bytearray_address(position.context), CONTEXT)
    action = as_number(given)
    if action == -1 and exception() != NULL:  # no number, or none that any action has
        forget_exception()
        return call_method(me, context.refuse, given)
    address = bytearray_address(position.memory)
    n = listed(context, address)
    if place(struct_at(context.out, out_type).actions, n, action) == n:
        return call_method(me, context.refuse, given)
    step(context, position, address, action)
    retain(context.none)
    none: int = context.none
    return none


@rule
def step(context: Any, position: Any, address: int, action: int) -> None:
    s = struct_at(address, state_type)
    apply(struct_at(context.board, board_type), s, struct_at(context.scratch, scratch_type), action)
    struct_at(address + context.size, MARK).listing = 0
    show_turn(context, position, s.turn)


@rule
def chance_call(me: int, rng: int) -> int:
    """Of a chance state: draw an outcome with random bits, and make it happen; says which."""
    position = struct_at(me, POSITION)
    context = struct_at(bytearray_address(position.context), CONTEXT)
    if struct_at(bytearray_address(position.memory), state_type).turn != CHANCE:
        return call_method(me, context.refuse_chance, rng)
    drawn = call_method(rng, context.getrandbits, context.bits)
    if drawn == NULL:
        return drawn
    bits = as_number(drawn)
    release(drawn)
    if bits == -1 and exception() != NULL:
        return NULL
    address = bytearray_address(position.memory)
    n = listed(context, address)
    s = struct_at(address, state_type)
    tables = struct_at(context.board, board_type)
    action = outcome(tables, s, struct_at(context.out, out_type).actions, n, bits)
    step(context, position, address, action)
    made: int = struct_at(context.numbers, out_type).actions[action]
    retain(made)
    return made


@rule
def look_call(me: int, nothing: int) -> int:
    """Have `turn` and `over` as the bytes say."""
    position = struct_at(me, POSITION)
    context = struct_at(bytearray_address(position.context), CONTEXT)
    show_turn(context, position, struct_at(bytearray_address(position.memory), state_type).turn)
    retain(context.none)
    none: int = context.none
    return none
