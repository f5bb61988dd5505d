"""Texts for people: `@2` in a prompt or a log sentence stands for the name of seat 2."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SEAT = re.compile(r"@(\d)")


def say(text: str, names: Sequence[str]) -> str:
    """The text with names in place."""

    def name(found: re.Match[str]) -> str:
        seat = int(found.group(1))
        return names[seat] if seat < len(names) else found.group(0)

    return _SEAT.sub(name, text)
