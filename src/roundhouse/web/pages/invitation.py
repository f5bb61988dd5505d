"""The page behind an invitation's link."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.web import forms
from roundhouse.web.deeds.arguments import Joining
from roundhouse.web.deeds.deeds import DEEDS
from roundhouse.web.forms import Text
from roundhouse.web.tables.chairs import Chair
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/i/{invite}")
def invitation(visit: Looking, invite: str) -> HTMLResponse:
    table, chair = _invited(visit, invite)
    with visit.services.tables.at(table) as found:
        return visit.page(
            "invite.html",
            table=found,
            game=found.game.meta,
            chair=chair,
            invite=invite,
            seated=bool(found.seats_of(visit.id)),
        )


@router.post("/i/{invite}")
def accept(visit: Doing, invite: str, name: Text = "") -> Response:
    table, _ = _invited(visit, invite)
    visit.somebody(name)  # who was nobody yet is called so from now on
    given = forms.arguments(Joining, {"invite": invite, "name": name})
    with visit.services.tables.at(table) as found:
        visit.perform(DEEDS["join"], found, given)
    return visit.go(f"/t/{table}")


def _invited(visit: Visit, invite: str) -> tuple[str, Chair]:
    visit.services.limits.take("people", f"invite {visit.where}")
    return visit.services.tables.invited(invite)
