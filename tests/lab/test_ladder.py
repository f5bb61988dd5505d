"""The ladder: its schedule, and ratings with known answers."""

from __future__ import annotations

import random
from math import log10
from pathlib import Path

import pytest

from roundhouse.core.errors import BadOption
from roundhouse.lab import ladder
from roundhouse.lab.journal import Execution, Journal

LEVELS = ["a", "b", "c", "d", "e"]


def test_neighbours_play_together() -> None:
    assert ladder.build_round(LEVELS, 4) == [
        ("a", "b", "c", "d"),
        ("b", "c", "d", "e"),
        ("a", "b", "a", "b"),
        ("b", "c", "b", "c"),
        ("c", "d", "c", "d"),
        ("d", "e", "d", "e"),
    ]
    assert ladder.build_round(["a", "b"], 3) == [("a", "b", "a")]


def test_every_bot_sits_everywhere() -> None:
    result = ladder.build_ladder_schedule("northern", ["random", "greedy", "net"], 3, 3, 0)
    first = [matchup.bots for matchup in result if set(matchup.bots) == {"random", "greedy", "net"}]
    assert {bots.index("greedy") for bots in first} == {0, 1, 2}
    assert len({matchup.seed for matchup in result}) == len(result)


def test_sparing_bots_play_less_often() -> None:
    bots = ["random", "instinct", "greedy"]
    result = ladder.build_ladder_schedule("northern", bots, 3, 6, 0, {"greedy": 3})
    at = [matchup.bots for matchup in result if "greedy" in matchup.bots]
    assert (len(at), len(result)) == (2 * 2, 2 * 2 + 6)
    assert len({bots.index("greedy") for bots in at if len(set(bots)) == 3}) == 2


@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "greedy"]])
def test_a_ladder_needs_two_bots(bots: list[str]) -> None:
    with pytest.raises(BadOption, match="at least two bots"):
        ladder.build_ladder_schedule("northern", bots, 3, 1, 0)


def test_ties_allow_several_orders() -> None:
    assert ladder.possible_orders((1, 0, 2)) == [(1, 0, 2)]
    assert sorted(ladder.possible_orders((0, 0, 2))) == [(0, 1, 2), (1, 0, 2)]


def test_ratings_of_two_bots_match_their_odds() -> None:
    """With two bots, the most likely odds are the observed ones: three to one here."""
    results = [(("a", "b"), ranks) for ranks in [(1, 0)] * 30 + [(0, 1)] * 10]
    ratings, spread = ladder.fit(["a", "b"], results)
    assert ratings[0] == 0.0
    assert ratings[1] == pytest.approx(400 * log10(3), rel=0.01)
    # The standard error is 1 / sqrt(n p (1 - p)), in points.
    assert spread[1, 1] ** 0.5 == pytest.approx(ladder.POINTS / (40 * 3 / 16) ** 0.5, rel=0.01)


def test_fit_recovers_known_strengths() -> None:
    rng = random.Random(1)
    true = {"a": 0.0, "b": 120.0, "c": 240.0, "d": 480.0}
    results = []
    for _ in range(1500):
        left, order = list(true), []
        while left:
            weights = [10 ** (true[bot] / 400) for bot in left]
            order.append(rng.choices(left, weights)[0])
            left.remove(order[-1])
        results.append((tuple(true), tuple(order.index(bot) for bot in true)))
    ratings, spread = ladder.fit(list(true), results)
    for n, bot in enumerate(true):
        assert abs(ratings[n] - true[bot]) <= 3 * spread[n, n] ** 0.5
    assert 5 < spread[1, 1] ** 0.5 < 20


def test_a_bot_that_lost_every_game_has_a_rating() -> None:
    ratings, spread = ladder.fit(["a", "b"], [(("a", "b"), (1, 0))] * 5)
    assert 400 < ratings[1] < 10_000
    assert spread[1, 1] > 0


@pytest.mark.usefixtures("interpreted")
def test_ladder_plays_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    bots = ["random", "instinct", "greedy"]
    schedule = ladder.build_ladder_schedule("northern", bots, 3, 8, 0)
    execution = Execution(jobs=1, journal=Journal(path))
    short = ladder.measure_ladder(bots, schedule[:6], execution)
    assert short.games == 6
    seen: list[tuple[int, int]] = []
    result = ladder.measure_ladder(
        bots,
        schedule,
        Execution(jobs=1, journal=Journal(path), progress=lambda done, of: seen.append((done, of))),
    )
    assert seen[0] == (7, 24)  # the first six games were not played again
    assert [player.bot for player in result.players] == bots
    ratings = [player.rating for player in result.players]
    assert ratings == sorted(ratings)
    assert sum(step.height for step in result.steps) == pytest.approx(ratings[-1])
    text = ladder.as_text(result)
    assert "northern, 3 seats, 24 games" in text
    assert "greedy" in text
