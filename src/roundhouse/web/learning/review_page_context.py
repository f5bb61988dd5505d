"""What the review of a finished game shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from roundhouse.core.meta import Meta
from roundhouse.table.presentation.chances import (
    AccuracyLine,
    AnalysisStatus,
    ChancesContext,
    accuracy_lines,
    chances_part,
)
from roundhouse.table.presentation.page_context import build_page_context
from roundhouse.table.replays import Replay
from roundhouse.web.learning.puzzle_context import theme_words
from roundhouse.web.learning.review_context import PointContext, point_on_board, review_walk


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
        accuracy=sorted(accuracy_lines(result or {}), key=lambda line: line.seat != seat),
        theme_words=partial(theme_words, replay.meta),
        link=saved,
        sheet_link=f"{saved}&way={items.way}&step={items.step}&sheet=",
    )
