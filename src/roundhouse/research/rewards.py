"""The rewards of a finished game by seat."""

from __future__ import annotations

from collections.abc import Sequence

ILLEGAL_REWARD = -1.0  # less than any reward of legal play


def compute_win_shares(ranks: Sequence[int]) -> list[float]:
    """Compute each seat's share of the win; seats that tie for first split it.

    In single rounds of Northern Pacific the game itself can win, so that no seat has rank 0. That
    counts as a tie of all seats, so the shares always add up to 1.
    """
    winners = ranks.count(0)
    if winners == 0:
        return [1 / len(ranks)] * len(ranks)
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def compute_margins(scores: Sequence[int]) -> list[float]:
    """Compute each seat's distance from the mean score, as a share of all distances.

    Margins do not depend on the unit of the scores, and their sum is 0.
    """
    mean = sum(scores) / len(scores)
    distances = [score - mean for score in scores]
    total = sum(map(abs, distances))
    return [distance / total if total else 0.0 for distance in distances]


def compute_rewards(
    ranks: Sequence[int], scores: Sequence[int], margin: float = 0.0
) -> list[float]:
    """Compute the rewards: a mix of win shares minus the fair share, and of margins."""
    fair = 1 / len(ranks)
    centred = [share - fair for share in compute_win_shares(ranks)]
    if margin == 0.0:
        return centred
    return [
        (1 - margin) * share + margin * distance
        for share, distance in zip(centred, compute_margins(scores), strict=True)
    ]


def reward_bounds(seats: int, margin: float = 0.0) -> tuple[float, float]:
    """Return the lowest and the highest possible reward of a legal game."""
    return -(1 - margin) / seats - margin / 2, (1 - margin) * (1 - 1 / seats) + margin / 2


def check_margin(margin: float) -> float:
    """Check the weight of the margins in the reward."""
    if not 0.0 <= margin <= 1.0:
        raise ValueError(f"`margin` must be from 0 to 1, not {margin!r}")
    return float(margin)
