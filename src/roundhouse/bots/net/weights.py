"""The shipped weights: one file for each game that has a network.

A network plays on one board, under one version of the rules, with the options it was trained with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from roundhouse.bots.net.weights_file import read_arrays
from roundhouse.core.game import Game

FOLDER = Path(__file__).parent / "trained"


@dataclass(frozen=True)
class Weights:
    """The arrays of a network by name, and the metadata of its training."""

    arrays: dict[str, Any]  # buffers of float32, such as a memoryview or an array of NumPy
    metadata: dict[str, Any]

    @property
    def value_prior_sharpness(self) -> float:
        """The search parameter of this name in training; the game's may differ now."""
        for name in ("value_prior_sharpness", "keen"):  # older files call it `keen`
            if name in self.metadata:
                return float(self.metadata[name])
        return 1.0

    def fits(self, game: Game) -> bool:
        """Return whether they were trained for this board, these rules and these options."""
        here = (game.meta.id, game.rules, game.board_file.digest, game.engine.observation_size)
        data = self.metadata
        if here != (data["game"], data["rules"], data["board"], data["observation"]):
            return False
        fixed: dict[str, str] = data.get("options", {})  # the same in all games of the training
        return all(str(game.options.get(name)) == value for name, value in fixed.items())


def read_weights(path: Path) -> Weights:
    """Read a weights file."""
    about, arrays = read_arrays(path)
    return Weights(arrays, json.loads(about))


@cache
def _shipped(game: str) -> Weights | None:
    path = FOLDER / f"{game}.npz"
    return read_weights(path) if path.exists() else None


def trained_weights(game: Game) -> Weights | None:
    """Return the weights for a game, or None.

    The answer is also None for interpreted code, which is too slow.
    """
    return _shipped(game.meta.id) if game.engine.compiled and has_network(game) else None


def has_network(game: Game) -> bool:
    """Return whether a network was trained for this board, rules and options."""
    weights = _shipped(game.meta.id)
    return weights is not None and weights.fits(game)
