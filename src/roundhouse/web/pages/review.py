"""The page of a review: the mistakes of one player as a walk through a finished game."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.web.show.chances import accuracy_lines, chances_part
from roundhouse.web.show.puzzles import theme_words
from roundhouse.web.show.review import point_on_board, review_walk
from roundhouse.web.show.scene import scene
from roundhouse.web.tables.replays import Replay, replay_of_table
from roundhouse.web.tables.viewpoint import viewpoint
from roundhouse.web.visit import Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/review")
def review_table(
    visit: Looking,
    table: str,
    seat: int | None = None,
    n: int = 0,
    way: str = "better",
    step: int = 1,
    sheet: str = "",
) -> Response:
    """A game that still goes on is not reviewed: its table is shown instead."""
    with visit.services.tables.at(table) as found:
        if not found.match.over:
            return visit.go(f"/t/{table}")
        mine = viewpoint(found, visit.id, None).mine
        chosen = seat if seat is not None else mine[0] if mine else 0
        replay = replay_of_table(found, visit.id, None)
        return _page(visit, replay, chosen, n, way, step, sheet)


@router.get("/r/{record}/review")
def review_record(
    visit: Looking,
    record: str,
    seat: int = 0,
    n: int = 0,
    way: str = "better",
    step: int = 1,
    sheet: str = "",
) -> Response:
    replay = visit.services.records.replay(record, None)
    if not replay.match.over:
        return visit.go(replay.page)
    return _page(visit, replay, seat, n, way, step, sheet)


def _page(
    visit: Visit, replay: Replay, asked: int, n: int, way: str, step: int, sheet: str
) -> HTMLResponse:
    analyses, views, names = visit.services.analyses, replay.views, replay.names
    seat = asked if 0 <= asked < views.match.state.seats else 0
    found = analyses.found(replay.source)
    under_way, failed = analyses.progress(replay.source), analyses.failed(replay.source)
    part = chances_part(True, under_way, found, views, names, replay.page, failed)
    walk = review_walk(found, views, names, seat) if found else []
    at = max(0, min(n, len(walk) - 1))
    if walk and found:
        points = [point for point in found["better"] if point["seat"] == seat]
        shown = point_on_board(points[at], views, names, way, step, sheet)
    else:
        shown = {**scene(views.at(seat), None, names, sheet), "way": "", "step": 0}
    kept = f"?seat={seat}&n={at}"
    return visit.page(
        "review.html",
        **shown,
        replay=replay,
        game=replay.meta,
        names=names,
        unit=replay.meta.unit,
        seat=seat,
        walk=walk,
        n=at,
        point=walk[at] if walk else None,
        chances=part,
        accuracy=accuracy_lines(found) if found else [],
        theme_words=partial(theme_words, replay.meta),
        link=kept,
        sheet_link=f"{kept}&way={shown['way']}&step={shown['step']}&sheet=",
    )
