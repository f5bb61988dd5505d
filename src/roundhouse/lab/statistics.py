"""Counting honestly: shares with intervals, and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from roundhouse.core.errors import RoundhouseError
from roundhouse.lab.fixtures import Played

Z = 1.959964  # 95 per cent, two sides


def wilson(share: float, n: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share of n games; a tie counts as a part of a win."""
    if n == 0:
        return 0.0, 1.0
    middle = share + z * z / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    whole = 1 + z * z / n
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass(frozen=True)
class Standing:
    """How a bot did in one game at one number of seats."""

    bot: str
    games: int
    share: float  # of the wins, over all its seats
    low: float
    high: float
    fair: float  # the share it would have if all were equal
    mean_rank: float  # 1 is first
    mean_score: float
    seconds_per_choice: float
    rating: float | None = None  # OpenSkill's mu
    deviation: float | None = None  # and sigma

    @property
    def times_fair(self) -> float:
        return self.share / self.fair


def standings(results: Sequence[Played], rated: bool = True) -> list[Standing]:
    """The table of results of one game and one number of seats, best first."""
    names = sorted({bot for played in results for bot in played.fixture.bots})
    ratings = rate(results) if rated else {}
    table = [_standing(name, results, ratings.get(name)) for name in names]
    return sorted(table, key=lambda row: -row.times_fair)


def _standing(name: str, results: Sequence[Played], rating: tuple[float, float] | None) -> Standing:
    won = fair = seconds = 0.0
    games = choices = 0
    ranks: list[int] = []
    scores: list[int] = []
    for played in results:
        mine = [n for n, bot in enumerate(played.fixture.bots) if bot == name]
        if not mine:
            continue
        games += 1
        fair += len(mine) / len(played.fixture.bots)
        won += sum(played.shares[n] for n in mine)
        ranks += [played.ranks[n] for n in mine]
        scores += [played.scores[n] for n in mine]
        seconds += sum(played.seconds[n] for n in mine)
        choices += sum(played.chosen[n] for n in mine)
    low, high = wilson(won / games, games)
    mu, sigma = rating or (None, None)
    return Standing(
        name,
        games,
        won / games,
        low,
        high,
        fair / games,
        1 + sum(ranks) / len(ranks),
        sum(scores) / len(scores),
        seconds / max(choices, 1),
        mu,
        sigma,
    )


def rate(results: Iterable[Played]) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings (Plackett-Luce), game by game in the order of the fixtures.

    A bot that sits at several seats of a game moves by the mean of what each seat would move it.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RoundhouseError("ratings need OpenSkill: pip install 'roundhouse[arena]'") from None
    model = PlackettLuce()
    ratings: dict[str, tuple[float, float]] = {}
    for played in sorted(results, key=lambda p: p.fixture.number):
        bots = played.fixture.bots
        before = [ratings.get(bot, (model.mu, model.sigma)) for bot in bots]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        after = model.rate(teams, ranks=[float(rank) for rank in played.ranks])
        for bot in set(bots):
            mine = [after[n][0] for n, other in enumerate(bots) if other == bot]
            ratings[bot] = (
                sum(r.mu for r in mine) / len(mine),
                sum(r.sigma for r in mine) / len(mine),
            )
    return ratings
