"""The result of a game as a page shows it: score breakdown and turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING

from markupsafe import Markup

from roundhouse.core.text import capitalize_first, quantity
from roundhouse.core.view import ScorePart
from roundhouse.play.match import Match
from roundhouse.table.presentation.line_chart import SeatSeries, line_chart
from roundhouse.table.presentation.markup import rich

if TYPE_CHECKING:
    from roundhouse.table.presentation.match_views import MatchViews

MAX_PLIES = 2000  # with their scores
MAX_WORTHS = 400  # plies to evaluate for the turning points
MAX_POINTS = 240  # points in the chart
MAX_TURNS = 6
MAX_LEADS = 3  # changes of the lead among the turns

Scores = list[tuple[int, list[int]]]


@dataclass(frozen=True)
class PartLine:
    """A source of points: each seat's amount, and its bar in percent."""

    label: Markup
    cells: list[tuple[int, int]]


@dataclass(frozen=True)
class TurningPoint:
    """A ply where the lead changed or a player gained a lot."""

    ply: int
    seat: int
    text: Markup
    message: Markup


def scores_by_ply(match: Match) -> Scores:
    """Return the scores at a sample of plies of a finished game, with the last."""
    step = max(1, -(-match.ply // MAX_PLIES))
    plies = [*range(0, match.ply, step), match.ply]
    return [(ply, match.state_at(ply).scores()) for ply in plies]


def worths_by_ply(match: Match) -> Scores:
    """Return each seat's expected final points at a sample of plies.

    The game's `evaluate` counts what a seat owns, not only its cash or points so far.
    """
    evaluate, final = match.game.definition.evaluate, match.state
    step = max(1, -(-match.ply // MAX_WORTHS))
    plies = [*range(0, match.ply, step), match.ply]
    rows = []
    for ply in plies:
        state, out = match.state_at(ply), [0] * final.seats
        evaluate(state.board, state.py_state, state.scratch, out)
        rows.append(out)
    scores = final.scores()
    spread = max(scores) - min(scores)
    if not spread or max(rows[-1]) == min(rows[-1]):
        return scores_by_ply(match)
    # `evaluate` counts in tenths, hundredths or thousandths of a point.
    unit = 10 ** round(log10((max(rows[-1]) - min(rows[-1])) / spread))
    return [(ply, [round(n / unit) for n in row]) for ply, row in zip(plies, rows, strict=True)]


def part_lines(parts: Sequence[ScorePart], names: Sequence[str]) -> list[PartLine]:
    most = max((abs(n) for part in parts for n in part.by_seat), default=0) or 1
    return [
        PartLine(
            rich(capitalize_first(part.label), names),
            [(n, round(100 * abs(n) / most)) for n in part.by_seat],
        )
        for part in parts
    ]


def turning_points(
    scores: Scores, log: Sequence[tuple[int, str]], names: Sequence[str], unit: str
) -> list[TurningPoint]:
    """Return lasting changes of the lead and the biggest gains, in game order.

    `scores` may be what each position is worth instead of the points so far.
    """
    messages = dict(log)
    leads: list[TurningPoint] = []
    gained: list[tuple[int, TurningPoint]] = []
    leader: int | None = None
    for (before, old), (ply, new) in pairwise(scores):
        gains = [b - a for a, b in zip(old, new, strict=True)]
        seat = max(range(len(gains)), key=lambda s: abs(gains[s]))
        lines = [messages[p] for p in range(before, ply) if p in messages]
        text = rich(lines[-1], names) if lines else Markup("")
        best = max(new)
        ahead = new.index(best) if new.count(best) == 1 else leader
        if ahead is not None and leader is not None and ahead != leader and text:
            leads.append(TurningPoint(ply, ahead, text, rich(f"@{ahead} takes the lead", names)))
        elif gains[seat] and text:
            sign = "+" if gains[seat] > 0 else "−"
            size = abs(gains[seat])
            gain = f"@{seat} {sign}{quantity(size, unit)} in prospect"
            point = TurningPoint(ply, seat, text, rich(gain, names))
            gained.append((size, point))
        leader = ahead
    ends = [*(point.ply for point in leads), scores[-1][0] + 1][1:]
    by_length = sorted(zip(ends, leads, strict=True), key=lambda each: each[1].ply - each[0])
    chosen = [point for _, point in by_length[:MAX_LEADS]]
    gained.sort(key=lambda each: -each[0])
    chosen += [point for _, point in gained[: MAX_TURNS - len(chosen)]]
    return sorted(chosen, key=lambda point: point.ply)


def score_chart(scores: Scores, names: Sequence[str], replay: str, unit: str) -> Markup:
    def format_score(value: float) -> str:
        return quantity(round(value), unit if unit.startswith("$") else "")

    every = max(1, -(-len(scores) // MAX_POINTS))
    sampled = [*scores[:-1:every], scores[-1]]
    return line_chart(
        f"Score by move, in {unit}",
        SeatSeries(names, [ply for ply, _ in sampled], [row for _, row in sampled]),
        lambda ply: f"{replay}?ply={ply}",
        format_value=format_score,
    )


@dataclass(kw_only=True)
class ResultContext:
    """What the templates show of a finished game."""

    ending: Markup
    parts: list[PartLine]
    totals: list[int]
    chart: Markup
    points: list[TurningPoint]
    unit: str


def result_context(
    views: MatchViews, log: Sequence[tuple[int, str]], names: Sequence[str], replay: str
) -> ResultContext:
    """Return the context of a finished game."""
    match = views.match
    unit = match.state.view(None)["panels"][0].get("unit", match.game.meta.unit)
    end = match.state.end()
    return ResultContext(
        ending=rich(capitalize_first(end.sentence), names),
        parts=part_lines(views.parts(), names),
        totals=match.state.scores(),
        chart=score_chart(views.scores(), names, replay, unit),
        points=turning_points(views.worths(), log, names, unit),
        unit=unit,
    )
