"""A visitor's own page: name, account, lamp."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.errors import NotFound, reason, status_of
from roundhouse.web.forms import Text
from roundhouse.web.visit import Doing, Looking

router = APIRouter(include_in_schema=False)


@router.get("/me")
def me(visit: Looking) -> HTMLResponse:
    return visit.page("me.html", said="")


@router.post("/me/{deed}")
def change_me(visit: Doing, deed: str, name: Text = "", password: Text = "") -> Response:
    people = visit.services.people
    answer = visit.go("/me")
    try:
        if deed == "name":
            if visit.person is None:
                visit.somebody(name)
            else:
                people.rename(visit.person, name)
        elif deed == "register":
            visit.limit("login")
            token = people.register(visit.somebody(), name, password)
            answer = visit.go("/")
            visit.sign(answer, token)
        elif deed == "sign-in":
            visit.services.limits.take("login", visit.where)
            token = visit.services.sign_in(visit.person, visit.token, name, password)
            answer = visit.go("/")
            visit.sign(answer, token)
        elif deed in ("sign-out", "sign-out-everywhere"):
            if deed == "sign-out-everywhere" and visit.person is not None:
                people.sign_out_everywhere(visit.person)
            people.sign_out(visit.token)
            answer = visit.go("/")
            visit.sign(answer, visit.services.signer.new_token())
        else:
            raise NotFound("There is nothing like that to do.")
    except RoundhouseError as error:
        return visit.page("me.html", status_of(error), said=reason(error))
    return answer


@router.post("/theme")
def theme(visit: Doing, theme: Text = "", back: Text = "/") -> Response:
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = visit.go(back if inside else "/")
    answer.set_cookie(
        "theme",
        theme if theme in ("light", "dark") else "",
        max_age=31_536_000,
        samesite="lax",
        httponly=True,
    )
    return answer
