"""The table page, and the parts of it that an open page fetches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from roundhouse.play.match import UNDO
from roundhouse.table.presentation.hints import HintLine
from roundhouse.table.presentation.page_context import build_step_page
from roundhouse.table.presentation.table_context import (
    TableContext,
    TableStatus,
    ViewRequest,
    build_table_context,
    tick,
)
from roundhouse.table.table import WAITING
from roundhouse.table.viewpoint import find_viewpoint, is_concerned
from roundhouse.web.http.plain_routes import PlainRoutes
from roundhouse.web.http.request_context import (
    PageContext,
    RequestContext,
    page_request_context,
    text_download,
)
from roundhouse.web.services import Services
from roundhouse.web.tables.event_streams import event_stream
from roundhouse.web.tables.table_storage import OpenTable

router = APIRouter(include_in_schema=False)
plain = PlainRoutes(page_request_context)

STEP = "_step.html"


@dataclass(frozen=True)
class CommandOutcome:
    """What a table page shows of a command, besides the table."""

    message: str = ""
    status: int = 200
    hint: Sequence[HintLine] = ()


NO_COMMAND = CommandOutcome()


@plain.get("/t/{table}")
def table_page(
    context: RequestContext, table: str, seat: int | None = None, sheet: str = "", place: str = ""
) -> HTMLResponse:
    with context.services.tables.at(table) as result:
        request = ViewRequest(context.id, seat, sheet=sheet, place=place)
        return show_table(context, result, request, template=_page(context))


@plain.get("/t/{table}/now")
def table_now(
    context: RequestContext, table: str, seat: int | None = None, since: int | None = None
) -> HTMLResponse:
    """Return the part of the table page that changes."""
    services = context.services
    with services.tables.at(table) as result:
        if result.phase == WAITING or is_concerned(result, context.id):
            request = ViewRequest(context.id, seat, since)
            return show_table(context, result, request, template=_fragment(context))

        def render() -> str:  # has no form, so it is the same for all spectators
            request = ViewRequest(None, seen=since)
            return context.render(_fragment(context), table_context(services, result, request))

        lines = (services.bot_status.of(result.id).write(), tick(result, services.tables.now))
        key = (
            _fragment(context),
            result.id,
            result.revision,
            since,
            *lines,
            *services.presence.present(result.id),
        )
        return context.answer(services.spectator_pages.get(key, render))


@plain.get("/t/{table}/step")
def table_step(
    context: RequestContext, table: str, ply: int, seat: int | None = None
) -> HTMLResponse:
    """Return the table after a ply, for the animation of moves."""
    services = context.services
    with services.tables.at(table) as result:
        viewpoint = find_viewpoint(result, context.id, seat)
        at = max(0, min(ply, result.match.ply))

        def render() -> str:
            return context.render(STEP, build_step_page(result.views, result.names, viewpoint, at))

        # The key counts undos rather than revisions, because every move raises the revision.
        undone = sum(entry.kind == UNDO for entry in result.match.entries)
        key = (result.id, "step", viewpoint.seat, at, undone)
        if viewpoint.seat is None:
            return context.answer(services.spectator_pages.get(key, render))
        return context.answer(render())


@router.get("/t/{table}/events")
async def events(context: PageContext, table: str) -> StreamingResponse:
    """Stream server-sent events: `ply n` at each move, `look` at other changes."""
    services = context.services
    user = await run_in_threadpool(lambda: context.id)
    return await event_stream(services.watchers, services.tables, table, user, context.client_key)


@plain.get("/t/{table}/record")
def record(context: RequestContext, table: str, seat: int | None = None) -> Response:
    """Download the record as visible to the viewer; complete after the end."""
    result = context.services.tables.visible_record(table, context.id, seat)
    return text_download(result.dumps(), f"{result.game}-{table}.game")


def show_change(context: RequestContext, table: OpenTable, seat: int | None) -> Response:
    """Return the fragment to a script, or redirect a browser to the table."""
    if _wants_fragment(context):
        return show_table(context, table, ViewRequest(context.id, seat))
    suffix = f"?seat={seat}" if seat is not None else ""
    if context.in_words:
        suffix += "#prompt"  # a browser without scripts continues there
    return context.redirect(f"/t/{table.id}{suffix}")


def show_table(
    context: RequestContext,
    table: OpenTable,
    request: ViewRequest,
    outcome: CommandOutcome = NO_COMMAND,
    template: str = "",
) -> HTMLResponse:
    """Render the current table, with the outcome of a command if there was one."""
    page = table_context(context.services, table, request)
    page.hint, page.message = outcome.hint, outcome.message
    page.loaded_sheets = _loaded_sheets(context)
    page.base = str(context.request.base_url).rstrip("/")
    chosen = template or (_fragment if _wants_fragment(context) else _page)(context)
    return context.page(chosen, page, outcome.status)


def _page(context: RequestContext) -> str:
    return "table_in_words.html" if context.in_words else "table.html"


def _fragment(context: RequestContext) -> str:
    return "_words.html" if context.in_words else "_table.html"


def _loaded_sheets(context: RequestContext) -> Sequence[str]:
    """Return the digests of the sheets that the page has already loaded."""
    sheets = context.request.headers.get("x-sheets", "")[:200].split()
    return sheets if _wants_fragment(context) else ()


def _wants_fragment(context: RequestContext) -> bool:
    """Return whether the request comes from a script that updates the page."""
    return "x-fragment" in context.request.headers


def table_context(services: Services, table: OpenTable, request: ViewRequest) -> TableContext:
    """Return the context of the table templates."""
    present, pages = services.presence.present(table.id)
    bot_message = services.bot_status.of(table.id).write()
    users = {chair.user for chair in table.chairs if chair.user}
    status = TableStatus(
        bot_message,
        present,
        pages,
        services.settings.bot_pause is None,
        {user for user in users if services.users.owner_of(user)},
        is_rated=_may_be_rated(services, table),
        bot_reasons=services.bot_status.reasons(table.id),
    )
    return build_table_context(services.tables, table, table.views, status, request)


def _may_be_rated(services: Services, table: OpenTable) -> bool:
    """Return whether suggestions would help with a rated game."""
    if not table.gives_suggestions or table.source:
        return False
    may_be_rated = services.social.results.may_be_rated
    return any(may_be_rated(table.id, user) for user in table.owners())
