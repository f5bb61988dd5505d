"""Ratings by OpenSkill (Plackett-Luce), one for each game. Pure arithmetic.

Bots are anchors: they are rated like everybody until their rating is sure, and stand still from
then on, so that the numbers mean the same next year.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
SURE = 4.0  # a deviation below this: not provisional any more
ANCHORED = 2.0  # a bot whose deviation is below this stands still
SCALE = 60.0  # of what people read: a newcomer has 1500
DOUBT = 2.0  # deviations that are taken off for the order of the leaderboard


@dataclass(frozen=True)
class Rating:
    """What is believed of somebody's strength at one game: a mean and a deviation."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def points(self) -> int:
        """As people read it."""
        return round(self.mu * SCALE)

    @property
    def margin(self) -> int:
        """So much more or less it may be."""
        return round(self.sigma * DOUBT * SCALE)

    @property
    def provisional(self) -> bool:
        return self.sigma >= SURE

    @property
    def order(self) -> float:
        """What a leaderboard is sorted by: what one is worth at least, very probably."""
        return self.mu - DOUBT * self.sigma


@dataclass(frozen=True)
class Contestant:
    """Who sat at a seat: with what rating, and on what rank they finished (0 is the best)."""

    rating: Rating
    rank: int
    anchor: bool = False  # a bot


def rate(contestants: Sequence[Contestant]) -> list[Rating]:
    """Everybody's rating after a match, in the same order."""
    if len(contestants) < 2:
        return [c.rating for c in contestants]
    teams = [[MODEL.rating(mu=c.rating.mu, sigma=c.rating.sigma)] for c in contestants]
    rated = MODEL.rate(teams, ranks=[float(c.rank) for c in contestants])
    return [
        _after(contestant, team[0].mu, team[0].sigma)
        for contestant, team in zip(contestants, rated, strict=True)
    ]


def _after(contestant: Contestant, mu: float, sigma: float) -> Rating:
    before = contestant.rating
    if contestant.anchor and before.sigma < ANCHORED:
        return Rating(before.mu, before.sigma, before.games + 1)
    return Rating(mu, sigma, before.games + 1)
