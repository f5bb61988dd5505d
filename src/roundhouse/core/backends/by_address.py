"""Access to structs by address, for entries from Python and for GPU kernels.

Passing a NumPy array to compiled code costs more than most rules: Numba looks up its type and
unpacks it on every call. An address is a plain integer.

This module loads the compiler. Import it only where rules are compiled.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from roundhouse.core.rule import placeholder


@intrinsic
def _struct_at(typing: Any, address: Any, dtype: Any) -> Any:
    """Reinterpret an address as a struct; in compiled code a struct is a pointer."""

    def cast(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return dtype.dtype(types.int64, dtype), cast


struct_at: Any = _struct_at  # (address, NumPy type) -> struct, in compiled code only


@intrinsic
def _numbers_at(typing: Any, address: Any, count: Any) -> Any:
    """Return the numbers at an address as an array."""
    result = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(result)(context, builder)
        size = context.get_constant(types.intp, 8)
        data = builder.inttoptr(arguments[0], array.data.type)
        populate_array(array, data, [arguments[1]], [size], size, None)
        return array._getvalue()

    return result(types.int64, types.int64), generate


numbers_at: Any = _numbers_at  # (address, count) -> array, in compiled code only


def _type(name: str) -> Any:
    @placeholder
    def unbound() -> None:
        raise NotImplementedError(f"`{name}` belongs to a game: bind its user to one")

    return unbound


# NumPy types, which a binder replaces with those of its game; and the number of actions.
board_type = _type("board_type")
state_type = _type("state_type")
scratch_type = _type("scratch_type")
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
        numbers_at(context.results, context.result_count),
        number,
    )
    return result
