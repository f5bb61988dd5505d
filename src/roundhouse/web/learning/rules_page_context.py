"""What the rules and the board of a game show."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.core.board import BoardFile, origins
from roundhouse.core.game import Game
from roundhouse.core.lesson import Lesson
from roundhouse.core.meta import Meta
from roundhouse.core.text import capitalize_first
from roundhouse.play import registry, rule_pictures
from roundhouse.play.lesson import get_lesson
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.drawings import inline
from roundhouse.table.presentation.thumbnail import with_theme

# The words of board files for where a fact comes from, as a reader understands them.
SOURCE_WORDS = {
    "design": "our own design",
    "inferred": "inferred from other facts",
    "list": "a public list of links",
    "ours": "our own choice",
    "photo": "photos of the board",
    "picture": "a picture of the board",
    "stated": "published texts",
}


@dataclass
class RulesPage:
    """The rules of a game."""

    game: Meta
    text: Markup
    lesson: Lesson | None


@dataclass
class SourcesPage:
    """A board and where its facts come from."""

    game: Meta
    lesson: Lesson | None
    digest: str
    board: str
    sources: list[tuple[str, list[str]]]
    svg: str


def build_sources_page(game: Game, board: str) -> SourcesPage:
    """Return the context of the page of a board.

    `board` is a digest, empty for the game's own.
    """
    return SourcesPage(
        game=game.meta,
        lesson=get_lesson(game.meta.id),
        digest=game.board_file.digest,
        board=board,
        sources=sort_sources(game.board_file),
        svg=draw_empty_board(game),
    )


def sort_sources(board: BoardFile) -> list[tuple[str, list[str]]]:
    """Return the sources of a board and what they say, the most used first."""
    sources: dict[str, list[str]] = {}
    for entry, source in origins(board.data):
        words = ", ".join(SOURCE_WORDS.get(part, part) for part in source.split(", "))
        sources.setdefault(capitalize_first(words), []).append(entry.replace("_", " "))
    return sorted(sources.items(), key=lambda item: -len(item[1]))


def draw_empty_board(game: Game) -> str:
    return inline(game.draw(game.start(game.meta.usual_seats).view(None)))


def draw_rule_picture(game: str, name: str, theme: str) -> str:
    """Return an illustration of the rules."""
    registry.meta(game)
    if name not in rule_pictures.names(game):
        raise NotFound(f"The rules of {game} have no picture {name[:40]!r}.")
    return with_theme(rule_pictures.picture(game, name), theme)
