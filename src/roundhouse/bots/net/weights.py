"""The weights that are shipped: one file a game, and for what it was trained.

A network knows one board under one version of the rules, and the options that it was trained with.
For any other there is none, and whoever wanted it does without.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.game import Game

FOLDER = Path(__file__).parent / "trained"


@dataclass(frozen=True)
class Weights:
    """Numbers by name, and the facts of their training."""

    numbers: dict[str, npt.NDArray[np.float32]]
    about: dict[str, Any]

    @property
    def keen(self) -> float:
        """How keen the room's first look was when they were told of it (core/search_settings.py); a
        room's search may have become keener since."""
        return float(self.about.get("keen", 1.0))

    def fits(self, game: Game) -> bool:
        """Whether they were trained for what is played here."""
        here = (game.meta.id, game.rules, game.board_file.digest, len(game.scales))
        about = self.about
        if here != (about["game"], about["rules"], about["board"], about["observation"]):
            return False
        played: dict[str, str] = about.get("options", {})  # in all games; none: with any options
        return all(str(game.options.get(name)) == value for name, value in played.items())


def read(path: Path) -> Weights:
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        numbers = {
            name: np.ascontiguousarray(file[name], np.float32)
            for name in file.files
            if name != "about"
        }
    return Weights(numbers, about)


@cache
def _shipped(game: str) -> Weights | None:
    path = FOLDER / f"{game}.npz"
    return read(path) if path.exists() else None


def trained(game: Game) -> Weights | None:
    """The weights for this game on this board under these rules, or None; and None interpreted,
    where a network would take for ever."""
    return _shipped(game.meta.id) if game.engine.compiled and knows(game) else None


def knows(game: Game) -> bool:
    """Whether there is a network for what is played here."""
    found = _shipped(game.meta.id)
    return found is not None and found.fits(game)
