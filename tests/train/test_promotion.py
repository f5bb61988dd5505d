"""Promotion of a network, its model card and its training folder, without Torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from roundhouse.bots.net.weights import read_weights
from roundhouse.train import promotion
from roundhouse.train.evaluation import ArenaResult, NetworkArena
from roundhouse.train.folder import TrainingFolder
from roundhouse.train.model_card import Prices, render_card
from roundhouse.train.requirements import TrainingError

RUN = {"seconds": 1800, "decisions": 12345, "iterations": 500, "workers": 4, "device": "cpu"}
STATS = {
    "top_1_accuracy": 0.512,
    "policy_loss": 1.234,
    "explained_variance": 0.25,
    "search_explained_variance": 0.3,
}
HALF_GUIDED = {"device": "cuda", "top_1_accuracy": 0.555, "unguided_fraction": 0.5}
METADATA: dict[str, Any] = {
    "game": "northern",
    "rules": 2,
    "board": "abc123",
    "observation": 300,
    "width": 128,
    "blocks": 2,
    "weights": 98765,
    "runs": [{**RUN, **STATS}, {**RUN, **STATS, **HALF_GUIDED}],
    "imitation": {"epochs": 6.0, "max_seconds": float("inf")},
}
ARENA = {"games": 32, "share": 0.6, "low": 0.42, "high": 0.75, "fair": 0.5, "iterations": 500}


def write_weights(path: Path, number: float) -> None:
    arrays: dict[str, Any] = {"enter.bias": np.array([number], np.float16)}
    with path.open("wb") as file:
        np.savez(file, about=np.array(json.dumps(METADATA)), **arrays)


def test_card_shows_the_metadata() -> None:
    text = render_card({**METADATA, "arena": [{**ARENA, "promoted": True}]}, Prices(0.1, 2.0))
    assert "| board | `abc123` |" in text
    assert "| weights | 98,765, half precision |" in text
    assert "| 1 | 1,800 | 4 | 500 | 100% | 12,345 | 51.2% | 1.234 | 25.0% | 30.0% |" in text
    assert "| 2 | 1,800 | 4 | 500 | 50% | 12,345 | 55.5% |" in text
    assert "Hyperparameters: epochs 6.\n" in text
    assert "| 1 | 32 | 500 | 60.0% | 42.0% to 75.0% | 1.20 | yes |" in text
    # Two runs of half an hour on four cores, one of them with a GPU.
    assert "4.00 core hours and 0.50 GPU hours" in text
    assert ": 1.40 USD at 0.10 USD per core hour and 2.00 USD per GPU hour." in text


def test_card_of_self_play() -> None:
    size = {name: METADATA[name] for name in METADATA if name not in ("runs", "imitation")}
    progress = {"seconds": 7200, "decisions": 10**9, "updates": 500, "device": "cuda"}
    text = render_card({**size, **progress, "ppo": {"num_envs": 16384}})
    assert "1,000,000,000 decisions, 500 updates, 7,200 s on a GPU." in text
    assert "Hyperparameters: num_envs 16384." in text
    assert "2.00 core hours and 2.00 GPU hours" in text
    assert "Not played." in text


def test_metadata_of_earlier_versions_gives_the_same_card() -> None:
    run = {"seconds": 1800, "decisions": 12345, "iterations": 500, "teachers": 4, "device": "cpu"}
    stats = {"agreed": 0.512, "policy": 1.234, "explained": 0.25, "teacher": 0.3}
    second = {"device": "cuda", "agreed": 0.555, "unguided": 0.5}
    earlier = {name: METADATA[name] for name in METADATA if name not in ("runs", "imitation")}
    earlier["slices"] = [{**run, **stats}, {**run, **stats, **second}]
    earlier["course"] = {"epochs": 6.0, "seconds": float("inf")}
    earlier["how"] = "search"
    earlier["arena"] = [{**ARENA, "kept": False}]
    assert render_card(earlier) == render_card(
        {**METADATA, "arena": [{**ARENA, "promoted": False}]}
    )
    plan = {"games": 32768, "rate": 0.0007, "entropy": 0.03, "lasting": 0.97, "whole": 1560.0}
    progress = {"seconds": 7200, "decisions": 10**9, "updates": 500}
    del earlier["slices"], earlier["course"]
    assert (
        "num_envs 32768, learning_rate 0.0007, entropy_coef 0.03, gae_lambda 0.97, "
        "anneal_seconds 1560." in render_card({**earlier, **progress, "plan": plan})
    )


def test_folders_of_earlier_versions_are_read(tmp_path: Path) -> None:
    run = {"seconds": 9, "teachers": 4, "unguided": 0.5, "agreed": 0.5, "policy": 1.0}
    (tmp_path / "curve.json").write_text(json.dumps([run]), encoding="utf-8")
    (tmp_path / "arena.json").write_text(json.dumps([{**ARENA, "kept": True}]), encoding="utf-8")
    folder = TrainingFolder(tmp_path)
    assert folder.read_runs() == [
        {
            "seconds": 9,
            "workers": 4,
            "unguided_fraction": 0.5,
            "top_1_accuracy": 0.5,
            "policy_loss": 1.0,
        }
    ]
    assert folder.read_arenas() == [{**ARENA, "promoted": True}]


@pytest.mark.parametrize(("share", "is_promoted"), [(0.5, True), (0.45, False)])
def test_promotion_requires_a_fair_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float, is_promoted: bool
) -> None:
    folder, lines = TrainingFolder(tmp_path), list[str]()
    write_weights(folder.weights, 1.0)
    write_weights(folder.candidate, 2.0)
    monkeypatch.setattr(promotion, "run_arena", lambda *_: ArenaResult(32, share, 0.3, 0.6, 0.5))
    arena = NetworkArena("northern", (), 32, 500, folder.candidate, folder.weights)
    assert promotion.promote_candidate(folder, arena, lines.append) is is_promoted
    best = read_weights(folder.weights)
    assert best.arrays["enter.bias"].tolist() == [2.0 if is_promoted else 1.0]
    assert not folder.candidate.exists()
    if is_promoted:
        assert best.metadata["arena"][0]["share"] == share
        assert "| 1 | 32 | 500 | 50.0% |" in folder.model_card.read_text(encoding="utf-8")
    else:
        assert read_weights(folder.rejected).arrays["enter.bias"].tolist() == [2.0]
        assert "rejected" in lines[-1]
    assert folder.read_arenas()[0]["promoted"] is is_promoted


def test_error_names_the_damaged_file(tmp_path: Path) -> None:
    folder = TrainingFolder(tmp_path)
    (tmp_path / "curve.json").write_text("[", encoding="utf-8")
    with pytest.raises(TrainingError, match=r"curve\.json cannot be read"):
        folder.read_runs()
    folder.datasets.mkdir()
    (folder.datasets / "7-0.npz").write_bytes(b"nothing")
    with pytest.raises(TrainingError, match=r"7-0\.npz is damaged"):
        folder.read_datasets(None)  # type: ignore[arg-type]
    assert folder.next_seed() == 8
