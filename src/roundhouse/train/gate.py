"""What becomes of a network that was just trained: kept if it wins its fair share against the last
best one, laid aside if not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from roundhouse.train import card
from roundhouse.train.duel import Duel, Outcome, compete
from roundhouse.train.folder import Folder, read_weights
from roundhouse.train.needs import Tell, silent


def settle(
    folder: Folder, duel: Duel | None, say: Callable[[str], None] = print, tell: Tell = silent
) -> bool:
    """Whether the candidate is `weights.npz` now. The first network has nobody to beat; without a
    duel whatever was trained last is kept."""
    held = folder.list_of("arena.json")
    outcome: Outcome | None = None
    if duel is not None and folder.weights.exists():
        outcome = compete(duel, tell)
        held = [*held, {**asdict(outcome), "iterations": duel.iterations, "kept": outcome.kept}]
        folder.keep_list("arena.json", held)
        say(
            f"arena: {outcome.games} games, {outcome.share:.0%} of the wins against the last best "
            f"({outcome.low:.0%} to {outcome.high:.0%}; fair is {outcome.fair:.0%})"
        )
    if outcome is not None and not outcome.kept:
        folder.candidate.replace(folder.lost)
        say(f"not kept: the new network is {folder.lost.name}, {folder.weights.name} is as it was")
        return False
    if held:
        write_facts(folder.candidate, arena=held)
    folder.candidate.replace(folder.weights)
    card.write(folder.card, read_weights(folder.weights).about)
    say(f"kept: {folder.weights}, its facts in {folder.card.name}")
    return True


def write_facts(path: Path, **facts: Any) -> None:
    """Add to what a file of weights says of itself; its numbers stay as they are."""
    with np.load(path, allow_pickle=False) as file:
        parts: dict[str, Any] = {name: file[name] for name in file.files}
    parts["about"] = np.array(json.dumps({**json.loads(str(parts["about"])), **facts}))
    fresh = path.with_suffix(".facts")
    with fresh.open("wb") as out:
        np.savez_compressed(out, **parts)
    fresh.replace(path)
