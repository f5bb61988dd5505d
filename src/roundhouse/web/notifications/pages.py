"""The notification settings, and the links in notification emails."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.table.errors import Clash, NotFound, NotYours
from roundhouse.web.accounts.email_links import CONFIRM
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext, Text
from roundhouse.web.notifications.channel_storage import PUSH, WEBHOOK, Channels
from roundhouse.web.notifications.email_address import (
    change_email,
    remember_language,
    tell_old_address,
)
from roundhouse.web.notifications.message import NotSent
from roundhouse.web.notifications.outbound_http import check_receiver, check_url
from roundhouse.web.notifications.push import NO_PUSH, check_subscription, public_key
from roundhouse.web.notifications.texts import trial_message
from roundhouse.web.notifications.webhook import STYLES, style_of
from roundhouse.web.storage.database import Row

router = APIRouter(include_in_schema=False)

MAX_CHANNELS = {WEBHOOK: 3, PUSH: 6}


@dataclass
class NotificationsPage:
    """A user's notification channels."""

    message: str
    channels: list[Row]
    mails: bool
    push_key: str


@dataclass
class LinkResultPage:
    """The answer to a link in an email, or a question with the button of a form."""

    message: str
    form: str = ""  # the path that the button posts to
    button: str = ""


@router.get("/me/notices")
def settings(context: PageContext, message: str = "") -> HTMLResponse:
    context.use_language()
    return _show(context, _(_MESSAGES[message]) if message in _MESSAGES else "")


_MESSAGES = {
    "sent": mark("Sent. If it does not arrive, check your spam folder."),
    "letter": mark("We sent you an email. Open the link in it to confirm the address."),
    "kept": mark("Saved."),
    "confirmed": mark(
        "Your email address is confirmed. You will be notified when it is your turn."
    ),
}


def _show(context: RequestContext, message: str = "", status: int = 200) -> HTMLResponse:
    social = context.services.social
    key = social.senders.push_key
    return context.page(
        "notifications.html",
        NotificationsPage(
            message=message,
            channels=social.channels.find_all(context.id) if context.id else [],
            mails=social.senders.post.usable,
            push_key=public_key(key) if key else "",
        ),
        status,
    )


@router.post("/me/notices/{command}")
async def change(
    context: FormContext,
    command: str,
    channel: Text = "",
    address: Text = "",
    style: Text = "",
    password: Text = "",
) -> Response:
    """Change the settings; errors are shown on the page."""
    try:
        if command == "try":
            message = await _send_test(context, channel)
        elif command == "mail":
            await change_email(context, address, password)
            message = "letter"
        elif command == "webhook":
            await _add_webhook(context, address.strip(), style)
            message = "kept"
        elif command == "remove":
            removed = await run_in_threadpool(_remove, context, channel)
            tell_old_address(context, removed)
            message = "kept"
        else:
            message = await run_in_threadpool(_change, context, command, channel, address)
    except RoundhouseError as error:
        return await run_in_threadpool(_show, context, reason(error), status_of(error))
    return context.redirect(f"/me/notices?message={message}")


def _change(context: RequestContext, command: str, channel: str, address: str) -> str:
    handlers: dict[str, Callable[[], None]] = {
        "push": lambda: _add_push(context, address),
        "pause": lambda: _channels(context).change(_mine(context, channel)["id"], enabled=False),
        "resume": lambda: _channels(context).change(_mine(context, channel)["id"], enabled=True),
    }
    if command not in handlers:
        raise NotFound(_("This action does not exist."))
    handlers[command]()
    return "kept"


# New channels


async def _add_webhook(context: RequestContext, address: str, style: str) -> None:
    parts = check_url(address)
    inside = context.services.social.senders.inside
    if parts.scheme != "https" and not inside:
        raise NotSent(_("Webhooks must use https."))
    context.limit("notification")  # DNS lookups put load on other servers
    await check_receiver(address, inside)
    chosen = style if style in STYLES else style_of(address)
    await run_in_threadpool(_add, context, WEBHOOK, address, style=chosen, confirmed=True)


def _add_push(context: RequestContext, subscription: str) -> None:
    if not context.services.social.senders.push_key:
        raise NotSent(_(NO_PUSH))
    check_subscription(subscription)
    if any(
        c["address"] == subscription for c in _channels(context).find_all(context.require_user().id)
    ):
        return
    _add(context, PUSH, subscription, confirmed=True)


def _add(context: RequestContext, kind: str, address: str, **more: Any) -> None:
    user, channels = context.require_user(), _channels(context)
    existing = [row for row in channels.find_all(user.id) if row["kind"] == kind]
    if len(existing) >= MAX_CHANNELS[kind]:
        raise Clash(
            ngettext(
                "You already have one of these. Remove it first.",
                "You already have {n} of these. Remove one first.",
                len(existing),
            )
        )
    remember_language(context, user)
    result = secrets.token_hex(12)
    channels.add({"id": result, "person": user.id, "kind": kind, "address": address, **more})


def _remove(context: RequestContext, channel: str) -> Row:
    row = _mine(context, channel)
    _channels(context).remove(row["id"])
    return row


# Test messages


async def _send_test(context: RequestContext, channel: str) -> str:
    social = context.services.social
    row = await run_in_threadpool(_mine, context, channel)
    if not row["confirmed"]:
        raise Clash(_("Confirm the address first: open the link in the email."))
    context.limit("notification")
    message = trial_message(row["id"], secrets.token_hex(12), social.links)
    try:
        await social.senders.send_to(row, message)
    except NotSent as error:
        await run_in_threadpool(social.channels.change, row["id"], error=str(error))
        raise
    await run_in_threadpool(social.channels.change, row["id"], error="")
    return "sent"


def _channels(context: RequestContext) -> Channels:
    return context.services.social.channels


def _mine(context: RequestContext, channel: str) -> Row:
    row: Row | None = _channels(context).find(channel)
    if row is None or row["person"] != context.id:
        raise NotYours(_("This is not one of your channels."))
    return row


# Links in emails


@router.get("/confirm/{token}")
def ask_to_confirm(context: PageContext, token: str) -> HTMLResponse:
    """Show a confirmation button, because mail scanners follow links."""
    context.use_language()
    channel = context.services.social.email_links.find(CONFIRM, token)
    question = _("Is {address} your email address?", address=channel["address"])
    return _result(context, question, f"/confirm/{token}", _("Confirm address"))


@router.post("/confirm/{token}")
def confirm(context: PageContext, token: str) -> HTMLResponse:
    """Confirm an address, without a session: only its owner has the link."""
    context.use_language()
    services = context.services
    channel = services.social.email_links.find(CONFIRM, token)
    services.social.channels.confirm(channel["id"], token)
    return _result(context, _(_MESSAGES["confirmed"]))


@router.get("/unsubscribe/{token}")
def confirm_unsubscribe(context: PageContext, token: str) -> HTMLResponse:
    """Show a confirmation button, because mail scanners follow links."""
    context.use_language()
    context.services.social.links.read(token)
    question = _("Stop sending notifications to this address?")
    return _result(context, question, f"/unsubscribe/{token}", _("Unsubscribe"))


@router.post("/unsubscribe/{token}")
def unsubscribe(context: PageContext, token: str) -> HTMLResponse:
    """Unsubscribe by button or by the mail program (RFC 8058), without a session."""
    context.use_language()
    social = context.services.social
    social.channels.change(social.links.read(token), enabled=False)
    return _result(context, _("You are unsubscribed."))


def _result(
    context: RequestContext, message: str, form: str = "", button: str = ""
) -> HTMLResponse:
    page = LinkResultPage(message=message, form=form, button=button)
    return context.page("notification_result.html", page)
