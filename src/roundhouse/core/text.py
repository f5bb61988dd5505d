"""Texts for people: lists, counts, money, and seats by name.

`@2` in a prompt or a log sentence stands for the name of seat 2; `say` puts it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SEAT = re.compile(r"@(\d)")


def say(text: str, names: Sequence[str]) -> str:
    """The text with names in place."""

    def name(found: re.Match[str]) -> str:
        seat = int(found.group(1))
        return names[seat] if seat < len(names) else found.group(0)

    return _SEAT.sub(name, text)


def count(n: int, thing: str, plural: str = "") -> str:
    """`1 rail`, `3 rails`, `2 cities`."""
    return f"{n} {thing if n == 1 else plural or thing + 's'}"


def listed(parts: Iterable[str], none: str = "nothing") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = tuple(parts) or (none,)
    return f"{', '.join(most)} and {last}" if most else last


def signed(amount: int) -> str:
    """`+$3`, `−$3`."""
    return f"+${amount}" if amount >= 0 else f"−${-amount}"


def capital(text: str) -> str:
    """The first letter large, the others as they are."""
    return text[:1].upper() + text[1:]
