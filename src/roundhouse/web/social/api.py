"""API calls for ratings, profiles, chat and tournaments."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from roundhouse.play import registry
from roundhouse.table.errors import NotFound
from roundhouse.web.http.plain_routes import api_router
from roundhouse.web.http.request_context import ApiContext, TableId, require_user
from roundhouse.web.social.chat import visible_messages
from roundhouse.web.tournaments.rating_storage import streaks
from roundhouse.web.tournaments.ratings import Rating

router = api_router()

UserId = Annotated[str, Path(alias="person", max_length=24)]
TournamentId = Annotated[str, Path(max_length=16)]


class RatingOut(BaseModel):
    """A rating. New players start at 1500."""

    points: int
    margin: int = Field(description="Uncertainty")
    games: int
    provisional: bool = Field(description="Provisional ratings are not on the leaderboard")


class LeaderOut(BaseModel):
    name: str
    person: str | None = Field(description="ID for `/api/people/{person}`; null for a bot")
    rating: RatingOut


class ResultsOut(BaseModel):
    game: str
    levels: str = Field(description="Levels of the bots at the table; empty: no bots")
    games: int
    won: int


class OwnerOut(BaseModel):
    """The owner of a bot account."""

    person: str
    name: str


class ProfileOut(BaseModel):
    person: str
    name: str
    owner: OwnerOut | None = Field(default=None, description="Of a bot account; null: a person")
    ratings: dict[str, RatingOut] = Field(description="By game")
    results: list[ResultsOut]
    streak: int = Field(description="Current winning streak")
    longest_streak: int


class ChatMessageOut(BaseModel):
    id: int
    side: str = Field(description="seats or watchers")
    name: str
    words: str
    at: float


class StandingOut(BaseModel):
    place: int
    name: str
    games: int
    points: float
    wins: float
    sonneborn_berger: float
    share: float


class TournamentRow(BaseModel):
    id: str
    title: str
    game: str
    kind: str = Field(description="robin or pools")
    seats: int
    clock: str
    phase: str = Field(description="open, playing or over")


class TournamentOut(TournamentRow):
    standings: list[StandingOut]
    tables: list[str] = Field(description="Tables created so far")
    bot_accounts: bool = Field(default=False, description="Whether bot accounts may enter")
    entrants: list[str] = Field(default=[], description="The names of those who have entered")
    damage: str = Field(default="", description="Why it cannot continue, if it is damaged")


@router.get("/leaderboard/{game}")
def leaderboard(
    context: ApiContext, game: Annotated[str, Path(max_length=40)], bot_accounts: bool = False
) -> list[LeaderOut]:
    """List the rated players of a game, best first; provisional ratings come last.

    With `bot_accounts`, list the bot accounts, which have ratings of their own.
    """
    meta = registry.meta(game)
    results = context.services.social.results
    rows = (
        results.bot_accounts(meta.id)
        if bot_accounts
        else [*results.leaderboard(meta.id), *results.leaderboard(meta.id, provisional=True)]
    )
    return [
        LeaderOut(
            name=row["name"],
            person=None if row["bot"] else row["player"],
            rating=_rating(row["rating"]),
        )
        for row in rows
    ]


@router.get("/people/{person}")
def profile(context: ApiContext, user: UserId) -> ProfileOut:
    """Get the profile of an account: ratings and results."""
    row = context.services.storage.accounts.find_user(user)
    if row is None or row["login"] is None:
        raise NotFound("This account does not exist.")
    results = context.services.social.results
    now, longest = streaks(results.ranks(user))
    return ProfileOut(
        person=user,
        name=row["name"],
        owner=_owner(context, row["owner"]),
        ratings={game: _rating(r) for game, r in results.ratings_of_player(user).items()},
        results=[ResultsOut(**result) for result in results.by_game(user)],
        streak=now,
        longest_streak=longest,
    )


@router.get("/tables/{table}/talk")
def get_chat(context: ApiContext, table: TableId) -> list[ChatMessageOut]:
    """List the chat messages at a table that you can read. To send one, use `say`."""
    social = context.services.social
    with context.services.tables.at(table) as result:
        rows = visible_messages(social.chat, social.relationships, result, context.id)
    return [
        ChatMessageOut(**{name: row[name] for name in ChatMessageOut.model_fields}) for row in rows
    ]


@router.get("/tournaments")
def tournaments(context: ApiContext) -> list[TournamentRow]:
    """List the tournaments: first open, then running, then finished ones."""
    return [TournamentRow(**row) for row in context.services.social.tournaments.rows.newest()]


@router.get("/tournaments/{tournament}")
def get_tournament(context: ApiContext, tournament: TournamentId) -> TournamentOut:
    """Get a tournament with its current standings."""
    result = context.services.social.tournaments.find(tournament)
    names = {row["n"]: row["name"] for row in result.entrants}
    return TournamentOut(
        **{name: result.row[name] for name in TournamentRow.model_fields},
        standings=[
            StandingOut(
                place=s.place,
                name=names[s.player],
                games=s.games,
                points=float(s.points),
                wins=float(s.wins),
                sonneborn_berger=float(s.sonneborn_berger),
                share=float(s.share),
            )
            for s in result.standings()
        ],
        tables=[p["table_id"] for p in result.pairings if p["table_id"]],
        bot_accounts=bool(result.row["bot_accounts"]),
        entrants=[row["name"] for row in result.entrants],
        damage=result.damage,
    )


@router.post("/tournaments/{tournament}/enter")
def enter_tournament(context: ApiContext, tournament: TournamentId) -> TournamentOut:
    """Enter a tournament that has not started.

    Bot accounts need one that admits them.
    """
    user = require_user(context)
    context.limit("create")
    context.services.social.tournaments.enter(tournament, user)
    return get_tournament(context, tournament)


@router.post("/tournaments/{tournament}/leave")
def leave_tournament(context: ApiContext, tournament: TournamentId) -> TournamentOut:
    """Withdraw from a tournament that has not started."""
    user = require_user(context)
    context.limit("create")
    context.services.social.tournaments.leave(tournament, user, user.id)
    return get_tournament(context, tournament)


def _owner(context: ApiContext, owner: str | None) -> OwnerOut | None:
    row = context.services.storage.accounts.find_user(owner) if owner else None
    return None if row is None else OwnerOut(person=row["id"], name=row["name"])


def _rating(r: Rating) -> RatingOut:
    return RatingOut(points=r.points, margin=r.margin, games=r.games, provisional=r.provisional)
