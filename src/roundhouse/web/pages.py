"""Pages: home, new table, table, rules, people."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, UploadFile
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from roundhouse.bots.registry import BOTS
from roundhouse.core.board import origins
from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.play.record import GameRecord
from roundhouse.web import desk, present
from roundhouse.web.errors import Clash, NotFound, Refusal, status_of
from roundhouse.web.house import House
from roundhouse.web.people import Person
from roundhouse.web.rules import as_html
from roundhouse.web.tables import (
    BOT,
    ENDED,
    OPEN,
    PERSON,
    PLAYING,
    Chair,
    Table,
    bot_name,
    fresh_invite,
    tidy_name,
)
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]


def usual_level() -> str:
    """The bot one meets without choosing: the middle one."""
    return list(BOTS)[len(BOTS) // 2]


def usual_seats(game: str) -> int:
    seats = registry.meta(game).seats
    return min(seats, key=lambda n: abs(n - 4))


@router.get("/")
def home(visit: Looking) -> HTMLResponse:
    store = visit.house.store
    mine = store.tables_of(visit.id) if visit.id else []
    return visit.page(
        "home.html", games=registry.games(), mine=mine, levels=list(BOTS),
        open=[row for row in store.open_tables() if visit.id is None or not _sits(row, visit.id)],
        titles={box.id: box.title for box in registry.games()},
    )


def _sits(row: Mapping[str, Any], person: str) -> bool:
    return row["host"] == person or any(c["person"] == person for c in row["chairs"])


@router.post("/play")
def play_now(visit: Doing, game: Text) -> Response:
    """Into a game against bots with one click."""
    seats = usual_seats(game)
    person = visit.somebody()
    visit.limit("create")
    mine, level = secrets.randbelow(seats), usual_level()
    chairs = [
        Chair(n, PERSON, person.name, person.id) if n == mine
        else Chair(n, BOT, bot_name(level, n), level=level)
        for n in range(seats)
    ]
    return visit.go(f"/t/{visit.house.tables.create(person.id, game, {}, chairs)}")


@router.get("/new")
def new_table(visit: Looking, game: str = "", seats: int = 0) -> HTMLResponse:
    boxes = registry.games()
    box = registry.meta(game or boxes[0].id)
    chosen = seats if seats in box.seats else usual_seats(box.id)
    return visit.page(
        "new.html", games=boxes, game=box, seats=chosen, levels=list(BOTS), usual=usual_level(),
        boards=visit.house.store.boards_of(box.id), most=max(box.seats), said="")


@router.post("/new")
async def make_table(visit: Doing, request: Request) -> Response:
    form = await request.form(max_files=2, max_fields=200)
    plain = {key: value for key, value in form.items() if isinstance(value, str)}
    upload = form.get("board_file")
    text = ""
    if not isinstance(upload, str) and upload is not None and upload.filename:
        text = (await upload.read()).decode("utf-8", "replace")
        plain["board_name"] = upload.filename
    return await run_in_threadpool(_make_table, visit, plain, text)


def _make_table(visit: Visit, form: Mapping[str, str], board_text: str) -> Response:
    box = registry.meta(form.get("game", ""))
    try:
        seats = int(form.get("seats", "0"))
        box.check_seats(seats)
        person = visit.somebody(form.get("name", ""))
        visit.limit("create")
        board = form.get("board", "")
        if board_text:
            visit.limit("upload")
            board = visit.house.shelf.keep_board(box.id, form["board_name"], board_text)
        options = {name: form[f"option:{name}"] for name in box.options if f"option:{name}" in form}
        chairs = [_chair(form, n, person) for n in range(seats)]
        if not any(c.kind == PERSON for c in chairs) and any(c.kind == OPEN for c in chairs):
            raise Refusal("Sit down yourself at a table to which you invite others.")
        made = visit.house.tables.create(
            person.id, box.id, options, chairs, board, "listed" in form)
    except (RoundhouseError, ValueError) as error:
        status = status_of(error) if isinstance(error, RoundhouseError) else 422
        return visit.page(
            "new.html", status, games=registry.games(), game=box, seats=usual_seats(box.id),
            levels=list(BOTS), usual=usual_level(), most=max(box.seats), said=str(error),
            boards=visit.house.store.boards_of(box.id))
    return visit.go(f"/t/{made}")


def _chair(form: Mapping[str, str], seat: int, person: Person) -> Chair:
    """A seat of the form: `me`, `guest` (same screen), `open`, or `bot:level`."""
    kind = form.get(f"seat{seat}", "open")
    given = form.get(f"name{seat}", "")
    if kind == "me":
        return Chair(seat, PERSON, person.name, person.id)
    if kind == "guest":
        return Chair(seat, PERSON, tidy_name(given, f"{person.name} {seat + 1}"), person.id)
    if kind.startswith("bot:"):
        level = kind.removeprefix("bot:")
        return Chair(seat, BOT, bot_name(level, seat), level=level)
    return Chair(seat, OPEN, "open seat", invite=fresh_invite())


# The table


@router.get("/t/{table}")
def table_page(
    visit: Looking, table: str, seat: int | None = None, said: str = "",
) -> HTMLResponse:
    with visit.house.tables.at(table) as found:
        shown = desk.context(visit.house, found, visit.id, seat, None)
        return visit.page("table.html", **shown, said="", base=_base(visit))


@router.get("/t/{table}/now")
def table_now(
    visit: Looking, table: str, seat: int | None = None, since: int | None = None,
) -> HTMLResponse:
    """The table's changing part, for a page that is already open."""
    with visit.house.tables.at(table) as found:
        return _fragment(visit, found, seat, since, "")


def _fragment(
    visit: Visit, table: Table, seat: int | None, since: int | None, said: str, status: int = 200
) -> HTMLResponse:
    shown = desk.context(visit.house, table, visit.id, seat, since)
    return visit.page("_table.html", status, **shown, said=said, base=_base(visit))


def _base(visit: Visit) -> str:
    return str(visit.request.base_url).rstrip("/")


def _act(visit: Visit, table: Table, seat: int | None) -> Response:
    """After something was done: the fragment for a script, the page for a browser."""
    if "x-fragment" in visit.request.headers:
        return _fragment(visit, table, seat, None, "")
    suffix = f"?seat={seat}" if seat is not None else ""
    return visit.go(f"/t/{table.id}{suffix}")


def _refuse(visit: Visit, table: Table, seat: int | None, error: RoundhouseError) -> Response:
    """The fresh table with the reason on top."""
    status = status_of(error)
    if "x-fragment" in visit.request.headers:
        return _fragment(visit, table, seat, None, str(error), status)
    shown = desk.context(visit.house, table, visit.id, seat, None)
    return visit.page("table.html", status, **shown, said=str(error), base=_base(visit))


@router.post("/t/{table}/move")
def move(
    visit: Doing, table: str, ply: Number, move: Annotated[list[str], Form()] = [],  # noqa: B006
    group: Text = "", amount: Text = "", seat: Annotated[int | None, Form()] = None,
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
        if seat is not None and found.turn != seat and len(found.seats_of(visit.id)) > 1:
            seat = None  # the next one at this screen is to act: draw the curtain
        return _act(visit, found, seat)


def _check_seated(table: Table, visit: Visit) -> None:
    from roundhouse.web.errors import NotYours

    if not table.seats_of(visit.id):
        raise NotYours("You do not sit at this table; you are watching.")


@router.post("/t/{table}/do/{deed}")
def do(
    visit: Doing, table: str, deed: str, seat: Number = -1, level: Text = "",
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
                tables.hand_over(found, me.id, seat, level or usual_level(), deed == "resign")
            elif deed == "take-back":
                tables.take_back(found, me.id, seat)
            elif deed == "fill":
                tables.fill(found, me.id, seat, level or usual_level())
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

    return StreamingResponse(told(), media_type="text/event-stream",
                             headers={"cache-control": "no-store", "x-accel-buffering": "no"})


@router.get("/t/{table}/record")
def record(visit: Looking, table: str, seat: int | None = None) -> Response:
    """The record as the viewer may see it; the whole of it when the game is over."""
    with visit.house.tables.at(table) as found:
        text = visible_record(found, visit.id, seat).dumps()
        name = f"{found.row['game']}-{found.id}.game"
    return Response(text, media_type="text/plain; charset=utf-8", headers={
        "content-disposition": f'attachment; filename="{name}"'})


def visible_record(table: Table, person: str | None, asked: int | None) -> GameRecord:
    whole = table.match.record()
    if table.match.over:
        return whole
    return whole.redact(table.game, desk.viewpoint(table, person, asked).seat)


# Invitations


@router.get("/i/{invite}")
def invitation(visit: Looking, invite: str) -> HTMLResponse:
    chair, found = _invited(visit, invite)
    with found as table:
        return visit.page("invite.html", table=table, game=table.game.meta, chair=chair,
                          invite=invite, seated=bool(table.seats_of(visit.id)))


@router.post("/i/{invite}")
def accept(visit: Doing, invite: str, name: Text = "") -> Response:
    chair, found = _invited(visit, invite)
    with found as table:
        fresh = visit.person is None
        person = visit.somebody(name)
        shown = person.name if fresh else tidy_name(name, person.name)
        visit.house.tables.join(table, person.id, shown, invite)
        return visit.go(f"/t/{table.id}")


def _invited(visit: Visit, invite: str) -> tuple[dict[str, Any], Any]:
    visit.house.limits.take("people", f"invite {visit.where}")
    chair = visit.house.store.chair_of_invite(invite)
    if chair is None or chair["kind"] != OPEN:
        raise NotFound("This invitation is no longer good: the seat is taken or the link was "
                       "withdrawn. Ask for a new one.")
    return chair, visit.house.tables.at(chair["table_id"])


# Games


@router.get("/g/{game}/rules")
def rules(visit: Looking, game: str) -> HTMLResponse:
    box = registry.meta(game)
    return visit.page("rules.html", game=box, text=as_html(box.id))


@router.get("/g/{game}/board")
def board(visit: Looking, game: str, board: str = "") -> HTMLResponse:
    box = registry.meta(game)
    loaded = visit.house.shelf.game(game, {}, board)
    sources: dict[str, list[str]] = {}
    for entry, source in origins(loaded.sheet.data):
        sources.setdefault(source, []).append(entry)
    return visit.page(
        "board.html", game=box, digest=loaded.sheet.digest, board=board,
        sources=sorted(sources.items(), key=lambda kv: -len(kv[1])),
        svg=loaded.draw(loaded.start(usual_seats(game)).view(None)))


@router.get("/g/{game}/board.toml")
def board_file(visit: Looking, game: str, board: str = "") -> Response:
    registry.meta(game)
    text = visit.house.shelf.board_text(game, board)
    return Response(text, media_type="text/plain; charset=utf-8", headers={
        "content-disposition": f'attachment; filename="{game}.toml"'})


@router.get("/g/{game}/picture.svg")
def picture(visit: Looking, game: str) -> Response:
    registry.meta(game)
    return Response(visit.house.shelf.picture(game), media_type="image/svg+xml",
                    headers={"cache-control": "max-age=600"})


# People


@router.get("/me")
def me(visit: Looking) -> HTMLResponse:
    return visit.page("me.html", said="")


@router.post("/me/{deed}")
def change_me(visit: Doing, deed: str, name: Text = "", password: Text = "") -> Response:
    people = visit.house.people
    answer = visit.go("/me")
    try:
        if deed == "name":
            if visit.person is None:
                visit.somebody(name)
            else:
                people.rename(visit.person, name)
        elif deed == "register":
            visit.limit("login")
            people.register(visit.somebody(name), name, password)
            answer = visit.go("/")
        elif deed == "sign-in":
            visit.house.limits.take("login", visit.where)
            token, touched = people.sign_in(visit.person, name, password)
            answer = visit.go("/")
            visit.sign(answer, token)
            for table in touched:
                with visit.house.tables.at(table) as found:
                    visit.house.tables.changed(found)
        elif deed == "sign-out":
            people.sign_out(visit.token)
            answer = visit.go("/")
            visit.sign(answer, visit.house.signer.new_token())
        else:
            raise NotFound("There is nothing like that to do.")
    except RoundhouseError as error:
        return visit.page("me.html", status_of(error), said=str(error))
    return answer


@router.post("/theme")
def theme(visit: Doing, theme: Text = "", back: Text = "/") -> Response:
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = visit.go(back if inside else "/")
    answer.set_cookie("theme", theme if theme in ("light", "dark") else "", max_age=31_536_000,
                      samesite="lax", httponly=True)
    return answer
