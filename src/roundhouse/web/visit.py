"""One request: who asks, what they may, and the answer they get."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, cast

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from roundhouse.web.addresses import NOWHERE, place_of
from roundhouse.web.deeds.deed import Act, Deed, Outcome
from roundhouse.web.errors import NotYours, Unplayable
from roundhouse.web.people import Person
from roundhouse.web.services import Services
from roundhouse.web.tables.table import Table

COOKIE = "roundhouse"


@dataclass
class Visit:
    """A visitor's request to the pages."""

    request: Request
    services: Services
    token: str
    fresh: bool  # the token was made just now: the answer must carry it

    @cached_property
    def person(self) -> Person | None:
        """Looked up by whoever asks first, in the thread that does the work: to have found it
        before would cost a thread of its own. The event loop must not ask (`known_visit`)."""
        return None if self.fresh else self.services.people.of_token(self.token)

    @property
    def id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def where(self) -> str:
        return where(self.request)

    def somebody(self, name: str = "") -> Person:
        """The visitor as a person; somebody who does something becomes a guest."""
        if self.person is None:
            self.services.limits.take("people", self.where)
            self.person = self.services.people.welcome(self.token, name)
        return self.person

    def limit(self, kind: str) -> None:
        self.services.limits.take(kind, self.id or self.where)

    def limit_upload(self) -> None:
        """Files take long to read: an address that is many people may not send many of them."""
        self.limit("upload")
        self.services.limits.take("uploads", self.where)

    def perform(self, deed: Deed[Any], table: Table, given: Any) -> Outcome:
        """Do something at a table whose lock is held; raises why not."""
        person = self.person if deed.who.anybody else self.somebody()
        return deed.perform(Act(self.services, table, person), given)

    def perform_unplayed(self, deed: Deed[Any], table: str) -> bool:
        """Do something at a table whose game cannot be had here; False if it can."""
        if deed.unplayed is None:
            return False
        try:
            with self.services.tables.at(table):
                return False
        except Unplayable:
            deed.unplayed(self.services, table, self.somebody())
            return True

    def page(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        return self.answer(self.render(template, **context), status)

    def render(self, template: str, **context: Any) -> str:
        return self.services.templates.get_template(template).render(
            me=self.person,
            csrf=self.services.signer.form_token(self.token),
            theme=self.theme,
            path=self.request.url.path,
            **context,
        )

    def answer(self, html: str, status: int = 200) -> HTMLResponse:
        made = HTMLResponse(html, status)
        made.headers["cache-control"] = "no-store"
        self.sign(made)
        return made

    def go(self, to: str) -> Response:
        answer = RedirectResponse(to, 303)
        self.sign(answer)
        return answer

    def sign(self, answer: Response, token: str | None = None) -> None:
        """Give the visitor the cookie of the session."""
        if token is None and not self.fresh:
            return
        answer.set_cookie(
            COOKIE,
            token or self.token,
            max_age=int(self.services.settings.session_life),
            httponly=True,
            samesite="lax",
            secure=self.services.settings.secure or self.request.url.scheme == "https",
        )

    @property
    def theme(self) -> str:
        chosen = self.request.cookies.get("theme", "")
        return chosen if chosen in ("light", "dark") else ""


def where(request: Request) -> str:
    """Where a request comes from, as limits count it."""
    return place_of(request.client.host if request.client else NOWHERE)


def services_of(request: Request) -> Services:
    return cast(Services, request.app.state.services)


def visit(request: Request) -> Visit:
    """A request that only looks."""
    services = services_of(request)
    token = request.cookies.get(COOKIE, "")
    fresh = not services.signer.good(token)
    if fresh:
        token = services.signer.new_token()
    return Visit(request, services, token, fresh)


def known_visit(request: Request) -> Visit:
    """A request whose person is known: the event loop may ask for it, too."""
    made = visit(request)
    made.person  # noqa: B018
    return made


def unknown_visit(request: Request) -> Visit:
    """A request of which it cannot be found out whose it is."""
    made = Visit(request, services_of(request), request.cookies.get(COOKIE, ""), False)
    made.person = None
    return made


async def looking_visit(request: Request) -> Visit:
    return visit(request)


async def form_visit(request: Request) -> Visit:
    """A request that does something: it must come from a form of ours."""
    made = await run_in_threadpool(known_visit, request)
    given = request.headers.get("x-csrf", "")
    if not given:
        form = await request.form(max_files=2, max_fields=200)
        field = form.get("csrf")
        given = field if isinstance(field, str) else ""
    if made.fresh or not made.services.signer.good_form(made.token, given):
        raise NotYours(
            "This form is too old, or was not sent from this site. Open the page "
            "again and repeat. (Cookies must be allowed.)"
        )
    return made


Looking = Annotated[Visit, Depends(looking_visit)]
Doing = Annotated[Visit, Depends(form_visit)]
