"""The backends: one module for each way to run the rules of a game."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec

from roundhouse.core.backends.native_library import find_library
from roundhouse.core.definition import GameDefinition
from roundhouse.core.engine import Engine
from roundhouse.core.layout import Struct
from roundhouse.core.rule import COMPILED, CUDA, INTERPRETED, NATIVE, default_speed

BACKENDS = {
    INTERPRETED: "interpreted",
    NATIVE: "native",
    COMPILED: "jit",
    CUDA: "cuda",
}  # speed -> module


def make_engine(definition: GameDefinition, board: Struct, actions: int, speed: str) -> Engine:
    """Return the engine of a game at a speed; import its backend only now."""
    if speed not in BACKENDS:
        raise ValueError(f"no speed {speed!r}: choose one of {', '.join(BACKENDS)}")
    module = import_module(f"{__name__}.{BACKENDS[speed]}")
    engine: Engine = module.ENGINE(definition, board, actions)
    return engine


def choose_speed(package: str) -> str:
    """Return the fastest speed for a game that needs no compiling, else the default.

    With ROUNDHOUSE_JIT=0, rules run interpreted.
    """
    if os.environ.get("ROUNDHOUSE_JIT", "1") != "0" and find_library(package):
        return NATIVE
    return default_speed()


def available_speeds(package: str) -> tuple[str, ...]:
    """Return the speeds of a game that this installation has, besides the GPU's."""
    native = (NATIVE,) if find_library(package) else ()
    jit = (COMPILED,) if find_spec("numba") else ()
    return (INTERPRETED, *native, *jit)
