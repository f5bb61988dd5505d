"""The games for researchers: PettingZoo, Gymnasium and OpenSpiel environments, and batches.

    from roundhouse.research import pettingzoo_env, gymnasium_env, openspiel, Batch

Every interface is a module of its own that needs nothing but its own library; all of them come
with `pip install 'roundhouse[research]'`. docs/research.md begins at the beginning.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["Batch", "gymnasium_env", "openspiel", "pettingzoo_env"]

_MODULES = ("gymnasium_env", "openspiel", "pettingzoo_env")


def __getattr__(name: str) -> Any:
    """What is asked for is imported then, so that no interface needs the library of another."""
    if name == "Batch":
        return import_module("roundhouse.research.batch").Batch
    if name in _MODULES:
        return import_module(f"roundhouse.research.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
