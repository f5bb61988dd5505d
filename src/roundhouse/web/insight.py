"""Hints while one plays against bots, and who was winning when in a game that is over."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from roundhouse.core.errors import RoundhouseError
from roundhouse.web import desk, present, replays, seat
from roundhouse.web.errors import Clash, NotYours, status_of
from roundhouse.web.tables import Job, Table
from roundhouse.web.visit import Doing, Visit
from roundhouse.web.workers import Lost

router = APIRouter(include_in_schema=False)

SHOWN = 3  # best moves of a hint


@router.post("/t/{table}/hint")
async def hint(
    visit: Doing,
    table: str,
    ply: Annotated[int, Form()],
    look: Annotated[int | None, Form()] = None,
) -> Response:
    """What the search would play, for the one person at a table of bots."""
    visit.limit("hint")
    house = visit.house
    try:
        job, board = await run_in_threadpool(_question, visit, table, ply)
        found = await house.pool.hint(job, board)
    except Lost:
        found = None
    except RoundhouseError as error:
        return await run_in_threadpool(
            _answer, visit, table, look, None, str(error), status_of(error)
        )
    said = "" if found else "No hint could be worked out; try again."
    return await run_in_threadpool(_answer, visit, table, look, found, said)


def _question(visit: Visit, table: str, ply: int) -> tuple[Job, str]:
    house = visit.house
    with house.tables.at(table) as found:
        if found.turn not in found.seats_of(visit.id):
            raise NotYours("Hints are for the one who is to act.")
        if not desk.may_have_hints(found):
            raise Clash("Hints are given at tables where all others are bots.")
        if ply != found.match.ply:
            raise Clash("The table has moved on; look again.")
        job = house.tables.question(found)
    return job, house.shelf.board_text(job.game, job.board) if job.board else ""


def _answer(
    visit: Visit,
    table: str,
    look: int | None,
    found: dict[str, Any] | None,
    said: str,
    status: int = 200,
) -> Response:
    with visit.house.tables.at(table) as at:
        return seat.show(visit, at, look, said, status, _lines(at, found))


def _lines(table: Table, found: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The best moves as the page prints them, if the table has not moved on."""
    if found is None or found["seat"] != table.turn:
        return []
    view = table.look(table.turn).view
    lines = []
    for move in found["moves"][:SHOWN]:
        offered = present.offer_of(view, move["move"], table.names)
        if offered is not None:
            heading, offer = offered
            chance = move["shares"][found["seat"]]
            lines.append(
                {
                    "heading": heading,
                    "offer": offer,
                    "chance": f"{chance:.0%}",
                    "liking": f"{move['confidence']:.0%}",
                }
            )
    return lines


@router.post("/t/{table}/chances")
async def chances_of_table(visit: Doing, table: str) -> Response:
    def ask() -> tuple[replays.Film, str]:
        with replays.film_of_table(visit, table, None) as film:
            return film, film.reel.match.record().dumps()

    return await _start(visit, *await run_in_threadpool(ask))


@router.post("/r/{record}/chances")
async def chances_of_record(visit: Doing, record: str) -> Response:
    def ask() -> tuple[replays.Film, str]:
        with replays.cinema.show(visit.house, record, None) as film:
            return film, film.reel.match.record().dumps()

    return await _start(visit, *await run_in_threadpool(ask))


async def _start(visit: Visit, film: replays.Film, record: str) -> Response:
    if not film.reel.match.over:
        raise Clash("Only a game that is over is looked over.")
    visit.limit("hint")
    visit.house.analyst.start(film.source, film.meta.id, film.options, film.board, record)
    return visit.go(film.path)
