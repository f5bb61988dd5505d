"""What the review of a finished game shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from markupsafe import Markup

from roundhouse.core.meta import Meta
from roundhouse.play.match import MOVE, Anchor, Entry, Match
from roundhouse.play.puzzles import get_puzzles, read_move
from roundhouse.table.presentation.chances import (
    AccuracyLine,
    AnalysisStatus,
    ChancesContext,
    accuracy_lines,
    better_move,
    chances_part,
)
from roundhouse.table.presentation.log import LogLine
from roundhouse.table.presentation.markup import rich
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import PositionContext, build_page_context
from roundhouse.table.presentation.reasons import describe_facts, describe_line
from roundhouse.table.replays import Replay
from roundhouse.web.learning.puzzle_context import theme_words
from roundhouse.web.tables.shared_views import SharedDrawnViews

AS_PLAYED = 6  # plies of the actual game to show


@dataclass(kw_only=True)
class PointContext(PositionContext):
    """A mistake on the board, `step` plies along the line `way`."""

    way: str = ""  # played or better; empty: there are no mistakes
    step: int = 0
    plies: dict[str, int] = field(default_factory=dict)
    lines: dict[str, list[LogLine]] = field(default_factory=dict)
    pays: dict[str, Markup] = field(default_factory=dict)  # what each line pays, and to whom
    facts: Markup | str = ""  # of the better move


def review_walk(
    analysis: Mapping[str, Any], views: MatchViews, names: Sequence[str], seat: int
) -> list[dict[str, Any]]:
    """Return a seat's mistakes in game order."""
    messages = dict(views.log(None))
    themes = get_puzzles(views.match.game.meta.id).themes
    walk = []
    for point in analysis.get("better", ()):
        if point["seat"] == seat:
            verb = point["better"].split(maxsplit=1)[0]
            theme = verb if verb in themes else ""
            walk.append({**vars(better_move(point, messages, views, names)), "theme": theme})
    return walk


def point_on_board(
    point: Mapping[str, Any],
    views: MatchViews,
    names: Sequence[str],
    way: str,
    step: int,
    sheet: str,
) -> PointContext:
    """Return the context of a mistake, `step` plies along one of the two lines."""
    ply, seat = int(point["ply"]), int(point["seat"])
    line = point.get("line") or []
    better = branch(views.match, ply, line) if line else views
    plies = {"played": min(AS_PLAYED, views.match.ply - ply), "better": len(line)}
    chosen = way if plies.get(way) else "better" if line else "played"
    page = better if chosen == "better" else views
    at = max(0, min(step, plies[chosen]))
    now = page.at(seat, ply + at)
    before = page.at(seat, ply + at - 1) if ply + at else None
    return PointContext(
        **vars(build_page_context(now, before, names, sheet)),
        way=chosen,
        step=at,
        plies=plies,
        lines={
            "played": _lines(views, names, seat, ply, plies["played"]),
            "better": _lines(better, names, seat, ply, plies["better"]),
        },
        pays={
            name: describe_line(each, seat, ply, ply + plies[name], names)
            for name, each in (("played", views), ("better", better))
            if plies[name]
        },
        facts=describe_facts(views.at(seat, ply).view, point["better"], names),
    )


def branch(match: Match, ply: int, line: Sequence[str]) -> MatchViews:
    """Return the match up to a ply, followed by another line."""
    entries = [result.entry for result in match.line[:ply]]
    for n, text in enumerate(line):
        move = read_move(text)
        entries.append(Entry(MOVE, ply + n, move.seat, move.words))
    anchors = [Anchor(ply, ply, match.packed_at(ply))] if ply else []
    seats = match.state.seats
    branched = Match.resume(match.game, seats, entries, match.names, anchors=anchors)
    return MatchViews(branched, SharedDrawnViews())


def _lines(
    views: MatchViews, names: Sequence[str], seat: int, ply: int, plies: int
) -> list[LogLine]:
    """Return the log lines of these plies, numbered by step."""
    sentences = views.match.sentences(seat, ply, ply + plies)
    return [LogLine(at - ply + 1, rich(text, names)) for at, text in sentences]


@dataclass(kw_only=True)
class ReviewPage(PointContext):
    """A seat's mistakes, and one of them on the board."""

    replay: Replay
    game: Meta
    names: Sequence[str]
    unit: str
    seat: int
    walk: list[dict[str, Any]]
    n: int
    point: dict[str, Any] | None
    chances: ChancesContext
    accuracy: list[AccuracyLine]
    theme_words: Callable[[str], str]
    link: str
    sheet_link: str


@dataclass(frozen=True)
class ReviewRequest:
    """What a review shows: a seat's mistake, and `step` plies along the line `way`."""

    n: int = 0
    way: str = "better"
    step: int = 1
    sheet: str = ""


def build_review_page(
    replay: Replay, number: int, status: AnalysisStatus, request: ReviewRequest
) -> ReviewPage:
    """Return the context of the review of seat `number`."""
    views, names = replay.views, replay.names
    seat = number if 0 <= number < views.match.state.seats else 0
    result = status.result
    part = chances_part(status, views, names, replay.page)
    walk = review_walk(result, views, names, seat) if result else []
    at = max(0, min(request.n, len(walk) - 1))
    if walk and result:
        points = [point for point in result["better"] if point["seat"] == seat]
        items = point_on_board(points[at], views, names, request.way, request.step, request.sheet)
    else:
        items = PointContext(**vars(build_page_context(views.at(seat), None, names, request.sheet)))
    saved = f"?seat={seat}&n={at}"
    return ReviewPage(
        **vars(items),
        replay=replay,
        game=replay.meta,
        names=names,
        unit=replay.meta.unit,
        seat=seat,
        walk=walk,
        n=at,
        point=walk[at] if walk else None,
        chances=part,
        accuracy=sorted(accuracy_lines(result or {}, names), key=lambda line: line.seat != seat),
        theme_words=partial(theme_words, replay.meta),
        link=saved,
        sheet_link=f"{saved}&way={items.way}&step={items.step}&sheet=",
    )
