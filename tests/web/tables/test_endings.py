"""Descriptions of endings in the list of finished games."""

from __future__ import annotations

import pytest

from roundhouse.table.presentation.endings import describe_ending

CHAIRS = [
    {"seat": 0, "name": "Ann", "person": "me"},
    {"seat": 1, "name": "Bea", "person": "other"},
    {"seat": 2, "name": "Cem", "person": "me"},
]


@pytest.mark.parametrize(
    ("ranks", "me", "expected"),
    [
        ({0: 0, 1: 1, 2: 2}, "me", "you won"),
        ({0: 2, 1: 0, 2: 1}, "me", "you came 2nd of 3, Bea won"),
        ({0: 0, 1: 0, 2: 2}, "me", "shared win"),
        ({0: 0, 1: 0, 2: 2}, "stranger", "Ann and Bea won"),
        ({0: 1, 1: 1, 2: 2}, "me", "you came 2nd of 3, no winner"),
    ],
)
def test_ending_is_described_for_the_reader(ranks: dict[int, int], me: str, expected: str) -> None:
    assert describe_ending(CHAIRS, ranks, me) == expected
