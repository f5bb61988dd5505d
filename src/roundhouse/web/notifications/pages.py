"""The notification settings, and the links in notification emails."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.table.errors import Clash, NotFound, NotYours
from roundhouse.web.http.errors import reason, status_of
from roundhouse.web.http.forms import Text
from roundhouse.web.http.page_templates import STATIC
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext
from roundhouse.web.notifications.channel_storage import MAIL, PUSH, WEBHOOK, Channels
from roundhouse.web.notifications.links import CONFIRM, UNSUBSCRIBE
from roundhouse.web.notifications.mail import NO_MAIL, check_address
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.notifications.outbound_http import check_url, resolve
from roundhouse.web.notifications.push import NO_PUSH, check_subscription, public_key
from roundhouse.web.notifications.texts import trial_message
from roundhouse.web.notifications.webhook import STYLES, style_of
from roundhouse.web.storage.database import Row

router = APIRouter(include_in_schema=False)

MAX_CHANNELS = {MAIL: 1, WEBHOOK: 3, PUSH: 6}


@dataclass
class NotificationsPage:
    """A user's notification channels."""

    message: str
    channels: list[Row]
    mails: bool
    push_key: str


@dataclass
class LinkResultPage:
    """The answer to a link in an email."""

    message: str
    unsubscribe: str


@router.get("/me/notices")
def settings(context: PageContext, message: str = "") -> HTMLResponse:
    return _show(context, _MESSAGES.get(message, ""))


_MESSAGES = {
    "sent": "Sent. If it does not arrive, check your spam folder.",
    "letter": "We sent you an email. Open the link in it to confirm the address.",
    "kept": "Saved.",
    "confirmed": "Your email address is confirmed. You will be notified when it is your turn.",
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
    context: FormContext, command: str, channel: Text = "", address: Text = "", style: Text = ""
) -> Response:
    """Change the settings; errors are shown on the page."""
    try:
        if command == "try":
            message = await _send_test(context, channel)
        elif command == "mail":
            message = await _add_mail(context, address)
        else:
            message = await run_in_threadpool(_change, context, command, channel, address, style)
    except RoundhouseError as error:
        return await run_in_threadpool(_show, context, reason(error), status_of(error))
    return context.redirect(f"/me/notices?message={message}")


def _change(context: RequestContext, command: str, channel: str, address: str, style: str) -> str:
    handlers: dict[str, Callable[[], None]] = {
        "webhook": lambda: _add_webhook(context, address, style),
        "push": lambda: _add_push(context, address),
        "remove": lambda: _channels(context).remove(_mine(context, channel)["id"]),
        "pause": lambda: _channels(context).change(_mine(context, channel)["id"], enabled=False),
        "resume": lambda: _channels(context).change(_mine(context, channel)["id"], enabled=True),
    }
    if command not in handlers:
        raise NotFound("This action does not exist.")
    handlers[command]()
    return "kept"


# New channels


def _add_webhook(context: RequestContext, address: str, style: str) -> None:
    parts = check_url(address.strip())
    inside = context.services.social.senders.inside
    if parts.scheme != "https" and not inside:
        raise NotSent("Webhooks must use https.")
    context.limit("notification")  # DNS lookups put load on other servers
    resolve(str(parts.hostname), parts.port or 443, inside)
    chosen = style if style in STYLES else style_of(address.strip())
    _add(context, WEBHOOK, address.strip(), style=chosen, confirmed=True)


def _add_push(context: RequestContext, subscription: str) -> None:
    if not context.services.social.senders.push_key:
        raise NotSent(NO_PUSH)
    check_subscription(subscription)
    if any(
        c["address"] == subscription for c in _channels(context).find_all(context.require_user().id)
    ):
        return
    _add(context, PUSH, subscription, confirmed=True)


async def _add_mail(context: RequestContext, address: str) -> str:
    """Add an email address; it stays inactive until its owner opens the link."""
    social = context.services.social
    if not social.senders.post.usable:
        raise NotSent(NO_MAIL)
    checked = check_address(address)
    context.limit("notification")
    context.services.limits.take("notification", f"to {checked.casefold()}")
    result = await run_in_threadpool(_add, context, MAIL, checked, confirmed=False)
    link = social.links.url(f"/confirm/{social.links.make(CONFIRM, result, checked)}")
    name = context.user.name if context.user else ""
    message = Notification(
        secrets.token_hex(12),
        "Confirm your email address",
        f"{name} asked to be notified at this address when it is their turn. If that was you, open "
        "this link. Otherwise ignore this email.",
        link,
    )
    try:
        await social.senders.post.send(checked, message)
    except NotSent as error:
        await run_in_threadpool(social.channels.change, result, error=str(error))
        raise
    return "letter"


def _add(context: RequestContext, kind: str, address: str, **more: Any) -> str:
    user, channels = context.require_user(), _channels(context)
    existing = [row for row in channels.find_all(user.id) if row["kind"] == kind]
    if kind == MAIL:  # the new address replaces the old one
        for row in existing:
            channels.remove(row["id"])
    elif len(existing) >= MAX_CHANNELS[kind]:
        raise Clash(f"You already have {len(existing)} of these. Remove one first.")
    result = secrets.token_hex(12)
    channels.add({"id": result, "person": user.id, "kind": kind, "address": address, **more})
    return result


# Test messages


async def _send_test(context: RequestContext, channel: str) -> str:
    social = context.services.social
    row = await run_in_threadpool(_mine, context, channel)
    if not row["confirmed"]:
        raise Clash("Confirm the address first: open the link in the email.")
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
        raise NotYours("This is not one of your channels.")
    return row


# Links in emails


@router.get("/confirm/{token}")
def confirm(context: PageContext, token: str) -> Response:
    social = context.services.social
    channel, address = social.links.read(CONFIRM, token)
    row = social.channels.find(channel)
    if row is None or row["address"] != address:
        raise NotYours("This channel has been removed.")
    social.channels.change(channel, confirmed=True, error="")
    return context.page(
        "notification_result.html", LinkResultPage(message=_MESSAGES["confirmed"], unsubscribe="")
    )


@router.get("/unsubscribe/{token}")
def confirm_unsubscribe(context: PageContext, token: str) -> HTMLResponse:
    """Show a confirmation button, because mail scanners follow links."""
    context.services.social.links.read(UNSUBSCRIBE, token)
    return context.page("notification_result.html", LinkResultPage(message="", unsubscribe=token))


@router.post("/unsubscribe/{token}")
def unsubscribe(context: PageContext, token: str) -> HTMLResponse:
    """Unsubscribe by button or by the mail program (RFC 8058), without a session."""
    social = context.services.social
    (channel,) = social.links.read(UNSUBSCRIBE, token)
    social.channels.change(channel, enabled=False)
    return context.page(
        "notification_result.html", LinkResultPage(message="You are unsubscribed.", unsubscribe="")
    )


@router.get("/push.js")
def service_worker() -> FileResponse:
    """Serve the service worker from the root, so that its scope is the whole site."""
    return FileResponse(STATIC / "push-worker.js", media_type="text/javascript")
