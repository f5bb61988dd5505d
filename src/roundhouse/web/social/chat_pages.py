"""The chat of a table: its own page and the fragment on the table page."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.web.http.request_context import PageContext, RequestContext
from roundhouse.web.social.chat import side_of, visible_messages
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.table_storage import OpenTable

router = APIRouter(include_in_schema=False)

FRAGMENT = "_chat_messages.html"


@dataclass
class ChatPage:
    """The messages at a table."""

    table: str
    title: str
    side: str
    messages: list[Row]
    reported: list[Row]
    message: str


@router.get("/t/{table}/talk")
def chat_page(context: PageContext, table: str) -> HTMLResponse:
    with context.services.tables.at(table) as at:
        return _show(context, at, "chat.html")


@router.get("/t/{table}/talk/now")
def chat_fragment(context: PageContext, table: str) -> HTMLResponse:
    """Return the messages as a fragment for the table page."""
    with context.services.tables.at(table) as at:
        return _show(context, at, FRAGMENT)


def answer_chat(context: RequestContext, table: OpenTable, message: str, status: int) -> Response:
    """Show the chat after a command; `message` is the error, if there is one."""
    if "x-fragment" in context.request.headers:
        return _show(context, table, FRAGMENT, message, status)
    if message:
        return _show(context, table, "chat.html", message, status)
    back = context.request.query_params.get("back") == "talk"
    return context.redirect(f"/t/{table.id}/talk" if back else f"/t/{table.id}")


def _show(
    context: RequestContext, table: OpenTable, template: str, message: str = "", status: int = 200
) -> HTMLResponse:
    social = context.services.social
    return context.page(
        template,
        ChatPage(
            table=table.id,
            title=table.game.meta.title,
            side=side_of(table, context.id),
            messages=visible_messages(social.chat, social.relationships, table, context.id),
            reported=social.chat.reported(table.id) if table.hosted_by(context.id) else [],
            message=message,
        ),
        status,
    )
