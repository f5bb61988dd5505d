"""What a finished game is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence

ILLEGAL_REWARD = -1.0  # below the worst that legal play can bring


def win_shares(ranks: Sequence[int]) -> list[float]:
    """Each seat's share of the win: all of it, or split between those who tie.

    Where the game itself beats every seat (single rounds of Northern Pacific) nobody has rank 0;
    that is a tie of all, so that the shares of a game always add up to 1.
    """
    winners = ranks.count(0)
    if winners == 0:
        return [1 / len(ranks)] * len(ranks)
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def margins(scores: Sequence[int]) -> list[float]:
    """How far each seat is above the mean score, as a part of all such distances: -1/2 to 1/2.

    The unit of the scores does not matter, and the margins of a game add up to 0.
    """
    mean = sum(scores) / len(scores)
    distances = [score - mean for score in scores]
    total = sum(map(abs, distances))
    return [distance / total if total else 0.0 for distance in distances]


def rewards(ranks: Sequence[int], scores: Sequence[int], margin: float = 0.0) -> list[float]:
    """Win shares less the fair share, and a part `margin` (0 to 1) of the margins in their place.

    They add up to 0 whatever the game.
    """
    fair = 1 / len(ranks)
    centred = [share - fair for share in win_shares(ranks)]
    if margin == 0.0:
        return centred
    return [
        (1 - margin) * won + margin * ahead
        for won, ahead in zip(centred, margins(scores), strict=True)
    ]


def bounds(seats: int, margin: float = 0.0) -> tuple[float, float]:
    """The least and the most that a legal game can bring a seat."""
    return -(1 - margin) / seats - margin / 2, (1 - margin) * (1 - 1 / seats) + margin / 2


def check_margin(margin: float) -> float:
    """The margin as a float, which must be a part of the reward."""
    if not 0.0 <= margin <= 1.0:
        raise ValueError(f"`margin` is a part of the reward, 0 to 1, not {margin!r}")
    return float(margin)
