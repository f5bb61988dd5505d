"""The result page: ranking, score breakdown, next steps, a picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup

from roundhouse.core.meta import Meta
from roundhouse.table import seating
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.presentation.chances import ChancesContext, chances_part
from roundhouse.table.presentation.endings import (
    CarLine,
    SourceLine,
    car_lines,
    headline,
    source_lines,
    summary,
)
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.page_context import SeatPanel, seat_panels
from roundhouse.table.presentation.result import ResultContext, result_context
from roundhouse.table.presentation.share_picture import share_picture
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.request_context import FormContext, PageContext
from roundhouse.web.tables.open_tables import OpenTable

router = APIRouter(include_in_schema=False)


@dataclass(kw_only=True)
class ResultPage(ResultContext):
    """A finished game: its seats, and the analysis."""

    table: OpenTable
    game: Meta
    names: Sequence[str]
    headline: Markup
    summary: Markup
    share_text: str
    won: bool  # whether the reader did
    train: list[CarLine]
    sources: list[SourceLine]  # of the reader, or of the winner
    sources_seat: int
    sources_of: str
    panels: list[SeatPanel]
    seated: bool
    may_invite: bool
    chances: ChancesContext
    replay: str


@router.get("/t/{table}/result")
def result(context: PageContext, table: str) -> Response:
    """Show the result, or redirect to the table while the game is running."""
    services = context.services
    with services.tables.at(table) as outcome:
        if not outcome.match.over:
            return context.redirect(f"/t/{table}")
        views, viewpoint = outcome.views, find_viewpoint(outcome, context.id, None)
        names = NamesForReader(outcome.names, viewpoint.reader)
        view = views.at(None).view
        log = views.log(None)
        replay = f"/t/{table}/replay"
        page = result_context(views, log, names, replay)
        ranks = view["ranks"] or []
        panels = seat_panels(view, None, names)
        neutral = headline(ranks, outcome.names)
        seat = ranks.index(0) if viewpoint.reader is None else viewpoint.reader
        return context.page(
            "result.html",
            ResultPage(
                **vars(page),
                table=outcome,
                game=outcome.game.meta,
                names=names,
                headline=headline(ranks, names),
                summary=summary(ranks, page.totals, names, page.unit),
                share_text=f"{outcome.game.meta.title}: {neutral.striptags()}",
                won=viewpoint.reader is not None and ranks[viewpoint.reader] == 0,
                train=car_lines(panels, viewpoint.mine),
                sources=source_lines(views.parts(), seat, names, page.unit),
                sources_seat=seat,
                sources_of="your" if seat == viewpoint.reader else f"{names[seat]}’s",
                panels=sorted(panels, key=lambda p: (p.rank, p.seat)),
                seated=bool(viewpoint.mine),
                may_invite=seating.may_invite(outcome),
                chances=chances_part(services.analyses.status(table), views, names, replay),
                replay=replay,
            ),
        )


@router.get("/t/{table}/result.svg")
def result_picture(context: PageContext, table: str) -> Response:
    """Serve a picture of the result, to share."""
    with context.services.tables.at(table) as outcome:
        if not outcome.match.over:
            raise Clash("The game is not over yet.")
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
            raise NotYours("Only the players of this game can start a rematch.")
        fresh = seating.rematch(services.tables, outcome, user.id, invite=True)
    return context.redirect(f"/t/{fresh}")
