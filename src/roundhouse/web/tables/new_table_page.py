"""The page that creates a table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.bots.levels import Level
from roundhouse.bots.styles import Style
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.table.bot_delay import BOT_DELAYS, USUAL, BotDelay, find_bot_delay
from roundhouse.table.chairs import HUMAN, OPEN
from roundhouse.table.errors import Refusal
from roundhouse.table.table_request import TableRequest
from roundhouse.table.time_control import TIME_CONTROLS, TimeControl, time_control_named
from roundhouse.web.bots import opponents
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.new_seats import chairs_of_new_table

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Preset:
    """A usual way to fill the seats; `seats` are values of the form."""

    key: str
    title: str
    words: str
    seats: list[str]


def presets(company: Sequence[str]) -> list[Preset]:
    """Return the presets for a table of a user with this many others."""
    others = len(company)
    bots = [f"bot:{level}" for level in company]
    result = [
        Preset("bots", "Against bots", "Medium bots of different styles", ["me", *bots]),
        Preset(
            "beginners", "Against easy bots", "For a first game", ["me", *["bot:beginner"] * others]
        ),
        Preset(
            "strong", "Against strong bots", "They think longer", ["me", *["bot:hard"] * others]
        ),
        Preset(
            "friends",
            "With friends",
            "Every other seat gets a share link",
            ["me", *["open"] * others],
        ),
        Preset(
            "screen",
            "On this device",
            "Players take turns at one screen",
            ["me", *["guest"] * others],
        ),
    ]
    if others > 1:
        seats = ["me", "open", *bots[1:]]
        result.insert(3, Preset("friend", "With a friend and bots", "One share link", seats))
    return result


@dataclass
class NewTablePage:
    """The form of a new table."""

    games: list[Meta]
    game: Meta
    seats: int
    message: str
    levels: list[Level]
    styles: list[Style]
    company: list[str]
    presets: list[Preset]
    usual: str
    time_controls: Iterable[TimeControl]
    bot_delays: Iterable[BotDelay]
    usual_bot_delay: BotDelay
    boards: list[Row]
    board: str


@router.get("/new")
def new_table(
    context: PageContext, game: str = "", seats: int = 0, board: str = ""
) -> HTMLResponse:
    """Show the form; `board` is the digest of a shared board."""
    meta = registry.meta(game or registry.games()[0].id)
    chosen = seats if seats in meta.seats else meta.usual_seats
    context.services.games.board_text(meta.id, board)
    return _form(context, meta, chosen, board=board)


def _form(
    context: RequestContext,
    meta: Meta,
    seats: int,
    status: int = 200,
    message: str = "",
    board: str = "",
) -> HTMLResponse:
    company = opponents.pick_bots(opponents.default_level(), seats - 1, random.Random(0))
    return context.page(
        "new_table.html",
        NewTablePage(
            games=registry.games(),
            game=meta,
            seats=seats,
            message=message,
            levels=opponents.all_bots(),
            styles=opponents.styles(),
            company=company,
            presets=presets(company),
            usual=opponents.default_level(),
            time_controls=TIME_CONTROLS.values(),
            bot_delays=BOT_DELAYS.values(),
            usual_bot_delay=USUAL,
            boards=context.services.games.boards_of(meta.id, context.id),
            board=board,
        ),
        status,
    )


@router.post("/new")
async def create_table(context: FormContext, request: Request) -> Response:
    form = await request.form(max_files=2, max_fields=200)
    plain = {key: value for key, value in form.items() if isinstance(value, str)}
    upload = form.get("board_file")
    text = ""
    if not isinstance(upload, str) and upload is not None and upload.filename:
        text = (await upload.read()).decode("utf-8", "replace")
        plain["board_name"] = upload.filename
    return await run_in_threadpool(_create_table, context, plain, text)


def _create_table(context: RequestContext, form: Mapping[str, str], board_text: str) -> Response:
    meta = registry.meta(form.get("game", ""))
    try:
        seats = int(form.get("seats", "0"))
        meta.check_seats(seats)
        user = context.require_user(form.get("name", ""))
        context.limit("create")
        board = form.get("board", "")
        if board_text:
            context.limit_upload()
            games, name = context.services.games, form["board_name"]
            board = games.keep_board(meta.id, name, board_text, user.id)
        options = {
            name: form[f"option:{name}"] for name in meta.options if f"option:{name}" in form
        }
        words = [_seat_word(form, n) for n in range(seats)]
        chairs = chairs_of_new_table(context.services, words, user)
        if not any(c.kind == HUMAN for c in chairs) and any(c.kind == OPEN for c in chairs):
            raise Refusal("Take a seat yourself if you invite others.")
        result = context.services.tables.create(
            TableRequest(
                user.id,
                meta.id,
                chairs,
                options,
                board,
                "listed" in form,
                time_control=time_control_named(form.get("clock", "none")),
                standin=form.get("standin", ""),
                bot_delay=find_bot_delay(form.get("tempo", "")),
                bot_accounts="bot_accounts" in form,
            )
        )
    except (RoundhouseError, ValueError) as error:
        status = status_of(error) if isinstance(error, RoundhouseError) else 422
        return _form(context, meta, meta.usual_seats, status, reason(error))
    return context.redirect(f"/t/{result}")


def _seat_word(form: Mapping[str, str], seat: int) -> str:
    """Return a seat: `me`, `open`, `bot:level`, or `guest` or `invite` with a name."""
    word = form.get(f"seat{seat}", "open")
    return f"{word}:{form.get(f'name{seat}', '')}" if word in ("guest", "invite") else word
