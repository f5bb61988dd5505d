"""People: somebody's profile with their results, the leaderboard, friends and blocks."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.play import registry
from roundhouse.web.errors import Clash, NotFound, NotSignedIn
from roundhouse.web.forms import Text
from roundhouse.web.names import skeleton
from roundhouse.web.store.ratings import streaks
from roundhouse.web.store.store import Row
from roundhouse.web.store.ties import BLOCK, FRIEND, KINDS, MUTE
from roundhouse.web.visit import Doing, Looking, Visit

router = APIRouter(include_in_schema=False)


def titles() -> dict[str, str]:
    return {box.id: box.title for box in registry.games()}


@router.get("/leaderboard")
def leaderboard(visit: Looking, game: str = "") -> HTMLResponse:
    box = registry.meta(game or registry.games()[0].id)
    results = visit.services.community.results
    return visit.page(
        "leaderboard.html",
        games=registry.games(),
        game=box,
        sure=results.leaderboard(box.id),
        provisional=results.leaderboard(box.id, sure=False),
    )


@router.get("/people")
def friends(visit: Looking, said: str = "") -> HTMLResponse:
    return _friends(visit)


def _friends(visit: Visit, said: str = "", status: int = 200) -> HTMLResponse:
    found = visit.services.community.ties.of(visit.id) if visit.id else []
    wanted = {row["other"] for row in found if row["kind"] == FRIEND}
    near = visit.services.store.open_tables() if wanted else []
    return visit.page(
        "people.html",
        status,
        said=said,
        friends=[row for row in found if row["kind"] == FRIEND],
        blocked=[row for row in found if row["kind"] == BLOCK],
        muted=[row for row in found if row["kind"] == MUTE],
        tables=[row for row in near if wanted & {c["person"] for c in row["chairs"]}],
        titles=titles(),
    )


@router.get("/people/find")
def find(visit: Looking, name: str = "") -> Response:
    """An account by its name."""
    found = visit.services.people.account_called(skeleton(name)) if name.strip() else None
    if found is None:
        return _friends(visit, "There is no account of that name.", 404)
    return visit.go(f"/p/{found}")


@router.get("/p/{person}")
def profile(visit: Looking, person: str) -> HTMLResponse:
    row = _account(visit, person)
    results, ties = visit.services.community.results, visit.services.community.ties
    now, longest = streaks(results.ranks(person))
    return visit.page(
        "profile.html",
        person=row,
        mine=person == visit.id,
        ratings=results.ratings_of_player(person),
        by_game=results.by_game(person),
        recent=results.recent(person),
        streak=now,
        longest=longest,
        met=results.head_to_head(visit.id, person) if visit.id and visit.id != person else [],
        said_of_them=ties.between(visit.id, person) if visit.id else set(),
        titles=titles(),
    )


@router.post("/p/{person}/{deed}")
def tie(visit: Doing, person: str, deed: str, back: Text = "") -> Response:
    """`friend`, `block` and `mute`, and their opposites with `un` before them."""
    kind = deed.removeprefix("un")
    if kind not in KINDS:
        raise NotFound("There is nothing like that to do.")
    if visit.person is None:
        raise NotSignedIn("Say who you are first.")
    if visit.id == person:
        raise Clash("That is you.")
    ties = visit.services.community.ties
    if deed.startswith("un"):
        ties.untie(visit.person.id, person, kind)
    else:
        visit.limit("talk")
        if kind == FRIEND:
            _account(visit, person)
        elif visit.services.store.person(person) is None:
            raise NotFound("There is nobody like that.")
        if kind == FRIEND and ties.blocked_by(visit.person.id, [person]):
            raise Clash("They do not want that.")
        ties.tie(visit.person.id, person, kind)
    inside = back.startswith("/t/") and not back.startswith("//")
    return visit.go(back if inside else f"/p/{person}" if _is_account(visit, person) else "/people")


def _is_account(visit: Visit, person: str) -> bool:
    row = visit.services.store.person(person)
    return row is not None and row["login"] is not None


def _account(visit: Visit, person: str) -> Row:
    row: Any = visit.services.store.person(person)
    if row is None or row["login"] is None:
        raise NotFound("There is no account like that; guests have no page of their own.")
    return {"id": row["id"], "name": row["name"], "created": row["created"]}
