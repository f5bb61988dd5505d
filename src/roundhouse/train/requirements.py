"""What training needs of the machine, checked before a run starts."""

from __future__ import annotations

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game


class TrainingError(RoundhouseError, RuntimeError):
    """Training cannot start or continue; the message says what to do."""


def check_machine(device: str) -> None:
    """Check that Torch is installed and can use the device.

    Imports Torch, which takes seconds the first time.

    Args:
        device: `"cpu"` or `"cuda"`.

    Raises:
        TrainingError: Torch or the GPU is missing.
    """
    try:
        import torch
    except ImportError:
        raise TrainingError("training needs Torch: pip install 'roundhouse-games[train]'") from None
    if device == "cuda" and not torch.cuda.is_available():
        raise TrainingError(
            "Torch finds no NVIDIA GPU: train with --device cpu, or install the GPU's driver "
            "and a build of Torch for it"
        )


def check_compiled(game: Game) -> None:
    """Check that the rules of a game are compiled."""
    if not game.engine.compiled:
        raise TrainingError("training needs compiled rules: unset ROUNDHOUSE_JIT=0")
