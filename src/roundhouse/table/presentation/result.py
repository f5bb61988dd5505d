"""The result of a game as a page shows it: score breakdown and turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING

from markupsafe import Markup

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.svg import RIM, STYLE, Svg
from roundhouse.core.text import SEAT_LETTERS, capitalize_first, quantity, unit_name
from roundhouse.core.translation import translate as _
from roundhouse.core.view import ScorePart
from roundhouse.play.match import Match
from roundhouse.table.presentation.line_chart import SeatSeries, line_chart
from roundhouse.table.presentation.markup import label_seats, rich

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
            leads.append(TurningPoint(ply, ahead, text, _write_lead(ahead, names)))
        elif gains[seat] and text:
            sign = "+" if gains[seat] > 0 else "−"
            size = abs(gains[seat])
            values = {"who": f"@{seat}", "gain": f"{sign}{quantity(size, unit)}"}
            gain = rich(_("{who} {gain} in prospect", **values), names)
            point = TurningPoint(ply, seat, text, gain)
            gained.append((size, point))
        leader = ahead
    ends = [*(point.ply for point in leads), scores[-1][0] + 1][1:]
    by_length = sorted(zip(ends, leads, strict=True), key=lambda each: each[1].ply - each[0])
    chosen = [point for _size, point in by_length[:MAX_LEADS]]
    gained.sort(key=lambda each: -each[0])
    chosen += [point for _size, point in gained[: MAX_TURNS - len(chosen)]]
    return sorted(chosen, key=lambda point: point.ply)


def _write_lead(seat: int, names: Sequence[str]) -> Markup:
    return rich(_("{who} takes the lead", who=f"@{seat}"), names)


def score_chart(scores: Scores, names: Sequence[str], replay: str, unit: str) -> Markup:
    def format_score(value: float) -> str:
        return quantity(round(value), unit if unit.startswith("$") else "")

    every = max(1, -(-len(scores) // MAX_POINTS))
    sampled = [*scores[:-1:every], scores[-1]]
    return line_chart(
        _("Score by move, in {unit}", unit=unit_name(unit)),
        SeatSeries(label_seats(names), [ply for ply, _ in sampled], [row for _, row in sampled]),
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


CAR_WIDTH, CAR_HEIGHT = 120.0, 96.0
_BRASS = "#d9a534"
_IRON = "#4a4038"


def car_picture(seat: int, *, wins: bool) -> str:
    """Return a seat's engine or carriage as its own picture; the train faces left."""
    svg = Svg(CAR_WIDTH, CAR_HEIGHT, "")
    draw_car(svg, seat, wins=wins)
    inner = str(svg).replace(f"<style>{STYLE}</style>", "").replace("<title></title>", "")
    return inner.replace('role="img" class="board"', 'class="car" aria-hidden="true"')


def draw_car(svg: Svg, seat: int, *, wins: bool) -> None:
    """Draw a seat's engine or carriage with rails, CAR_WIDTH by CAR_HEIGHT."""
    colour, ink = SEAT_COLOURS[seat], SEAT_INKS[seat]
    svg.path("M0 90H120M8 90v5m16-5v5m16-5v5m16-5v5m16-5v5m16-5v5m16-5v5", class_="rails")
    with svg.group(stroke=RIM, stroke_width=1.6, stroke_linejoin="round"):
        (_engine if wins else _carriage)(svg, colour)
    x, y = (84.0, 44.0) if wins else (60.0, 52.0)
    font = "font-size:24px;font-weight:bold;text-anchor:middle;dominant-baseline:central"
    svg.text(x, y, SEAT_LETTERS[seat], style=f"{font};fill:{ink}")


def _engine(svg: Svg, colour: str) -> None:
    svg.circle(31, 12, 5, class_="steam", stroke="none")
    svg.circle(40, 8, 7, class_="steam", stroke="none")
    svg.circle(52, 10, 5, class_="steam", stroke="none")
    svg.path("M2 88L16 70H24V88Z", fill=_BRASS)
    svg.path("M25 22H37L34 30V44H28V30Z", fill=_IRON)
    svg.path("M48 44V36Q54 28 60 36V44Z", fill=_BRASS)
    svg.rect(16, 42, 52, 28, rx=6, fill=colour)
    svg.path("M30 42V70M46 42V70", fill="none", stroke=_BRASS, stroke_width=3)
    svg.circle(16, 56, 6, fill=_BRASS)
    svg.path("M66 26H104V74H66Z", fill=colour)
    svg.path("M61 26Q84 16 109 26V30H61Z", fill=_IRON)
    svg.rect(14, 70, 94, 7, fill=_IRON)
    svg.path("M108 78H120", fill="none", stroke=RIM, stroke_width=3)
    for x, radius in ((34, 8.0), (58, 11.0), (88, 11.0)):
        _wheel(svg, x, radius)
    svg.path("M58 79H88", fill="none", stroke=_BRASS, stroke_width=3)


def _carriage(svg: Svg, colour: str) -> None:
    svg.path("M0 78H120", fill="none", stroke=RIM, stroke_width=3)
    svg.rect(8, 36, 104, 38, rx=4, fill=colour)
    svg.path("M4 36Q60 22 116 36Z", fill=_IRON)
    svg.path("M8 68H112", fill="none", stroke=_BRASS, stroke_width=2.5)
    for x in (15, 30, 78, 93):
        svg.rect(x, 43, 12, 15, rx=2, fill="#fff3cf")
    svg.rect(12, 73, 96, 5, fill=_IRON)
    for x in (30, 90):
        _wheel(svg, x, 9)


def _wheel(svg: Svg, x: float, radius: float) -> None:
    y = 90 - radius
    with svg.group(class_="wheel-of-car", style=f"transform-origin:{x}px {y}px"):
        svg.circle(x, y, radius, fill="#f3e7cb", stroke=_IRON, stroke_width=2.4)
        inner = radius - 1
        d = f"M{x} {y - inner}V{y + inner}M{x - inner} {y}H{x + inner}"
        svg.path(d, fill="none", stroke=_IRON, stroke_width=1.4)
    svg.circle(x, y, 2.2, fill=_IRON)
