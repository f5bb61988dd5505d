"""Profiles, the leaderboard, friends and blocks."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import Clash, NotFound, NotSignedIn
from roundhouse.web.accounts.lookalikes import skeletons
from roundhouse.web.bots import bot_catalog
from roundhouse.web.http.request_context import FormContext, PageContext, RequestContext, Text
from roundhouse.web.social.relationships import (
    BLOCK,
    FRIEND,
    KINDS,
    MUTE,
    find_by_prefix,
    find_opponents,
)
from roundhouse.web.storage.database import Row
from roundhouse.web.tournaments.rating_storage import streaks
from roundhouse.web.tournaments.ratings import Rating

router = APIRouter(include_in_schema=False)


@dataclass
class LeaderboardPage:
    """The best players of a game."""

    games: list[Meta]
    game: Meta
    established: list[Row]
    provisional: list[Row]
    bot_accounts: list[Row]
    level_names: Callable[[str], str]


@dataclass
class PlayersPage:
    """A user's relationships."""

    message: str
    query: str
    matches: list[Row]
    opponents: list[Row]
    friends: list[Row]
    blocked: list[Row]
    muted: list[Row]
    tables: list[Row]
    titles: dict[str, str]


@dataclass
class ProfilePage:
    """An account with its results."""

    profile: Row
    mine: bool
    owner: Row | None  # of a bot account
    bots: list[Row]  # the bot accounts of a person
    ratings: dict[str, Rating]
    by_game: list[Row]
    recent: list[Row]
    streak: int
    longest: int
    head_to_head: list[Row]
    relations: set[str]
    titles: dict[str, str]
    level_names: Callable[[str], str]


def titles() -> dict[str, str]:
    return {meta.id: meta.title for meta in registry.games()}


@router.get("/leaderboard")
def leaderboard(context: PageContext, game: str = "") -> HTMLResponse:
    meta = registry.meta(game or registry.games()[0].id)
    results = context.services.social.results
    return context.page(
        "leaderboard.html",
        LeaderboardPage(
            games=registry.games(),
            game=meta,
            established=results.leaderboard(meta.id),
            provisional=results.leaderboard(meta.id, provisional=True),
            bot_accounts=results.bot_accounts(meta.id),
            level_names=bot_catalog.level_names,
        ),
    )


@router.get("/people")
def friends(context: PageContext) -> HTMLResponse:
    return _friends(context)


def _friends(
    context: RequestContext, query: str = "", matches: list[Row] | None = None, message: str = ""
) -> HTMLResponse:
    result = context.services.social.relationships.find_all(context.id) if context.id else []
    friend_ids = {row["other"] for row in result if row["kind"] == FRIEND}
    database = context.services.storage.database
    open_tables = context.services.storage.lists.open_tables() if friend_ids else []
    return context.page(
        "players.html",
        PlayersPage(
            message=message,
            query=query,
            matches=matches or [],
            opponents=find_opponents(database, context.id) if context.id else [],
            friends=[row for row in result if row["kind"] == FRIEND],
            blocked=[row for row in result if row["kind"] == BLOCK],
            muted=[row for row in result if row["kind"] == MUTE],
            tables=[row for row in open_tables if _is_of_friends(row, friend_ids, context.id)],
            titles=titles(),
        ),
        404 if message else 200,
    )


def _is_of_friends(row: Row, friends: Set[str], user: str | None) -> bool:
    """Return whether friends sit at a table, and the user does not."""
    seated = {chair["person"] for chair in row["chairs"]}
    return bool(friends & seated) and user not in seated


@router.get("/people/find")
def find(context: PageContext, name: str = "") -> Response:
    """Find an account by its name, or list the accounts whose names begin with it."""
    result = context.services.users.find_account(name) if name.strip() else None
    if result is not None:
        return context.redirect(f"/p/{result}")
    matches = find_by_prefix(context.services.storage.database, skeletons(name), context.id)
    message = "" if matches else _("There is no account whose name begins like that.")
    return _friends(context, name, matches, message)


@router.get("/p/{user}")
def profile(context: PageContext, user: str) -> HTMLResponse:
    row = _account(context, user)
    results, relationships = context.services.social.results, context.services.social.relationships
    now, longest = streaks(results.ranks(user))
    return context.page(
        "profile.html",
        ProfilePage(
            profile=row,
            mine=user == context.id,
            owner=_account(context, row["owner"]) if row["owner"] else None,
            bots=context.services.storage.accounts.bots_of(user),
            ratings=results.ratings_of_player(user),
            by_game=results.by_game(user),
            recent=results.recent(user),
            streak=now,
            longest=longest,
            head_to_head=results.head_to_head(context.id, user)
            if context.id and context.id != user
            else [],
            relations=relationships.list_kinds(context.id, user) if context.id else set(),
            titles=titles(),
            level_names=bot_catalog.level_names,
        ),
    )


@router.post("/p/{user}/{command}")
def change_relationship(context: FormContext, user: str, command: str, back: Text = "") -> Response:
    """Execute `friend`, `block`, `mute`, or their opposites with the prefix `un`."""
    kind = command.removeprefix("un")
    if kind not in KINDS:
        raise NotFound(_("This action does not exist."))
    if context.user is None:
        raise NotSignedIn(_("Sign in or choose a name first."))
    if context.id == user:
        raise Clash(_("You cannot do that to yourself."))
    relationships = context.services.social.relationships
    if command.startswith("un"):
        relationships.remove(context.user.id, user, kind)
    else:
        context.limit("talk")
        if kind == FRIEND:
            _account(context, user)
        elif context.services.storage.accounts.find_user(user) is None:
            raise NotFound(_("This player does not exist."))
        if kind == FRIEND and relationships.blocked_by(context.user.id, [user]):
            raise Clash(_("You cannot add this player."))
        relationships.add(context.user.id, user, kind)
    inside = back.startswith("/t/") and not back.startswith("//")
    return context.redirect(
        back if inside else f"/p/{user}" if _is_account(context, user) else "/people"
    )


def _is_account(context: RequestContext, user: str) -> bool:
    row = context.services.storage.accounts.find_user(user)
    return row is not None and row["login"] is not None


def _account(context: RequestContext, user: str) -> Row:
    row: Any = context.services.storage.accounts.find_user(user)
    if row is None or row["login"] is None:
        raise NotFound(_("This account does not exist. Guests have no profile."))
    return {name: row[name] for name in ("id", "name", "created", "owner")}
