"""Export of a network: float16 weights with the training's facts, checkpoints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from roundhouse.bots.net.weights import Weights
from roundhouse.core.game import Game
from roundhouse.train.network import PolicyValueNet
from roundhouse.train.stored_names import from_stored_layer, to_stored_layer


def export_weights(path: Path, game: Game, network: PolicyValueNet, about: dict[str, Any]) -> None:
    """Write weights as compiled code reads them.

    Matrices are stored with inputs first, so that a layer is a sum over rows. The input layer
    includes the scales of the observation, because compiled code reads unscaled integers.
    """
    arrays: dict[str, Any] = {}
    for name, tensor in state_to_store(network).items():
        array = tensor.detach().float().cpu().numpy()
        arrays[name] = array.T if array.ndim == 2 and name != "vectors.weight" else array
    arrays["enter.weight"] = arrays["enter.weight"] * game.scales[:, None]
    facts = {
        "game": game.meta.id,
        "rules": game.rules,
        "board": game.board_file.digest,
        "observation": len(game.scales),
        # Stored under this name in the weights of every version.
        "keen": game.definition.search.value_prior_sharpness,
        **about,
    }
    halves: dict[str, Any] = {
        name: np.ascontiguousarray(array, np.float16) for name, array in arrays.items()
    }
    halves["about"] = np.array(json.dumps(facts))
    with path.open("wb") as file:
        np.savez_compressed(file, **halves)


def uses_priors(weights: Weights) -> bool:
    """Return whether the policy depends on the priors of the game's heuristic."""
    return bool(np.any(weights.arrays["gain.weight"]) or np.any(weights.arrays["gain.bias"]))


def import_weights(game: Game, weights: Weights) -> PolicyValueNet:
    """Return the network that `export_weights` wrote, without the heuristic's priors."""
    sizes = weights.metadata
    network = PolicyValueNet(game, sizes["width"], sizes["blocks"], use_priors=False)
    state = network.state_dict()
    for name, stored in weights.arrays.items():
        layer = from_stored_layer(name)
        if layer.startswith("prior_gain"):
            continue
        array = np.asarray(stored, np.float32)
        if name == "enter.weight":
            array = array / game.scales[:, None]
        is_matrix = array.ndim == 2 and name != "vectors.weight"
        state[layer] = torch.from_numpy(np.ascontiguousarray(array.T if is_matrix else array))
    network.load_state_dict(state)
    return network


def state_to_store(network: PolicyValueNet) -> dict[str, Tensor]:
    """Return the state of a network by the names that files use."""
    return {to_stored_layer(name): tensor for name, tensor in network.state_dict().items()}


def load_stored_state(network: PolicyValueNet, state: Mapping[str, Tensor]) -> None:
    """Load a state that `state_to_store` returned, in this version or an earlier one."""
    network.load_state_dict({from_stored_layer(name): tensor for name, tensor in state.items()})


def save_checkpoint(path: Path, **parts: Any) -> None:
    """Write a checkpoint atomically."""
    partial = path.with_suffix(".new")
    torch.save(parts, partial)
    partial.replace(path)
