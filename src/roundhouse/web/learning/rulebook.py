"""A game's RULES.md as HTML, with its pictures."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from roundhouse.play import registry

_PICTURE = re.compile(r'<p><img src="picture:([\w-]+)" alt="([^"]*)" ?/?></p>')


class Rulebooks:
    """The rendered rules of all games."""

    def __init__(self) -> None:
        self.html = lru_cache(maxsize=64)(render_rules)


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
        text = registry.text(game, "RULES.md")
    except FileNotFoundError:
        text = f"# {registry.meta(game).title}\n\nThe rules of this game are not available yet."
    result = re.sub(r"<h([2-6])>(.*?)</h\1>", _heading, str(markdown(text)))
    result = _PICTURE.sub(lambda match: _figure(game, theme, match[1], match[2]), result)
    return Markup(
        result.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    )


def _figure(game: str, theme: str, name: str, words: str) -> str:
    """Return a picture with its caption, which screen readers read once."""
    source = f"/g/{game}/rules/{name}.svg?theme={theme}"
    image = f'<img src="{source}" alt="" loading="lazy">'
    scrolls = f'<div class="wide" tabindex="0" role="group" aria-label="Picture">{image}</div>'
    return f'<figure class="rule-picture">{scrolls}<figcaption>{words}</figcaption></figure>'


def _heading(match: re.Match[str]) -> str:
    level, inside = match.groups()
    words = re.sub(r"<[^>]*>", "", inside).lower()
    name = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    return f'<h{level} id="{name}">{inside}</h{level}>'
