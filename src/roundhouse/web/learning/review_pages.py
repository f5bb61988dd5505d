"""The review page: the mistakes of one player in a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel

from roundhouse.core.meta import Meta
from roundhouse.table.presentation.chances import (
    AccuracyLine,
    ChancesContext,
    accuracy_lines,
    chances_part,
)
from roundhouse.table.presentation.page_context import build_page_context
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.request_context import PageContext, RequestContext
from roundhouse.web.http.threads import run_long_page
from roundhouse.web.learning.puzzle_context import theme_words
from roundhouse.web.learning.review_context import PointContext, point_on_board, review_walk

router = APIRouter(include_in_schema=False)


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


class ReviewQuery(BaseModel):
    """What a review shows: a mistake of a seat, and `step` plies along the line `way`."""

    seat: int | None = None
    n: int = 0
    way: str = "better"
    step: int = 1
    sheet: str = ""


@router.get("/t/{table}/review")
async def review_table(
    context: PageContext, table: str, query: Annotated[ReviewQuery, Query()]
) -> Response:
    """Show the review, or redirect to the table while the game is running."""
    return await run_long_page(context.client_key, _table_review, context, table, query)


def _table_review(context: RequestContext, table: str, query: ReviewQuery) -> Response:
    with context.services.tables.at(table) as result:
        if not result.match.over:
            return context.redirect(f"/t/{table}")
        mine = find_viewpoint(result, context.id, None).mine
        seat = query.seat if query.seat is not None else mine[0] if mine else 0
        replay = replay_of_table(result, result.views, context.id, None)
        return _page(context, replay, seat, query)


@router.get("/r/{record}/review")
async def review_record(
    context: PageContext, record: str, query: Annotated[ReviewQuery, Query()]
) -> Response:
    return await run_long_page(context.client_key, _record_review, context, record, query)


def _record_review(context: RequestContext, record: str, query: ReviewQuery) -> Response:
    replay = context.services.records.replay(record, None)
    if not replay.match.over:
        return context.redirect(replay.page)
    return _page(context, replay, query.seat or 0, query)


def _page(context: RequestContext, replay: Replay, number: int, query: ReviewQuery) -> HTMLResponse:
    views, names = replay.views, replay.names
    seat = number if 0 <= number < views.match.state.seats else 0
    status = context.services.analyses.status(replay.source)
    result = status.result
    part = chances_part(status, views, names, replay.page)
    walk = review_walk(result, views, names, seat) if result else []
    at = max(0, min(query.n, len(walk) - 1))
    if walk and result:
        points = [point for point in result["better"] if point["seat"] == seat]
        items = point_on_board(points[at], views, names, query.way, query.step, query.sheet)
    else:
        items = PointContext(**vars(build_page_context(views.at(seat), None, names, query.sheet)))
    saved = f"?seat={seat}&n={at}"
    return context.page(
        "review.html",
        ReviewPage(
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
        ),
    )
