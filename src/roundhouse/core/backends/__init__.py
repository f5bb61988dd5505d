"""The backends: one module for each way to run the rules of a game."""

from __future__ import annotations

from importlib import import_module

from roundhouse.core.definition import GameDefinition
from roundhouse.core.engine import Engine
from roundhouse.core.layout import Struct
from roundhouse.core.rule import COMPILED, CUDA, INTERPRETED

BACKENDS = {INTERPRETED: "interpreted", COMPILED: "jit", CUDA: "cuda"}  # speed -> module


def make_engine(definition: GameDefinition, board: Struct, actions: int, speed: str) -> Engine:
    """Return the engine of a game at a speed; import its backend only now."""
    if speed not in BACKENDS:
        raise ValueError(f"no speed {speed!r}: choose one of {', '.join(BACKENDS)}")
    module = import_module(f"{__name__}.{BACKENDS[speed]}")
    engine: Engine = module.ENGINE(definition, board, actions)
    return engine
