"""Password reset by email."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.table.errors import NotYours
from roundhouse.web.accounts.users import login_of
from roundhouse.web.http.errors import TooMany, reason, status_of
from roundhouse.web.http.forms import Text
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.notifications.channel_storage import MAIL
from roundhouse.web.notifications.links import RECOVER, STALE
from roundhouse.web.notifications.mail import NO_MAIL
from roundhouse.web.notifications.message import Notification, NotSent

router = APIRouter(include_in_schema=False)

LINK_SENT = (
    "If this account exists and has a confirmed email address, we have sent a link to it. "
    "The link is valid for one hour."
)


@dataclass
class RecoveryPage:
    """The form that resets a password."""

    message: str
    token: str
    mails: bool


@router.get("/recover")
def ask(context: PageContext) -> HTMLResponse:
    return _page(context)


def _page(
    context: RequestContext, message: str = "", status: int = 200, token: str = ""
) -> HTMLResponse:
    mails = context.services.social.senders.post.usable
    return context.page(
        "reset_password.html", RecoveryPage(message=message, token=token, mails=mails), status
    )


@router.post("/recover")
async def send(context: FormContext, name: Text = "") -> Response:
    """Send a reset link; the answer does not reveal whether the account exists."""
    social = context.services.social
    if not social.senders.post.usable:
        return await run_in_threadpool(_page, context, NO_MAIL, 502)
    context.services.limits.take("login", context.client_key)
    context.services.limits.take("notification", f"recover {login_of(name)}")
    address, token = await run_in_threadpool(_recovery_email, context, name)
    if address:
        message = Notification(
            secrets.token_hex(12),
            "Reset your Roundhouse password",
            "A password reset was requested for your account. To choose a new password, open this "
            "link within one hour. If you did not request it, ignore this email.",
            social.links.url(f"/recover/{token}"),
        )
        try:
            await social.senders.post.send(address, message)
        except NotSent as error:
            return await run_in_threadpool(_page, context, str(error), 502)
    return await run_in_threadpool(_page, context, LINK_SENT)


def _recovery_email(context: RequestContext, name: str) -> tuple[str, str]:
    """Return the address and the token of the email, or two empty strings."""
    services = context.services
    row = services.storage.accounts.find_user_by_login(login_of(name))
    if row is None:
        return "", ""
    mails = [c for c in services.social.channels.find_all(row["id"]) if c["kind"] == MAIL]
    if not mails or not mails[0]["confirmed"]:
        return "", ""
    token = services.social.links.make(RECOVER, row["id"], _password_fingerprint(row["password"]))
    return mails[0]["address"], token


def _password_fingerprint(password: str) -> str:
    """Return a mark of the current password, so that a link works only once."""
    return password[-16:]


@router.get("/recover/{token}")
def choose(context: PageContext, token: str) -> HTMLResponse:
    _user_of(context, token)
    return _page(context, token=token)


@router.post("/recover/{token}")
def change(context: FormContext, token: str, password: Text = "") -> Response:
    try:
        fresh = context.services.users.set_password(_user_of(context, token), password)
    except TooMany:
        raise  # answered with Retry-After
    except RoundhouseError as error:
        return _page(context, reason(error), status_of(error), token)
    answer = context.redirect("/")
    context.set_session_cookie(answer, fresh)
    return answer


def _user_of(context: RequestContext, token: str) -> str:
    user, mark = context.services.social.links.read(RECOVER, token)
    row = context.services.storage.accounts.find_user(user)
    if row is None or not row["password"] or _password_fingerprint(row["password"]) != mark:
        raise NotYours(STALE)
    return user
