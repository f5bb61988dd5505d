"""A room's RULES.md as HTML."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

from roundhouse.play import registry
from roundhouse.web.show.markup import markdown


class Rulebooks:
    """The rules of all games, each rendered once."""

    def __init__(self) -> None:
        self.html = lru_cache(maxsize=64)(_html)


def _html(game: str) -> Markup:
    """Headings get ids to link to, tables scroll by themselves."""
    try:
        text = registry.text(game, "RULES.md")
    except FileNotFoundError:
        text = f"# {registry.meta(game).title}\n\nThe rules of this game are still being written."
    made = re.sub(r"<h([2-6])>(.*?)</h\1>", _heading, str(markdown(text)))
    return Markup(
        made.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    )


def _heading(found: re.Match[str]) -> str:
    level, inside = found.groups()
    words = re.sub(r"<[^>]*>", "", inside).lower()
    name = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    return f'<h{level} id="{name}">{inside}</h{level}>'
