"""`@rule`, and binding rules to a speed.

A rule is a plain Python function over structs. Decorating marks it and nothing more, so that a
view, a debugger or a coverage run simply calls it. `Binder` makes the working copy: it follows
the global names a rule uses, swaps the contract's placeholders (`core/contract.py`) for one
game's rules, and compiles the lot when asked to. One source, every speed; and importing a room
does not load the compiler.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = "interpreted"
COMPILED = "compiled"
SPEEDS = (INTERPRETED, COMPILED)


def rule(function: F) -> F:
    """Mark a function as part of the rules: ints, structs and buffers only."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def placeholder(function: F) -> F:
    """Mark a contract function that a binder replaces by the game's own."""
    function.__placeholder__ = True  # type: ignore[attr-defined]
    return function


def default_speed() -> str:
    """Compiled, unless ROUNDHOUSE_JIT=0."""
    return INTERPRETED if os.environ.get("ROUNDHOUSE_JIT", "1") == "0" else COMPILED


@cache
def sources_digest() -> str:
    """A digest of the package's sources and the compiler.

    Numba's disk cache checks only the file of the function itself, not those of the functions
    it calls, so a changed callee would go unnoticed. Keying the folder on everything is coarse
    and right.
    """
    import numba

    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    package = Path(__file__).parents[1]
    for layer in ("core", "games", "bots", "research"):
        for path in sorted((package / layer).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled rules are kept: ROUNDHOUSE_CACHE, or the user's cache folder."""
    given = os.environ.get("ROUNDHOUSE_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "roundhouse"


class Binder:
    """Makes working copies of rules for one game at one speed."""

    def __init__(self, names: Mapping[str, Any], speed: str, room: str) -> None:
        if speed not in SPEEDS:
            raise ValueError(f"no speed {speed!r}: choose one of {', '.join(SPEEDS)}")
        self.names, self.speed, self.room = names, speed, room
        self._bound: dict[Callable[..., Any], Any] = {}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The working copy of `function`."""
        if function in self._bound:
            return self._bound[function]
        source = cast(FunctionType, function)
        scope = dict(source.__globals__)
        copied = FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
        copied.__qualname__, copied.__module__ = source.__qualname__, source.__module__
        bound = self._compile(copied) if self.speed == COMPILED else copied
        self._bound[function] = bound  # before the walk: rules may call themselves
        for name in source.__code__.co_names:
            value = scope.get(name)
            if hasattr(value, "__placeholder__"):
                value = self.names[name]
            if hasattr(value, "__rule__"):
                scope[name] = self(cast(Callable[..., Any], value))
            elif name in scope:
                scope[name] = value
        return bound

    def folder(self) -> Path:
        return cache_root() / sources_digest() / self.room

    def cold(self) -> bool:
        """Nothing of this game has been compiled yet on this machine."""
        return self.speed == COMPILED and not self.folder().exists()

    def _compile(self, function: FunctionType) -> Any:
        import numba

        config: Any = numba.config
        # The folder is read when the decorator runs; put it back so that nobody else's is moved.
        before = config.CACHE_DIR
        config.CACHE_DIR = str(self.folder())
        try:
            return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        finally:
            config.CACHE_DIR = before
