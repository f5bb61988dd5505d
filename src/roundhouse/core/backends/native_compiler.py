"""Compiling a game's functions ahead of time into one native library.

Numba translates every function to LLVM once, without optimizing it. The modules of all functions
are linked, and LLVM optimizes the whole (`native_target.py`): functions that several exports call
are shared, and LLVM decides what to inline.

This module loads the compiler and changes Numba for the whole process (`Compiler`), so it belongs
in a process that only builds libraries.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import codegen, types
from numba.core.registry import cpu_target

from roundhouse.core.backends import by_address, by_slots
from roundhouse.core.backends.jit import JitBinder
from roundhouse.core.backends.native_library import FAILED, symbol_of
from roundhouse.core.engine import Driver


class _FunctionCode(codegen.AOTCodeLibrary):
    """The code of one function, neither optimized nor linked with what it calls."""

    _codegen: _Codegen

    def add_llvm_module(self, ll_module: Any) -> None:
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True
        self._codegen.modules.append(self._final_module)

    def get_pointer_to_function(self, name: str) -> int:
        """Return any function: Numba wraps it for Python, and nothing calls the wrapper."""
        return ctypes.cast(ctypes.pythonapi.Py_GetVersion, ctypes.c_void_p).value or 0


class _Codegen(codegen.AOTCPUCodegen):
    """Collects the modules of all functions."""

    _library_class = _FunctionCode

    def __init__(self, name: str) -> None:
        self.modules: list[Any] = []
        super().__init__(name)

    def set_env(self, name: str, environment: Any) -> None:
        """Ignore the environment, which only code with Python objects reads."""

    def insert_unresolved_ref(self, builder: Any, fnty: Any, name: str) -> Any:
        """Refer to a function that is still being compiled: rules may be recursive."""
        from llvmlite import ir

        module = builder.module
        return module.globals.get(name) or ir.Function(module, fnty, name)


class LibraryBinder(JitBinder):
    """Binds rules for a library.

    Args:
        names: The placeholders.
        package: The package of the game.
        general: A binder without the placeholders that only this one has. It binds the rules that
            use none of them, so that they are translated once.
    """

    def __init__(
        self, names: Mapping[str, Any], package: str, general: LibraryBinder | None = None
    ) -> None:
        super().__init__(names, package)
        self._general = general
        self._own_names = names.keys() - general.names.keys() if general else set()

    def __call__(self, function: Callable[..., Any]) -> Any:
        if self._general and not self._uses_own_name(function, set()):
            return self._general(function)
        return super().__call__(function)

    def _uses_own_name(self, function: Callable[..., Any], visited: set[Any]) -> bool:
        """Return whether a rule, or one that it calls, uses a placeholder of this binder."""
        visited.add(function)
        for name, value in self.globals_of(function):
            if name in self._own_names and hasattr(value, "__placeholder__"):
                return True
            rule = self.names[name] if hasattr(value, "__placeholder__") else value
            is_new = hasattr(rule, "__rule__") and rule not in visited
            if is_new and self._uses_own_name(rule, visited):
                return True
        return False

    def compile(self, function: FunctionType, nogil: bool = True) -> Any:
        njit: Any = numba.njit
        dispatcher = njit(
            error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
        )(function)
        template = dispatcher.get_call_template

        def get_call_template(arguments: Any, keywords: Any) -> Any:
            return template([_widened(t) for t in arguments], keywords)

        dispatcher.get_call_template = get_call_template
        return dispatcher


def _widened(type_: Any) -> Any:
    """Return the type to translate for: one for all integers and constants."""
    general = types.unliteral(type_)
    return types.int64 if isinstance(general, types.Integer) else general


@dataclass(frozen=True)
class Export:
    """A function of a library: what it binds, and arguments of the types it takes."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    more: Mapping[str, Callable[..., Any]]  # placeholders besides the game's


class Compiler:
    """Collects exports and writes them as a library."""

    def __init__(self) -> None:
        context: Any = cpu_target.target_context
        self._codegen = context._internal_codegen = _Codegen("roundhouse")
        self._wrappers: list[str] = []

    def add_entry(self, binder: JitBinder, driver: Driver) -> None:
        """Add a driver that takes addresses of a context and of a state, and a number."""
        kernel = binder.kernel(by_address.call_driver)
        kernel.__globals__["driver"] = binder(driver)
        name = self._translate(binder, kernel, (types.int64,) * 3)
        self._wrappers.append(_entry_wrapper(symbol_of(driver, {}), name))

    def add(self, binder: JitBinder, export: Export) -> None:
        """Add a function that takes the address of its packed arguments."""
        kind = export.function.__annotations__.get("return")
        argument_types = tuple(numba.typeof(value) for value in export.arguments)
        kernel = binder.kernel(by_slots.KERNELS[kind])
        kernel.__globals__["driver"] = binder(export.function)
        kernel.__globals__["unpack"] = by_slots.make_unpack(argument_types)
        name = self._translate(binder, kernel, (types.int64,))
        symbol = symbol_of(export.function, export.more)
        self._wrappers.append(_function_wrapper(symbol, name, kind == "float"))

    def _translate(
        self, binder: JitBinder, kernel: FunctionType, arguments: tuple[Any, ...]
    ) -> str:
        """Translate a function and everything it calls; return its name in LLVM."""
        dispatcher = binder.compile(kernel)
        dispatcher.compile(arguments)
        result = dispatcher.overloads[arguments]
        result.library.finalize()  # no other function calls it
        name: str = result.fndesc.llvm_func_name
        return name

    def link_modules(self) -> bytes:
        """Return the code of the whole library, as LLVM's bitcode."""
        whole = llvm.parse_assembly("\n".join(self._wrappers))
        for module in self._codegen.modules:
            whole.link_in(module)
        for function in whole.functions:
            if not function.is_declaration and not function.name.startswith("rh_"):
                function.linkage = llvm.Linkage.internal
        for variable in whole.global_variables:
            if variable.linkage == llvm.Linkage.common:
                variable.linkage = llvm.Linkage.internal
        bitcode: bytes = whole.as_bitcode()
        return bitcode


# Numba's calling convention: a status, a pointer to the result, a pointer to an exception.
_CALL = """
  %result = alloca i64
  %exception = alloca ptr
  store i64 0, ptr %result
  %status = call i32 @"{name}"(ptr %result, ptr %exception, {arguments})
  %value = load i64, ptr %result
  %is_good = icmp eq i32 %status, 0
  %answer = select i1 %is_good, i64 %value, i64 {failed}
"""


def _entry_wrapper(symbol: str, name: str) -> str:
    arguments = "i64 %context, i64 %state, i64 %number"
    call = _CALL.format(name=name, arguments=arguments, failed=FAILED)
    return (
        f'declare i32 @"{name}"(ptr, ptr, i64, i64, i64)\n'
        f"define i64 @{symbol}({arguments}) {{{call}  ret i64 %answer\n}}\n"
    )


def _function_wrapper(symbol: str, name: str, is_float: bool) -> str:
    call = _CALL.format(name=name, arguments="i64 %slots", failed=FAILED)
    if is_float:  # the result takes the place of the first argument
        call += "  %place = inttoptr i64 %slots to ptr\n  store i64 %value, ptr %place\n"
    return (
        f'declare i32 @"{name}"(ptr, ptr, i64)\n'
        f"define i64 @{symbol}(i64 %slots) {{{call}  ret i64 %answer\n}}\n"
    )
