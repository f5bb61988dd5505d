"""Uploaded records: sent, replayed, played on from."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from roundhouse.web.api.caller import Caller, EyesQuery, PlyQuery, RecordId, me
from roundhouse.web.api.route import Call
from roundhouse.web.api.shapes import (
    ChancesOut,
    DrawingOut,
    ReplayOut,
    TableOut,
    chances_out,
    check_eyes,
    drawings_out,
    replay_out,
    table_out,
)
from roundhouse.web.deeds.arguments import PlayingOn
from roundhouse.web.deeds.deeds import fork_replay, look_over
from roundhouse.web.tables.replays import Replay
from roundhouse.web.visit import Visit

router = APIRouter(route_class=Call)


class NewRecord(BaseModel):
    text: str = Field(max_length=2_000_000, description="a record file: a header, a move a line")


class RecordOut(BaseModel):
    id: str
    game: str
    rules: int
    options: dict[str, str]
    names: list[str]
    plies: int
    over: bool


@router.post("/records", status_code=201)
def new_record(visit: Caller, body: NewRecord) -> RecordOut:
    """Send a record to look at; every move of it is checked."""
    person = me(visit)
    visit.limit_upload()
    name = visit.services.records.keep(body.text, person.id)
    return _record(_replay(visit, name, None))


@router.get("/records/{record}")
def record(visit: Caller, record: RecordId) -> RecordOut:
    """What a record is of."""
    return _record(_replay(visit, record, None))


@router.get(
    "/records/{record}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a record file"}},
)
def text(visit: Caller, record: RecordId) -> PlainTextResponse:
    """The record file, as it was sent."""
    return PlainTextResponse(visit.services.records.row(record)["text"])


@router.get("/records/{record}/replay")
def replay(
    visit: Caller, record: RecordId, ply: PlyQuery = None, seat: EyesQuery = None
) -> ReplayOut:
    """Any ply of a record."""
    return replay_out(_replay(visit, record, seat), ply)


@router.get("/records/{record}/drawings")
def drawings(
    visit: Caller, record: RecordId, ply: PlyQuery = None, seat: EyesQuery = None
) -> list[DrawingOut]:
    """The pictures of any ply of a record, as SVG."""
    return drawings_out(_replay(visit, record, seat), ply)


@router.post("/records/{record}/fork", status_code=201)
def fork(visit: Caller, record: RecordId, given: PlayingOn) -> TableOut:
    """Play on from a ply against bots, at a table of your own."""
    person = me(visit)
    visit.limit("create")
    made = fork_replay(visit.services, _replay(visit, record, None), person, given)
    with visit.services.tables.at(made) as table:
        return table_out(visit.services, table, person.id)


@router.get("/records/{record}/chances")
def chances(visit: Caller, record: RecordId) -> ChancesOut:
    """Who was winning, and when, if somebody has had the game looked over."""
    return _chances(visit, _replay(visit, record, None))


@router.post("/records/{record}/chances")
def ask_for_chances(visit: Caller, record: RecordId) -> ChancesOut:
    """Have a finished game looked over: who was winning, and when."""
    visit.limit("hint")
    found = _replay(visit, record, None)
    look_over(visit.services, found)
    return _chances(visit, found)


def _replay(visit: Visit, record: str, seat: int | None) -> Replay:
    made = visit.services.records.replay(record, seat)
    check_eyes(seat, made.seat)
    return made


def _record(replay: Replay) -> RecordOut:
    match = replay.match
    return RecordOut(
        id=replay.source,
        game=replay.meta.id,
        rules=match.game.rules,
        options=match.game.options,
        names=list(replay.names),
        plies=match.ply,
        over=match.over,
    )


def _chances(visit: Visit, replay: Replay) -> ChancesOut:
    return chances_out(visit.services, replay.source, replay.match.over)
