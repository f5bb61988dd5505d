"""The computer analysis of a game: its progress, chart, and missed chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from roundhouse.core.formats import format_change, format_percent
from roundhouse.core.translation import translate as _
from roundhouse.table.presentation.choices import words_of
from roundhouse.table.presentation.line_chart import SeatSeries, line_chart
from roundhouse.table.presentation.markup import NamesForReader, label_seats, rich
from roundhouse.table.presentation.match_views import MatchViews

MAX_BETTER = 8  # biggest mistakes in a list for all seats
CLEAR_GAIN = 0.03  # share of the win; who gained less by a mistake is not named


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
    name: str  # "You" for the reader
    percent: str  # empty: nothing was at stake
    decisions: int  # judged ones
    of: int  # all of them; 0: unknown


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
    """Return the context of a page's analysis; `page` is the path that shows a ply."""
    if not views.match.over:
        return ChancesContext(state="none")
    if status.progress is not None:
        done, total = status.progress
        accuracy = accuracy_lines(status.result or {}, names)
        return ChancesContext(state="busy", done=done, of=total, accuracy=accuracy)
    if status.result is None:
        return ChancesContext(state="open", failed=status.failed)
    analysis = status.result
    chart = line_chart(
        _("Chance of winning"),
        SeatSeries(label_seats(names), analysis["plies"], analysis["shares"]),
        lambda ply: f"{page}?ply={ply}",
        format_value=format_percent,
        turning=[point["ply"] for point in analysis["turning_points"]],
    )
    sentences = dict(views.log(None))
    points = [
        ChancePoint(
            point["ply"] + 1,
            point["seat"],
            rich(f"@{point['seat']} {format_change(point['change'])}", names),
            _describe_move(point["ply"], sentences, views, names),
        )
        for point in analysis["turning_points"]
    ]
    reader = names.reader if isinstance(names, NamesForReader) else None

    def is_others(each: Any) -> bool:
        return bool(each["seat"] != reader)

    worst = sorted(analysis.get("better", ()), key=lambda each: (is_others(each), -each["worth"]))
    worst = sorted(worst[:MAX_BETTER], key=lambda each: (is_others(each), each["ply"]))
    return ChancesContext(
        state="ready",
        chart=chart,
        points=points,
        better=[better_move(point, sentences, views, names) for point in worst],
        accuracy=sorted(accuracy_lines(analysis, names), key=lambda line: line.seat != reader),
    )


def accuracy_lines(analysis: Mapping[str, Any], names: Sequence[str]) -> list[AccuracyLine]:
    """Return the accuracy of each seat with judged decisions."""
    labels = label_seats(names)
    return [
        AccuracyLine(
            row["seat"],
            labels[row["seat"]],
            "" if row["accuracy"] is None else format_percent(row["accuracy"]),
            row["decisions"],
            row.get("of", 0),
        )
        for row in analysis.get("accuracy", ())
        if row["decisions"]
    ]


def better_move(
    point: Mapping[str, Any], sentences: Mapping[int, str], views: MatchViews, names: Sequence[str]
) -> BetterMoveLine:
    """Return a mistake in words, with its cost in winning chance or in score."""
    ply, seat = point["ply"], point["seat"]
    if point.get("measure") == "score":
        worth = rich(_("worth more points; the win was out of reach"), names)
    else:
        values = {"gain": format_change(point["worth"]), "whom": f"@{seat}"}
        worth = rich(_("{gain} chance of winning for {whom}", **values), names)
        if (other := _most_helped(point)) is not None:
            helped = rich(_("most of it went to {whom}", whom=f"@{other}"), names)
            worth = Markup("{}; {}").format(worth, helped)
    return BetterMoveLine(
        ply + 1,
        seat,
        _describe_move(ply, sentences, views, names),
        words_of(views.match.state_at(ply).view(seat), point["better"], names),
        worth,
    )


def _most_helped(point: Mapping[str, Any]) -> int | None:
    """Return the seat that gained most of what a mistake gave away, if one did."""
    gains = dict(enumerate(point.get("helped", ())))
    gains.pop(point["seat"], None)
    if not gains:
        return None
    seat = max(gains, key=gains.__getitem__)
    return seat if gains[seat] >= max(CLEAR_GAIN, point["worth"] / 2) else None


def _describe_move(
    ply: int, sentences: Mapping[int, str], views: MatchViews, names: Sequence[str]
) -> Markup:
    """Return the log line of a move, or its choice if the log does not mention it."""
    if ply in sentences:
        return rich(sentences[ply], names)
    entry, state = views.match.line[ply].entry, views.match.state_at(ply)
    words = words_of(state.view(state.turn if state.turn >= 0 else None), entry.words, names)
    return rich(f"@{entry.seat}: ", names) + words if entry.seat >= 0 else words
