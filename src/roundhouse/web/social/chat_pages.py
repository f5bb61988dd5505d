"""The chat of a table: its own page and the fragment on the table page."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.http import forms
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.forms import MaybeNumber, Text
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.social.chat import side_of, visible_messages
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.commands import execute, get_command

router = APIRouter(include_in_schema=False)


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
    return _show(context, table, "chat.html")


@router.get("/t/{table}/talk/now")
def chat_fragment(context: PageContext, table: str) -> HTMLResponse:
    """Return the messages as a fragment for the table page."""
    return _show(context, table, "_chat_messages.html")


@router.post("/t/{table}/talk/{command}")
def execute_chat_command(
    context: FormContext,
    table: str,
    command: str,
    words: Text = "",
    remark: MaybeNumber = None,
    why: Text = "",
) -> Response:
    """Execute `say` or `report`; errors are shown on the page."""
    chat_command = get_command(command)
    arguments = {"words": words, "remark": remark, "why": why}
    fragment = "x-fragment" in context.request.headers
    template = "_chat_messages.html" if fragment else "chat.html"
    try:
        context.limit(chat_command.limit)
        with context.services.tables.at(table) as at:
            value = forms.arguments(chat_command.arguments, arguments)
            execute(context, chat_command, at, value)
    except RoundhouseError as error:
        return _show(context, table, template, reason(error), status_of(error))
    if fragment:
        return _show(context, table, template)
    return context.redirect(f"/t/{table}/talk")


def _show(
    context: RequestContext, table: str, template: str, message: str = "", status: int = 200
) -> HTMLResponse:
    social = context.services.social
    with context.services.tables.at(table) as result:
        return context.page(
            template,
            ChatPage(
                table=result.id,
                title=result.game.meta.title,
                side=side_of(result, context.id),
                messages=visible_messages(social.chat, social.relationships, result, context.id),
                reported=social.chat.reported(table) if result.hosted_by(context.id) else [],
                message=message,
            ),
            status,
        )
