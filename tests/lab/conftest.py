from __future__ import annotations

import pytest

from roundhouse.lab.fixtures import Fixture, Played


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is loaded by name, in other processes too: compiling takes longer than the test."""
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")


def played(number: int, bots: tuple[str, ...], ranks: tuple[int, ...]) -> Played:
    """A game that nobody played, with these ranks."""
    fixture = Fixture(number, "northern", bots, "", "")
    many = len(bots)
    scores = tuple(-rank for rank in ranks)
    return Played(fixture, "", ranks, scores, "end", 1, (1,) * many, (0.0,) * many)
