"""Statistics of games: shares of wins with intervals, and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from roundhouse.core.errors import RoundhouseError
from roundhouse.lab.schedule import GameResult

Z_95 = 1.959964  # two-sided 95% quantile of the normal distribution


def wilson_interval(share: float, n: int, z: float = Z_95) -> tuple[float, float]:
    """Return the Wilson interval for a share of n games; ties count as partial wins."""
    if n == 0:
        return 0.0, 1.0
    middle = share + z * z / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    whole = 1 + z * z / n
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass(frozen=True)
class BotStanding:
    """The results of a bot in a game with one number of seats."""

    bot: str
    games: int
    share: float  # of the wins, over all its seats
    low: float
    high: float
    fair: float  # the share of a bot as strong as the others
    mean_rank: float  # 1 is first
    mean_score: float
    seconds_per_choice: float
    rating: float | None = None  # OpenSkill's mu
    deviation: float | None = None  # and sigma

    @property
    def times_fair(self) -> float:
        """The share of the wins divided by the fair share."""
        return self.share / self.fair


def standings(results: Sequence[GameResult], with_ratings: bool = True) -> list[BotStanding]:
    """Return the standings of the bots in these games, best first."""
    names = sorted({bot for result in results for bot in result.matchup.bots})
    ratings = rate(results) if with_ratings else {}
    table = [_compute_standing(name, results, ratings.get(name)) for name in names]
    return sorted(table, key=lambda row: -row.times_fair)


def _compute_standing(
    name: str, results: Sequence[GameResult], rating: tuple[float, float] | None
) -> BotStanding:
    won = fair = seconds = 0.0
    games = choices = 0
    ranks: list[int] = []
    scores: list[int] = []
    for result in results:
        own = [n for n, bot in enumerate(result.matchup.bots) if bot == name]
        if not own:
            continue
        games += 1
        fair += len(own) / len(result.matchup.bots)
        won += sum(result.shares[n] for n in own)
        ranks += [result.ranks[n] for n in own]
        scores += [result.scores[n] for n in own]
        seconds += sum(result.seconds[n] for n in own)
        choices += sum(result.chosen[n] for n in own)
    low, high = wilson_interval(won / games, games)
    mu, sigma = rating or (None, None)
    return BotStanding(
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


def rate(results: Iterable[GameResult]) -> dict[str, tuple[float, float]]:
    """Return OpenSkill ratings (Plackett-Luce), updated game by game.

    A bot with several seats in a game gets the mean rating of its seats.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RoundhouseError(
            "ratings need OpenSkill; install it with: pip install openskill"
        ) from None
    model = PlackettLuce()
    ratings: dict[str, tuple[float, float]] = {}
    for result in sorted(results, key=lambda r: r.matchup.number):
        bots = result.matchup.bots
        before = [ratings.get(bot, (model.mu, model.sigma)) for bot in bots]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        after = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
        for bot in set(bots):
            own = [after[n][0] for n, other in enumerate(bots) if other == bot]
            ratings[bot] = (sum(r.mu for r in own) / len(own), sum(r.sigma for r in own) / len(own))
    return ratings
