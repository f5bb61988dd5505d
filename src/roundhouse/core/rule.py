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
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = "interpreted"
COMPILED = "compiled"
SPEEDS = (INTERPRETED, COMPILED)  # what every machine has
CUDA = "cuda"  # the third, where there is an NVIDIA card: core/cuda.py
PACKAGE = "roundhouse"
COMPILED_LAYERS = ("core", "games", "bots", "lab", "research")  # of ours: where there are rules


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
def sources_digest(*packages: str) -> str:
    """A digest of the compiler, of all our sources that are compiled, and of these packages: where
    rooms live that are not ours.

    Numba's disk cache checks only the file of the function itself, not those of the functions
    it calls, so a changed callee would go unnoticed. Keying the folder on everything is coarse
    and right.
    """
    # (Of what is installed: who does not compile need not load the compiler, and who does not ask
    # need not load this.)
    from importlib.metadata import version

    digest = hashlib.sha256(f"{version('numba')} {sys.version}".encode())
    ours = Path(__file__).parents[1]
    folders = [(ours, ours / layer) for layer in COMPILED_LAYERS]
    for package in sorted({whole_package(name) for name in packages} - {PACKAGE}):
        folders += [(folder.parent, folder) for folder in _folders_of(package)]
    for root, folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def whole_package(name: str) -> str:
    """The outermost package of a room's: what a room uses of its neighbours is compiled, too."""
    return name.partition(".")[0]


def _folders_of(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]


def cache_root() -> Path:
    """Where compiled rules are kept: ROUNDHOUSE_CACHE, or the user's cache folder."""
    given = os.environ.get("ROUNDHOUSE_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "roundhouse"


def _copied(function: Callable[..., Any]) -> FunctionType:
    """A function with globals of its own."""
    source = cast(FunctionType, function)
    scope = dict(source.__globals__)
    copied = FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
    copied.__qualname__, copied.__module__ = source.__qualname__, source.__module__
    return copied


class Binder:
    """Makes working copies of rules for one game at one speed; `package` is its room's."""

    def __init__(self, names: Mapping[str, Any], speed: str, package: str) -> None:
        if speed not in SPEEDS:
            raise ValueError(f"no speed {speed!r}: choose one of {', '.join(SPEEDS)}")
        self.names, self.speed, self.package = names, speed, package
        self._bound: dict[Callable[..., Any], Any] = {}
        self._entries: dict[Any, Any] = {}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The working copy of `function`."""
        if function in self._bound:
            return self._bound[function]
        copied = _copied(function)
        bound = self._compile(copied) if self.speed == COMPILED else copied
        self._bound[function] = bound  # before the walk: rules may call themselves
        self._walk(copied)
        return bound

    def kernel(self, function: Callable[..., Any]) -> FunctionType:
        """A copy of a kernel whose rules are bound, for its caller to compile (core/cuda.py)."""
        copied = _copied(function)
        self._walk(copied)
        return copied

    def address(self, function: Callable[..., Any], signature: Any) -> int:
        """Where the compiled code of a function starts, for callers that are not Numba's."""
        key = (function, signature)
        if key not in self._entries:
            copied = _copied(function)
            self._walk(copied)
            self._entries[key] = self._compile(copied, signature)
        address: int = self._entries[key].address
        return address

    def _walk(self, copied: FunctionType) -> None:
        """Put working copies of the rules in the place of the names that a function uses."""
        scope = copied.__globals__
        for name in copied.__code__.co_names:
            value = scope.get(name)
            if hasattr(value, "__placeholder__"):
                value = self.names[name]
            if hasattr(value, "__rule__"):
                scope[name] = self(cast(Callable[..., Any], value))
            elif name in scope:
                scope[name] = value

    def folder(self) -> Path:
        """Where the compiled code of this game is kept."""
        return cache_root() / sources_digest(self.package) / self.package.rpartition(".")[2]

    def cold(self) -> bool:
        """Nothing of this game has been compiled yet on this machine."""
        return self.speed == COMPILED and not self.folder().exists()

    def _compile(self, function: FunctionType, signature: Any = None) -> Any:
        """A function that Numba calls, or with a signature one that C may call."""
        import numba

        config: Any = numba.config
        njit: Any = numba.njit  # its types do not know of `_nrt`
        cfunc: Any = numba.cfunc
        # The folder is read when the decorator runs; put it back so that nobody else's is moved.
        before = config.CACHE_DIR
        config.CACHE_DIR = str(self.folder())
        try:
            # Rules allocate nothing, so nobody need count references: without `_nrt` an array of
            # a named tuple costs no more to pass on than a plain one, and random play is faster.
            if signature is not None:
                return cfunc(signature, cache=True, error_model="numpy", _nrt=False)(function)
            return njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
        finally:
            config.CACHE_DIR = before
