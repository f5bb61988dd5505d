"""What a replay shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.bots.levels import Level
from roundhouse.core.meta import Meta
from roundhouse.table.presentation.chances import AnalysisStatus, ChancesContext, chances_part
from roundhouse.table.presentation.log import LogLine, log_lines
from roundhouse.table.presentation.page_context import PositionContext, build_page_context
from roundhouse.table.replays import Replay
from roundhouse.web.bots import opponents


@dataclass(kw_only=True)
class ReplayPage(PositionContext):
    """A ply of a replay."""

    replay: Replay
    game: Meta
    rules: int
    names: Sequence[str]
    ply: int
    last: int
    sentence: Markup | None
    log: list[LogLine]
    unit: str
    levels: list[Level]
    usual: str
    seat_query: str
    sheet_link: str
    chances: ChancesContext


def replay_context(
    replay: Replay, ply: int | None, sheet: str, analysis: AnalysisStatus
) -> ReplayPage:
    """Return the context of a ply."""
    last = replay.match.ply
    at = last if ply is None else max(0, min(ply, last))
    now = replay.views.at(replay.seat, at)
    before = replay.views.at(replay.seat, at - 1) if at else None
    log = log_lines(replay.views.log(replay.seat), replay.names)
    seat_query = "" if replay.seat is None else f"&seat={replay.seat}"
    position = build_page_context(
        now, before, replay.names, sheet, lambda: replay.views.at(replay.seat, 0)
    )
    return ReplayPage(
        **vars(position),
        replay=replay,
        game=replay.meta,
        rules=replay.match.game.rules,
        names=replay.names,
        ply=at,
        last=last,
        sentence=next((line.text for line in log if line.ply == at), None),
        log=log,
        unit=replay.meta.unit,
        levels=opponents.all_bots(),
        usual=opponents.default_level(),
        seat_query=seat_query,
        sheet_link=f"?ply={at}{seat_query}&sheet=",
        chances=chances_part(analysis, replay.views, replay.names, replay.page),
    )
