"""The result page: final standings, score breakdown and next steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import Response

from roundhouse.core.meta import Meta
from roundhouse.table.presentation.chances import ChancesContext, chances_part
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.page_context import SeatPanel, seat_panels
from roundhouse.table.presentation.result import ResultContext, result_context
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.request_context import PageContext
from roundhouse.web.tables.open_tables import OpenTable

router = APIRouter(include_in_schema=False)


@dataclass(kw_only=True)
class ResultPage(ResultContext):
    """A finished game: its seats, and the analysis."""

    table: OpenTable
    game: Meta
    names: Sequence[str]
    reader: int | None  # the seat that texts address as "you"
    panels: list[SeatPanel]
    winners: list[int]
    seated: bool
    chances: ChancesContext
    replay: str


@router.get("/t/{table}/result")
def result(context: PageContext, table: str) -> Response:
    """Show the result, or redirect to the table while the game is running."""
    services = context.services
    with services.tables.at(table) as outcome:
        if not outcome.match.over:
            return context.redirect(f"/t/{table}")
        views, reader = outcome.views, find_viewpoint(outcome, context.id, None).reader
        names = NamesForReader(outcome.names, reader)
        view = views.at(None).view
        log = views.log(None)
        replay = f"/t/{table}/replay"
        page = result_context(outcome.match, views.scores(), views.parts(), log, names, replay)
        chances = chances_part(services.analyses.status(table), views, names, replay)
        return context.page(
            "result.html",
            ResultPage(
                **vars(page),
                table=outcome,
                game=outcome.game.meta,
                names=names,
                reader=reader,
                panels=sorted(seat_panels(view, None, names), key=lambda p: (p.rank, p.seat)),
                winners=[n for n, rank in enumerate(view["ranks"] or []) if rank == 0],
                seated=bool(find_viewpoint(outcome, context.id, None).mine),
                chances=chances,
                replay=replay,
            ),
        )
