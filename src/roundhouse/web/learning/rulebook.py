"""A game's RULES.md as HTML, with its pictures, and the pages that show it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from roundhouse.core.board import BoardFile, origins
from roundhouse.core.game import Game
from roundhouse.core.lesson import Lesson
from roundhouse.core.meta import Meta
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import ENGLISH, current_language, mark, use_language
from roundhouse.core.translation import translate as _
from roundhouse.play import registry, rule_pictures
from roundhouse.play.lesson import get_lesson
from roundhouse.table.errors import NotFound
from roundhouse.table.presentation.drawings import inline
from roundhouse.table.presentation.thumbnail import with_theme

# The words of board files for where a fact comes from, as a reader understands them.
SOURCE_WORDS = {
    "design": mark("our own design"),
    "inferred": mark("inferred from other facts"),
    "list": mark("a public list of links"),
    "ours": mark("our own choice"),
    "photo": mark("photos of the board"),
    "picture": mark("a picture of the board"),
    "rulebook": mark("rulebook"),
    "stated": mark("published texts"),
}
_HEADING = re.compile(r"<h([2-6])>(.*?)</h\1>")
_PICTURE = re.compile(r'<p><img src="picture:([\w-]+)" alt="([^"]*)" ?/?></p>')


class Rulebooks:
    """The rendered rules of all games."""

    def __init__(self) -> None:
        self._rendered = lru_cache(maxsize=64)(_render_in_language)

    def html(self, game: str, theme: str) -> Markup:
        """Return the rules of a game in the current language."""
        return self._rendered(game, theme, current_language())


def markdown(text: str) -> Markup:
    """Render Markdown; raw HTML in the text is escaped."""
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


def inline_markdown(text: str) -> Markup:
    """Render a line of Markdown without a paragraph around it."""
    return Markup(MarkdownIt("commonmark", {"html": False}).renderInline(text))


def render_rules(game: str, theme: str) -> Markup:
    """Render a rulebook; headings get ids, wide tables and pictures scroll.

    `theme` is the color theme: light, dark, or empty for the browser's setting.
    """
    try:
        text, english = registry.full_rules(game), registry.text(game, registry.FULL_RULES)
    except FileNotFoundError:
        missing = _("The rules of this game are not available yet.")
        text = english = f"# {registry.meta(game).title}\n\n{missing}"
    result = _add_ids(str(markdown(text)), str(markdown(english)))
    if (language := registry.rules_language(game)) != current_language():
        result = f'<div lang="{language}">{result}</div>'
    result = _PICTURE.sub(lambda match: _figure(game, theme, match[1], match[2]), result)
    return Markup(
        result.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    )


def _render_in_language(game: str, theme: str, language: str) -> Markup:
    with use_language(language):
        return render_rules(game, theme)


def _figure(game: str, theme: str, name: str, words: str) -> str:
    """Return a picture with its caption, which screen readers read once."""
    source = f"/g/{game}/rules/{name}.svg?theme={theme}&amp;language={current_language()}"
    image = f'<img src="{source}" alt="" loading="lazy">'
    scrolls = (
        f'<div class="wide" tabindex="0" role="group" aria-label="{_("Picture")}">{image}</div>'
    )
    return f'<figure class="rule-picture">{scrolls}<figcaption>{words}</figcaption></figure>'


def _add_ids(html: str, english: str) -> str:
    """Give headings the ids of the English ones: links work in every language."""
    names = iter([_heading_id(words) for _level, words in _HEADING.findall(english)])

    def add_id(match: re.Match[str]) -> str:
        level, words = match.groups()
        return f'<h{level} id="{next(names, _heading_id(words))}">{words}</h{level}>'

    return _HEADING.sub(add_id, html)


def _heading_id(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]*>", "", words).lower()).strip("-")


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
    sources: list[Source]
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


class Source(NamedTuple):
    """A source of a board, and the entries of the board file that it is for."""

    text: str
    language: str
    entries: list[str]


def sort_sources(board: BoardFile) -> list[Source]:
    """Return the sources of a board, the most used first."""
    sources: dict[str, Source] = {}
    for entry, source in origins(board.data):
        if source not in sources:
            sources[source] = _write_source(source)
        sources[source].entries.append(entry.replace("_", " "))
    return sorted(sources.values(), key=lambda source: -len(source.entries))


def _write_source(source: str) -> Source:
    """Write a source in the current language, or in English as the board file does."""
    parts = source.split(", ")
    is_known = all(part in SOURCE_WORDS for part in parts)
    with use_language(current_language() if is_known else ENGLISH):
        text = ", ".join(_(SOURCE_WORDS[part]) if part in SOURCE_WORDS else part for part in parts)
        return Source(capitalize_first(text), current_language(), [])


def draw_empty_board(game: Game) -> str:
    return inline(game.draw(game.start(game.meta.usual_seats).view(None)))


def draw_rule_picture(game: str, name: str, theme: str) -> str:
    """Return an illustration of the rules."""
    title = registry.meta(game).title
    if name not in rule_pictures.names(game):
        raise NotFound(
            _("The rules of {game} have no picture “{name}”.", game=title, name=name[:40])
        )
    return with_theme(rule_pictures.picture(game, name), theme)
