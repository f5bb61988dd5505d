"""What the result page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _
from roundhouse.table import seating
from roundhouse.table.presentation.chances import AnalysisStatus, ChancesContext, chances_part
from roundhouse.table.presentation.endings import (
    CarLine,
    SourceLine,
    car_lines,
    headline,
    source_lines,
    summary,
)
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.presentation.page_context import SeatPanel, seat_panels
from roundhouse.table.presentation.result import ResultContext, result_context
from roundhouse.table.table import Table
from roundhouse.table.viewpoint import find_viewpoint


@dataclass(kw_only=True)
class ResultPage(ResultContext):
    """A finished game: its seats, and the analysis."""

    table: Table
    game: Meta
    names: Sequence[str]
    headline: Markup
    summary: Markup
    share_text: str
    won: bool  # whether the reader did
    train: list[CarLine]
    sources: list[SourceLine]  # of the reader, or of the winner
    sources_seat: int
    sources_title: str
    panels: list[SeatPanel]
    seated: bool
    may_invite: bool
    chances: ChancesContext
    replay: str


def build_result_page(
    table: Table, views: MatchViews, user: str | None, status: AnalysisStatus
) -> ResultPage:
    """Return the context of a finished game's result."""
    viewpoint = find_viewpoint(table, user, None)
    names = NamesForReader(table.names, viewpoint.reader)
    view = views.at(None).view
    replay = f"/t/{table.id}/replay"
    page = result_context(views, views.log(None), names, replay)
    ranks = view["ranks"] or []
    panels = seat_panels(view, None, names)
    neutral = headline(ranks, table.names)
    seat = ranks.index(0) if viewpoint.reader is None else viewpoint.reader
    return ResultPage(
        **vars(page),
        table=table,
        game=table.game.meta,
        names=names,
        headline=headline(ranks, names),
        summary=summary(ranks, page.totals, names, page.unit),
        share_text=f"{table.game.meta.title}: {neutral.striptags()}",
        won=viewpoint.reader is not None and ranks[viewpoint.reader] == 0,
        train=car_lines(panels, viewpoint.mine),
        sources=source_lines(views.parts(), seat, names, page.unit),
        sources_seat=seat,
        sources_title=_("Where your points came from")
        if seat == viewpoint.reader
        else _("Where {name}’s points came from", name=names[seat]),
        panels=sorted(panels, key=lambda p: (p.rank, p.seat)),
        seated=bool(viewpoint.mine),
        may_invite=seating.may_invite(table),
        chances=chances_part(status, views, names, replay),
        replay=replay,
    )
