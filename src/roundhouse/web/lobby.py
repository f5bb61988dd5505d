"""The lobby: home, play now, a new table, invitations."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web import opponents
from roundhouse.web.errors import NotFound, Refusal, status_of
from roundhouse.web.people import Person
from roundhouse.web.tables import BOT, OPEN, PERSON, Chair, bot_name, fresh_invite, tidy_name
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Form()]


def usual_seats(game: str) -> int:
    seats = registry.meta(game).seats
    return min(seats, key=lambda n: abs(n - 4))


@router.get("/")
def home(visit: Looking) -> HTMLResponse:
    store = visit.house.store
    mine = store.tables_of(visit.id) if visit.id else []
    return visit.page(
        "home.html",
        games=registry.games(),
        mine=mine,
        levels=opponents.opponents(),
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
    mine, level = secrets.randbelow(seats), opponents.usual()
    chairs = [
        Chair(n, PERSON, person.name, person.id)
        if n == mine
        else Chair(n, BOT, bot_name(n), level=level)
        for n in range(seats)
    ]
    return visit.go(f"/t/{visit.house.tables.create(person.id, game, {}, chairs)}")


@router.get("/new")
def new_table(visit: Looking, game: str = "", seats: int = 0) -> HTMLResponse:
    box = registry.meta(game or registry.games()[0].id)
    chosen = seats if seats in box.seats else usual_seats(box.id)
    return _form(visit, box, chosen)


def _form(visit: Visit, box: Meta, seats: int, status: int = 200, said: str = "") -> HTMLResponse:
    return visit.page(
        "new.html",
        status,
        games=registry.games(),
        game=box,
        seats=seats,
        said=said,
        levels=opponents.opponents(),
        usual=opponents.usual(),
        boards=visit.house.store.boards_of(box.id),
    )


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
            person.id, box.id, options, chairs, board, "listed" in form
        )
    except (RoundhouseError, ValueError) as error:
        status = status_of(error) if isinstance(error, RoundhouseError) else 422
        return _form(visit, box, usual_seats(box.id), status, str(error))
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
        return Chair(seat, BOT, bot_name(seat), level=level)
    return Chair(seat, OPEN, "open seat", invite=fresh_invite())


# Invitations


@router.get("/i/{invite}")
def invitation(visit: Looking, invite: str) -> HTMLResponse:
    chair, found = _invited(visit, invite)
    with found as table:
        return visit.page(
            "invite.html",
            table=table,
            game=table.game.meta,
            chair=chair,
            invite=invite,
            seated=bool(table.seats_of(visit.id)),
        )


@router.post("/i/{invite}")
def accept(visit: Doing, invite: str, name: Text = "") -> Response:
    _, found = _invited(visit, invite)
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
        raise NotFound(
            "This invitation is no longer good: the seat is taken or the link was "
            "withdrawn. Ask for a new one."
        )
    return chair, visit.house.tables.at(chair["table_id"])
