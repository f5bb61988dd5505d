"""What a finished game is worth."""

from __future__ import annotations

import pytest

from roundhouse.research.rewards import bounds, margins, rewards, win_shares


def test_win_shares() -> None:
    assert win_shares([0, 1, 2]) == [1.0, 0.0, 0.0]
    assert win_shares([0, 2, 0]) == [0.5, 0.0, 0.5]
    assert win_shares([1, 1, 3, 1]) == [0.25] * 4  # the game itself has won


def test_margins() -> None:
    assert margins([30, 10, 20]) == [0.5, -0.5, 0.0]
    assert margins([300, 100, 200]) == [0.5, -0.5, 0.0]
    assert margins([7, 7]) == [0.0, 0.0]


@pytest.mark.parametrize("margin", [0.0, 0.3, 1.0])
def test_rewards_add_up_to_nothing_and_keep_their_bounds(margin: float) -> None:
    low, high = bounds(3, margin)
    for ranks, scores in (([0, 1, 2], [90, 0, 0]), ([0, 0, 2], [5, 5, -9]), ([1, 1, 1], [1, 2, 3])):
        worth = rewards(ranks, scores, margin)
        assert sum(worth) == pytest.approx(0.0)
        assert all(low - 1e-9 <= value <= high + 1e-9 for value in worth)
    assert rewards([0, 1, 2], [], 0.0) == pytest.approx([2 / 3, -1 / 3, -1 / 3])
