"""The rewards of a finished game."""

from __future__ import annotations

import pytest

from roundhouse.research.rewards import (
    compute_margins,
    compute_rewards,
    compute_win_shares,
    reward_bounds,
)


def test_win_shares() -> None:
    assert compute_win_shares([0, 1, 2]) == [1.0, 0.0, 0.0]
    assert compute_win_shares([0, 2, 0]) == [0.5, 0.0, 0.5]
    assert compute_win_shares([1, 1, 3, 1]) == [0.25] * 4  # the game itself won


def test_margins() -> None:
    assert compute_margins([30, 10, 20]) == [0.5, -0.5, 0.0]
    assert compute_margins([300, 100, 200]) == [0.5, -0.5, 0.0]
    assert compute_margins([7, 7]) == [0.0, 0.0]


@pytest.mark.parametrize("margin", [0.0, 0.3, 1.0])
def test_rewards_sum_to_zero_within_bounds(margin: float) -> None:
    low, high = reward_bounds(3, margin)
    for ranks, scores in (([0, 1, 2], [90, 0, 0]), ([0, 0, 2], [5, 5, -9]), ([1, 1, 1], [1, 2, 3])):
        rewards = compute_rewards(ranks, scores, margin)
        assert sum(rewards) == pytest.approx(0.0)
        assert all(low - 1e-9 <= value <= high + 1e-9 for value in rewards)
    assert compute_rewards([0, 1, 2], [], 0.0) == pytest.approx([2 / 3, -1 / 3, -1 / 3])
