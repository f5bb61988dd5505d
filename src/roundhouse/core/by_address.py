"""One compiled call a decision, for stepping from Python.

Handing a NumPy array to compiled code costs more than most rules do: its type is looked up and it
is unpacked, each time. Addresses are plain numbers. So a position's memory is found by its address
here, and the caller uses the compiled function's entry point, which takes numbers as they are.

Loads the compiler; imported where rules are compiled only.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.numpy_support import carray as numba_carray

from roundhouse.core.contract import OVER, apply, legal
from roundhouse.core.rule import placeholder, rule

TURNS = 16  # an answer is count * TURNS + turn + SHIFT
SHIFT = 2
ILLEGAL = -1

carray: Any = numba_carray  # here it takes what only compiled code has


@intrinsic
def _pointer(typing: Any, address: Any) -> Any:
    def cast(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.inttoptr(given[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), cast


pointer: Any = _pointer  # (address) -> pointer, in compiled code only


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
def out_size() -> None:
    """Stands for how long `out` is."""


@rule
def list_at(board: int, scratch: int, out: int, state: int) -> int:
    """The legal actions of the state at an address; says how many, and whose turn it is."""
    s = carray(pointer(state), (1,), state_type)[0]
    if s.turn == OVER:
        return 0
    room = carray(pointer(scratch), (1,), scratch_type)[0]
    actions = carray(pointer(out), (out_size,), types.int64)
    n = legal(carray(pointer(board), (1,), board_type)[0], s, room, actions)
    answer: int = n * TURNS + s.turn + SHIFT
    return answer


@rule
def step_at(board: int, scratch: int, out: int, state: int, count: int, action: int) -> int:
    """Make the action happen if it is one of the `count` in `out`, then list what is legal next;
    ILLEGAL, and nothing changed, if it is not."""
    actions = carray(pointer(out), (out_size,), types.int64)
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
    s = carray(pointer(state), (1,), state_type)[0]
    room = carray(pointer(scratch), (1,), scratch_type)[0]
    tables = carray(pointer(board), (1,), board_type)[0]
    apply(tables, s, room, action)
    if s.turn == OVER:
        return 0
    n = legal(tables, s, room, actions)
    answer: int = n * TURNS + s.turn + SHIFT
    return answer
