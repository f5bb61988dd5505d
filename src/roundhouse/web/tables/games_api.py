"""API calls for games, rules, boards and bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web.bots import bot_catalog
from roundhouse.web.http.plain_routes import api_router
from roundhouse.web.http.request_context import ApiContext, require_user

router = api_router()

GameId = Annotated[str, Path(max_length=40)]
DIGEST = "^[0-9a-f]{0,16}$"


class OptionOut(BaseModel):
    title: str
    values: dict[str, str] = Field(
        description="Description by value; the first value is the default"
    )


class GameOut(BaseModel):
    id: str
    title: str
    tagline: str
    seats: list[int]
    minutes: list[int]
    unit: str = Field(description="Unit of the scores")
    rules: int = Field(description="Version of the rules")
    stage: str
    options: dict[str, OptionOut]


class BotOut(BaseModel):
    name: str
    label: str
    description: str


class NewBoard(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    text: str = Field(max_length=2_000_000, description="The board file (TOML)")


class BoardOut(BaseModel):
    digest: str = Field(description="Pass it when you create a table; empty: the standard board")
    name: str


@router.get("/games")
def games() -> list[GameOut]:
    """List all games."""
    return [_game(meta) for meta in registry.games()]


def _game(meta: Meta) -> GameOut:
    return GameOut(
        id=meta.id,
        title=meta.title,
        tagline=meta.tagline,
        seats=list(meta.seats),
        minutes=list(meta.minutes),
        unit=meta.unit,
        rules=meta.rules,
        stage=meta.stage,
        options={
            name: OptionOut(title=option.title, values=dict(option.values))
            for name, option in meta.options.items()
        },
    )


@router.get(
    "/games/{game}/rules",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "the rules (Markdown)"}},
)
def rules(game: GameId) -> PlainTextResponse:
    """Get the rules of a game, as implemented."""
    registry.meta(game)
    return PlainTextResponse(registry.text(game, "RULES.md"))


@router.get(
    "/games/{game}/board",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "a board file (TOML)"}},
)
def board(
    context: ApiContext, game: GameId, board: Annotated[str, Query(pattern=DIGEST)] = ""
) -> PlainTextResponse:
    """Get the standard board file of a game, or an uploaded one by its digest."""
    registry.meta(game)
    return PlainTextResponse(context.services.games.board_text(game, board))


@router.get("/games/{game}/boards")
def boards(context: ApiContext, game: GameId) -> list[BoardOut]:
    """List the boards of this game that you have uploaded."""
    result = context.services.games.boards_of(registry.meta(game).id, context.id)
    return [BoardOut(digest=row["digest"], name=row["name"]) for row in result]


@router.post("/games/{game}/boards", status_code=201)
def new_board(context: ApiContext, game: GameId, body: NewBoard) -> BoardOut:
    """Upload a board file.

    The board is checked and stored. Only you see it in lists; anyone with the digest can play on
    it.
    """
    user = require_user(context)
    context.limit_board()
    meta = registry.meta(game)
    digest = context.services.games.keep_board(meta.id, body.name, body.text, user.id)
    return BoardOut(digest=digest, name=body.name)


@router.get("/bots")
def bots() -> list[BotOut]:
    """List the bots, weakest first."""
    return [
        BotOut(name=o.name, label=o.label, description=o.description)
        for o in bot_catalog.all_bots()
    ]
