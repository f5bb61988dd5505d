"""What a replay shows, also of an uploaded record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.bots.levels import Level
from roundhouse.core.board import BoardFile
from roundhouse.core.meta import Meta
from roundhouse.core.rule import INTERPRETED
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import Record
from roundhouse.table.continuation import UnfinishedGame
from roundhouse.table.names import tidy_name
from roundhouse.table.presentation.chances import AnalysisStatus, ChancesContext, chances_part
from roundhouse.table.presentation.log import LogLine, log_lines
from roundhouse.table.presentation.match_views import DrawnViewCache, MatchViews
from roundhouse.table.presentation.page_context import PositionContext, build_page_context
from roundhouse.table.replays import Replay
from roundhouse.web.bots import bot_catalog


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
        levels=bot_catalog.all_bots(),
        usual=bot_catalog.default_level(),
        seat_query=seat_query,
        sheet_link=f"?ply={at}{seat_query}&sheet=",
        chances=chances_part(analysis, replay.views, replay.names, replay.page),
    )


@dataclass(frozen=True)
class LoadedRecord:
    """A replayed record; every move is legal."""

    views: MatchViews
    names: tuple[str, ...]
    board: str  # digest of an uploaded board
    players: tuple[str, ...]  # who plays each seat, if the game can go on

    @property
    def unfinished(self) -> UnfinishedGame:
        return UnfinishedGame(self.views.match, self.board, self.players)


def load_record(record: Record, board: BoardFile | None, views: DrawnViewCache) -> LoadedRecord:
    """Replay a record whose moves are legal.

    `board` is the uploaded board it was played on.
    """
    game = record.load_game(board, INTERPRETED)
    entries = [Entry(MOVE, n, move.seat, move.words) for n, move in enumerate(record.moves)]
    names = [tidy_name(name, f"Seat {n}") for n, name in enumerate(record.names)]
    match = Match.resume(game, record.seats, entries, names)
    digest = record.board if board else ""
    return LoadedRecord(MatchViews(match, views), match.names, digest, record.players)


def replay_of_record(
    name: str, record: LoadedRecord, views: MatchViews, seat: int | None
) -> Replay:
    """Return a record as a seat sees it; `views` are those of the record, or a fork."""
    seats = views.match.state.seats
    return Replay(
        name,
        False,
        views,
        record.names,
        seat if seat in range(seats) else None,
        [None, *range(seats)] if views.match.game.meta.secrets else [],
        record.board,
        live=False,
    )
