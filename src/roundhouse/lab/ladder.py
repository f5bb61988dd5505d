"""The ladder: ratings of bots, fitted to games between them.

Ratings are fitted to the ranks of all games at once by the Plackett-Luce model, in which each place
goes to one of the remaining seats with a probability proportional to its strength. They are on the
Elo scale: 400 points are odds of ten to one to finish ahead. The first bot has the rating 0. Errors
are standard errors, from the curvature of the log-likelihood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from math import log

import numpy as np
import numpy.typing as npt

from roundhouse.bots.registry import check_name
from roundhouse.core.errors import BadOption
from roundhouse.lab.journal import DEFAULT_EXECUTION, Execution, play_rest
from roundhouse.lab.schedule import GameResult, Matchup
from roundhouse.play import registry

POINTS = 400 / log(10)  # Elo points for a difference of 1 in log strength
MAX_NEWTON_STEPS = 60
TOLERANCE = 1e-9  # of log strength
REGULARIZATION = 1e-4  # gives a finite rating to bots that won or lost every game


@dataclass(frozen=True)
class RatedBot:
    """A bot with its rating."""

    bot: str
    games: int
    rating: float
    error: float
    seconds: float  # for each decision


@dataclass(frozen=True)
class LadderStep:
    """The difference between two neighbouring bots."""

    height: float
    error: float


@dataclass(frozen=True)
class MeasuredLadder:
    """The rated bots, in the order of the request, and the steps between them."""

    game: str
    seats: int
    games: int
    players: tuple[RatedBot, ...]
    steps: tuple[LadderStep, ...]


def build_round(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return the groups of bots that play together in one round.

    One group for each run of `seats` neighbours on the ladder, and one for each pair of neighbours,
    alternating.
    """
    windows = [tuple(bots[n : n + seats]) for n in range(len(bots) - seats + 1)]
    pairs = [tuple(pair[n % 2] for n in range(seats)) for pair in pairwise(bots)]
    return [*windows, *pairs]


def build_ladder_schedule(
    game: str,
    bots: Sequence[str],
    seats: int,
    rounds: int,
    seed: int,
    sparing: Mapping[str, int] | None = None,
) -> list[Matchup]:
    """Return the games of `rounds` rounds, rotating the seats from round to round.

    `sparing` maps slow bots to n: groups with such a bot play in every nth round only.
    """
    registry.meta(game).check_seats(seats)
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise BadOption("a ladder needs at least two bots; name each bot once")
    for bot in (*bots, *(sparing or {})):
        check_name(bot)
    matchups: list[Matchup] = []
    for round_ in range(rounds):
        for n, group in enumerate(build_round(bots, seats)):
            rotation, is_skipped = divmod(round_, max((sparing or {}).get(bot, 1) for bot in group))
            if is_skipped:
                continue
            seated = tuple(group[(seat - rotation) % seats] for seat in range(seats))
            name = f"ladder {game} {seats} {seed} {round_} {n}"
            matchups.append(Matchup(len(matchups), game, seated, None, name))
    return matchups


def measure_ladder(
    bots: Sequence[str], matchups: Sequence[Matchup], execution: Execution = DEFAULT_EXECUTION
) -> MeasuredLadder:
    """Play the games of a schedule that are not in the journal and fit the ratings."""
    first = matchups[0]
    return rate_bots(first.game, bots, len(first.bots), play_rest(matchups, execution))


def rate_bots(
    game: str, bots: Sequence[str], seats: int, results: Sequence[GameResult]
) -> MeasuredLadder:
    """Return the ladder of these games."""
    ratings, covariance = fit(bots, [(result.matchup.bots, result.ranks) for result in results])
    players = [
        RatedBot(
            bot,
            sum(bot in result.matchup.bots for result in results),
            ratings[n],
            float(covariance[n, n]) ** 0.5,
            _seconds_per_decision(bot, results),
        )
        for n, bot in enumerate(bots)
    ]
    steps = [
        LadderStep(
            ratings[n + 1] - ratings[n],
            float(covariance[n, n] + covariance[n + 1, n + 1] - 2 * covariance[n, n + 1]) ** 0.5,
        )
        for n in range(len(bots) - 1)
    ]
    return MeasuredLadder(game, seats, len(results), tuple(players), tuple(steps))


def _seconds_per_decision(bot: str, results: Sequence[GameResult]) -> float:
    seconds, decisions = 0.0, 0
    for result in results:
        for seat, name in enumerate(result.matchup.bots):
            if name == bot:
                seconds += result.seconds[seat]
                decisions += result.chosen[seat]
    return seconds / max(1, decisions)


def fit(
    bots: Sequence[str], results: Sequence[tuple[Sequence[str], Sequence[int]]]
) -> tuple[list[float], npt.NDArray[np.float64]]:
    """Return the ratings, the first being 0, and the covariance of their errors."""
    index = {bot: n for n, bot in enumerate(bots)}
    orders = [
        (np.array([index[seated[seat]] for seat in order]), 1 / len(finishing_orders))
        for seated, ranks in results
        for finishing_orders in [possible_orders(ranks)]
        for order in finishing_orders
    ]
    size = len(bots)
    strength = np.zeros(size)
    for _ in range(MAX_NEWTON_STEPS):
        gradient, curvature = _derivatives(orders, strength)
        gradient -= REGULARIZATION * strength
        curvature += REGULARIZATION * np.eye(size)
        step = np.linalg.solve(curvature, gradient)
        # Far from the maximum, full Newton steps overshoot.
        strength += step / max(1.0, float(np.abs(step).max()))
        if float(np.abs(step).max()) < TOLERANCE:
            break
    _, curvature = _derivatives(orders, strength)
    # Only differences can be estimated, so the first rating is fixed and has no error.
    covariance = np.zeros((size, size))
    rest = curvature[1:, 1:] + REGULARIZATION * np.eye(size - 1)
    covariance[1:, 1:] = np.linalg.inv(rest) * POINTS**2
    return [float(x) for x in (strength - strength[0]) * POINTS], covariance


def possible_orders(ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the finishing orders of the seats, best first; several if seats tie."""
    return [
        order
        for order in permutations(range(len(ranks)))
        if all(ranks[a] <= ranks[b] for a, b in pairwise(order))
    ]


def _derivatives(
    orders: Sequence[tuple[npt.NDArray[np.int64], float]], strength: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the gradient and the negative Hessian of the log-likelihood."""
    size = len(strength)
    gradient, curvature = np.zeros(size), np.zeros((size, size))
    for order, weight in orders:
        weights = np.exp(strength[order] - strength[order].max())
        for first in range(len(order) - 1):
            remaining = order[first:]
            probability = weights[first:] / weights[first:].sum()
            mean = np.zeros(size)
            np.add.at(mean, remaining, probability)
            gradient[order[first]] += weight
            gradient -= weight * mean
            curvature += weight * (np.diag(mean) - np.outer(mean, mean))
    return gradient, curvature


def as_text(ladder: MeasuredLadder) -> str:
    """Return a ladder as a plain-text table."""
    lines = [
        f"{ladder.game}, {ladder.seats} seats, {ladder.games} games",
        f"{'bot':<24}{'games':>7}{'rating':>8}{'±':>5}{'step':>7}{'±':>5}{'s/move':>9}",
    ]
    for n, player in enumerate(ladder.players):
        step = ladder.steps[n - 1] if n else None
        step_text = f"{step.height:>7.0f}{step.error:>5.0f}" if step else " " * 12
        lines.append(
            f"{player.bot:<24}{player.games:>7}{player.rating:>8.0f}{player.error:>5.0f}{step_text}"
            f"{player.seconds:>9.3f}"
        )
    return "\n".join(lines)
