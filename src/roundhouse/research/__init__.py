"""Research interfaces: PettingZoo, Gymnasium, OpenSpiel, TextArena and batches.

    from roundhouse.research import pettingzoo_env, gymnasium_env, openspiel, Batch

Each interface is its own module and needs only its own library. To install all of them, run
`pip install 'roundhouse-games[research,text]'`. See docs/how-to/research/environments.md and
docs/how-to/research/language-models.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES = ("gymnasium_env", "kaggle_harness", "openspiel", "pettingzoo_env", "textarena_env")

__all__ = [
    "Batch",
    "gymnasium_env",
    "kaggle_harness",
    "openspiel",
    "pettingzoo_env",
    "textarena_env",
]


def __getattr__(name: str) -> Any:
    """Import an interface on first use, so that none needs the library of another."""
    if name == "Batch":
        return import_module("roundhouse.research.batch").Batch
    if name in _MODULES:
        return import_module(f"roundhouse.research.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
