"""Training on a CPU: what is learned in a minute beats chance, and goes on where it was cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.bots.net.weights import read
from roundhouse.core.rule import COMPILED
from roundhouse.play import registry

pytestmark = pytest.mark.heavy


def test_a_short_training_beats_random_players(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from roundhouse.train.trainer import Plan, Trainer

    game = registry.load("northern", speed=COMPILED)
    plan = Plan(games=128, steps=32, minibatch=1024, look=1000, snapshot=8)
    trainer = Trainer(game, tmp_path, "cpu", plan)
    for _ in range(16):
        trainer.learn()
    trainer.keep()
    assert trainer.look(games=256)["random"] > 1.2  # of a fair share
    again = Trainer(game, tmp_path, "cpu", plan)
    assert again.progress.updates == 16
    assert len(again.old) == 2
    assert read(tmp_path / "weights.npz").fits(game)
