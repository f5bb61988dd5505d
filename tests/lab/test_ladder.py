"""The ladder: who meets whom, and ratings that can be known beforehand."""

from __future__ import annotations

import random
from math import log10
from pathlib import Path

import pytest

from roundhouse.core.errors import BadOption
from roundhouse.lab import ladder
from roundhouse.lab.journal import Journal

LEVELS = ["a", "b", "c", "d", "e"]


def test_neighbours_sit_together() -> None:
    assert ladder.tables(LEVELS, 4) == [
        ("a", "b", "c", "d"),
        ("b", "c", "d", "e"),
        ("a", "b", "a", "b"),
        ("b", "c", "b", "c"),
        ("c", "d", "c", "d"),
        ("d", "e", "d", "e"),
    ]
    assert ladder.tables(["a", "b"], 3) == [("a", "b", "a")]


def test_everybody_sits_everywhere() -> None:
    made = ladder.schedule("northern", ["random", "greedy", "net"], 3, 3, 0)
    first = [fixture.bots for fixture in made if set(fixture.bots) == {"random", "greedy", "net"}]
    assert {bots.index("greedy") for bots in first} == {0, 1, 2}
    assert len({fixture.seed for fixture in made}) == len(made)


def test_who_thinks_long_sits_down_less_often() -> None:
    bots = ["random", "instinct", "greedy"]
    made = ladder.schedule("northern", bots, 3, 6, 0, {"greedy": 3})
    at = [fixture.bots for fixture in made if "greedy" in fixture.bots]
    assert (len(at), len(made)) == (2 * 2, 2 * 2 + 6)
    assert len({bots.index("greedy") for bots in at if len(set(bots)) == 3}) == 2


@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "greedy"]])
def test_a_ladder_needs_two(bots: list[str]) -> None:
    with pytest.raises(BadOption, match="at least two bots"):
        ladder.schedule("northern", bots, 3, 1, 0)


def test_seats_that_tie_came_in_in_either_order() -> None:
    assert ladder.finishes((1, 0, 2)) == [(1, 0, 2)]
    assert sorted(ladder.finishes((0, 0, 2))) == [(0, 1, 2), (1, 0, 2)]


def test_odds_of_two_are_as_often_as_they_were_seen() -> None:
    """Where two meet, the likeliest odds are the ones that were seen: three to one here."""
    results = [(("a", "b"), ranks) for ranks in [(1, 0)] * 30 + [(0, 1)] * 10]
    ratings, spread = ladder.fit(["a", "b"], results)
    assert ratings[0] == 0.0
    assert ratings[1] == pytest.approx(400 * log10(3), rel=0.01)
    # One over the square root of n p (1 - p), in points.
    assert spread[1, 1] ** 0.5 == pytest.approx(ladder.POINTS / (40 * 3 / 16) ** 0.5, rel=0.01)


def test_strengths_are_found_again() -> None:
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


def test_who_lost_every_game_has_a_rating() -> None:
    ratings, spread = ladder.fit(["a", "b"], [(("a", "b"), (1, 0))] * 5)
    assert 400 < ratings[1] < 10_000
    assert spread[1, 1] > 0


@pytest.mark.usefixtures("interpreted")
def test_a_ladder_is_played_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    bots = ["random", "instinct", "greedy"]
    short = ladder.climb("northern", bots, 3, 2, jobs=1, journal=Journal(path))
    assert short.games == 6
    seen: list[tuple[int, int]] = []
    found = ladder.climb(
        "northern",
        bots,
        3,
        8,
        jobs=1,
        journal=Journal(path),
        progress=lambda done, of: seen.append((done, of)),
    )
    assert seen[0] == (7, 24)  # the first six were not played again
    assert [player.bot for player in found.players] == bots
    ratings = [player.rating for player in found.players]
    assert ratings == sorted(ratings)
    assert sum(step.height for step in found.steps) == pytest.approx(ratings[-1])
    text = ladder.as_text(found)
    assert "northern, 3 seats, 24 games" in text
    assert "greedy" in text
