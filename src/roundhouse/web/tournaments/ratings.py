"""OpenSkill ratings (Plackett-Luce), one per game. Pure arithmetic.

Bots are anchors: their ratings are frozen once they are established.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
ESTABLISHED_SIGMA = 4.0  # deviation below which a rating is established
FROZEN_SIGMA = 2.0  # deviation below which the rating of a bot is frozen
SCALE = 60.0  # points of a new player: 1500
DOUBT = 2.0  # deviations subtracted on the leaderboard
MIN_MOVES = 3  # of a seat before a bot takes it over; otherwise the match was not played
FULL_MATCHES = 3  # between the same two users that count in full
REPEAT_DAYS = 30  # days in which matches between the same users are repetitions


@dataclass(frozen=True)
class Rating:
    """A rating: mean, deviation and number of games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as shown to players."""
        return round(self.mu * SCALE)

    @property
    def margin(self) -> int:
        """The uncertainty of the rating, in points."""
        return round(self.sigma * DOUBT * SCALE)

    @property
    def provisional(self) -> bool:
        return self.sigma >= ESTABLISHED_SIGMA

    @property
    def order(self) -> float:
        """The sort key of leaderboards: a conservative estimate."""
        return self.mu - DOUBT * self.sigma


@dataclass(frozen=True)
class Contestant:
    """A seat of a match: rating and rank; 0 is the best rank."""

    rating: Rating
    rank: int
    anchor: bool = False  # a bot


def repeat_weight(earlier: int) -> float:
    """Return the weight of a match between users who lately had `earlier` matches.

    After the matches that count in full, it is a half, a third, a quarter and so on: no number of
    matches between two accounts moves a rating far.
    """
    return 1.0 / max(1, earlier - FULL_MATCHES + 2)


def rate(contestants: Sequence[Contestant], weight: float = 1.0) -> list[Rating]:
    """Return the ratings after a match, in the same order; `weight` is 1 or less."""
    if len(contestants) < 2:
        return [c.rating for c in contestants]
    teams = [[MODEL.rating(mu=c.rating.mu, sigma=c.rating.sigma)] for c in contestants]
    rated = MODEL.rate(teams, ranks=[float(c.rank) for c in contestants])
    return [
        _after(contestant, team[0].mu, team[0].sigma, weight)
        for contestant, team in zip(contestants, rated, strict=True)
    ]


def _after(contestant: Contestant, mu: float, sigma: float, weight: float) -> Rating:
    before = contestant.rating
    if contestant.anchor and before.sigma < FROZEN_SIGMA:
        return Rating(before.mu, before.sigma, before.games + 1)
    mu = before.mu + weight * (mu - before.mu)
    sigma = before.sigma + weight * (sigma - before.sigma)
    return Rating(mu, sigma, before.games + 1)
