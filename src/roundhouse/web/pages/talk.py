"""What is said at a table: a page of its own, and the part of the table's page that shows it."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.web import forms
from roundhouse.web.deeds.deeds import named
from roundhouse.web.errors import reason, status_of
from roundhouse.web.forms import MaybeNumber, Text
from roundhouse.web.tables.talk import heard, side_of
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/talk")
def talk_page(visit: Looking, table: str) -> HTMLResponse:
    return _show(visit, table, "talk.html")


@router.get("/t/{table}/talk/now")
def talk_now(visit: Looking, table: str) -> HTMLResponse:
    """What was said, for the page of the table."""
    return _show(visit, table, "_talk_said.html")


@router.post("/t/{table}/talk/{deed}")
def talk(
    visit: Doing,
    table: str,
    deed: str,
    words: Text = "",
    remark: MaybeNumber = None,
    why: Text = "",
) -> Response:
    """`say` and `report`, as at the table; what is wrong is said on the page."""
    found = named(deed)
    given = {"words": words, "remark": remark, "why": why}
    fragment = "x-fragment" in visit.request.headers
    template = "_talk_said.html" if fragment else "talk.html"
    try:
        visit.limit(found.limit)
        with visit.services.tables.at(table) as at:
            visit.perform(found, at, forms.arguments(found.arguments, given))
    except RoundhouseError as error:
        return _show(visit, table, template, reason(error), status_of(error))
    if fragment:
        return _show(visit, table, template)
    return visit.go(f"/t/{table}/talk")


def _show(
    visit: Visit, table: str, template: str, said: str = "", status: int = 200
) -> HTMLResponse:
    community = visit.services.community
    with visit.services.tables.at(table) as found:
        return visit.page(
            template,
            status,
            table=found.id,
            title=found.game.meta.title,
            side=side_of(found, visit.id),
            remarks=heard(community.remarks, community.ties, found, visit.id),
            reported=community.remarks.reported(table) if found.hosted_by(visit.id) else [],
            said=said,
        )
