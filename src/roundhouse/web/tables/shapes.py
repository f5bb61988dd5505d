"""Response models of the API, and how they are built from tables and replays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from roundhouse.core.constants import OVER
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.text import insert_names
from roundhouse.core.translation import translate as _
from roundhouse.table.clock_text import seat_times
from roundhouse.table.early_choices import find_deciding_seat, list_early_seats
from roundhouse.table.errors import NotYours
from roundhouse.table.replays import Replay
from roundhouse.table.table import Table
from roundhouse.web.services import Services
from roundhouse.web.tables.jobs import Job
from roundhouse.web.tables.table_storage import OpenTable


class SeatOut(BaseModel):
    seat: int
    kind: str = Field(description="person, bot or open")
    name: str
    level: str = Field(default="", description="of a bot")
    yours: bool
    bot_account: bool = Field(default=False, description="Whether a program of a user plays")
    resigned: bool
    invite: str | None = Field(
        default=None, description="For the host: the invitation to an open seat"
    )


class ProposalOut(BaseModel):
    """A pending undo request."""

    seat: int
    ply: int


class ClockSeatOut(BaseModel):
    left: float = Field(description="seconds")
    running: bool
    until: float | None = Field(
        description="When the time runs out, in seconds since 1970, if the clock runs"
    )
    days_off: int


class ClockOut(BaseModel):
    """The clock of a table."""

    pace: str
    words: str
    standin: str = Field(description="Bot that replaces players who run out of time")
    seats: list[ClockSeatOut]


class TableOut(BaseModel):
    id: str
    game: str
    rules: int = Field(description="Version of the rules")
    options: dict[str, str]
    phase: str = Field(description="waiting, playing or over")
    ply: int
    turn: int = Field(description="The seat to move; negative: none")
    your_turn: bool = Field(
        default=False,
        description="Whether you can move, also before your turn in a simultaneous decision",
    )
    seats: list[SeatOut]
    listed: bool
    scores: list[int]
    ranks: list[int] | None
    proposal: ProposalOut | None = Field(
        default=None, description="A pending undo request: agree or refuse"
    )
    notice: str = Field(
        default="", description="Why the table waits, or which problem its bots have"
    )
    damage: str = Field(default="", description="Why the match cannot continue, if it is damaged")
    clock: ClockOut | None = Field(default=None, description="null: no clock")
    tempo: str = Field(default="", description="The bot delay of the table")
    bot_accounts: bool = Field(
        default=False, description="Whether any bot account may take an open seat"
    )


def clock_out(table: Table, now: float) -> ClockOut | None:
    times = seat_times(table.clock, table.names, now, list_early_seats(table))
    if not times:
        return None
    pace = table.clock.time_control
    return ClockOut(
        pace=pace.key,
        words=pace.description,
        standin=table.clock.level,
        seats=[
            ClockSeatOut(left=t.left, running=t.running, until=t.until, days_off=t.days_off)
            for t in times
        ],
    )


def table_out(services: Services, table: OpenTable, user: str | None) -> TableOut:
    hosting = table.hosted_by(user)
    mine = {*table.seats_of(user), *table.handed_over(user)}
    view = table.views.at(None).view
    request = table.proposal
    return TableOut(
        id=table.id,
        game=table.game.meta.id,
        rules=table.game.rules,
        options=table.game.options,
        phase=table.phase,
        ply=table.match.ply,
        turn=table.turn,
        your_turn=find_deciding_seat(table, table.seats_of(user)) is not None,
        listed=table.listed,
        scores=[panel["score"] for panel in view["panels"]],
        ranks=view["ranks"],
        proposal=None if request is None else ProposalOut(seat=request.seat, ply=request.ply),
        seats=[
            SeatOut(
                seat=c.seat,
                kind=c.kind,
                name=c.name,
                level=c.level,
                yours=c.seat in mine,
                bot_account=c.user is not None and services.users.owner_of(c.user) is not None,
                resigned=c.resigned,
                invite=c.invite if hosting else None,
            )
            for c in table.chairs
        ],
        notice=services.bot_status.of(table.id).write(),
        damage=translate_stored(table.damage),
        clock=clock_out(table, services.tables.now),
        tempo=table.bot_delay.key,
        bot_accounts=table.bot_accounts,
    )


def closed_out(services: Services, table: str) -> TableOut:
    """Describe a closed table whose game is not available here."""
    row = services.storage.tables.table_summary(table)
    assert row is not None
    fields = {name: row[name] for name in ("id", "game", "rules", "phase", "ply")}
    return TableOut(**fields, options={}, turn=OVER, seats=[], listed=False, scores=[], ranks=None)


class HintMove(BaseModel):
    move: str
    chance: float = Field(description="Probability of winning with this move, 0 to 1")
    confidence: float = Field(description="Share of search visits, 0 to 1")


class HintOut(BaseModel):
    ply: int
    seat: int
    moves: list[HintMove] = Field(description="best first")


def hint_out(job: Job, analysis: Mapping[str, Any]) -> HintOut:
    return HintOut(
        ply=job.ply,
        seat=job.seat,
        moves=[
            HintMove(
                move=move["move"], chance=move["shares"][job.seat], confidence=move["confidence"]
            )
            for move in analysis["moves"]
        ],
    )


class TurningPointOut(BaseModel):
    ply: int = Field(description="of the move")
    seat: int = Field(description="The seat whose chance changed most")
    change: float
    move: str


class BetterMove(BaseModel):
    """A mistake and a better move."""

    ply: int = Field(description="of the move")
    seat: int
    played: str
    better: str
    worth: float = Field(description="Difference in winning chances, or by `measure`")
    measure: str = Field(
        default="win",
        description="`score`: the seat could hardly win, so `worth` is the difference in its own "
        "score, from 0 to 1 on the scale of the search",
    )
    line: list[str] = Field(
        default=[], description="A plausible continuation: `seat words`, or `* words` for chance"
    )


class Accuracy(BaseModel):
    """The accuracy of a seat: how much of what was at stake its moves kept."""

    seat: int
    accuracy: float | None = Field(
        description="From 0 (like random moves) to 1 (always the best move); null: nothing was at "
        "stake in the judged decisions"
    )
    decisions: int = Field(description="Number of judged decisions")
    of: int = Field(default=0, description="Number of all decisions; 0 in old analyses")


class ChancesOut(BaseModel):
    """Winning chances over the course of a game."""

    state: str = Field(description="none (not finished), open (not started), busy or ready")
    done: int = Field(default=0, description="While busy: progress, out of `of`")
    of: int = 0
    plies: list[int] = Field(default=[], description="When ready: the analyzed plies")
    shares: list[list[float]] = Field(
        default=[], description="Winning chance of each seat at each of `plies`"
    )
    turning_points: list[TurningPointOut] = []
    better: list[BetterMove] = []
    accuracy: list[Accuracy] = []


def chances_out(services: Services, source: str, over: bool) -> ChancesOut:
    progress = services.analyses.progress(source)
    if not over:
        return ChancesOut(state="none")
    if progress is not None:
        return ChancesOut(state="busy", done=progress[0], of=progress[1])
    result = services.analyses.result(source)
    return ChancesOut(state="open") if result is None else ChancesOut(state="ready", **result)


class LogLineOut(BaseModel):
    ply: int = Field(description="Number of moves after which the line applies")
    text: str


def log_out(log: tuple[tuple[int, str], ...], names: list[str]) -> list[LogLineOut]:
    return [LogLineOut(ply=ply + 1, text=insert_names(text, names)) for ply, text in log]


class ReplayOut(BaseModel):
    """A ply of a match or a record, seen from one seat or by a spectator."""

    game: str
    rules: int
    names: list[str]
    seat: int | None
    ply: int
    last: int
    view: dict[str, Any]
    log: list[LogLineOut]


class DrawingOut(BaseModel):
    name: str
    title: str
    svg: str


def replay_out(replay: Replay, ply: int | None) -> ReplayOut:
    at = _ply(replay, ply)
    names = list(replay.names)
    return ReplayOut(
        game=replay.meta.id,
        rules=replay.match.game.rules,
        names=names,
        seat=replay.seat,
        ply=at,
        last=replay.match.ply,
        view=dict(replay.views.at(replay.seat, at).view),
        log=log_out(replay.views.log(replay.seat), names),
    )


def drawings_out(replay: Replay, ply: int | None) -> list[DrawingOut]:
    page = replay.views.at(replay.seat, _ply(replay, ply))
    return [
        DrawingOut(name=d.name, title=d.title or d.name, svg=page.game.draw(page.view, d.name))
        for d in page.game.drawings
        if not d.narrow  # it repeats another drawing for small screens
    ]


def _ply(replay: Replay, ply: int | None) -> int:
    last = replay.match.ply
    return last if ply is None else max(0, min(ply, last))


def check_viewpoint(requested_seat: int | None, seat: int | None) -> None:
    """Raise NotYours if the user may not view the game from this seat."""
    if requested_seat is not None and requested_seat != seat:
        raise NotYours(_("You cannot see the game from that seat."))
