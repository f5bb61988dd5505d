"""Games with their rules and boards, and the bots to play against."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web import opponents
from roundhouse.web.api.caller import Caller, me
from roundhouse.web.api.route import Call

router = APIRouter(route_class=Call)

GameId = Annotated[str, Path(max_length=40)]
DIGEST = "^[0-9a-f]{0,16}$"


class OptionOut(BaseModel):
    title: str
    values: dict[str, str] = Field(description="value: what it means; the first is the default")


class GameOut(BaseModel):
    id: str
    title: str
    tagline: str
    seats: list[int]
    minutes: list[int]
    unit: str = Field(description="what scores count")
    rules: int = Field(description="version of the rules")
    stage: str
    options: dict[str, OptionOut]


class BotOut(BaseModel):
    name: str
    label: str
    description: str


class NewBoard(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    text: str = Field(max_length=2_000_000, description="the board file (TOML)")


class BoardOut(BaseModel):
    digest: str = Field(description="what a table is laid with; empty: the game's own board")
    name: str


@router.get("/games")
def games() -> list[GameOut]:
    """All games."""
    return [_game(box) for box in registry.games()]


def _game(box: Meta) -> GameOut:
    return GameOut(
        id=box.id,
        title=box.title,
        tagline=box.tagline,
        seats=list(box.seats),
        minutes=list(box.minutes),
        unit=box.unit,
        rules=box.rules,
        stage=box.stage,
        options={
            name: OptionOut(title=option.title, values=dict(option.values))
            for name, option in box.options.items()
        },
    )


@router.get(
    "/games/{game}/rules",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "the rules (Markdown)"}},
)
def rules(game: GameId) -> PlainTextResponse:
    """A game's rules as implemented."""
    registry.meta(game)
    return PlainTextResponse(registry.text(game, "RULES.md"))


@router.get(
    "/games/{game}/board",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a board file (TOML)"}},
)
def board(
    visit: Caller, game: GameId, board: Annotated[str, Query(pattern=DIGEST)] = ""
) -> PlainTextResponse:
    """A game's own board file, or by its digest one that somebody has sent."""
    registry.meta(game)
    return PlainTextResponse(visit.services.games.board_text(game, board))


@router.get("/games/{game}/boards")
def boards(visit: Caller, game: GameId) -> list[BoardOut]:
    """The boards of this game that you have sent. Somebody else's can be had by its digest."""
    found = visit.services.games.boards_of(registry.meta(game).id, visit.id)
    return [BoardOut(digest=row["digest"], name=row["name"]) for row in found]


@router.post("/games/{game}/boards", status_code=201)
def new_board(visit: Caller, game: GameId, body: NewBoard) -> BoardOut:
    """Send a board file of your own; it is checked and kept. It is listed to you alone; whoever
    you tell its digest can play on it."""
    person = me(visit)
    visit.limit_upload()
    box = registry.meta(game)
    digest = visit.services.games.keep_board(box.id, body.name, body.text, person.id)
    return BoardOut(digest=digest, name=body.name)


@router.get("/bots")
def bots() -> list[BotOut]:
    """The bots one can play against, weakest first."""
    return [
        BotOut(name=o.name, label=o.label, description=o.description) for o in opponents.offered()
    ]
