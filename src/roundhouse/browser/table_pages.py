"""The pages of a table, and the commands at it."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any, NamedTuple

from roundhouse.browser.local_app import LocalContext
from roundhouse.browser.local_http import SVG, LocalResponse, Router, download
from roundhouse.browser.local_player import USER
from roundhouse.browser.local_tables import LocalTable
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.table import replays, seating
from roundhouse.table.commands.arguments import (
    MAX_MOVES,
    ForkArguments,
    HintArguments,
    parse_arguments,
)
from roundhouse.table.commands.registry import HINT_SEEKER, TABLE_COMMANDS, CommandContext
from roundhouse.table.errors import Clash, NotFound
from roundhouse.table.presentation.hints import HintLine, hint_lines
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.page_context import build_step_page
from roundhouse.table.presentation.share_picture import share_picture
from roundhouse.table.presentation.table_context import (
    TableContext,
    TableStatus,
    ViewRequest,
    build_table_context,
)
from roundhouse.table.presentation.thumbnail import thumbnail
from roundhouse.table.replays import replay_of_table
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.tables.jobs import NO_HINT, hint_job
from roundhouse.web.tables.result_page_context import build_result_page

router = Router()

STEP = "_step.html"
BACK = ("result", "review")  # pages of an analysis


class CommandDisplay(NamedTuple):
    """What a table shows of a command."""

    message: str = ""
    status: int = 200
    hint: Sequence[HintLine] = ()


@router.get("/t/{table}")
def table_page(context: LocalContext, table: str) -> LocalResponse:
    result = context.app.tables.at(table)
    context.app.bots.wake(result)
    sheet, place = context.text("sheet"), context.text("place")
    request = ViewRequest(USER, context.number("seat"), sheet=sheet, place=place)
    return show_table(context, result, request, template=_page(context))


@router.get("/t/{table}/now")
def table_now(context: LocalContext, table: str) -> LocalResponse:
    """Return the part of the table page that changes."""
    request = ViewRequest(USER, context.number("seat"), context.number("since"))
    return show_table(context, context.app.tables.at(table), request, template=_fragment(context))


@router.get("/t/{table}/step")
def table_step(context: LocalContext, table: str) -> LocalResponse:
    """Return the table after a ply, for the animation of moves."""
    result = context.app.tables.at(table)
    viewpoint = find_viewpoint(result, USER, context.number("seat"))
    ply = max(0, min(context.number("ply") or 0, result.match.ply))
    return context.page(STEP, build_step_page(result.views, result.names, viewpoint, ply))


@router.get("/t/{table}/record")
def record(context: LocalContext, table: str) -> LocalResponse:
    result = context.app.tables.visible_record(table, context.number("seat"))
    return download(result.dumps(), f"{result.game}-{table}.game")


@router.get("/t/{table}/picture.svg")
def picture(context: LocalContext, table: str) -> LocalResponse:
    result = context.app.tables.at(table)
    now = result.views.at(find_viewpoint(result, USER, None).seat)
    return LocalResponse(thumbnail(now, context.text("theme")), 200, SVG)


@router.get("/t/{table}/result")
def result_page(context: LocalContext, table: str) -> LocalResponse:
    """Show the result, or redirect to the table while the game is running."""
    result = context.app.tables.at(table)
    if not result.match.over:
        return context.redirect(f"/t/{table}")
    status = context.app.analyses.status(table)
    page = build_result_page(result, result.views, USER, status)
    page.may_invite = False
    return context.page("result.html", page)


@router.get("/t/{table}/result.svg")
def result_picture(context: LocalContext, table: str) -> LocalResponse:
    result = context.app.tables.at(table)
    if not result.match.over:
        raise Clash(_("The game is not over yet."))
    return LocalResponse(share_picture(result.views.at(None), result.names), 200, SVG)


@router.post("/t/{table}/hide")
def hide_table(context: LocalContext, table: str) -> LocalResponse:
    context.app.tables.local.hide(table)
    return context.redirect("/")


# Commands


@router.post("/t/{table}/do/hint")
async def hint(context: LocalContext, table: str) -> LocalResponse:
    result, look = context.app.tables.at(table), _look(context)
    try:
        arguments = parse_arguments(HintArguments, context.request.form)
        HINT_SEEKER.check(_command_context(context, result), arguments)
        job = hint_job(context.app.tables, result, arguments.ply)
    except RoundhouseError as error:
        return _refuse(context, result, look, error)
    analysis = await context.app.bots.hint(job)
    view = result.views.at(result.turn if result.turn >= 0 else None).view
    names = NamesForReader(result.names, find_viewpoint(result, USER, look).reader)
    lines = hint_lines(view, analysis, names, result.game.meta.unit)
    outcome = CommandDisplay("" if analysis else _(NO_HINT), hint=lines)
    return show_table(context, result, ViewRequest(USER, look), outcome)


@router.post("/t/{table}/do/rematch")
def rematch(context: LocalContext, table: str) -> LocalResponse:
    tables = context.app.tables
    return context.redirect(f"/t/{seating.rematch(tables, tables.at(table), USER)}")


@router.post("/t/{table}/do/fork")
def fork(context: LocalContext, table: str) -> LocalResponse:
    """Continue from a position at a new table."""
    result = context.app.tables.at(table)
    replay = replay_of_table(result, result.views, USER, None)
    value = parse_arguments(ForkArguments, context.request.form)
    tables = context.app.tables
    fresh = replays.fork(tables, replay, context.me, value.ply, value.seat, value.level)
    return context.redirect(f"/t/{fresh}")


@router.post("/t/{table}/do/chances")
def chances(context: LocalContext, table: str) -> LocalResponse:
    """Start the analysis of a finished game."""
    result = context.app.tables.at(table)
    replay = replay_of_table(result, result.views, USER, None)
    board = context.app.games.board_text(result.game.meta.id, result.board) if result.board else ""
    seats = sorted(chair.seat for chair in result.chairs if chair.user)
    context.app.analyses.start(replay, board, seats)
    back = context.request.form.get("back", "")
    return context.redirect(f"/t/{table}/{back if back in BACK else 'replay'}")


@router.post("/t/{table}/do/{command}")
def execute(context: LocalContext, table: str, command: str) -> LocalResponse | Awaitable[Any]:
    """Execute a command of a table by its name and show the table."""
    if command not in TABLE_COMMANDS:
        raise NotFound(_("This command does not exist."))
    chosen, form = TABLE_COMMANDS[command], context.request.form
    result, look = context.app.tables.at(table), _look(context)
    is_move = command == "move"
    if is_move:
        look = _number(form.get("seat"))
    moves = [value for name, value in context.request.fields if name == "move"]
    fields: dict[str, Any] = {**form, "moves": moves[:MAX_MOVES]} if is_move else dict(form)
    try:
        arguments = parse_arguments(chosen.arguments, fields)
        outcome = chosen.execute(_command_context(context, result), arguments)
    except RoundhouseError as error:
        return _refuse(context, context.app.tables.at(table), look, error)
    if outcome.table:
        return context.redirect(f"/t/{outcome.table}")
    if is_move and (not result.has_secrets or result.turn != look):
        look = None  # at a shared screen, hide the hand until the next player confirms
    if context.request.wants_fragment:
        return show_table(context, result, ViewRequest(USER, look))
    return context.redirect(f"/t/{table}" + ("" if look is None else f"?seat={look}"))


def _command_context(context: LocalContext, table: LocalTable) -> CommandContext:
    return CommandContext(context.app.tables, table, context.me)


def _look(context: LocalContext) -> int | None:
    """Return the seat whose view is shown on a shared screen."""
    return _number(context.request.form.get("look"))


def _number(value: str | None) -> int | None:
    return int(value) if value and value.isdigit() else None


def _refuse(
    context: LocalContext, table: LocalTable, look: int | None, error: RoundhouseError
) -> LocalResponse:
    outcome = CommandDisplay(reason(error), status_of(error))
    return show_table(context, table, ViewRequest(USER, look), outcome)


def show_table(
    context: LocalContext,
    table: LocalTable,
    request: ViewRequest,
    outcome: CommandDisplay = CommandDisplay(),  # noqa: B008
    template: str = "",
) -> LocalResponse:
    """Render the current table, with the outcome of a command if there was one."""
    page = table_context(context, table, request)
    page.hint, page.message = outcome.hint, outcome.message
    is_fragment = context.request.wants_fragment
    if is_fragment:
        page.loaded_sheets = context.request.headers.get("x-sheets", "").split()
    chosen = template or (_fragment if is_fragment else _page)(context)
    return context.page(chosen, page, outcome.status)


def _page(context: LocalContext) -> str:
    return "table_in_words.html" if context.app.players.in_words else "table.html"


def _fragment(context: LocalContext) -> str:
    return "_words.html" if context.app.players.in_words else "_table.html"


def table_context(context: LocalContext, table: LocalTable, request: ViewRequest) -> TableContext:
    """Return the context of the table templates."""
    status = TableStatus(context.app.bots.message(table), frozenset({USER}))
    return build_table_context(context.app.tables, table, table.views, status, request)
