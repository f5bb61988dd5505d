"""The result page: ranking, score breakdown, next steps, a picture to share."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from roundhouse.core.translation import translate as _
from roundhouse.table import seating
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.presentation.share_picture import share_picture
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.request_context import FormContext, PageContext
from roundhouse.web.tables.result_page_context import build_result_page

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/result")
def result(context: PageContext, table: str) -> Response:
    """Show the result, or redirect to the table while the game is running."""
    services = context.services
    with services.tables.at(table) as outcome:
        if not outcome.match.over:
            return context.redirect(f"/t/{table}")
        page = build_result_page(
            outcome, outcome.views, context.id, services.analyses.status(table)
        )
        return context.page("result.html", page)


@router.get("/t/{table}/result.svg")
def result_picture(context: PageContext, table: str) -> Response:
    """Serve a picture of the result, to share."""
    with context.services.tables.at(table) as outcome:
        if not outcome.match.over:
            raise Clash(_("The game is not over yet."))
        svg = share_picture(outcome.views.at(None), outcome.names)
    return Response(svg, media_type="image/svg+xml")


@router.post("/t/{table}/invite")
def invite_friend(context: FormContext, table: str) -> Response:
    """Create a rematch with an open seat instead of a bot."""
    user = context.require_user()
    context.limit("create")
    services = context.services
    with services.tables.at(table) as outcome:
        if not find_viewpoint(outcome, user.id, None).mine:
            raise NotYours(_("Only the players of this game can start a rematch."))
        fresh = seating.rematch(services.tables, outcome, user.id, invite=True)
    return context.redirect(f"/t/{fresh}")
