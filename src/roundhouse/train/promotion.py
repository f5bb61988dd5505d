"""Promotion: a candidate that wins its fair share replaces the best network."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from roundhouse.train import model_card
from roundhouse.train.callbacks import Log, OnProgress, ignore_progress
from roundhouse.train.evaluation import ArenaResult, NetworkArena, run_arena
from roundhouse.train.folder import TrainingFolder, read_weights


def promote_candidate(
    folder: TrainingFolder,
    arena: NetworkArena | None,
    log: Log = print,
    on_progress: OnProgress = ignore_progress,
) -> bool:
    """Promote or reject the candidate of a training folder.

    The first network of a folder is promoted without an arena.
    """
    arenas = folder.read_arenas()
    result: ArenaResult | None = None
    if arena is not None and folder.weights.exists():
        result = run_arena(arena, on_progress)
        entry = {**asdict(result), "iterations": arena.iterations, "promoted": result.is_promoted}
        arenas = [*arenas, entry]
        folder.write_list("arena.json", arenas)
        log(
            f"arena: {result.games} games, {result.share:.0%} of the wins against the best network "
            f"({result.low:.0%} to {result.high:.0%}; fair is {result.fair:.0%})"
        )
    if result is not None and not result.is_promoted:
        folder.candidate.replace(folder.rejected)
        log(
            f"rejected: the new network is {folder.rejected.name}, "
            f"{folder.weights.name} is unchanged"
        )
        return False
    if arenas:
        add_facts(folder.candidate, arena=arenas)
    folder.candidate.replace(folder.weights)
    model_card.write_card(folder.model_card, read_weights(folder.weights).metadata)
    log(f"promoted: {folder.weights}; {folder.model_card.name} lists its facts")
    return True


def add_facts(path: Path, **facts: Any) -> None:
    """Add facts to a weights file; its arrays stay the same."""
    with np.load(path, allow_pickle=False) as file:
        parts: dict[str, Any] = {name: file[name] for name in file.files}
    parts["about"] = np.array(json.dumps({**json.loads(str(parts["about"])), **facts}))
    partial = path.with_suffix(".facts")
    with partial.open("wb") as out:
        np.savez_compressed(out, **parts)
    partial.replace(path)
