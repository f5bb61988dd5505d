"""What training needs of a machine, asked for before anything is played."""

from __future__ import annotations

from collections.abc import Callable

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game

# What is going on, how much of it is done, of how much, and a note.
Tell = Callable[[str, int, int, str], None]


class CannotTrain(RoundhouseError, RuntimeError):
    """Something is missing or in the way; the message says what to do."""


def silent(_what: str, _done: int, _of: int, _note: str) -> None:
    """Tells nobody."""


def check_machine(device: str) -> None:
    """Torch, and a card where one is asked for. Imports Torch: seconds, the first time."""
    try:
        import torch
    except ImportError:
        raise CannotTrain("training needs Torch: pip install 'roundhouse[train]'") from None
    if device == "cuda" and not torch.cuda.is_available():
        raise CannotTrain(
            "there is no NVIDIA card that Torch can use here: train with --device cpu, or install "
            "the card's driver and a build of Torch for it"
        )


def check_compiled(game: Game) -> None:
    if not game.engine.compiled:
        raise CannotTrain("training needs compiled rules: do without ROUNDHOUSE_JIT=0")
