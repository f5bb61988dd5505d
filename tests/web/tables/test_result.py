"""Turning points of a finished game, and the numbers on its chart axis."""

from __future__ import annotations

import pytest

from roundhouse.table.presentation.line_chart import _round_values
from roundhouse.table.presentation.markup import quantity
from roundhouse.table.presentation.result import turning_points

NAMES = ["Ann", "Bea"]


def points(rows: list[list[int]]) -> list[tuple[int, str]]:
    scores = list(enumerate(rows))
    log = [(ply, f"move {ply}") for ply in range(len(rows))]
    return [
        (point.ply, point.message.striptags()) for point in turning_points(scores, log, NAMES, "$")
    ]


def test_largest_gains_are_shown_if_the_lead_never_changes() -> None:
    assert points([[0, 0], [2, 0], [2, 1], [9, 1]]) == [
        (1, "Ann +$2"),
        (2, "Bea +$1"),
        (3, "Ann +$7"),
    ]
    assert points([[0, 0], [0, 0]]) == []


def test_long_leads_are_preferred_to_short_ones() -> None:
    """There are four changes of the lead; the shortest lead is left out."""
    a, b = [5, 4], [4, 5]
    result = points([a, a, b, b, b, a, b, b, b, a, a, a])
    leads = [(ply, message) for ply, message in result if message.endswith(" takes the lead")]
    assert [ply for ply, _ in leads] == [2, 6, 9]
    assert (5, "Ann takes the lead") not in result


@pytest.mark.parametrize(
    ("low", "high", "lines"),
    [(0, 222, [0, 50, 100, 150, 200]), (0, 14, [0, 5, 10]), (-30, 40, [-20, 0, 20, 40])],
)
def test_chart_axis_has_round_numbers(low: float, high: float, lines: list[float]) -> None:
    assert _round_values(low, high) == lines


@pytest.mark.parametrize(
    ("amount", "unit", "expected"),
    [
        (96, "$M", "$96M"),
        (7, "$", "$7"),
        (1, "cubes", "1 cube"),
        (4, "cubes", "4 cubes"),
        (1, "VP", "1 VP"),
    ],
)
def test_amounts_are_written_with_their_unit(amount: int, unit: str, expected: str) -> None:
    assert quantity(amount, unit) == expected
