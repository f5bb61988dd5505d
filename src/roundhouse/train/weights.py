"""What is shipped of a network: half-precision numbers and the facts of its training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from roundhouse.core.game import Game
from roundhouse.train.network import Network


def save(path: Path, game: Game, network: Network, about: dict[str, Any]) -> None:
    """Weights as compiled code reads them: inputs first, so a layer is a sum over rows. What the
    input layer multiplies is already scaled, for observations are whole numbers."""
    state = {name: p.detach().float().cpu().numpy() for name, p in network.state_dict().items()}
    arrays: dict[str, Any] = {}
    for name, array in state.items():
        arrays[name] = array.T if array.ndim == 2 and name != "vectors.weight" else array
    arrays["enter.weight"] = arrays["enter.weight"] * game.scales[:, None]
    facts = {
        "game": game.meta.id,
        "rules": game.rules,
        "board": game.board_file.digest,
        "observation": len(game.scales),
        "keen": game.room.search.keen,
        **about,
    }
    halves: dict[str, Any] = {
        name: np.ascontiguousarray(array, np.float16) for name, array in arrays.items()
    }
    halves["about"] = np.array(json.dumps(facts))
    with path.open("wb") as file:
        np.savez_compressed(file, **halves)


def checkpoint(path: Path, **parts: Any) -> None:
    """Written whole or not at all."""
    fresh = path.with_suffix(".new")
    torch.save(parts, fresh)
    fresh.replace(path)
