"""What the API answers with, and how that is made of a table or a replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from roundhouse.core.contract import OVER
from roundhouse.core.text import say
from roundhouse.web.clocks.shown import seat_times
from roundhouse.web.errors import NotYours
from roundhouse.web.services import Services
from roundhouse.web.tables.jobs import Job
from roundhouse.web.tables.replays import Replay
from roundhouse.web.tables.table import Table


class SeatOut(BaseModel):
    seat: int
    kind: str = Field(description="person, bot or open")
    name: str
    level: str = Field(default="", description="of a bot")
    yours: bool
    resigned: bool
    invite: str | None = Field(default=None, description="for the host: the secret of an open seat")


class ProposalOut(BaseModel):
    """Somebody asks to go back."""

    seat: int
    ply: int


class ClockSeatOut(BaseModel):
    left: float = Field(description="seconds")
    running: bool
    until: float | None = Field(description="when it is over, in seconds since 1970, if it runs")
    days_off: int


class ClockOut(BaseModel):
    """The time of a table, where it is counted."""

    pace: str
    words: str
    standin: str = Field(description="the bot that plays on for whoever is out of time")
    seats: list[ClockSeatOut]


class TableOut(BaseModel):
    id: str
    game: str
    rules: int = Field(description="version of the rules it is played by")
    options: dict[str, str]
    phase: str = Field(description="waiting, playing or over")
    ply: int
    turn: int = Field(description="the seat that is to act; below 0: nobody")
    seats: list[SeatOut]
    listed: bool
    scores: list[int]
    ranks: list[int] | None
    proposal: ProposalOut | None = Field(
        default=None, description="a wish to go back; agree or refuse"
    )
    notice: str = Field(default="", description="why the table waits, or what its bots could not")
    damage: str = Field(default="", description="why nobody can play on, if the match is damaged")
    clock: ClockOut | None = Field(default=None, description="none: no time is counted")
    tempo: str = Field(default="", description="when its bots answer, as chosen with the table")


def clock_out(table: Table, now: float) -> ClockOut | None:
    times = seat_times(table.clock, table.names, now)
    if not times:
        return None
    pace = table.clock.pace
    return ClockOut(
        pace=pace.key,
        words=pace.words,
        standin=table.clock.level,
        seats=[
            ClockSeatOut(left=t.left, running=t.running, until=t.until, days_off=t.days_off)
            for t in times
        ],
    )


def table_out(services: Services, table: Table, person: str | None) -> TableOut:
    hosting = table.hosted_by(person)
    mine = {*table.seats_of(person), *table.handed_over(person)}
    view = table.views.at(None).view
    wish = table.proposal
    return TableOut(
        id=table.id,
        game=table.row["game"],
        rules=table.game.rules,
        options=table.row["options"],
        phase=table.phase,
        ply=table.match.ply,
        turn=table.turn,
        listed=bool(table.row["listed"]),
        scores=[panel["score"] for panel in view["panels"]],
        ranks=view["ranks"],
        proposal=None if wish is None else ProposalOut(seat=wish.seat, ply=wish.ply),
        seats=[
            SeatOut(
                seat=c.seat,
                kind=c.kind,
                name=c.name,
                level=c.level,
                yours=c.seat in mine,
                resigned=c.resigned,
                invite=c.invite if hosting else None,
            )
            for c in table.chairs
        ],
        notice=services.notices.of(table.id),
        damage=table.damage,
        clock=clock_out(table, services.tables.now),
        tempo=table.tempo.key,
    )


def closed_out(services: Services, table: str) -> TableOut:
    """A table that was closed though its game cannot be had here: what is known of it."""
    row = services.store.heading(table)
    assert row is not None
    known = {name: row[name] for name in ("id", "game", "rules", "phase", "ply")}
    return TableOut(**known, options={}, turn=OVER, seats=[], listed=False, scores=[], ranks=None)


class HintMove(BaseModel):
    move: str
    chance: float = Field(description="of winning with it, 0 to 1")
    confidence: float = Field(description="how much of the time the search looked at it, 0 to 1")


class HintOut(BaseModel):
    ply: int
    seat: int
    moves: list[HintMove] = Field(description="best first")


def hint_out(job: Job, found: Mapping[str, Any]) -> HintOut:
    return HintOut(
        ply=job.ply,
        seat=job.seat,
        moves=[
            HintMove(
                move=move["move"], chance=move["shares"][job.seat], confidence=move["confidence"]
            )
            for move in found["moves"]
        ],
    )


class TurningPoint(BaseModel):
    ply: int = Field(description="of the move")
    seat: int = Field(description="whose chance changed most")
    change: float
    move: str


class BetterMove(BaseModel):
    """A move that gave much of the win away, and one that would not have."""

    ply: int = Field(description="of the move")
    seat: int
    played: str
    better: str
    worth: float = Field(description="how much of the win lay between them")
    line: list[str] = Field(
        default=[], description="how it may have gone on: `seat words`, `* words` of chance"
    )


class Accuracy(BaseModel):
    """How well a seat played: the mean share of its winning chance that its moves kept."""

    seat: int
    accuracy: float | None = Field(description="from 0 to 1; null: nothing to judge")
    decisions: int = Field(description="that were judged")


class ChancesOut(BaseModel):
    """Who was winning, and when."""

    state: str = Field(description="none (not over), open (ask for it), busy or ready")
    done: int = Field(default=0, description="while busy: how far, of `of`")
    of: int = 0
    plies: list[int] = Field(default=[], description="when ready: the plies that were looked at")
    shares: list[list[float]] = Field(
        default=[], description="each seat's chance at each of `plies`"
    )
    turning_points: list[TurningPoint] = []
    better: list[BetterMove] = []
    accuracy: list[Accuracy] = []


def chances_out(services: Services, source: str, over: bool) -> ChancesOut:
    progress = services.analyses.progress(source)
    if not over:
        return ChancesOut(state="none")
    if progress is not None:
        return ChancesOut(state="busy", done=progress[0], of=progress[1])
    found = services.analyses.found(source)
    return ChancesOut(state="open") if found is None else ChancesOut(state="ready", **found)


class LogLineOut(BaseModel):
    ply: int = Field(description="the table after this many moves is what the line tells of")
    text: str


def log_out(log: tuple[tuple[int, str], ...], names: list[str]) -> list[LogLineOut]:
    return [LogLineOut(ply=ply + 1, text=say(text, names)) for ply, text in log]


class ReplayOut(BaseModel):
    """A ply of a match or a record, through somebody's eyes."""

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
    shown = replay.views.at(replay.seat, _ply(replay, ply))
    return [
        DrawingOut(name=d.name, title=d.title or d.name, svg=shown.game.draw(shown.view, d.name))
        for d in shown.game.drawings
        if not d.narrow  # it shows nothing of its own
    ]


def _ply(replay: Replay, ply: int | None) -> int:
    last = replay.match.ply
    return last if ply is None else max(0, min(ply, last))


def check_eyes(asked: int | None, seat: int | None) -> None:
    """Refuse who wants to look through eyes that are not theirs."""
    if asked is not None and asked != seat:
        raise NotYours("That seat is not yours to look from.")
