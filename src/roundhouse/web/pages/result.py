"""The page of a game that is over: ranks, where the points came from, how it went, what now."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.web.show.chances import chances_part
from roundhouse.web.show.result import result_context
from roundhouse.web.show.scene import seat_panels
from roundhouse.web.tables.viewpoint import viewpoint
from roundhouse.web.visit import Looking

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/result")
def result(visit: Looking, table: str) -> Response:
    """A game that still goes on has no result: its table is shown instead."""
    services = visit.services
    with services.tables.at(table) as found:
        if not found.match.over:
            return visit.go(f"/t/{table}")
        names, views = found.names, found.views
        view = views.at(None).view
        log = views.log(None)
        replay = f"/t/{table}/replay"
        shown = result_context(found.match, views.scores(), views.parts(), log, names, replay)
        chances = chances_part(
            True,
            services.analyses.progress(table),
            services.analyses.found(table),
            views,
            names,
            replay,
            services.analyses.failed(table),
        )
        answer: HTMLResponse = visit.page(
            "result.html",
            **shown,
            table=found,
            game=found.game.meta,
            names=names,
            panels=sorted(seat_panels(view, None, names), key=lambda p: (p.rank, p.seat)),
            winners=[n for n, rank in enumerate(view["ranks"] or []) if rank == 0],
            seated=bool(viewpoint(found, visit.id, None).mine),
            chances=chances,
            replay=replay,
        )
        return answer
