"""The ladder: how far the levels of bots stand apart, from games between them.

Ratings are fitted to the ranks of all games at once (Plackett-Luce: a game is drawn place by place,
each seat in proportion to its strength), on Elo's scale: 400 points are odds of ten to one to come
in ahead. The lowest player is 0. An error is one standard error, from how sharply the likelihood
falls off on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from math import log

import numpy as np
import numpy.typing as npt

from roundhouse.bots.registry import check_name
from roundhouse.core.errors import BadOption
from roundhouse.lab.fixtures import Fixture, Played
from roundhouse.lab.journal import Journal, play_rest
from roundhouse.play import registry

POINTS = 400 / log(10)  # of a difference of 1 in the logarithm of strength
STEPS = 60  # of Newton's method, at most
CLOSE = 1e-9
FAINT = 1e-4  # pulls towards 0, so that who won or lost every game has a rating at all


@dataclass(frozen=True)
class Rated:
    """Where a player stands."""

    bot: str
    games: int
    rating: float
    error: float
    seconds: float  # a choice takes


@dataclass(frozen=True)
class Step:
    """From one player to the next."""

    height: float
    error: float


@dataclass(frozen=True)
class MeasuredLadder:
    """Players in the order in which they were named, and the steps between them."""

    game: str
    seats: int
    games: int
    players: tuple[Rated, ...]
    steps: tuple[Step, ...]


def tables(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Who sits together in one round: those next to each other on the ladder, as many as there are
    seats; and every two neighbours alone, taking turns."""
    windows = [tuple(bots[n : n + seats]) for n in range(len(bots) - seats + 1)]
    pairs = [tuple(pair[n % 2] for n in range(seats)) for pair in pairwise(bots)]
    return [*windows, *pairs]


def schedule(
    game: str,
    bots: Sequence[str],
    seats: int,
    rounds: int,
    seed: int,
    sparing: Mapping[str, int] | None = None,
) -> list[Fixture]:
    """So many rounds of all tables. Where somebody sits who thinks long, a table may be laid in
    every so manieth round only (`sparing`); from time to time everybody moves on by one seat."""
    registry.meta(game).check_seats(seats)
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise BadOption("a ladder needs at least two bots, each named once")
    for bot in (*bots, *(sparing or {})):
        check_name(bot)
    made: list[Fixture] = []
    for round_ in range(rounds):
        for n, table in enumerate(tables(bots, seats)):
            turn, left_out = divmod(round_, max((sparing or {}).get(bot, 1) for bot in table))
            if left_out:
                continue
            seated = tuple(table[(seat - turn) % seats] for seat in range(seats))
            name = f"ladder {game} {seats} {seed} {round_} {n}"
            made.append(Fixture(len(made), game, seated, None, name))
    return made


def climb(
    game: str,
    bots: Sequence[str],
    seats: int,
    rounds: int,
    *,
    seed: int = 0,
    sparing: Mapping[str, int] | None = None,
    jobs: int = 0,
    ray_address: str | None = None,
    journal: Journal | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> MeasuredLadder:
    """Play it all, but for what is in the journal, and fit the ratings."""
    fixtures = schedule(game, bots, seats, rounds, seed, sparing)
    played = play_rest(fixtures, journal, jobs=jobs, ray_address=ray_address, progress=progress)
    return measured(game, bots, seats, played)


def measured(
    game: str, bots: Sequence[str], seats: int, played: Sequence[Played]
) -> MeasuredLadder:
    """The ladder that these games show."""
    results = [(p.fixture.bots, p.ranks) for p in played]
    ratings, spread = fit(bots, results)
    players = [
        Rated(
            bot,
            sum(bot in p.fixture.bots for p in played),
            ratings[n],
            float(spread[n, n]) ** 0.5,
            _seconds(bot, played),
        )
        for n, bot in enumerate(bots)
    ]
    steps = [
        Step(
            ratings[n + 1] - ratings[n],
            float(spread[n, n] + spread[n + 1, n + 1] - 2 * spread[n, n + 1]) ** 0.5,
        )
        for n in range(len(bots) - 1)
    ]
    return MeasuredLadder(game, seats, len(played), tuple(players), tuple(steps))


def _seconds(bot: str, played: Sequence[Played]) -> float:
    spent, chosen = 0.0, 0
    for p in played:
        for seat, name in enumerate(p.fixture.bots):
            if name == bot:
                spent += p.seconds[seat]
                chosen += p.chosen[seat]
    return spent / max(1, chosen)


def fit(
    bots: Sequence[str], results: Sequence[tuple[Sequence[str], Sequence[int]]]
) -> tuple[list[float], npt.NDArray[np.float64]]:
    """Ratings, the first player's being 0, and the covariance of their errors."""
    place = {bot: n for n, bot in enumerate(bots)}
    orders = [
        (np.array([place[seated[seat]] for seat in order]), 1 / len(ways))
        for seated, ranks in results
        for ways in [finishes(ranks)]
        for order in ways
    ]
    size = len(bots)
    strength = np.zeros(size)
    for _ in range(STEPS):
        slope, bend = _slope_and_bend(orders, strength)
        slope -= FAINT * strength
        bend += FAINT * np.eye(size)
        step = np.linalg.solve(bend, slope)
        strength += step / max(1.0, float(np.abs(step).max()))  # far off, Newton's steps are wild
        if float(np.abs(step).max()) < CLOSE:
            break
    _, bend = _slope_and_bend(orders, strength)
    # Only differences are known: the first player stands still, and is known for certain.
    spread = np.zeros((size, size))
    rest = bend[1:, 1:] + FAINT * np.eye(size - 1)
    spread[1:, 1:] = np.linalg.inv(rest) * POINTS**2
    return [float(x) for x in (strength - strength[0]) * POINTS], spread


def finishes(ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """The orders in which seats may be said to have come in, best first; several where some tie."""
    return [
        order
        for order in permutations(range(len(ranks)))
        if all(ranks[a] <= ranks[b] for a, b in pairwise(order))
    ]


def _slope_and_bend(
    orders: Sequence[tuple[npt.NDArray[np.int64], float]], strength: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Of the logarithm of the likelihood: its gradient, and its curvature, which is downwards."""
    size = len(strength)
    slope, bend = np.zeros(size), np.zeros((size, size))
    for order, weight in orders:
        chances = np.exp(strength[order] - strength[order].max())
        for first in range(len(order) - 1):
            left = order[first:]
            share = chances[first:] / chances[first:].sum()
            mean = np.zeros(size)
            np.add.at(mean, left, share)
            slope[order[first]] += weight
            slope -= weight * mean
            bend += weight * (np.diag(mean) - np.outer(mean, mean))
    return slope, bend


def as_text(ladder: MeasuredLadder) -> str:
    """To read."""
    lines = [
        f"{ladder.game}, {ladder.seats} seats, {ladder.games} games",
        f"{'bot':<24}{'games':>7}{'rating':>8}{'±':>5}{'step':>7}{'±':>5}{'s/move':>9}",
    ]
    for n, player in enumerate(ladder.players):
        step = ladder.steps[n - 1] if n else None
        up = f"{step.height:>7.0f}{step.error:>5.0f}" if step else " " * 12
        lines.append(
            f"{player.bot:<24}{player.games:>7}{player.rating:>8.0f}{player.error:>5.0f}{up}"
            f"{player.seconds:>9.3f}"
        )
    return "\n".join(lines)
