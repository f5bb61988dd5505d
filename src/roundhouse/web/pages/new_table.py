"""The page on which a table is laid."""

from __future__ import annotations

import random
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web import opponents
from roundhouse.web.clocks.pace import PACES, pace_named
from roundhouse.web.errors import Refusal, reason, status_of
from roundhouse.web.games import usual_seats
from roundhouse.web.people import Person
from roundhouse.web.tables.chairs import OPEN, PERSON, Chair, chair_for
from roundhouse.web.tempo import TEMPOS, USUAL, tempo_named
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/new")
def new_table(visit: Looking, game: str = "", seats: int = 0, board: str = "") -> HTMLResponse:
    """`board` is the digest of one that somebody has passed on the link of."""
    box = registry.meta(game or registry.games()[0].id)
    chosen = seats if seats in box.seats else usual_seats(box.id)
    visit.services.games.board_text(box.id, board)
    return _form(visit, box, chosen, board=board)


def _form(
    visit: Visit, box: Meta, seats: int, status: int = 200, said: str = "", board: str = ""
) -> HTMLResponse:
    return visit.page(
        "new.html",
        status,
        games=registry.games(),
        game=box,
        seats=seats,
        said=said,
        levels=opponents.offered(),
        personalities=opponents.personalities(),
        company=opponents.company(opponents.usual(), seats - 1, random.Random(0)),
        usual=opponents.usual(),
        paces=PACES.values(),
        tempos=TEMPOS.values(),
        usual_tempo=USUAL,
        boards=visit.services.games.boards_of(box.id, visit.id),
        board=board,
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
            visit.limit_upload()
            games, name = visit.services.games, form["board_name"]
            board = games.keep_board(box.id, name, board_text, person.id)
        options = {name: form[f"option:{name}"] for name in box.options if f"option:{name}" in form}
        chairs = [_chair(form, n, person) for n in range(seats)]
        if not any(c.kind == PERSON for c in chairs) and any(c.kind == OPEN for c in chairs):
            raise Refusal("Sit down yourself at a table to which you invite others.")
        made = visit.services.tables.create(
            person.id,
            box.id,
            options,
            chairs,
            board,
            "listed" in form,
            pace=pace_named(form.get("clock", "none")),
            standin=form.get("standin", ""),
            tempo=tempo_named(form.get("tempo", "")),
        )
    except (RoundhouseError, ValueError) as error:
        status = status_of(error) if isinstance(error, RoundhouseError) else 422
        return _form(visit, box, usual_seats(box.id), status, reason(error))
    return visit.go(f"/t/{made}")


def _chair(form: Mapping[str, str], seat: int, person: Person) -> Chair:
    """A seat of the form: `me`, `guest` (at the same screen, with a name), `open`, `bot:level`."""
    word = form.get(f"seat{seat}", "open")
    if word == "guest":
        word = f"guest:{form.get(f'name{seat}', '')}"
    return chair_for(seat, word, person)
