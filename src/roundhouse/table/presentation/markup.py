"""Texts as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from roundhouse.core.text import address_reader, singular

_SEAT = re.compile(r"@(\d)(your?|Your?)?")


def scored(score: int, unit: str) -> Markup:
    """Format a score with its unit."""
    if unit.startswith("$"):
        return Markup("<b>${}{}</b>").format(score, unit[1:])
    message = singular(unit) if score == 1 else unit
    return Markup("<b>{}</b> <small>{}</small>").format(score, message)


def ago(then: float, now: float) -> str:
    """Format how long ago something was."""
    minutes = int(max(0.0, now - then) // 60)
    for size, word in ((60 * 24, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            count = minutes // size
            return f"{count} {word}{'s' if count != 1 else ''} ago"
    return "just now"


class NamesForReader(tuple[str, ...]):
    """The names of the seats as a player reads them: their own seat is "you"."""

    reader: int | None

    def __new__(cls, names: Sequence[str], reader: int | None) -> NamesForReader:
        result = super().__new__(cls, names)
        result.reader = reader
        return result


def rich(text: str, names: Sequence[str]) -> Markup:
    """Replace `@2` by the name of seat 2 in its color, or by "you" for its player."""
    if isinstance(names, NamesForReader) and names.reader is not None:
        text = address_reader(text, names.reader)

    def name(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        if seat >= len(names):
            return match.group(0)
        return f'<span class="who who{seat}">{escape(match.group(2) or names[seat])}</span>'

    return Markup(_SEAT.sub(name, escape(text)))
