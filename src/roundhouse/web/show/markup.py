"""Texts for people as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markupsafe import Markup

_SEAT = re.compile(r"@(\d)")


def quantity(amount: int, unit: str) -> str:
    """So much of something, as people write it: $96M, 1 cube, 4 cubes."""
    if unit.startswith("$"):
        return f"${amount}{unit[1:]}"
    return f"{amount} {_of_one(unit) if amount == 1 else unit}".strip()


def _of_one(unit: str) -> str:
    return unit.removesuffix("s") if unit.islower() else unit


def scored(score: int, unit: str) -> Markup:
    """A score with its unit, as people write it."""
    if unit.startswith("$"):
        return Markup("<b>${}{}</b>").format(score, unit[1:])
    said = _of_one(unit) if score == 1 else unit
    return Markup("<b>{}</b> <small>{}</small>").format(score, said)


def ago(then: float, now: float) -> str:
    """How long ago something was, in words."""
    minutes = int(max(0.0, now - then) // 60)
    for size, word in ((60 * 24, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {word}{'s' if count != 1 else ''} ago"
    return "just now"


def rich(text: str, names: Sequence[str]) -> Markup:
    """`@2` becomes the name of seat 2 in its colour."""

    def name(found: re.Match[str]) -> str:
        seat = int(found.group(1))
        if seat >= len(names):
            return found.group(0)
        return f'<span class="who who{seat}">{escape(names[seat])}</span>'

    return Markup(_SEAT.sub(name, escape(text)))


def markdown(text: str) -> Markup:
    """Raw HTML in the text is shown, not obeyed."""
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
