"""Turning points of a finished game, and the numbers on its chart axis."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from roundhouse.core.text import quantity
from roundhouse.play.match import Match
from roundhouse.play.record import Record
from roundhouse.table.presentation.line_chart import SeatSeries, _round_values, line_chart
from roundhouse.table.presentation.result import (
    Scores,
    scores_by_ply,
    turning_points,
    worths_by_ply,
)

NAMES = ["Ann", "Bea"]


def points(rows: list[list[int]]) -> list[tuple[int, str]]:
    scores = list(enumerate(rows))
    log = [(ply, f"move {ply}") for ply in range(len(rows))]
    return [
        (point.ply, point.message.striptags()) for point in turning_points(scores, log, NAMES, "$")
    ]


def test_largest_gains_are_shown_if_the_lead_never_changes() -> None:
    assert points([[0, 0], [2, 0], [2, 1], [9, 1]]) == [
        (1, "Ann +$2 in prospect"),
        (2, "Bea +$1 in prospect"),
        (3, "Ann +$7 in prospect"),
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
        (1, "rounds won", "1 round won"),
        (1, "VP", "1 VP"),
    ],
)
def test_amounts_are_written_with_their_unit(amount: int, unit: str, expected: str) -> None:
    assert quantity(amount, unit) == expected


def test_chart_has_room_for_its_labels_and_follows_the_theme() -> None:
    series = SeatSeries(NAMES, [0, 10], [[0, 0], [1500, 900]])
    svg = line_chart("Score", series, str, format_value=lambda value: f"${round(value)}M")
    ends = re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="end"[^>]*>(\$\d+M)<', svg)
    assert ends
    assert all(float(x) >= 8 * len(label) for x, label in ends)
    assert not re.search(r'(?:fill|stroke)(?:=|:)"?#(?:3b3024|c4b28a)', svg)  # a dark theme's ink


def test_turning_points_count_what_a_seat_owns() -> None:
    """Buying a share at its worth is no loss, though it costs cash."""
    path = Path(__file__).parents[2] / "games/texas/records"
    record = Record.loads((path / "texas-6-seats-rules-2.game").read_text())
    game = record.load_game(speed="interpreted")
    match = Match.from_record(game, record)
    worths, scores = worths_by_ply(match), scores_by_ply(match)
    assert worths[-1][1] == pytest.approx(scores[-1][1], abs=1)

    def biggest_loss(rows: Scores) -> int:
        steps = ((old, new) for (_, old), (_, new) in pairwise(rows))
        return min(b - a for old, new in steps for a, b in zip(old, new, strict=True))

    assert biggest_loss(worths) > biggest_loss(scores)


def test_chart_tells_its_values_in_words() -> None:
    series = SeatSeries(["Ann & Co", "Bob"], [0, 3, 9], [[0.5, 0.5], [0.25, 0.75], [1.0, 0.0]])
    svg = line_chart("Chance of winning", series, str, format_value="{:.0%}".format)
    assert "begins with Ann &amp; Co 50%, Bob 50% and ends with Ann &amp; Co 100%, Bob 0%" in svg
    assert 'aria-label="move 3: Ann &amp; Co 25%, Bob 75%"' in svg
