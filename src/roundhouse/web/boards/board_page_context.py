"""What the pages of boards and the board editor show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2.utils import htmlsafe_json_dumps

from roundhouse.core.game import Game
from roundhouse.core.meta import Meta
from roundhouse.core.translation import mark
from roundhouse.play import registry
from roundhouse.web.learning.rulebook import Source, draw_empty_board, sort_sources

Row = Mapping[str, Any]


@dataclass
class BoardsPage:
    """The boards of this server."""

    games: list[Meta]
    mine: dict[str, Sequence[Row]]
    guessed: list[str]


@dataclass
class SharedBoardPage:
    """A board that a user has uploaded."""

    game: Meta
    digest: str
    name: str
    mine: bool
    sources: list[Source]
    svg: str
    link: str


def build_boards_page(boards_of: Callable[[str], Sequence[Row]]) -> BoardsPage:
    """Return the context of the list; `boards_of` returns a user's boards of a game."""
    games = registry.games()
    return BoardsPage(
        games=games,
        mine={meta.id: boards_of(meta.id) for meta in games},
        guessed=[meta.id for meta in games if _is_reconstruction(meta.id)],
    )


@cache  # reading the boards takes a tenth of a second
def _is_reconstruction(game: str) -> bool:
    """Return whether the standard board of a game is a reconstruction."""
    provenance = registry.default_board(game).data.get("board", {}).get("provenance", "")
    return str(provenance).startswith("reconstruction")


def build_shared_board_page(game: Game, row: Row, own: Sequence[Row], link: str) -> SharedBoardPage:
    """Return the context of a board's page; `own` are the user's boards of the game."""
    mine = [each["name"] for each in own if each["digest"] == row["digest"]]
    return SharedBoardPage(
        game=game.meta,
        digest=row["digest"],
        name=mine[0] if mine else row["name"],
        mine=bool(mine),
        sources=sort_sources(game.board_file),
        svg=draw_empty_board(game),
        link=link,
    )


UNCHANGED = mark("This is the unchanged standard board. There is nothing to save.")


@dataclass
class EditorPage:
    """A board in the editor."""

    game: Meta
    text: str
    name: str
    board: str
    message: str
    good: bool
    start: str


@dataclass(frozen=True)
class EditedBoard:
    """A board file to show in the editor."""

    game: str
    text: str
    name: str
    digest: str  # of the board that is edited; empty: the standard board
    data: dict[str, Any] | None = None  # the content of a valid text


def build_editor_page(board: EditedBoard, message: str = "", *, good: bool = False) -> EditorPage:
    """Return the context of the editor."""
    layout = registry.definition(board.game).board_schema.plain()
    return EditorPage(
        game=registry.meta(board.game),
        text=board.text,
        name=board.name,
        board=board.digest,
        message=message,
        good=good,
        start=htmlsafe_json_dumps({"layout": layout, "data": board.data}, sort_keys=False),
    )
