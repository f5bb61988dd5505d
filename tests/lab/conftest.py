from __future__ import annotations

from collections.abc import Iterator

import pytest

from roundhouse.lab.schedule import GameResult, Matchup
from roundhouse.play import registry


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Load games interpreted, also in child processes; compiling takes too long here."""
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    registry.open_cached.cache_clear()
    yield
    registry.open_cached.cache_clear()  # later tests choose their own speed


def played(number: int, bots: tuple[str, ...], ranks: tuple[int, ...]) -> GameResult:
    """Return a result with these ranks, without playing."""
    matchup = Matchup(number, "northern", bots, "", "")
    many = len(bots)
    scores = tuple(-rank for rank in ranks)
    return GameResult(matchup, "", ranks, scores, "end", 1, (1,) * many, (0.0,) * many)
