"""What is kept of a training, and its card: without Torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from roundhouse.bots.net.weights import read
from roundhouse.train import card, gate
from roundhouse.train.duel import Duel, Outcome
from roundhouse.train.folder import Folder
from roundhouse.train.needs import CannotTrain

SLICE = {"seconds": 1800, "decisions": 12345, "iterations": 500, "teachers": 4, "device": "cpu"}
LEARNED = {"agreed": 0.512, "policy": 1.234, "explained": 0.25, "teacher": 0.3}
GUIDED = {"device": "cuda", "agreed": 0.555, "unguided": 0.5}  # but for half of the seats
ABOUT: dict[str, Any] = {
    "game": "northern",
    "rules": 2,
    "board": "abc123",
    "observation": 300,
    "width": 128,
    "blocks": 2,
    "weights": 98765,
    "slices": [{**SLICE, **LEARNED}, {**SLICE, **LEARNED, **GUIDED}],
    "course": {"epochs": 6.0, "seconds": float("inf")},
}


def weights(path: Path, number: float) -> None:
    parts: dict[str, Any] = {"enter.bias": np.array([number], np.float16)}
    with path.open("wb") as file:
        np.savez(file, about=np.array(json.dumps(ABOUT)), **parts)


def test_the_card_says_what_the_weights_say() -> None:
    held = [{"games": 32, "share": 0.6, "low": 0.42, "high": 0.75, "fair": 0.5, "iterations": 500}]
    text = card.text({**ABOUT, "arena": [{**held[0], "kept": True}]}, card.Prices(0.1, 2.0))
    assert "| board | `abc123` |" in text
    assert "| weights | 98,765, half precision |" in text
    assert "| 1 | 1,800 | 4 | 500 | 100% | 12,345 | 51.2% | 1.234 | 25.0% | 30.0% |" in text
    assert "| 2 | 1,800 | 4 | 500 | 50% | 12,345 | 55.5% |" in text
    assert "Course: epochs 6.\n" in text
    assert "| 1 | 32 | 500 | 60.0% | 42.0% to 75.0% | 1.20 | yes |" in text
    # two half hours of four cores, one of them with a card
    assert "4.00 core hours and 0.50 GPU hours" in text
    assert ": 1.40 USD at 0.10 USD a core hour and 2.00 USD a GPU hour." in text


def test_the_card_of_self_play() -> None:
    plain = {name: ABOUT[name] for name in ABOUT if name not in ("slices", "course")}
    said = {"seconds": 7200, "decisions": 10**9, "updates": 500, "device": "cuda"}
    text = card.text({**plain, **said, "plan": {"games": 16384}})
    assert "Self-play: 1,000,000,000 decisions, 500 updates, 7,200 s on a card." in text
    assert "Plan: games 16384." in text
    assert "2.00 core hours and 2.00 GPU hours" in text
    assert "Not played." in text


@pytest.mark.parametrize(("share", "kept"), [(0.5, True), (0.45, False)])
def test_only_a_fair_share_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: float, kept: bool
) -> None:
    folder, said = Folder(tmp_path), list[str]()
    weights(folder.weights, 1.0)
    weights(folder.candidate, 2.0)
    monkeypatch.setattr(gate, "compete", lambda *_: Outcome(32, share, 0.3, 0.6, 0.5))
    duel = Duel("northern", (), 32, 500, folder.candidate, folder.weights)
    assert gate.settle(folder, duel, said.append) is kept
    best = read(folder.weights)
    assert best.numbers["enter.bias"] == (2.0 if kept else 1.0)
    assert not folder.candidate.exists()
    if kept:
        assert best.about["arena"][0]["share"] == share
        assert "| 1 | 32 | 500 | 50.0% |" in folder.card.read_text(encoding="utf-8")
    else:
        assert read(folder.lost).numbers["enter.bias"] == 2.0
        assert "not kept" in said[-1]
    assert folder.list_of("arena.json")[0]["kept"] is kept


def test_damage_is_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    (tmp_path / "curve.json").write_text("[", encoding="utf-8")
    with pytest.raises(CannotTrain, match=r"curve\.json cannot be read"):
        folder.list_of("curve.json")
    folder.books.mkdir()
    (folder.books / "7-0.npz").write_bytes(b"nothing")
    with pytest.raises(CannotTrain, match=r"7-0\.npz is damaged"):
        folder.read_books(None)  # type: ignore[arg-type]
    assert folder.next_seed() == 8
