"""Access to structs by address, for entries from Python and for GPU kernels.

Passing a NumPy array to compiled code costs more than most rules: Numba looks up its type and
unpacks it on every call. An address is a plain integer.

This module loads the compiler. Import it only where rules are compiled.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from roundhouse.core.rule import placeholder


@intrinsic
def _struct_at(typing: Any, address: Any, dtype: Any) -> Any:
    """Reinterpret an address as a struct; compiled code represents a struct by a pointer."""

    def cast(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return dtype.dtype(types.int64, dtype), cast


struct_at: Any = _struct_at  # (address, NumPy type) -> struct, in compiled code only


def _type(name: str) -> Any:
    @placeholder
    def unbound() -> None:
        raise NotImplementedError(f"`{name}` belongs to a game: bind its user to one")

    return unbound


# NumPy types, which a binder replaces with those of its game; and the number of actions.
board_type = _type("board_type")
state_type = _type("state_type")
scratch_type = _type("scratch_type")
results_type = _type("results_type")  # its field `numbers` is the buffer of results
context_type = _type("context_type")  # the addresses that a driver needs besides the state's
action_count = _type("action_count")
driver: Any = None  # the driver of an entry


def call_driver(context_address: int, state_address: int, number: int) -> int:
    """Call a driver of `core/drivers.py` with structs at addresses."""
    context = struct_at(context_address, context_type)
    result: int = driver(
        struct_at(context.board, board_type),
        struct_at(state_address, state_type),
        struct_at(context.scratch, scratch_type),
        struct_at(context.results, results_type).numbers,
        number,
    )
    return result
