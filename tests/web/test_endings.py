"""How my games ended, in the words of a list."""

from __future__ import annotations

import pytest

from roundhouse.web.show.endings import ended

CHAIRS = [
    {"seat": 0, "name": "Ann", "person": "me"},
    {"seat": 1, "name": "Bea", "person": "other"},
    {"seat": 2, "name": "Cem", "person": "me"},
]


@pytest.mark.parametrize(
    ("ranks", "me", "said"),
    [
        ({0: 0, 1: 1, 2: 2}, "me", "you won"),
        ({0: 2, 1: 0, 2: 1}, "me", "you came 2nd of 3, Bea won"),
        ({0: 0, 1: 0, 2: 2}, "me", "a shared victory"),
        ({0: 0, 1: 0, 2: 2}, "somebody", "Ann and Bea won"),
        ({0: 1, 1: 1, 2: 2}, "me", "you came 2nd of 3, nobody won"),
    ],
)
def test_a_few_words(ranks: dict[int, int], me: str, said: str) -> None:
    assert ended(CHAIRS, ranks, me) == said
