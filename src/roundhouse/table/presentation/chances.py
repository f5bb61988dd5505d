"""The computer analysis of a game: its progress, chart, and missed chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from roundhouse.table.presentation.choices import join_heading, offer_of
from roundhouse.table.presentation.line_chart import SeatSeries, line_chart
from roundhouse.table.presentation.markup import rich
from roundhouse.table.presentation.match_views import MatchViews

MAX_BETTER = 8  # biggest mistakes in a list for all seats


@dataclass(frozen=True)
class ChancePoint:
    """A turning point: the move, and how much the chance of its seat changed."""

    ply: int
    seat: int
    change: Markup
    text: Markup


@dataclass(frozen=True)
class BetterMoveLine:
    """A mistake and the better move, worded as the player saw the choice."""

    ply: int
    seat: int
    text: Markup
    better: Markup
    worth: Markup


@dataclass(frozen=True)
class AccuracyLine:
    """How well a seat played."""

    seat: int
    percent: str
    decisions: int  # rated ones


@dataclass(frozen=True)
class AnalysisStatus:
    """The analysis of a game, or how far it is."""

    result: Mapping[str, Any] | None
    progress: tuple[int, int] | None = None  # (done, total) while a worker analyzes the game
    failed: bool = False  # whether the last attempt failed


@dataclass(kw_only=True)
class ChancesContext:
    """The analysis part of a page: `state` is none, open, busy or ready."""

    state: str
    failed: bool = False
    done: int = 0
    of: int = 0
    chart: Markup | str = ""
    points: list[ChancePoint] = field(default_factory=list)
    better: list[BetterMoveLine] = field(default_factory=list)
    accuracy: list[AccuracyLine] = field(default_factory=list)


def chances_part(
    status: AnalysisStatus, views: MatchViews, names: Sequence[str], page: str
) -> ChancesContext:
    """Return the context of the analysis part of a page; `page` is the path that shows a ply."""
    if not views.match.over:
        return ChancesContext(state="none")
    if status.progress is not None:
        done, total = status.progress
        return ChancesContext(state="busy", done=done, of=total)
    if status.result is None:
        return ChancesContext(state="open", failed=status.failed)
    analysis = status.result
    chart = line_chart(
        "Chance of winning",
        SeatSeries(names, analysis["plies"], analysis["shares"]),
        lambda ply: f"{page}?ply={ply}",
        format_value="{:.0%}".format,
        turning=[point["ply"] for point in analysis["turning_points"]],
    )
    sentences = dict(views.log(None))
    points = [
        ChancePoint(
            point["ply"] + 1,
            point["seat"],
            rich(f"@{point['seat']} {point['change']:+.0%}", names),
            rich(sentences.get(point["ply"], point["move"]), names),
        )
        for point in analysis["turning_points"]
    ]
    worst = sorted(analysis.get("better", ()), key=lambda point: -point["worth"])[:MAX_BETTER]
    worst.sort(key=lambda point: point["ply"])
    return ChancesContext(
        state="ready",
        chart=chart,
        points=points,
        better=[better_move(point, sentences, views, names) for point in worst],
        accuracy=accuracy_lines(analysis),
    )


def accuracy_lines(analysis: Mapping[str, Any]) -> list[AccuracyLine]:
    """Return the accuracy of each rated seat."""
    return [
        AccuracyLine(row["seat"], f"{row['accuracy']:.0%}", row["decisions"])
        for row in analysis.get("accuracy", ())
        if row["accuracy"] is not None
    ]


def better_move(
    point: Mapping[str, Any], sentences: Mapping[int, str], views: MatchViews, names: Sequence[str]
) -> BetterMoveLine:
    ply, seat = point["ply"], point["seat"]
    offered = offer_of(views.match.state_at(ply).view(seat), point["better"], names)
    words = rich(point["better"], names)
    if offered is not None:
        heading, offer = offered
        words = join_heading(heading, offer.label)
    return BetterMoveLine(
        ply + 1,
        seat,
        rich(sentences.get(ply, point["played"]), names),
        words,
        rich(f"+{point['worth']:.0%} for @{seat}", names),
    )
