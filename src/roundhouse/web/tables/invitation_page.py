"""The page of an share link."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.meta import Meta
from roundhouse.table.chairs import Chair
from roundhouse.table.commands.arguments import JoinArguments
from roundhouse.web.http.request_context import (
    FormContext,
    PageContext,
    RequestContext,
    Text,
    checked_arguments,
)
from roundhouse.web.tables.commands import COMMANDS, execute
from roundhouse.web.tables.table_storage import OpenTable

router = APIRouter(include_in_schema=False)


@dataclass
class InvitationPage:
    """A seat that an invitation is for."""

    table: OpenTable
    game: Meta
    chair: Chair
    invite: str
    seated: bool


@router.get("/i/{invite}")
def invitation(context: PageContext, invite: str) -> HTMLResponse:
    table, chair = _invited(context, invite)
    with context.services.tables.at(table) as result:
        return context.page(
            "invitation.html",
            InvitationPage(
                table=result,
                game=result.game.meta,
                chair=chair,
                invite=invite,
                seated=bool(result.seats_of(context.id)),
            ),
        )


@router.post("/i/{invite}")
def accept(context: FormContext, invite: str, name: Text = "") -> Response:
    table, _ = _invited(context, invite)
    context.require_user(name)  # creates a guest of this name for a new visitor
    value = checked_arguments(JoinArguments, {"invite": invite, "name": name})
    with context.services.tables.at(table) as result:
        execute(context, COMMANDS["join"], result, value)
    return context.redirect(f"/t/{table}")


def _invited(context: RequestContext, invite: str) -> tuple[str, Chair]:
    context.services.limits.take("people", f"invite {context.client_key}")
    return context.services.tables.invited(invite)
