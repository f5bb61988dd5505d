"""Names in files of earlier versions, and what they are called today.

Shipped weights, checkpoints and training folders are data: files written by an earlier version
stay readable. Readers pass what they read through the functions below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

V = TypeVar("V")

# Keys in the facts of a weights file.
FACTS = {"how": "method", "slices": "runs", "course": "imitation", "plan": "ppo"}

# Keys of one run in `curve.json` and in the facts of networks that imitate searches.
RUN = {
    "teachers": "workers",
    "unguided": "unguided_fraction",
    "agreed": "top_1_accuracy",
    "policy": "policy_loss",
    "explained": "explained_variance",
    "teacher": "search_explained_variance",
}

# Keys of one evaluation in `curve.json` of self-play.
CURVE = {
    "policy": "policy_loss",
    "value": "value_loss",
    "explained": "explained_variance",
    "random": "win_ratio_random",
    "oldest": "win_ratio_oldest",
}

# Keys of one arena in `arena.json`.
ARENA = {"kept": "promoted"}

IMITATION = {"batch": "batch_size", "rate": "learning_rate", "seconds": "max_seconds"}

PPO = {
    "games": "num_envs",
    "steps": "num_steps",
    "minibatch": "minibatch_size",
    "rate": "learning_rate",
    "least_rate": "min_learning_rate",
    "entropy": "entropy_coef",
    "least_entropy": "min_entropy_coef",
    "lasting": "gae_lambda",
    "whole": "anneal_seconds",
    "snapshot": "snapshot_interval",
    "league": "num_opponents",
    "look": "eval_interval",
    "looked": "eval_games",
}

# Layers of the network in weights files and checkpoints, and the attributes of `PolicyValueNet`.
# Files keep these names, so that weights can be exchanged between versions.
LAYERS = {
    "enter": "input_layer",
    "share": "value_head",
    "liking": "policy_head",
    "gain": "prior_gain",
    "vectors": "factor_embedding",
}


def rename_keys(entry: Mapping[str, V], names: Mapping[str, str]) -> dict[str, V]:
    """Return an entry with today's names."""
    return {names.get(key, key): value for key, value in entry.items()}


def read_facts(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a weights file with today's names."""
    facts = rename_keys(about, FACTS)
    for name, entries in (("runs", RUN), ("arena", ARENA)):
        if name in facts:
            facts[name] = [rename_keys(entry, entries) for entry in facts[name]]
    for name, params in (("imitation", IMITATION), ("ppo", PPO)):
        if name in facts:
            facts[name] = rename_keys(facts[name], params)
    return facts


def to_stored_layer(name: str) -> str:
    """Return the stored name of an array of the network."""
    layer, dot, rest = name.partition(".")
    stored = {today: earlier for earlier, today in LAYERS.items()}
    return stored.get(layer, layer) + dot + rest


def from_stored_layer(name: str) -> str:
    """Return the name in the network's state of a stored array."""
    layer, dot, rest = name.partition(".")
    return LAYERS.get(layer, layer) + dot + rest
