"""The front page: the games, my tables, open tables; and playing with one click."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.play import registry
from roundhouse.web import opponents
from roundhouse.web.errors import Clash, NotFound
from roundhouse.web.forms import Text
from roundhouse.web.games import usual_seats
from roundhouse.web.lessons import with_lessons
from roundhouse.web.show.endings import ended
from roundhouse.web.show.thumbnail import thumbnail
from roundhouse.web.tables.chairs import among_bots
from roundhouse.web.tables.viewpoint import viewpoint
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(visit: Looking) -> HTMLResponse:
    store = visit.services.store
    mine = store.tables_of(visit.id) if visit.id else []
    return visit.page(
        "home.html",
        games=registry.games(),
        mine=mine,
        ends=_ends(visit, mine),
        usual=opponents.usual(),
        personalities=opponents.personalities(),
        open=[row for row in store.open_tables() if visit.id is None or not _sits(row, visit.id)],
        titles={box.id: box.title for box in registry.games()},
        now=time.time(),
        lessons=with_lessons(),
    )


def _ends(visit: Visit, rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """How my games that are over have ended, each in a few words."""
    over = {row["id"]: row for row in rows if row["phase"] == "over"}
    counted = visit.services.community.results.ends(list(over))
    return {
        table: ended(over[table]["chairs"], ranks, visit.id) for table, ranks in counted.items()
    }


def _sits(row: Mapping[str, Any], person: str) -> bool:
    return row["host"] == person or any(c["person"] == person for c in row["chairs"])


@router.get("/t/{table}/picture.svg")
def table_picture(visit: Looking, table: str, lamp: str = "") -> Response:
    """A table as its viewer sees it, small; the address changes with the table."""
    with visit.services.tables.at(table) as found:
        now = found.views.at(viewpoint(found, visit.id, None).seat)
        svg = thumbnail(now, lamp)
    kept = {"cache-control": "private, max-age=86400"}
    return Response(svg, media_type="image/svg+xml", headers=kept)


@router.post("/t/{table}/hide")
def hide_table(visit: Doing, table: str) -> Response:
    """Leave a game that is over out of one's own list."""
    person = visit.somebody()
    visit.limit("move")
    row = visit.services.store.heading(table)
    if row is None:
        raise NotFound("There is no such table.")
    if row["phase"] != "over":
        raise Clash("The game is not over; leave it at the table itself.")
    visit.services.store.hide_table(person.id, table)
    return visit.go("/")


@router.post("/play")
def play_now(visit: Doing, game: Text) -> Response:
    """Into a game against bots with one click."""
    seats = usual_seats(game)
    person = visit.somebody()
    visit.limit("create")
    rng = secrets.SystemRandom()
    bots = opponents.company(opponents.usual(), seats - 1, rng)
    chairs = among_bots(rng.randrange(seats), person, bots)
    return visit.go(f"/t/{visit.services.tables.create(person.id, game, {}, chairs)}")
