"""Getting back into an account whose password was forgotten: by a link in a letter."""

from __future__ import annotations

import secrets

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.errors import NotYours, reason, status_of
from roundhouse.web.forms import Text
from roundhouse.web.notify.links import RECOVER, STALE
from roundhouse.web.notify.mail import NO_MAIL
from roundhouse.web.notify.message import Message, NotSent
from roundhouse.web.people import login_of
from roundhouse.web.store.channels import MAIL
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)

ON_ITS_WAY = (
    "If there is such an account and it has a mail address that was confirmed, a letter with a "
    "link is on its way there. The link is good for an hour."
)


@router.get("/recover")
def ask(visit: Looking) -> HTMLResponse:
    return _page(visit)


def _page(visit: Visit, said: str = "", status: int = 200, token: str = "") -> HTMLResponse:
    mails = visit.services.community.senders.post.usable
    return visit.page("recover.html", status, said=said, token=token, mails=mails)


@router.post("/recover")
async def send(visit: Doing, name: Text = "") -> Response:
    """The answer is the same whether there is such an account or not."""
    community = visit.services.community
    if not community.senders.post.usable:
        return await run_in_threadpool(_page, visit, NO_MAIL, 502)
    visit.services.limits.take("login", visit.where)
    visit.services.limits.take("notice", f"recover {login_of(name)}")
    address, token = await run_in_threadpool(_letter, visit, name)
    if address:
        letter = Message(
            secrets.token_hex(12),
            "Your account at Roundhouse",
            "Somebody has forgotten the password of your account. If it was you, choose another "
            "one here within an hour. If not, do nothing.",
            community.links.url(f"/recover/{token}"),
        )
        try:
            await community.senders.post.send(address, letter)
        except NotSent as error:
            return await run_in_threadpool(_page, visit, str(error), 502)
    return await run_in_threadpool(_page, visit, ON_ITS_WAY)


def _letter(visit: Visit, name: str) -> tuple[str, str]:
    """Where the letter goes, and the token in it; ("", "") if nowhere."""
    services = visit.services
    row = services.store.person_of_login(login_of(name))
    if row is None:
        return "", ""
    mails = [c for c in services.community.channels.of(row["id"]) if c["kind"] == MAIL]
    if not mails or not mails[0]["confirmed"]:
        return "", ""
    token = services.community.links.make(RECOVER, row["id"], _mark(row["password"]))
    return mails[0]["address"], token


def _mark(password: str) -> str:
    """Of the password as it was: a link is good once, because it changes."""
    return password[-16:]


@router.get("/recover/{token}")
def choose(visit: Looking, token: str) -> HTMLResponse:
    _person_of(visit, token)
    return _page(visit, token=token)


@router.post("/recover/{token}")
def change(visit: Doing, token: str, password: Text = "") -> Response:
    try:
        fresh = visit.services.people.set_password(_person_of(visit, token), password)
    except RoundhouseError as error:
        return _page(visit, reason(error), status_of(error), token)
    answer = visit.go("/")
    visit.sign(answer, fresh)
    return answer


def _person_of(visit: Visit, token: str) -> str:
    person, mark = visit.services.community.links.read(RECOVER, token)
    row = visit.services.store.person(person)
    if row is None or not row["password"] or _mark(row["password"]) != mark:
        raise NotYours(STALE)
    return person
