"""At the table: looking, moving, and what else one can do there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.play.record import Record
from roundhouse.web import desk, opponents, present
from roundhouse.web.errors import NotFound, NotYours, Refusal, status_of
from roundhouse.web.house import House
from roundhouse.web.tables import WAITING, Table
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

CROWD = 64  # spectators' tables kept as they were sent

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]


@router.get("/t/{table}")
def table_page(visit: Looking, table: str, seat: int | None = None) -> HTMLResponse:
    with visit.house.tables.at(table) as found:
        shown = desk.context(visit.house, found, visit.id, seat, None)
        return visit.page("table.html", **shown, said="", base=_base(visit))


@router.get("/t/{table}/now")
def table_now(
    visit: Looking, table: str, seat: int | None = None, since: int | None = None
) -> HTMLResponse:
    """The table's changing part, for a page that is already open."""
    with visit.house.tables.at(table) as found:
        if found.phase == WAITING or desk.concerned(found, visit.id):
            return _fragment(visit, found, seat, since)
        return visit.answer(_crowd(visit, found, since))


def _crowd(visit: Visit, table: Table, since: int | None) -> str:
    """What all spectators see is the same and has no forms in it: made once for all of them."""
    house = visit.house
    key = (table.id, table.revision, since, *house.hub.present(table.id))
    html = house.crowd.get(key)
    if html is None:
        shown = desk.context(house, table, None, None, since)
        html = house.crowd[key] = visit.render("_table.html", **shown, said="", base="")
        for old in list(house.crowd)[:-CROWD]:
            house.crowd.pop(old, None)
    return html


def _fragment(visit: Visit, table: Table, seat: int | None, since: int | None) -> HTMLResponse:
    shown = desk.context(visit.house, table, visit.id, seat, since)
    return visit.page("_table.html", **shown, said="", base=_base(visit))


def _base(visit: Visit) -> str:
    return str(visit.request.base_url).rstrip("/")


def _act(visit: Visit, table: Table, seat: int | None) -> Response:
    """After something was done: the fragment for a script, the page for a browser."""
    if "x-fragment" in visit.request.headers:
        return _fragment(visit, table, seat, None)
    suffix = f"?seat={seat}" if seat is not None else ""
    return visit.go(f"/t/{table.id}{suffix}")


def _refuse(visit: Visit, table: Table, seat: int | None, error: RoundhouseError) -> Response:
    """The fresh table with the reason on top."""
    return show(visit, table, seat, str(error), status_of(error))


def show(
    visit: Visit,
    table: Table,
    seat: int | None,
    said: str,
    status: int = 200,
    hint: Sequence[Mapping[str, Any]] = (),
) -> Response:
    """The table with something said on top of it."""
    template = "_table.html" if "x-fragment" in visit.request.headers else "table.html"
    shown = desk.context(visit.house, table, visit.id, seat, None)
    return visit.page(template, status, **{**shown, "hint": hint}, said=said, base=_base(visit))


@router.post("/t/{table}/move")
def move(
    visit: Doing,
    table: str,
    ply: Number,
    move: Annotated[list[str], Form()] = [],  # noqa: B006
    group: Text = "",
    amount: Text = "",
    seat: Annotated[int | None, Form()] = None,
) -> Response:
    visit.limit("move")
    with visit.house.tables.at(table) as found:
        acting = found.seats_of(visit.id)
        if seat is not None:
            acting = [s for s in acting if s == seat]
        try:
            words = move
            if not words and found.turn in acting:
                view = found.look(found.turn).view
                typed = present.move_of_amount(view, group, amount)
                if typed is None:
                    raise Refusal(f"{amount or 'Nothing'} is not one of the choices.")
                words = [typed]
            _check_seated(found, visit)
            visit.house.tables.move(found, acting, words[:50], ply)
        except RoundhouseError as error:
            return _refuse(visit, found, seat, error)
        if not found.reel.secrets or found.turn != seat:
            seat = None  # at a shared screen the next one is to act: draw the curtain
        return _act(visit, found, seat)


def _check_seated(table: Table, visit: Visit) -> None:
    if not table.seats_of(visit.id):
        raise NotYours("You do not sit at this table; you are watching.")


@router.post("/t/{table}/do/{deed}")
def do(
    visit: Doing,
    table: str,
    deed: str,
    seat: Number = -1,
    level: Text = "",
    ply: Annotated[int | None, Form()] = None,
    look: Annotated[int | None, Form()] = None,
) -> Response:
    """What one can do at a table besides moving."""
    visit.limit("move")
    tables = visit.house.tables
    with tables.at(table) as found:
        me = visit.somebody()
        try:
            if deed == "undo":
                tables.undo(found, me.id)
            elif deed == "ask":
                tables.propose_undo(found, me.id, ply)
            elif deed in ("agree", "refuse"):
                tables.answer_undo(found, me.id, deed == "agree")
            elif deed in ("hand-over", "resign"):
                tables.hand_over(found, me.id, seat, level or opponents.usual(), deed == "resign")
            elif deed == "take-back":
                tables.take_back(found, me.id, seat)
            elif deed == "fill":
                tables.fill(found, me.id, seat, level or opponents.usual())
            elif deed == "new-invite":
                tables.new_invite(found, me.id, seat)
            elif deed == "join":
                tables.join_listed(found, me.id, me.name)
            elif deed == "close":
                tables.close(found, me.id)
            else:
                raise NotFound("There is nothing like that to do.")
        except RoundhouseError as error:
            return _refuse(visit, found, look, error)
        return _act(visit, found, look)


@router.get("/t/{table}/events")
async def events(visit: Looking, table: str) -> StreamingResponse:
    """Server-sent events: `ply n`, and nothing else."""
    return await stream(visit.house, table, visit.id)


async def stream(house: House, table: str, person: str | None) -> StreamingResponse:
    def where() -> tuple[int, int, bool]:
        with house.tables.at(table) as found:
            return found.revision, found.match.ply, bool(found.seats_of(person))

    revision, ply, seated = await run_in_threadpool(where)

    async def told() -> AsyncIterator[str]:
        async for news in house.hub.watch(table, person, seated, revision, ply):
            yield news

    return StreamingResponse(
        told(),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


@router.get("/t/{table}/record")
def record(visit: Looking, table: str, seat: int | None = None) -> Response:
    """The record as the viewer may see it; the whole of it when the game is over."""
    with visit.house.tables.at(table) as found:
        text = visible_record(found, visit.id, seat).dumps()
        name = f"{found.row['game']}-{found.id}.game"
    return Response(
        text,
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def visible_record(table: Table, person: str | None, asked: int | None) -> Record:
    whole = table.match.record()
    if table.match.over:
        return whole
    return whole.redact(table.game, desk.viewpoint(table, person, asked).seat)
