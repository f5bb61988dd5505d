"""Texts as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from roundhouse.core.formats import format_date
from roundhouse.core.text import address_reader, split_quantity
from roundhouse.core.translation import OPEN, choose_alternatives, translate, translate_plural

MONTH = 60 * 24 * 31  # minutes
_SEAT = re.compile(r"@(\d)(?:\x05([^\x06]*)\x06|(your?|Your?))?")


def scored(score: int, unit: str, this_round: int | None = None) -> Markup:
    """Format a score with its unit; points of the current round are not in it yet."""
    before, number, after = split_quantity(score if this_round is None else 2, unit)
    if this_round is not None:
        number = f"{score} + {this_round}"
    if after.startswith(" ") and not before:
        return Markup(f"<b>{number}</b> <small>{escape(after[1:])}</small>")
    return Markup(f"<b>{escape(before)}{number}{escape(after)}</b>")


def ago(then: float, now: float) -> str:
    """Format how long ago something was, or its date after a month."""
    minutes = int(max(0.0, now - then) // 60)
    if minutes >= MONTH:
        return format_date(then)
    if minutes >= 60 * 24:
        return translate_plural("{n} day ago", "{n} days ago", minutes // (60 * 24))
    if minutes >= 60:
        return translate_plural("{n} hour ago", "{n} hours ago", minutes // 60)
    if minutes:
        return translate_plural("{n} minute ago", "{n} minutes ago", minutes)
    return translate("just now")


class NamesForReader(tuple[str, ...]):
    """The names of the seats as a player reads them: their own seat is "you"."""

    reader: int | None

    def __new__(cls, names: Sequence[str], reader: int | None) -> NamesForReader:
        result = super().__new__(cls, names)
        result.reader = reader
        return result


def label_seats(names: Sequence[str]) -> list[str]:
    """Return the names of the seats as labels: the reader's own is "You"."""
    reader = names.reader if isinstance(names, NamesForReader) else None
    return [translate("You") if seat == reader else name for seat, name in enumerate(names)]


def rich(text: str, names: Sequence[str]) -> Markup:
    """Replace `@2` by the name of seat 2 in its color, or by "you" for its player."""
    reader = names.reader if isinstance(names, NamesForReader) else None
    if OPEN in text:
        text = choose_alternatives(text, reader)
    if "@" not in text:
        return Markup(escape(text))
    if reader is not None:
        text = address_reader(text, reader)

    def name(match: re.Match[str]) -> str:
        seat = int(match.group(1))
        if seat >= len(names):
            return match.group(0)
        called = match.group(2) or match.group(3) or names[seat]
        return f'<span class="who who{seat}">{escape(called)}</span>'

    return Markup(_SEAT.sub(name, escape(text)))
