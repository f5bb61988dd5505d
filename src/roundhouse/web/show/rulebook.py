"""A room's RULES.md as HTML, with its pictures."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

from roundhouse.play import registry
from roundhouse.web.show.markup import markdown

_PICTURE = re.compile(r'<p><img src="picture:([\w-]+)" alt="([^"]*)" ?/?></p>')


class Rulebooks:
    """The rules of all games, each rendered once."""

    def __init__(self) -> None:
        self.html = lru_cache(maxsize=64)(_html)


def _html(game: str, lamp: str) -> Markup:
    """Headings get ids to link to, tables and pictures scroll by themselves. `lamp`: by day, by
    night, or as the browser likes it."""
    try:
        text = registry.text(game, "RULES.md")
    except FileNotFoundError:
        text = f"# {registry.meta(game).title}\n\nThe rules of this game are still being written."
    made = re.sub(r"<h([2-6])>(.*?)</h\1>", _heading, str(markdown(text)))
    made = _PICTURE.sub(lambda found: _figure(game, lamp, found[1], found[2]), made)
    return Markup(
        made.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    )


def _figure(game: str, lamp: str, name: str, words: str) -> str:
    """A picture with its words below; those who hear the page are read the words once."""
    source = f"/g/{game}/rules/{name}.svg?lamp={lamp}"
    image = f'<img src="{source}" alt="" loading="lazy">'
    scrolls = f'<div class="wide" tabindex="0" role="group" aria-label="Picture">{image}</div>'
    return f'<figure class="rule-picture">{scrolls}<figcaption>{words}</figcaption></figure>'


def _heading(found: re.Match[str]) -> str:
    level, inside = found.groups()
    words = re.sub(r"<[^>]*>", "", inside).lower()
    name = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    return f'<h{level} id="{name}">{inside}</h{level}>'
