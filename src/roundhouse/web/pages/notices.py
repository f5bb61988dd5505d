"""How somebody is told that a game waits: the ways, "send me one now", the links in letters."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.errors import Clash, NotFound, NotYours, reason, status_of
from roundhouse.web.forms import Text
from roundhouse.web.notify.links import CONFIRM, UNSUBSCRIBE
from roundhouse.web.notify.mail import NO_MAIL, check_address
from roundhouse.web.notify.message import Message, NotSent
from roundhouse.web.notify.outside import check_url, resolve
from roundhouse.web.notify.push import NO_PUSH, check_subscription, public_key
from roundhouse.web.notify.webhook import STYLES, style_of
from roundhouse.web.notify.words import trial_message
from roundhouse.web.show.templates import STATIC
from roundhouse.web.store.channels import MAIL, PUSH, WEBHOOK
from roundhouse.web.store.store import Row
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

MOST = {MAIL: 1, WEBHOOK: 3, PUSH: 6}


@router.get("/me/notices")
def settings(visit: Looking, said: str = "") -> HTMLResponse:
    return _show(visit, _SAID.get(said, ""))


_SAID = {
    "sent": "It was sent just now. If it does not arrive, look where unwanted mail is put.",
    "letter": "A letter is on its way to you: follow the link in it.",
    "kept": "Kept.",
    "confirmed": "Your mail address is confirmed: you will be told when a game waits for you.",
}


def _show(visit: Visit, said: str = "", status: int = 200) -> HTMLResponse:
    community = visit.services.community
    key = community.senders.push_key
    return visit.page(
        "notices.html",
        status,
        said=said,
        channels=community.channels.of(visit.id) if visit.id else [],
        mails=community.senders.post.usable,
        push_key=public_key(key) if key else "",
        styles=STYLES,
        most=MOST,
    )


@router.post("/me/notices/{deed}")
async def change(
    visit: Doing, deed: str, channel: Text = "", address: Text = "", style: Text = ""
) -> Response:
    """Whatever is wrong is said on the page, and nothing was changed."""
    try:
        if deed == "try":
            said = await _try(visit, channel)
        elif deed == "mail":
            said = await _add_mail(visit, address)
        else:
            said = await run_in_threadpool(_change, visit, deed, channel, address, style)
    except RoundhouseError as error:
        return await run_in_threadpool(_show, visit, reason(error), status_of(error))
    return visit.go(f"/me/notices?said={said}")


def _change(visit: Visit, deed: str, channel: str, address: str, style: str) -> str:
    doing: dict[str, Callable[[], None]] = {
        "webhook": lambda: _add_webhook(visit, address, style),
        "push": lambda: _add_push(visit, address),
        "remove": lambda: _channels(visit).remove(_mine(visit, channel)["id"]),
        "pause": lambda: _channels(visit).change(_mine(visit, channel)["id"], enabled=False),
        "resume": lambda: _channels(visit).change(_mine(visit, channel)["id"], enabled=True),
    }
    if deed not in doing:
        raise NotFound("There is nothing like that to do.")
    doing[deed]()
    return "kept"


# Adding


def _add_webhook(visit: Visit, address: str, style: str) -> None:
    parts = check_url(address.strip())
    inside = visit.services.community.senders.inside
    if parts.scheme != "https" and not inside:
        raise NotSent("Notices are sent by https only.")
    visit.limit("notice")  # looking up names is work for others
    resolve(str(parts.hostname), parts.port or 443, inside)
    chosen = style if style in STYLES else style_of(address.strip())
    _add(visit, WEBHOOK, address.strip(), style=chosen, confirmed=True)


def _add_push(visit: Visit, subscription: str) -> None:
    if not visit.services.community.senders.push_key:
        raise NotSent(NO_PUSH)
    check_subscription(subscription)
    if any(c["address"] == subscription for c in _channels(visit).of(visit.somebody().id)):
        return
    _add(visit, PUSH, subscription, confirmed=True)


async def _add_mail(visit: Visit, address: str) -> str:
    """It counts when the link in the letter was followed."""
    community = visit.services.community
    if not community.senders.post.usable:
        raise NotSent(NO_MAIL)
    tidy = check_address(address)
    visit.limit("notice")
    visit.services.limits.take("notice", f"to {tidy.casefold()}")
    made = await run_in_threadpool(_add, visit, MAIL, tidy, confirmed=False)
    link = community.links.url(f"/confirm/{community.links.make(CONFIRM, made, tidy)}")
    name = visit.person.name if visit.person else ""
    letter = Message(
        secrets.token_hex(12),
        "Confirm your mail address",
        f"{name} wants to be told here when a game waits for them. If that is you, follow this "
        "link; if not, do nothing.",
        link,
    )
    try:
        await community.senders.post.send(tidy, letter)
    except NotSent as error:
        await run_in_threadpool(community.channels.change, made, error=str(error))
        raise
    return "letter"


def _add(visit: Visit, kind: str, address: str, **more: Any) -> str:
    person, channels = visit.somebody(), _channels(visit)
    there = [row for row in channels.of(person.id) if row["kind"] == kind]
    if kind == MAIL:  # the new address takes the place of the old one
        for row in there:
            channels.remove(row["id"])
    elif len(there) >= MOST[kind]:
        raise Clash(f"You have {len(there)} of these already; remove one first.")
    made = secrets.token_hex(12)
    channels.add({"id": made, "person": person.id, "kind": kind, "address": address, **more})
    return made


# Trying


async def _try(visit: Visit, channel: str) -> str:
    community = visit.services.community
    row = await run_in_threadpool(_mine, visit, channel)
    if not row["confirmed"]:
        raise Clash("Follow the link in the letter first.")
    visit.limit("notice")
    message = trial_message(row["id"], secrets.token_hex(12), community.links)
    try:
        await community.senders.send_to(row, message)
    except NotSent as error:
        await run_in_threadpool(community.channels.change, row["id"], error=str(error))
        raise
    await run_in_threadpool(community.channels.change, row["id"], error="")
    return "sent"


def _channels(visit: Visit) -> Any:
    return visit.services.community.channels


def _mine(visit: Visit, channel: str) -> Row:
    row: Row | None = _channels(visit).find(channel)
    if row is None or row["person"] != visit.id:
        raise NotYours("That is not one of your addresses.")
    return row


# Links in letters


@router.get("/confirm/{token}")
def confirm(visit: Looking, token: str) -> Response:
    community = visit.services.community
    channel, address = community.links.read(CONFIRM, token)
    row = community.channels.find(channel)
    if row is None or row["address"] != address:
        raise NotYours("This address was removed meanwhile.")
    community.channels.change(channel, confirmed=True, error="")
    return visit.page("notices_done.html", said=_SAID["confirmed"], unsubscribe="")


@router.get("/unsubscribe/{token}")
def leaving(visit: Looking, token: str) -> HTMLResponse:
    """Programs follow links, too: so it takes a button."""
    visit.services.community.links.read(UNSUBSCRIBE, token)
    return visit.page("notices_done.html", said="", unsubscribe=token)


@router.post("/unsubscribe/{token}")
def unsubscribe(visit: Looking, token: str) -> HTMLResponse:
    """By the button, or by the mail program (RFC 8058): the token says for whom, no cookie does."""
    community = visit.services.community
    (channel,) = community.links.read(UNSUBSCRIBE, token)
    community.channels.change(channel, enabled=False)
    return visit.page("notices_done.html", said="You get no more notices there.", unsubscribe="")


@router.get("/push.js")
def service_worker() -> FileResponse:
    """At the root, so that it may show notices of every page."""
    return FileResponse(STATIC / "push-worker.js", media_type="text/javascript")
