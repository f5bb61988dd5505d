"""Tables: laid, found, and looked at. What one can do there is in `deeds.py`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from roundhouse.play import registry
from roundhouse.web.api.caller import Caller, EyesQuery, PlyQuery, SeatQuery, TableId, me
from roundhouse.web.api.route import Call
from roundhouse.web.api.shapes import (
    ChancesOut,
    DrawingOut,
    LogLineOut,
    ReplayOut,
    TableOut,
    chances_out,
    check_eyes,
    drawings_out,
    log_out,
    replay_out,
    table_out,
)
from roundhouse.web.clocks.pace import PACES, pace_named
from roundhouse.web.events import event_stream
from roundhouse.web.tables.chairs import OPEN, chair_for
from roundhouse.web.tables.programmes import offers
from roundhouse.web.tables.replays import Replay, replay_of_table
from roundhouse.web.tables.table import Programme, Table
from roundhouse.web.tables.viewpoint import viewpoint, visible_record
from roundhouse.web.tempo import TEMPOS, USUAL, tempo_named
from roundhouse.web.visit import Visit

router = APIRouter(route_class=Call)

PACE_WORDS = "; ".join(f"`{pace.key}`: {pace.words}" for pace in PACES.values())
TEMPO_WORDS = "when bots answer: " + "; ".join(f"`{t.key}`: {t.words}" for t in TEMPOS.values())


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


class NewTable(BaseModel):
    game: str = Field(max_length=40)
    seats: list[Annotated[str, Field(max_length=60)]] = Field(
        description="for each seat `me`, `open`, `bot:<name>`, or `guest:<name>` for somebody who "
        "plays through you",
        max_length=20,
    )
    options: dict[str, str] = Field(default={}, max_length=40)
    board: str = Field(
        default="", pattern="^[0-9a-f]{0,16}$", description="digest; empty: the game's own"
    )
    listed: bool = Field(default=False, description="whether anybody may find and join it")
    clock: str = Field(default="none", max_length=20, description=PACE_WORDS)
    standin: str = Field(
        default="",
        max_length=60,
        description="the bot that plays on for whoever is out of time; empty: the usual one",
    )
    tempo: str = Field(default=USUAL.key, max_length=20, description=TEMPO_WORDS)


class Invitation(BaseModel):
    table: str
    seat: int


class Choices(BaseModel):
    ply: int
    seat: int | None = Field(description="the seat they are for")
    your_turn: bool
    phase: str
    prompt: str
    choices: list[dict[str, Any]] = Field(description="`move` is what to send; `label` for people")
    shortcuts: list[dict[str, Any]] = Field(
        default=[], description="several `moves` that go together"
    )


class OrderOut(BaseModel):
    """A standing order that was given."""

    kind: str
    about: str
    amount: int
    words: str


class OrderOfferOut(BaseModel):
    """A standing order that could be given: `kind`, `about`, and a number where it takes one."""

    kind: str
    about: str
    words: str
    low: int | None
    high: int | None


class Orders(BaseModel):
    seat: int | None = Field(description="whose they are; none: you do not sit here")
    orders: list[OrderOut]
    said: str = Field(description="why the last one ended")
    offers: list[OrderOfferOut]


@router.get("/tables")
def tables(visit: Caller, mine: bool = False) -> list[TableRow]:
    """Open tables, or with `mine` yours."""
    store = visit.services.store
    rows = store.tables_of(me(visit).id) if mine else store.open_tables()
    return [
        TableRow(
            id=r["id"],
            game=r["game"],
            rules=r["rules"],
            phase=r["phase"],
            ply=r["ply"],
            turn=r["turn"],
            names=[c["name"] for c in r["chairs"]],
            free=sum(c["kind"] == OPEN for c in r["chairs"]),
        )
        for r in rows
    ]


@router.post("/tables", status_code=201)
def create(visit: Caller, body: NewTable) -> TableOut:
    """Lay a table. The game begins when no seat is open."""
    person = me(visit)
    visit.limit("create")
    registry.meta(body.game).check_seats(len(body.seats))
    chairs = [chair_for(seat, word, person) for seat, word in enumerate(body.seats)]
    made = visit.services.tables.create(
        person.id,
        body.game,
        body.options,
        chairs,
        body.board,
        body.listed,
        pace=pace_named(body.clock),
        standin=body.standin,
        tempo=tempo_named(body.tempo),
    )
    return table(visit, made)


@router.get("/invitations/{invite}")
def invitation(visit: Caller, invite: Annotated[str, Path(max_length=60)]) -> Invitation:
    """The seat that an invitation is for: its secret is the end of the link. Then `join`."""
    visit.services.limits.take("people", f"invite {visit.where}")
    found, chair = visit.services.tables.invited(invite)
    return Invitation(table=found, seat=chair.seat)


@router.get("/tables/{table}")
def table(visit: Caller, table: TableId) -> TableOut:
    """A table: who sits where, whose turn it is."""
    services = visit.services
    with services.tables.at(table) as found:
        return table_out(services, found, visit.id)


@router.get("/tables/{table}/view")
def view(visit: Caller, table: TableId, seat: SeatQuery = None) -> dict[str, Any]:
    """What your seat may know (a spectator's view if you have none), and the ply it is of."""
    with visit.services.tables.at(table) as found:
        return {"ply": found.match.ply, **found.views.at(_eyes(found, visit, seat)).view}


@router.get("/tables/{table}/choices")
def choices(visit: Caller, table: TableId, seat: SeatQuery = None) -> Choices:
    """What you may do now; none while it is not your turn."""
    with visit.services.tables.at(table) as found:
        eyes = _eyes(found, visit, seat)
        seen = found.views.at(eyes).view
        yours = eyes is not None and eyes == found.turn and eyes in found.seats_of(visit.id)
        return Choices(
            ply=found.match.ply,
            seat=eyes,
            your_turn=yours,
            phase=found.phase,
            prompt=seen["prompt"],
            choices=[dict(c) for c in seen["choices"]] if yours else [],
            shortcuts=[dict(s) for s in seen["shortcuts"]] if yours else [],
        )


@router.get("/tables/{table}/orders")
def orders(visit: Caller, table: TableId, seat: SeatQuery = None) -> Orders:
    """Your standing orders, and those that you could give (`order`). Nobody else sees them."""
    with visit.services.tables.at(table) as found:
        eyes = _eyes(found, visit, seat)
        if eyes is None or eyes not in found.seats_of(visit.id):
            return Orders(seat=None, orders=[], said="", offers=[])
        kept = found.orders.get(eyes, Programme())
        return Orders(
            seat=eyes,
            orders=[OrderOut(**asdict(order)) for order in kept.orders],
            said=kept.said,
            offers=[OrderOfferOut(**asdict(offer)) for offer in offers(found, eyes)],
        )


@router.get("/tables/{table}/log")
def log(visit: Caller, table: TableId, seat: SeatQuery = None) -> list[LogLineOut]:
    """What has happened, as your seat may read it."""
    with visit.services.tables.at(table) as found:
        return log_out(found.views.log(_eyes(found, visit, seat)), found.names)


@router.get(
    "/tables/{table}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "`ply n`, repeatedly"}},
)
async def events(visit: Caller, table: TableId) -> StreamingResponse:
    """Server-sent events: `ply n` now and at each change; `look` where something else is new."""
    services = visit.services
    person = await run_in_threadpool(lambda: visit.id)
    return await event_stream(services.watchers, services.tables, table, person, visit.where)


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a record file"}},
)
def record(visit: Caller, table: TableId, seat: SeatQuery = None) -> PlainTextResponse:
    """The record as you may see it; the whole of it when the game is over."""
    found = visible_record(visit.services.tables, table, visit.id, seat)
    return PlainTextResponse(found.dumps())


@router.get("/tables/{table}/replay")
def replay(
    visit: Caller, table: TableId, ply: PlyQuery = None, seat: EyesQuery = None
) -> ReplayOut:
    """Any ply. While a game with secrets is played you look through your own eyes."""
    with visit.services.tables.at(table) as found:
        return replay_out(_replay(found, visit, seat), ply)


@router.get("/tables/{table}/drawings")
def drawings(
    visit: Caller, table: TableId, ply: PlyQuery = None, seat: EyesQuery = None
) -> list[DrawingOut]:
    """The pictures of the table at any ply, as SVG."""
    with visit.services.tables.at(table) as found:
        return drawings_out(_replay(found, visit, seat), ply)


@router.get("/tables/{table}/chances")
def chances(visit: Caller, table: TableId) -> ChancesOut:
    """Who was winning, and when, if somebody has had the game looked over."""
    with visit.services.tables.at(table) as found:
        return chances_out(visit.services, table, found.match.over)


def _eyes(table: Table, visit: Visit, seat: int | None) -> int | None:
    eyes = viewpoint(table, visit.id, seat)
    check_eyes(seat, eyes.seat)
    return eyes.seat


def _replay(table: Table, visit: Visit, seat: int | None) -> Replay:
    made = replay_of_table(table, visit.id, seat)
    check_eyes(seat, made.seat)
    return made
