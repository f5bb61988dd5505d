"""One slice of self-play in a folder, and whether what was learned is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import torch

from roundhouse.play import registry
from roundhouse.train import gate
from roundhouse.train.duel import Duel
from roundhouse.train.folder import SELF_PLAY, Folder
from roundhouse.train.needs import Tell, check_compiled, silent
from roundhouse.train.trainer import Plan, Trainer

# A core plays thousands of times fewer games at once than a card, and is not to wait for them.
PLANS = {"cuda": Plan(), "cpu": Plan(games=512, steps=32, minibatch=4096, whole=3600.0, looked=256)}


def run(
    game: str,
    path: Path,
    options: Mapping[str, str],
    device: str,
    seconds: float,
    *,
    lasting: float = Plan.lasting,
    arena: int = 0,
    iterations: int = 500,
    jobs: int = 1,
    say: Callable[[str], None] = print,
    tell: Tell = silent,
) -> bool:
    opened = registry.open_game(game, None, options)
    check_compiled(opened)
    folder = Folder(path)
    folder.check(opened, SELF_PLAY)
    tell("compiling", 0, 1, "")
    torch.set_float32_matmul_precision("high")  # a card multiplies short numbers much faster
    plan = replace(PLANS[device], lasting=lasting)
    trainer = Trainer(opened, path, device, plan, folder.candidate.name, options)
    trainer.run(seconds, say, tell)
    say(f"{trainer.progress.updates} updates, {trainer.progress.decisions:,} decisions in all")
    fixed = tuple(sorted(options.items()))
    duel = Duel(game, fixed, arena, iterations, folder.candidate, folder.weights, jobs)
    return gate.settle(folder, duel if arena else None, say, tell)
