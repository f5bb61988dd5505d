"""One request: who asks, may they, and what do the pages need of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, cast

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from roundhouse.web.errors import NotYours
from roundhouse.web.house import House
from roundhouse.web.people import Person

COOKIE = "roundhouse"
A_YEAR = 365 * 24 * 3600


@dataclass
class Visit:
    """A visitor's request to the pages."""

    request: Request
    house: House
    token: str
    fresh: bool  # the token was made just now: the answer must carry it
    person: Person | None

    @property
    def id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def where(self) -> str:
        return self.request.client.host if self.request.client else "?"

    def somebody(self, name: str = "") -> Person:
        """The visitor as a person; somebody who does something becomes a guest."""
        if self.person is None:
            self.house.limits.take("people", self.where)
            self.person = self.house.people.welcome(self.token, name)
        return self.person

    def limit(self, kind: str) -> None:
        self.house.limits.take(kind, self.id or self.where)

    def page(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        return self.answer(self.render(template, **context), status)

    def render(self, template: str, **context: Any) -> str:
        return self.house.templates.get_template(template).render(
            me=self.person,
            csrf=self.house.signer.form_token(self.token),
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
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=self.house.settings.secure or self.request.url.scheme == "https",
        )

    @property
    def theme(self) -> str:
        chosen = self.request.cookies.get("theme", "")
        return chosen if chosen in ("light", "dark") else ""


def house_of(request: Request) -> House:
    return cast(House, request.app.state.house)


def visit(request: Request) -> Visit:
    """A request that only looks."""
    house = house_of(request)
    token = request.cookies.get(COOKIE, "")
    fresh = not house.signer.good(token)
    if fresh:
        token = house.signer.new_token()
    return Visit(request, house, token, fresh, house.people.of_token(token))


async def form_visit(request: Request) -> Visit:
    """A request that does something: it must come from a form of ours."""
    from starlette.concurrency import run_in_threadpool

    made = await run_in_threadpool(visit, request)
    given = request.headers.get("x-csrf", "")
    if not given:
        form = await request.form(max_files=2, max_fields=200)
        field = form.get("csrf")
        given = field if isinstance(field, str) else ""
    if made.fresh or not made.house.signer.good_form(made.token, given):
        raise NotYours(
            "This form is too old, or was not sent from this site. Open the page "
            "again and repeat. (Cookies must be allowed.)"
        )
    return made


Looking = Annotated[Visit, Depends(visit)]
Doing = Annotated[Visit, Depends(form_visit)]
