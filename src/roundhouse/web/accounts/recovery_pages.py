"""Password reset by email."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotFound
from roundhouse.web.accounts.email_links import LINK_HOURS
from roundhouse.web.accounts.recovery import Recovery
from roundhouse.web.http.errors import TooMany, reason, status_of
from roundhouse.web.http.request_context import (
    FormContext,
    PageContext,
    RequestContext,
    Text,
    services_of,
)

router = APIRouter(include_in_schema=False)


async def _recovery(request: Request) -> Recovery:
    """Return the service; without email there is no recovery."""
    result = services_of(request).recovery
    if not result.is_possible:
        raise NotFound(_("This server does not send email."))
    return result


RecoveryService = Annotated[Recovery, Depends(_recovery)]


@dataclass
class RecoveryPage:
    """The form that resets a password."""

    message: str
    token: str


@router.get("/recover")
def ask(context: PageContext, recovery: RecoveryService) -> HTMLResponse:
    return _page(context)


def _page(
    context: RequestContext, message: str = "", status: int = 200, token: str = ""
) -> HTMLResponse:
    return context.page("reset_password.html", RecoveryPage(message=message, token=token), status)


@router.post("/recover")
async def send(context: FormContext, recovery: RecoveryService, name: Text = "") -> Response:
    """Send a reset link; the answer does not reveal whether the account exists."""
    context.services.limits.take("login", context.client_key)
    recovery.request(name, context.client_key)
    return await run_in_threadpool(_page, context, link_sent())


def link_sent() -> str:
    return _(
        "If this account exists and has a confirmed email address, we send a link to it. The link "
        "is valid for {hours} hours. If nothing arrives, look for an earlier email with a link: we "
        "send only a few a day.",
        hours=LINK_HOURS,
    )


@router.get("/recover/{token}")
def choose(context: PageContext, recovery: RecoveryService, token: str) -> HTMLResponse:
    recovery.check(token)
    return _page(context, token=token)


@router.post("/recover/{token}")
def change(
    context: FormContext, recovery: RecoveryService, token: str, password: Text = ""
) -> Response:
    try:
        fresh = recovery.reset(token, password)
    except TooMany:
        raise  # answered with Retry-After
    except RoundhouseError as error:
        return _page(context, reason(error), status_of(error), token)
    answer = context.redirect("/")
    context.set_session_cookie(answer, fresh)
    return answer
