"""Turning points of a game that is over, and the numbers beside its chart."""

from __future__ import annotations

import pytest

from roundhouse.web.show.line_chart import _round_values
from roundhouse.web.show.markup import quantity
from roundhouse.web.show.result import turning_points

NAMES = ["Ann", "Bea"]


def points(rows: list[list[int]]) -> list[tuple[int, str]]:
    scores = list(enumerate(rows))
    log = [(ply, f"move {ply}") for ply in range(len(rows))]
    return [(point.ply, point.said) for point in turning_points(scores, log, NAMES, "$")]


def test_without_a_change_of_the_lead_the_greatest_gains() -> None:
    assert points([[0, 0], [2, 0], [2, 1], [9, 1]]) == [(1, "+$2"), (2, "+$1"), (3, "+$7")]
    assert points([[0, 0], [0, 0]]) == []


def test_leads_that_last_come_before_short_ones() -> None:
    """Four changes of the lead: the one that was over at once is left out."""
    a, b = [5, 4], [4, 5]
    found = points([a, a, b, b, b, a, b, b, b, a, a, a])
    leads = [(ply, said) for ply, said in found if said == "takes the lead"]
    assert [ply for ply, _ in leads] == [2, 6, 9]
    assert (5, "takes the lead") not in found


@pytest.mark.parametrize(
    ("low", "high", "lines"),
    [(0, 222, [0, 50, 100, 150, 200]), (0, 14, [0, 5, 10]), (-30, 40, [-20, 0, 20, 40])],
)
def test_numbers_beside_the_chart_are_round(low: float, high: float, lines: list[float]) -> None:
    assert _round_values(low, high) == lines


@pytest.mark.parametrize(
    ("amount", "unit", "said"),
    [
        (96, "$M", "$96M"),
        (7, "$", "$7"),
        (1, "cubes", "1 cube"),
        (4, "cubes", "4 cubes"),
        (1, "VP", "1 VP"),
    ],
)
def test_amounts_are_written_as_people_write_them(amount: int, unit: str, said: str) -> None:
    assert quantity(amount, unit) == said
