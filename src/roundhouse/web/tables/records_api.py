"""API calls for uploaded game files: upload, replay, continue."""

from __future__ import annotations

from typing import Any

from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from roundhouse.table.commands.arguments import ForkArguments
from roundhouse.table.replays import Replay
from roundhouse.web.http.plain_routes import api_router
from roundhouse.web.http.request_context import (
    ApiContext,
    PlyQuery,
    RecordId,
    RequestContext,
    ViewpointQuery,
    require_user,
)
from roundhouse.web.tables.argument_models import model_of
from roundhouse.web.tables.commands import fork_replay, start_analysis
from roundhouse.web.tables.shapes import (
    ChancesOut,
    DrawingOut,
    ReplayOut,
    TableOut,
    chances_out,
    check_viewpoint,
    drawings_out,
    replay_out,
    table_out,
)

router = api_router()

_ForkBody: Any = model_of(ForkArguments)


class NewRecord(BaseModel):
    text: str = Field(
        max_length=2_000_000, description="A record file: a header, then one move per line"
    )


class RecordOut(BaseModel):
    id: str
    game: str
    rules: int
    options: dict[str, str]
    names: list[str]
    plies: int
    over: bool


@router.post("/records", status_code=201)
def new_record(context: ApiContext, body: NewRecord) -> RecordOut:
    """Upload a record. Every move is checked."""
    user = require_user(context)
    context.limit_record()
    name = context.services.records.save(body.text, user.id)
    return _record(_replay(context, name, None))


@router.get("/records/{record}")
def record(context: ApiContext, record: RecordId) -> RecordOut:
    """Get the game, players and length of a record."""
    return _record(_replay(context, record, None))


@router.get(
    "/records/{record}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a record file"}},
)
def text(context: ApiContext, record: RecordId) -> PlainTextResponse:
    """Get the record file as uploaded."""
    return PlainTextResponse(context.services.records.row(record)["text"])


@router.get("/records/{record}/replay")
def replay(
    context: ApiContext, record: RecordId, ply: PlyQuery = None, seat: ViewpointQuery = None
) -> ReplayOut:
    """Get any ply of a record."""
    return replay_out(_replay(context, record, seat), ply)


@router.get("/records/{record}/drawings")
def drawings(
    context: ApiContext, record: RecordId, ply: PlyQuery = None, seat: ViewpointQuery = None
) -> list[DrawingOut]:
    """Get the drawings of any ply of a record, as SVG."""
    return drawings_out(_replay(context, record, seat), ply)


@router.post("/records/{record}/fork", status_code=201)
def fork(context: ApiContext, record: RecordId, arguments: _ForkBody) -> TableOut:
    """Continue from a ply against bots, at a new table."""
    user = require_user(context)
    context.limit("create")
    chosen = ForkArguments(**arguments.model_dump())
    result = fork_replay(context.services, _replay(context, record, None), user, chosen)
    with context.services.tables.at(result) as table:
        return table_out(context.services, table, user.id)


@router.get("/records/{record}/chances")
def chances(context: ApiContext, record: RecordId) -> ChancesOut:
    """Get the analysis of a finished game, if it was started."""
    return _chances(context, _replay(context, record, None))


@router.post("/records/{record}/chances")
def ask_for_chances(context: ApiContext, record: RecordId) -> ChancesOut:
    """Start the analysis of a finished game: winning chances and better moves."""
    context.limit("hint")
    result = _replay(context, record, None)
    start_analysis(context.services, result, context.id or "", range(len(result.names)))
    return _chances(context, result)


def _replay(context: RequestContext, record: str, seat: int | None) -> Replay:
    result = context.services.records.replay(record, seat)
    check_viewpoint(seat, result.seat)
    return result


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


def _chances(context: RequestContext, replay: Replay) -> ChancesOut:
    return chances_out(context.services, replay.source, replay.match.over)
