"""The routes of the commands at a table, from one declaration each.

A program posts JSON to `/api/tables/{table}/{call}`, a page posts a form to
`/t/{table}/do/{command}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel, TypeAdapter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.table.commands.arguments import MAX_MOVES
from roundhouse.table.commands.registry import CHANCES, HINT, NEW_TABLE, THIS_TABLE
from roundhouse.table.errors import Clash
from roundhouse.table.presentation.hints import hint_lines
from roundhouse.table.presentation.markup import NamesForReader
from roundhouse.table.presentation.table_context import ViewRequest
from roundhouse.table.viewpoint import find_viewpoint
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.plain_routes import (
    PlainRoutes,
    api_router,
    json_response,
    parameters_of,
    parse_parameters,
    read_json,
)
from roundhouse.web.http.request_context import (
    ApiContext,
    RequestContext,
    TableId,
    caller_context,
    checked_arguments,
    form_arguments,
    read_form,
    require_user,
)
from roundhouse.web.http.threads import run_at_table
from roundhouse.web.social.chat_pages import answer_chat
from roundhouse.web.tables import shapes
from roundhouse.web.tables.argument_models import model_of
from roundhouse.web.tables.commands import (
    CHAT,
    COMMANDS,
    HintOutcome,
    ServerCommand,
    execute,
    execute_without_game,
    get_command,
)
from roundhouse.web.tables.jobs import NO_HINT, Job
from roundhouse.web.tables.table_page import CommandOutcome, show_change, show_table

P = ParamSpec("P")
T = TypeVar("T")

described = api_router()
plain = PlainRoutes(caller_context, described)

# Shape and status of the answer, by kind of result.
ANSWERS: dict[str, tuple[type[BaseModel], int]] = {
    THIS_TABLE: (shapes.TableOut, 200),
    NEW_TABLE: (shapes.TableOut, 201),
    HINT: (shapes.HintOut, 200),
    CHANCES: (shapes.ChancesOut, 200),
    CHAT: (shapes.TableOut, 200),
}


async def _run(table: str, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a step of a command; requests that only look do not keep it waiting."""
    return await run_at_table(f"{table} commands", call, *args, **kwargs)


# For programs


def _serve_program(command: ServerCommand) -> None:
    """Add the route of a command to the API."""
    model = model_of(command.arguments)
    fields = model.model_fields.values()
    is_required = any(field.is_required() for field in fields)
    body: Any = model if is_required else model | None
    kind = TypeAdapter(body)
    parameters = parameters_of(_without_body)

    async def serve(request: Request) -> Response:
        context = caller_context(request)
        table = parse_parameters(request, parameters)["table"]
        payload = await read_json(request, kind, is_required=is_required) if fields else None
        arguments = command.arguments(**payload.model_dump() if payload else {})
        outcome = await _run(table, _answer_program, context, table, command, arguments)
        if isinstance(outcome, Response):
            return outcome
        analysis = await context.services.pool.hint(outcome)
        if analysis is None:
            raise Clash(_(NO_HINT))
        return json_response(shapes.hint_out(outcome, analysis))

    shape, status = ANSWERS[command.result]
    plain.add(
        "POST",
        f"/tables/{{table}}/{command.call or command.name}",
        serve,
        _signature(body, is_required) if fields else _without_body,
        name=command.name.replace("-", "_"),
        description=f"{command.words} For {command.permission.words}.",
        response_model=shape,
        status_code=status,
    )


def _without_body(context: ApiContext, table: TableId) -> None:
    """The parameters of a command without arguments."""


def _signature(body: Any, is_required: bool) -> Callable[..., None]:
    """Return a function with the parameters of a command, for the documentation."""

    def signature(context: ApiContext, table: TableId, arguments: Any = None) -> None:
        pass

    signature.__annotations__["arguments"] = body
    if is_required:
        signature.__defaults__ = ()
    return signature


def _answer_program(
    context: RequestContext, table: str, command: ServerCommand, arguments: Any
) -> Response | Job:
    """Execute a command and render the answer, in one thread."""
    outcome = _execute(context, table, command, arguments)
    return (
        outcome if isinstance(outcome, Job) else json_response(outcome, ANSWERS[command.result][1])
    )


def _execute(
    context: RequestContext, table: str, command: ServerCommand, arguments: Any
) -> BaseModel | Job:
    """Return the answer, or the search that it needs."""
    if not command.permission.is_public:
        require_user(context)
    context.limit(command.limit)
    if execute_without_game(context, command, table):
        return shapes.closed_out(context.services, table)
    tables = context.services.tables
    with tables.at(table) as result:
        outcome = execute(context, command, result, arguments)
        if isinstance(outcome, HintOutcome):
            return outcome.job
        if command.result == CHANCES:
            return shapes.chances_out(context.services, table, result.match.over)
        if not outcome.table:
            return shapes.table_out(context.services, result, context.id)
    with tables.at(outcome.table) as actual_result:
        return shapes.table_out(context.services, actual_result, context.id)


for _command in COMMANDS.values():
    _serve_program(_command)


# For pages


@dataclass
class _PageFields:
    """The fields of a form that describe the page, besides the command's arguments."""

    look: int | None = None  # the seat whose view is shown on a shared screen
    seat: int | None = None  # at a shared screen, the one that moves
    back: str = ""  # the page of an analysis to return to


async def _serve_page(request: Request) -> Response:
    """Execute a command by its name and show the table."""
    context, form = await read_form(request)
    table, name = request.path_params["table"], request.path_params["command"]
    outcome = await _run(table, _answer_page, context, table, name, form)
    if isinstance(outcome, Response):
        return outcome
    analysis = await context.services.pool.hint(outcome)
    look = form_arguments(_PageFields, form).look
    return await _run(table, _show_hint, context, table, look, analysis)


def _answer_page(context: RequestContext, table: str, name: str, form: FormData) -> Response | Job:
    """Return the page, or the search that it needs."""
    command, is_move = get_command(name), name == "move"
    if command.result == CHAT:
        return _answer_chat(context, table, command, form)
    context.limit(command.limit)
    if execute_without_game(context, command, table):
        return context.redirect("/")
    page = form_arguments(_PageFields, form)
    look = page.seat if is_move else page.look
    with context.services.tables.at(table) as result:
        try:
            # A button may stand for several moves in a row.
            moves = {"moves": form.getlist("move")[:MAX_MOVES]} if is_move else {}
            outcome = execute(
                context, command, result, form_arguments(command.arguments, form, moves)
            )
        except RoundhouseError as error:
            refusal = CommandOutcome(reason(error), status_of(error))
            return show_table(context, result, ViewRequest(context.id, look), refusal)
        if isinstance(outcome, HintOutcome):
            return outcome.job
        if outcome.table:
            return context.redirect(f"/t/{outcome.table}")
        if command.result == CHANCES:
            back = page.back if page.back in ("result", "review") else "replay"
            return context.redirect(f"/t/{table}/{back}")
        if is_move and (not result.has_secrets or result.turn != look):
            look = None  # at a shared screen, hide the hand until the next player confirms
        return show_change(context, result, look)


def _answer_chat(
    context: RequestContext, table: str, command: ServerCommand, form: FormData
) -> Response:
    """Show the chat, with the error if there is one: the table is not in its way."""
    message, status = "", 200
    with context.services.tables.at(table) as result:
        try:
            context.limit(command.limit)
            execute(context, command, result, checked_arguments(command.arguments, form))
        except RoundhouseError as error:
            message, status = reason(error), status_of(error)
        return answer_chat(context, result, message, status)


def _show_hint(
    context: RequestContext, table: str, look: int | None, analysis: Mapping[str, Any] | None
) -> Response:
    context.use_language()  # the thread that loaded the user had a context of its own
    with context.services.tables.at(table) as at:
        view = at.views.at(at.turn if at.turn >= 0 else None).view
        names = NamesForReader(at.names, find_viewpoint(at, context.id, look).reader)
        outcome = CommandOutcome(
            message="" if analysis else _(NO_HINT),
            hint=hint_lines(view, analysis, names, at.game.meta.unit),
        )
        return show_table(context, at, ViewRequest(context.id, look), outcome)


async def _redirect(request: Request) -> Response:
    """Send an old address of a form to its command."""
    before, command = request.url.path.rsplit("/", 1)
    if before.endswith("/talk"):
        before, command = before.removesuffix("/talk"), f"{command}?back=talk"
    return RedirectResponse(f"{before}/do/{command}", 307)


PAGE_ROUTE = Route("/t/{table}/do/{command}", _serve_page, methods=["POST"])
OLD_ROUTES = [
    Route(path, _redirect, methods=["POST"])
    for path in (
        *(f"/t/{{table}}/{name}" for name in ("move", "hint", "fork", "chances")),
        *(f"/t/{{table}}/talk/{name}" for name in ("say", "report")),
        *(f"/r/{{record}}/{name}" for name in ("fork", "chances")),
    )
]
