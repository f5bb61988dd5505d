"""Tournaments: the list, making one, and the page of one with its standings."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.web import opponents
from roundhouse.web.clocks.pace import PACES
from roundhouse.web.errors import NotFound, NotSignedIn, Refusal, reason, status_of
from roundhouse.web.forms import MaybeNumber, Text
from roundhouse.web.people import Person
from roundhouse.web.tournaments.running import FINAL, Tournament
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


@router.get("/tournaments")
def tournaments(visit: Looking) -> HTMLResponse:
    return _list(visit)


def _list(visit: Visit, said: str = "", status: int = 200) -> HTMLResponse:
    return visit.page(
        "tournaments.html",
        status,
        said=said,
        tournaments=visit.services.community.tournaments.rows.newest(),
        games=registry.games(),
        paces=[pace for pace in PACES.values() if pace.counted],
        titles={box.id: box.title for box in registry.games()},
    )


@router.post("/tournaments")
def make(
    visit: Doing,
    title: Text = "",
    game: Text = "",
    kind: Text = "",
    seats: MaybeNumber = None,
    clock: Text = "",
) -> Response:
    try:
        person = _me(visit)
        visit.limit("create")
        box = registry.meta(game)
        community = visit.services.community
        made = community.tournaments.create(
            person, title, game, kind, seats or max(s for s in box.seats if s <= 4), clock
        )
    except RoundhouseError as error:
        return _list(visit, reason(error), status_of(error))
    return visit.go(f"/tournaments/{made}")


@router.get("/tournaments/{tournament}")
def tournament(visit: Looking, tournament: str) -> HTMLResponse:
    return _show(visit, tournament)


@router.get("/tournaments/{tournament}/now")
def tournament_now(visit: Looking, tournament: str) -> HTMLResponse:
    """The part that changes, for a page that is open."""
    return _show(visit, tournament, template="_tournament.html")


@router.post("/tournaments/{tournament}/{deed}")
def change(
    visit: Doing, tournament: str, deed: str, level: Text = "", n: MaybeNumber = None
) -> Response:
    running = visit.services.community.tournaments
    try:
        person = _me(visit)
        visit.limit("create")
        if deed == "enter":
            running.enter(tournament, person)
        elif deed == "bot":
            running.enter_bot(tournament, person, level or opponents.usual())
        elif deed == "leave":
            if n is None:
                raise Refusal("Say who.")
            running.leave(tournament, person, n)
        elif deed == "begin":
            running.begin(tournament, person)
        else:
            raise NotFound("There is nothing like that to do.")
    except NotFound:
        raise
    except RoundhouseError as error:
        return _show(visit, tournament, said=reason(error), status=status_of(error))
    return visit.go(f"/tournaments/{tournament}")


def _me(visit: Visit) -> Person:
    if visit.person is None:
        raise NotSignedIn("Make an account or sign in first.")
    return visit.person


def _show(
    visit: Visit,
    tournament: str,
    *,
    said: str = "",
    status: int = 200,
    template: str = "tournament.html",
) -> HTMLResponse:
    found = visit.services.community.tournaments.at(tournament)
    names = {row["n"]: row for row in found.entrants}
    return visit.page(
        template,
        status,
        said=said,
        tournament=found.row,
        entrants=found.entrants,
        names=names,
        standings=found.standings(),
        rounds=_rounds(found),
        tables_known=len(found.pairings),
        tables_over=sum(1 for pairing in found.pairings if pairing["result"]),
        final=any(pairing["round"] >= FINAL for pairing in found.pairings),
        game=registry.meta(found.row["game"]),
        pace=PACES[found.row["clock"]],
        entered=any(row["person"] == visit.id for row in found.entrants if visit.id),
        hosting=found.row["host"] == visit.id,
        levels=opponents.offered(),
        usual=opponents.usual(),
    )


def _rounds(found: Tournament) -> list[tuple[str, list[dict[str, object]]]]:
    """(what a round is called, its tables)."""
    made: dict[int, list[dict[str, object]]] = {}
    for pairing in found.pairings:
        made.setdefault(pairing["round"], []).append(pairing)
    return [
        (f"Final, game {n - FINAL + 1}" if n >= FINAL else f"Round {n + 1}", tables)
        for n, tables in sorted(made.items())
    ]
