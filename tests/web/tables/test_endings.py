"""Descriptions of endings: in the list of finished games, and on the result page."""

from __future__ import annotations

import pytest

from roundhouse.core.view import ScorePart
from roundhouse.table.presentation.endings import describe_ending, headline, source_lines, summary
from roundhouse.table.presentation.markup import NamesForReader

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


@pytest.mark.parametrize(
    ("me", "expected"), [("me", "you came 2nd of 3"), ("other", "you resigned")]
)
def test_ending_after_a_resignation_names_no_bot_as_winner(me: str, expected: str) -> None:
    chairs = [chair | {"resigned": chair["person"] == "other"} for chair in CHAIRS]
    assert describe_ending(chairs, {0: 1, 1: 2, 2: 2}, me) == expected


NAMES = ["Ann", "Bea", "Cem"]


@pytest.mark.parametrize(
    ("ranks", "scores", "reader", "title", "text"),
    [
        ([1, 0, 2], [5, 9, 2], 0, "You came 2nd", "Bea won with $9, $4 ahead of you"),
        ([0, 1, 2], [9, 5, 2], 0, "You won", "With $9, $4 ahead of Bea"),
        ([0, 0, 2], [9, 9, 2], 1, "Ann and you share the win", "With $9"),
        ([1, 1, 0], [5, 5, 9], 0, "You came joint 2nd", "Cem won with $9, $4 ahead of you"),
        ([1, 0, 2], [9, 9, 2], 0, "You came 2nd", "Bea won with $9"),
        ([1, 0, 2], [5, 9, 2], None, "Bea won", "With $9, $4 ahead of Ann"),
    ],
)
def test_headline_addresses_the_reader(
    ranks: list[int], scores: list[int], reader: int | None, title: str, text: str
) -> None:
    names = NamesForReader(NAMES, reader)
    assert headline(ranks, names).striptags() == title
    assert summary(ranks, scores, names, "$").striptags() == text


def test_sources_of_points_start_with_the_largest() -> None:
    parts = [ScorePart("the start", (3, 9)), ScorePart("costs", (-6, 0)), ScorePart("pay", (12, 1))]
    lines = [
        (line.label.striptags(), line.amount, line.share)
        for line in source_lines(parts, 0, NAMES, "$")
    ]
    assert lines == [("Pay", "+$12", 100), ("The start", "+$3", 25), ("Costs", "−$6", 50)]
