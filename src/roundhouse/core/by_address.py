"""One compiled call a decision, for stepping from Python.

Handing a NumPy array to compiled code costs more than most rules do: its type is looked up and it
is unpacked, each time. Addresses are plain numbers. So a position's memory is found by its address
here, and the caller uses the compiled function's entry point, which takes numbers as they are.

Loads the compiler; imported where rules are compiled only.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from roundhouse.core.contract import OVER, apply, legal
from roundhouse.core.rule import placeholder, rule

TURNS = 16  # an answer is count * TURNS + turn + SHIFT
SHIFT = 2
ILLEGAL = -1


@intrinsic
def _struct_at(typing: Any, address: Any, dtype: Any) -> Any:
    """A struct is a pointer to compiled code: all there is to do is to call a number one."""

    def cast(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.inttoptr(given[0], context.get_value_type(signature.return_type))

    return dtype.dtype(types.int64, dtype), cast


struct_at: Any = _struct_at  # (address, NumPy type) -> struct, in compiled code only


@placeholder
def board_type() -> None:
    """Stands for the NumPy type of the board."""


@placeholder
def state_type() -> None:
    """Stands for the NumPy type of the state."""


@placeholder
def scratch_type() -> None:
    """Stands for the NumPy type of the working memory."""


@placeholder
def out_type() -> None:
    """Stands for a NumPy type with one field, `actions`: as many as there are."""


@rule
def list_at(board: int, scratch: int, out: int, state: int) -> int:
    """The legal actions of the state at an address; says how many, and whose turn it is."""
    s = struct_at(state, state_type)
    if s.turn == OVER:
        return 0
    room = struct_at(scratch, scratch_type)
    actions = struct_at(out, out_type).actions
    n = legal(struct_at(board, board_type), s, room, actions)
    answer: int = n * TURNS + s.turn + SHIFT
    return answer


@rule
def step_at(board: int, scratch: int, out: int, state: int, count: int, action: int) -> int:
    """Make the action happen if it is one of the `count` in `out`, then list what is legal next;
    ILLEGAL, and nothing changed, if it is not."""
    actions = struct_at(out, out_type).actions
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    if low >= count or actions[low] != action:
        return ILLEGAL
    s = struct_at(state, state_type)
    room = struct_at(scratch, scratch_type)
    tables = struct_at(board, board_type)
    apply(tables, s, room, action)
    if s.turn == OVER:
        return 0
    n = legal(tables, s, room, actions)
    answer: int = n * TURNS + s.turn + SHIFT
    return answer
