"""Arguments of a function of a native library, packed into slots of 8 bytes.

A number is one slot; an array is its address and its lengths; a named tuple is its fields. The
caller (`native.py`) needs no compiler for that, and this module unpacks them again.

This module loads the compiler. Import it only where libraries are built.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

SLOT = 8  # bytes


def make_unpack(argument_types: tuple[Any, ...]) -> Any:
    """Return a function that returns the arguments of these types at an address."""

    @intrinsic
    def unpack(typing: Any, address: Any) -> Any:
        result = types.Tuple(argument_types)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            slots = _Slots(context, builder, arguments[0])
            return slots.read(result)

        return result(types.int64), generate

    return unpack


class _Slots:
    """Writes the code that reads one argument after the other."""

    def __init__(self, context: Any, builder: Any, address: Any) -> None:
        self._context, self._builder, self._address, self._at = context, builder, address, 0

    def _next(self, llvm_type: Any) -> Any:
        """Return the value in the next slot."""
        place = self._builder.add(self._address, ir.Constant(ir.IntType(64), self._at))
        self._at += SLOT
        return self._builder.load(self._builder.inttoptr(place, llvm_type.as_pointer()))

    def read(self, type_: Any) -> Any:
        """Return the next argument."""
        if isinstance(type_, types.BaseTuple):
            return self._context.make_tuple(
                self._builder,
                type_,
                [self.read(t) for t in iter(type_)],  # type: ignore[call-overload]
            )
        if isinstance(type_, types.Array):
            return self._read_array(type_)
        if type_ not in (types.int64, types.float64):
            raise TypeError(f"an argument of a library may not be {type_}")
        return self._next(self._context.get_value_type(type_))

    def _read_array(self, type_: Any) -> Any:
        context, builder, number = self._context, self._builder, ir.IntType(64)
        array = context.make_array(type_)(context, builder)
        address = self._next(number)
        shape = [self._next(number) for _ in range(type_.ndim)]
        item = context.get_abi_sizeof(context.get_data_type(type_.dtype))
        strides = [ir.Constant(number, item)]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(
            array,
            data=builder.inttoptr(address, array.data.type),
            shape=shape,
            strides=strides,
            itemsize=ir.Constant(number, item),
            meminfo=None,
        )
        return array._getvalue()


driver: Any = None  # the function that is called
unpack: Any = None  # made by `make_unpack`


def call_for_int(slots: int) -> int:
    """Call a function and return its result as an integer."""
    return int(driver(*unpack(slots)))


def call_for_float(slots: int) -> float:
    """Call a function and return its result."""
    result: float = driver(*unpack(slots))
    return result


def call(slots: int) -> int:
    """Call a function that returns nothing."""
    driver(*unpack(slots))
    return 0


# By the annotation of the result.
KERNELS: dict[Any, Any] = {
    "int": call_for_int,
    "bool": call_for_int,
    "float": call_for_float,
    "None": call,
}
