"""The decorator `@rule`, and binding rules to a game.

A rule is a plain Python function over structs. The decorator only marks it, so that views,
debuggers and coverage tools call it directly. `Binder` makes a bound copy: it follows the global
names that a rule uses and replaces the placeholders of `core/placeholders.py` with one game's
rules. The binder of a backend (`core/backends/`) compiles the result. Importing a game does not
load the compiler.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = "interpreted"
NATIVE = "native"  # needs a library for the game: core/backends/native_library.py
COMPILED = "compiled"
SPEEDS = (INTERPRETED, COMPILED)  # available on every machine
CUDA = "cuda"  # needs an NVIDIA GPU: core/backends/cuda.py


def rule(function: F) -> F:
    """Mark a function that can be compiled; it uses only ints, structs and buffers."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def placeholder(function: F) -> F:
    """Mark a function that a binder replaces with the game's."""
    function.__placeholder__ = True  # type: ignore[attr-defined]
    return function


def default_speed() -> str:
    """Return "compiled", or "interpreted" without Numba or if ROUNDHOUSE_JIT is 0."""
    is_wanted = os.environ.get("ROUNDHOUSE_JIT", "1") != "0"
    return COMPILED if is_wanted and find_spec("numba") else INTERPRETED


def _copied(function: Callable[..., Any]) -> FunctionType:
    """Return a copy of a function with its own globals."""
    source = cast(FunctionType, function)
    scope = dict(source.__globals__)
    copied = FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
    copied.__qualname__, copied.__module__ = source.__qualname__, source.__module__
    return copied


class Binder:
    """Makes bound copies of rules for one game; a backend compiles them."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names
        self._bound: dict[Callable[..., Any], Any] = {}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Return the bound copy of a rule."""
        if function in self._bound:
            return self._bound[function]
        copied = _copied(function)
        bound = self.compile(copied)
        self._bound[function] = bound  # before binding the callees: rules may be recursive
        self._walk(copied)
        return bound

    def kernel(self, function: Callable[..., Any]) -> FunctionType:
        """Return a copy of a function with bound rules; the caller compiles it."""
        copied = _copied(function)
        self._walk(copied)
        return copied

    def compile(self, function: FunctionType) -> Any:
        """Return what callers call instead of a function; here the function itself."""
        return function

    def _walk(self, copied: FunctionType) -> None:
        """Replace the rules that a function calls with their bound copies."""
        scope = copied.__globals__
        for name, value in self.globals_of(copied):
            scope[name] = self.names[name] if hasattr(value, "__placeholder__") else value
            if hasattr(scope[name], "__rule__"):
                scope[name] = self(scope[name])

    @staticmethod
    def globals_of(function: Callable[..., Any]) -> list[tuple[str, Any]]:
        """Return the global names that a function uses, with their values."""
        source = cast(FunctionType, function)
        scope = source.__globals__
        return [(name, scope[name]) for name in source.__code__.co_names if name in scope]
