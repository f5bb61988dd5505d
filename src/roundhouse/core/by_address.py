"""Structs by their addresses: what stepping from Python and kernels of a GPU work on.

Handing a NumPy array to compiled code costs more than most rules do: its type is looked up and it
is unpacked, each time. An address is a number.

Loads the compiler; imported where rules are compiled only.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from roundhouse.core.rule import placeholder


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
def action_count() -> None:
    """Stands for the number of actions that there are."""


@placeholder
def out_type() -> None:
    """Stands for a NumPy type with one field, `actions`: as many as there are."""
