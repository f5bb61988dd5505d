"""One's own data: to take along, or to be deleted."""

from __future__ import annotations

import json

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.errors import NotSignedIn, reason, status_of
from roundhouse.web.forms import Text
from roundhouse.web.leaving import leave
from roundhouse.web.store.privacy import everything_about
from roundhouse.web.visit import Doing, Looking

router = APIRouter(include_in_schema=False)


@router.get("/me/data")
def data(visit: Looking) -> HTMLResponse:
    return visit.page("data.html", said="")


@router.post("/me/data/export")
def export(visit: Doing) -> Response:
    if visit.person is None:
        raise NotSignedIn("Nothing is known about you.")
    visit.limit("notice")
    found = everything_about(visit.services.store, visit.person.id)
    return Response(
        json.dumps(found, indent=1, ensure_ascii=False),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="roundhouse.json"'},
    )


@router.post("/me/data/delete")
def delete(visit: Doing, password: Text = "", sure: Text = "") -> Response:
    """An account's password must be said again, so that nobody does it at an open screen."""
    try:
        if visit.person is None:
            raise NotSignedIn("Nothing is known about you.")
        if visit.person.account:
            visit.limit("login")
            visit.services.people.check_password(visit.person, password)
        if sure != "yes":
            raise NotSignedIn("Say that you are sure.")
        leave(visit.services, visit.person.id)
    except RoundhouseError as error:
        return visit.page("data.html", status_of(error), said=reason(error))
    answer = visit.go("/")
    visit.sign(answer, visit.services.signer.new_token())
    return answer
