"""The end of a game as a page prints it: where the points came from, and how the lead changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from roundhouse.core.text import capital
from roundhouse.core.view import ScorePart
from roundhouse.play.match import Match
from roundhouse.web.show.line_chart import line_chart
from roundhouse.web.show.markup import quantity, rich

MOST_PLIES = 2000  # that are looked at
MOST_POINTS = 240  # of the chart
MOST_TURNS = 6
MOST_LEADS = 3  # of these, changes of the lead

Scores = list[tuple[int, list[int]]]


@dataclass(frozen=True)
class PartLine:
    """What points were given for, or paid for: the amount of each seat, and its bar in percent."""

    label: Markup
    cells: list[tuple[int, int]]


@dataclass(frozen=True)
class TurningPoint:
    """A ply at which the lead changed, or much was won at once."""

    ply: int
    seat: int
    text: Markup
    said: str


def scores_by_ply(match: Match) -> Scores:
    """The score of every seat after some of the plies of a game that is over, the last included."""
    step = max(1, -(-match.ply // MOST_PLIES))
    plies = [*range(0, match.ply, step), match.ply]
    return [(ply, match.state_at(ply).scores()) for ply in plies]


def part_lines(parts: Sequence[ScorePart], names: Sequence[str]) -> list[PartLine]:
    most = max((abs(n) for part in parts for n in part.by_seat), default=0) or 1
    return [
        PartLine(
            rich(capital(part.label), names),
            [(n, round(100 * abs(n) / most)) for n in part.by_seat],
        )
        for part in parts
    ]


def turning_points(
    scores: Scores, log: Sequence[tuple[int, str]], names: Sequence[str], unit: str
) -> list[TurningPoint]:
    """Where the lead changed hands for long, and the greatest gains, in the order of the game."""
    said = dict(log)
    leads: list[TurningPoint] = []
    gained: list[tuple[int, TurningPoint]] = []
    leader: int | None = None
    for (before, old), (ply, new) in pairwise(scores):
        gains = [b - a for a, b in zip(old, new, strict=True)]
        seat = max(range(len(gains)), key=lambda s: abs(gains[s]))
        lines = [said[p] for p in range(before, ply) if p in said]
        text = rich(lines[-1], names) if lines else Markup("")
        best = max(new)
        ahead = new.index(best) if new.count(best) == 1 else leader
        if ahead is not None and leader is not None and ahead != leader and text:
            leads.append(TurningPoint(ply, ahead, text, "takes the lead"))
        elif gains[seat] and text:
            sign = "+" if gains[seat] > 0 else "−"
            size = abs(gains[seat])
            point = TurningPoint(ply, seat, text, sign + quantity(size, unit))
            gained.append((size, point))
        leader = ahead
    ends = [*(point.ply for point in leads), scores[-1][0] + 1][1:]
    lasted = sorted(zip(ends, leads, strict=True), key=lambda each: each[1].ply - each[0])
    chosen = [point for _, point in lasted[:MOST_LEADS]]
    gained.sort(key=lambda each: -each[0])
    chosen += [point for _, point in gained[: MOST_TURNS - len(chosen)]]
    return sorted(chosen, key=lambda point: point.ply)


def score_chart(scores: Scores, names: Sequence[str], replay: str, unit: str) -> Markup:
    def said(value: float) -> str:
        return quantity(round(value), unit if unit.startswith("$") else "")

    every = max(1, -(-len(scores) // MOST_POINTS))
    shown = [*scores[:-1:every], scores[-1]]
    return line_chart(
        f"Scores by ply, in {unit}",
        [ply for ply, _ in shown],
        [row for _, row in shown],
        names,
        lambda ply: f"{replay}?ply={ply}",
        said=said,
    )


def result_context(
    match: Match,
    scores: Scores,
    parts: Sequence[ScorePart],
    log: Sequence[tuple[int, str]],
    names: Sequence[str],
    replay: str,
) -> dict[str, Any]:
    """Everything the page prints of a game that is over."""
    unit = match.state.view(None)["panels"][0].get("unit", match.game.meta.unit)
    end = match.state.end()
    return {
        "ending": rich(capital(end.sentence), names),
        "parts": part_lines(parts, names),
        "totals": match.state.scores(),
        "chart": score_chart(scores, names, replay, unit),
        "points": turning_points(scores, log, names, unit),
        "unit": unit,
    }
