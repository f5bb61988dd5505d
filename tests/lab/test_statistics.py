"""Statistics: intervals, shares and ratings."""

from __future__ import annotations

import pytest

from roundhouse.lab.statistics import rate, standings, wilson_interval

from .conftest import played


def test_wilson_interval() -> None:
    assert wilson_interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    low, high = wilson_interval(1.0, 100)
    assert low == pytest.approx(0.963, abs=1e-3)
    assert high == pytest.approx(1.0)
    assert wilson_interval(0.0, 0) == (0.0, 1.0)


def test_ties_split_the_win() -> None:
    games = [played(0, ("a", "b", "b"), (0, 0, 2)), played(1, ("b", "a", "b"), (1, 0, 2))]
    rows = {row.bot: row for row in standings(games, with_ratings=False)}
    assert rows["a"].share == pytest.approx(0.75)
    assert rows["a"].fair == pytest.approx(1 / 3)
    assert rows["a"].times_fair == pytest.approx(2.25)
    assert rows["b"].share == pytest.approx(0.25)


def test_ratings_follow_results() -> None:
    ratings = rate(played(n, ("a", "b", "c"), (0, 1, 2)) for n in range(30))
    assert ratings["a"][0] > ratings["b"][0] > ratings["c"][0]
    assert ratings["a"][1] < 8
