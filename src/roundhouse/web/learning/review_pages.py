"""The review page: the mistakes of one player in a finished game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel

from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.request_context import PageContext, RequestContext
from roundhouse.web.http.threads import run_long_page
from roundhouse.web.learning.review_page_context import ReviewRequest, build_review_page

router = APIRouter(include_in_schema=False)


class ReviewQuery(BaseModel):
    """What a review shows: a seat's mistake, and `step` plies along the line `way`."""

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
    context.use_language()
    replay = context.services.records.replay(record, None)
    if not replay.match.over:
        return context.redirect(replay.page)
    return _page(context, replay, query.seat or 0, query)


def _page(context: RequestContext, replay: Replay, number: int, query: ReviewQuery) -> HTMLResponse:
    status = context.services.analyses.status(replay.source)
    request = ReviewRequest(query.n, query.way, query.step, query.sheet)
    return context.page("review.html", build_review_page(replay, number, status, request))
