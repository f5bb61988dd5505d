"""People: ratings, profiles, what is said at tables, tournaments. To look at; what one does at a
table is in `deeds.py`, the rest on the pages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from roundhouse.play import registry
from roundhouse.web.api.caller import Caller, TableId
from roundhouse.web.api.route import Call
from roundhouse.web.errors import NotFound
from roundhouse.web.skill import Rating
from roundhouse.web.store.ratings import streaks
from roundhouse.web.tables.talk import heard

router = APIRouter(route_class=Call)

PersonId = Annotated[str, Path(max_length=24)]
TournamentId = Annotated[str, Path(max_length=16)]


class RatingOut(BaseModel):
    """A rating: 1500 is a newcomer's."""

    points: int
    margin: int = Field(description="so much more or less it may be")
    games: int
    provisional: bool = Field(description="not sure yet: it has no place on the leaderboard")


class LeaderOut(BaseModel):
    name: str
    person: str | None = Field(description="for `/api/people/{person}`; none: a bot")
    rating: RatingOut


class ResultsOut(BaseModel):
    game: str
    levels: str = Field(description="of the bots at the table; empty: people only")
    games: int
    won: int


class ProfileOut(BaseModel):
    person: str
    name: str
    ratings: dict[str, RatingOut] = Field(description="by game")
    results: list[ResultsOut]
    streak: int = Field(description="wins in a row just now")
    longest_streak: int


class RemarkOut(BaseModel):
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
    tables: list[str] = Field(description="those laid so far")


@router.get("/leaderboard/{game}")
def leaderboard(visit: Caller, game: Annotated[str, Path(max_length=40)]) -> list[LeaderOut]:
    """The best at a game; those whose rating is not sure yet come last."""
    box = registry.meta(game)
    results = visit.services.community.results
    rows = [*results.leaderboard(box.id), *results.leaderboard(box.id, sure=False)]
    return [
        LeaderOut(
            name=row["name"],
            person=None if row["bot"] else row["player"],
            rating=_rating(row["rating"]),
        )
        for row in rows
    ]


@router.get("/people/{person}")
def profile(visit: Caller, person: PersonId) -> ProfileOut:
    """An account: its ratings and results."""
    row = visit.services.store.person(person)
    if row is None or row["login"] is None:
        raise NotFound("There is no account like that.")
    results = visit.services.community.results
    now, longest = streaks(results.ranks(person))
    return ProfileOut(
        person=person,
        name=row["name"],
        ratings={game: _rating(r) for game, r in results.ratings_of_player(person).items()},
        results=[ResultsOut(**found) for found in results.by_game(person)],
        streak=now,
        longest_streak=longest,
    )


@router.get("/tables/{table}/talk")
def talk(visit: Caller, table: TableId) -> list[RemarkOut]:
    """What is said at a table, as far as it is said to you. To say something: `say`."""
    community = visit.services.community
    with visit.services.tables.at(table) as found:
        rows = heard(community.remarks, community.ties, found, visit.id)
    return [RemarkOut(**{name: row[name] for name in RemarkOut.model_fields}) for row in rows]


@router.get("/tournaments")
def tournaments(visit: Caller) -> list[TournamentRow]:
    """Those to enter first, then those that are played, then those that are over."""
    return [TournamentRow(**row) for row in visit.services.community.tournaments.rows.newest()]


@router.get("/tournaments/{tournament}")
def tournament(visit: Caller, tournament: TournamentId) -> TournamentOut:
    """A tournament with its standings as they are now."""
    found = visit.services.community.tournaments.at(tournament)
    names = {row["n"]: row["name"] for row in found.entrants}
    return TournamentOut(
        **{name: found.row[name] for name in TournamentRow.model_fields},
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
            for s in found.standings()
        ],
        tables=[p["table_id"] for p in found.pairings if p["table_id"]],
    )


def _rating(r: Rating) -> RatingOut:
    return RatingOut(points=r.points, margin=r.margin, games=r.games, provisional=r.provisional)
