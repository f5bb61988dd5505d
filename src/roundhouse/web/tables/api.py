"""Create, find and read tables. Commands are in `command_routes.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from roundhouse.core.standing_orders import Order, OrderOffer
from roundhouse.play import registry
from roundhouse.table.bot_delay import BOT_DELAYS, USUAL, find_bot_delay
from roundhouse.table.chairs import HUMAN, OPEN
from roundhouse.table.clock import TIME_CONTROLS, time_control_named
from roundhouse.table.early_choices import early_state
from roundhouse.table.replays import Replay, replay_of_table
from roundhouse.table.service import TableRequest
from roundhouse.table.standing_orders import offers, orders_of
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.plain_routes import PlainRoutes, api_router
from roundhouse.web.http.request_context import (
    ApiContext,
    PlyQuery,
    RequestContext,
    SeatQuery,
    TableId,
    ViewpointQuery,
    caller_context,
    require_user,
)
from roundhouse.web.tables.event_streams import event_stream
from roundhouse.web.tables.new_seats import chairs_of_new_table
from roundhouse.web.tables.shapes import (
    ChancesOut,
    DrawingOut,
    LogLineOut,
    ReplayOut,
    TableOut,
    chances_out,
    check_viewpoint,
    drawings_out,
    log_out,
    replay_out,
    table_out,
)
from roundhouse.web.tables.table_rows import is_turn_of
from roundhouse.web.tables.table_storage import OpenTable

router = api_router()
described = api_router()
plain = PlainRoutes(caller_context, described)

TIME_CONTROL_DESCRIPTION = "; ".join(
    f"`{control.key}`: {control.description}" for control in TIME_CONTROLS.values()
)
BOT_DELAY_DESCRIPTION = "Bot delay: " + "; ".join(
    f"`{t.key}`: {t.words}" for t in BOT_DELAYS.values()
)


class TableRow(BaseModel):
    """A table in a list."""

    id: str
    game: str
    rules: int
    phase: str
    ply: int
    turn: int
    names: list[str]
    free: int
    yours: list[int] = Field(default=[], description="Your seats")
    your_turn: bool = Field(
        default=False,
        description="Whether you can move, also before your turn in a simultaneous decision",
    )
    invited: bool = Field(
        default=False, description="A seat is reserved for you: `join` or `decline`"
    )


class NewTable(BaseModel):
    game: str = Field(max_length=40)
    seats: list[Annotated[str, Field(max_length=60)]] = Field(
        description="For each seat `me`, `open`, `bot:<name>`, `invite:<name>` to invite a bot "
        "account, or `guest:<name>` for a local player who moves through your session",
        max_length=20,
    )
    options: dict[str, str] = Field(default={}, max_length=40)
    board: str = Field(
        default="", pattern="^[0-9a-f]{0,16}$", description="Digest; empty: the standard board"
    )
    listed: bool = Field(default=False, description="Whether the table is listed publicly")
    bot_accounts: bool = Field(
        default=False, description="Whether any bot account may take an open seat"
    )
    clock: str = Field(default="none", max_length=20, description=TIME_CONTROL_DESCRIPTION)
    standin: str = Field(
        default="",
        max_length=60,
        description="Bot that replaces players who run out of time; empty: the default",
    )
    tempo: str = Field(default=USUAL.key, max_length=20, description=BOT_DELAY_DESCRIPTION)


class Invitation(BaseModel):
    table: str
    seat: int


class Choices(BaseModel):
    ply: int
    seat: int | None = Field(description="Your seat")
    your_turn: bool = Field(
        description="Whether you can move, also before your turn in a simultaneous decision"
    )
    phase: str
    prompt: str
    choices: list[dict[str, Any]] = Field(description="Send `move`; show `label`")
    shortcuts: list[dict[str, Any]] = Field(
        default=[], description="Several `moves` to send together"
    )


class Orders(BaseModel):
    seat: int | None = Field(description="Your seat; null: you are a spectator")
    orders: list[Order]
    said: str = Field(description="Why the last order ended")
    offers: list[OrderOffer]


@router.get("/tables")
def tables(context: ApiContext, mine: bool = False) -> list[TableRow]:
    """List open tables, or with `mine` your own tables and your invitations."""
    lists = context.services.storage.lists
    user = require_user(context).id if mine else context.id
    rows = lists.tables_of(user) if mine and user else lists.open_tables()

    def yours(row: Mapping[str, Any]) -> list[int]:
        return [c["seat"] for c in row["chairs"] if user == c["person"] and c["kind"] == HUMAN]

    return [
        TableRow(
            id=r["id"],
            game=r["game"],
            rules=r["rules"],
            phase=r["phase"],
            ply=r["ply"],
            turn=r["turn"],
            names=[c["name"] for c in r["chairs"]],
            free=sum(c["kind"] == OPEN and not c["person"] for c in r["chairs"]),
            yours=yours(r),
            your_turn=is_turn_of(r, user),
            invited=any(c["kind"] == OPEN and c["person"] == user for c in r["chairs"] if user),
        )
        for r in rows
    ]


@router.post("/tables", status_code=201)
def create(context: ApiContext, body: NewTable) -> TableOut:
    """Create a table. The game starts when no seat is open."""
    user = require_user(context)
    context.limit("create")
    registry.meta(body.game).check_seats(len(body.seats))
    chairs = chairs_of_new_table(context.services, body.seats, user)
    result = context.services.tables.create(
        TableRequest(
            user.id,
            body.game,
            chairs,
            body.options,
            body.board,
            body.listed,
            time_control=time_control_named(body.clock),
            standin=body.standin,
            bot_delay=find_bot_delay(body.tempo),
            bot_accounts=body.bot_accounts,
        )
    )
    return table(context, result)


@router.get("/invitations/{invite}")
def invitation(context: ApiContext, invite: Annotated[str, Path(max_length=60)]) -> Invitation:
    """Get the seat of an invitation by the last part of its link. Then use `join`."""
    context.services.limits.take("people", f"invite {context.client_key}")
    result, chair = context.services.tables.invited(invite)
    return Invitation(table=result, seat=chair.seat)


@plain.get("/tables/{table}")
def table(context: ApiContext, table: TableId) -> TableOut:
    """Get a table: its players and whose turn it is."""
    services = context.services
    with services.tables.at(table) as result:
        return table_out(services, result, context.id)


@plain.get("/tables/{table}/view")
def view(context: ApiContext, table: TableId, seat: SeatQuery = None) -> dict[str, Any]:
    """Get the view of your seat, or a spectator's view, and its ply."""
    with context.services.tables.at(table) as result:
        return {"ply": result.match.ply, **result.views.at(_find_seat(result, context, seat)).view}


@plain.get("/tables/{table}/choices")
def choices(context: ApiContext, table: TableId, seat: SeatQuery = None) -> Choices:
    """List your legal moves; empty if you cannot move."""
    with context.services.tables.at(table) as result:
        seat, seats = _find_seat(result, context, seat), result.seats_of(context.id)
        early = None if seats != [seat] or seat is None else early_state(result, seat)
        seen = result.views.at(seat).view if early is None else early.view(seat)
        yours = early is not None or (seat is not None and seat == result.turn and seat in seats)
        return Choices(
            ply=result.match.ply,
            seat=seat,
            your_turn=yours,
            phase=result.phase,
            prompt=seen["prompt"],
            choices=[dict(c) for c in seen["choices"]] if yours else [],
            shortcuts=[dict(s) for s in seen["shortcuts"]] if yours else [],
        )


@plain.get("/tables/{table}/orders")
def orders(context: ApiContext, table: TableId, seat: SeatQuery = None) -> Orders:
    """List your standing orders and those that you can give; only you see them."""
    with context.services.tables.at(table) as result:
        seat = _find_seat(result, context, seat)
        if seat is None or seat not in result.seats_of(context.id):
            return Orders(seat=None, orders=[], said="", offers=[])
        saved = orders_of(result, seat)
        return Orders(
            seat=seat, orders=list(saved.orders), said=saved.message, offers=offers(result, seat)
        )


@plain.get("/tables/{table}/log")
def log(context: ApiContext, table: TableId, seat: SeatQuery = None) -> list[LogLineOut]:
    """Get the log, as visible from your seat."""
    with context.services.tables.at(table) as result:
        return log_out(result.views.log(_find_seat(result, context, seat)), result.names)


@router.get(
    "/tables/{table}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "`ply n`, repeatedly"}},
)
async def events(context: ApiContext, table: TableId) -> StreamingResponse:
    """Stream server-sent events: `ply n` at each move; `look` at other changes."""
    services = context.services
    user = await run_in_threadpool(lambda: context.id)
    return await event_stream(services.watchers, services.tables, table, user, context.client_key)


@plain.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a record file"}},
)
def record(context: ApiContext, table: TableId, seat: SeatQuery = None) -> PlainTextResponse:
    """Get the record as visible to you; complete after the end of the game."""
    result = context.services.tables.visible_record(table, context.id, seat)
    return PlainTextResponse(result.dumps())


@plain.get("/tables/{table}/replay")
def replay(
    context: ApiContext, table: TableId, ply: PlyQuery = None, seat: ViewpointQuery = None
) -> ReplayOut:
    """Get any ply. During a game with hidden information you see your own view."""
    with context.services.tables.at(table) as result:
        return replay_out(_replay(result, context, seat), ply)


@plain.get("/tables/{table}/drawings")
def drawings(
    context: ApiContext, table: TableId, ply: PlyQuery = None, seat: ViewpointQuery = None
) -> list[DrawingOut]:
    """Get the drawings of the table at any ply, as SVG."""
    with context.services.tables.at(table) as result:
        return drawings_out(_replay(result, context, seat), ply)


@plain.get("/tables/{table}/chances")
def chances(context: ApiContext, table: TableId) -> ChancesOut:
    """Get the analysis of a finished game, if it was started."""
    with context.services.tables.at(table) as result:
        return chances_out(context.services, table, result.match.over)


def _find_seat(table: OpenTable, context: RequestContext, seat: int | None) -> int | None:
    viewpoint = find_viewpoint(table, context.id, seat)
    check_viewpoint(seat, viewpoint.seat)
    return viewpoint.seat


def _replay(table: OpenTable, context: RequestContext, seat: int | None) -> Replay:
    result = replay_of_table(table, table.views, context.id, seat)
    check_viewpoint(seat, result.seat)
    return result
