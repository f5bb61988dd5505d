"""The pseudo-locale `xx`: English with accents, 40% longer and in brackets.

Text without accents in its pages is not translated; text that does not fit is too long.
"""

from __future__ import annotations

import re
from functools import cache

PLAIN = "aeiouycnszAEIOUYCNSZ"
ACCENTED = "àéîöüýçñšžÀÉÎÖÜÝÇÑŠŽ"
LONGER = 0.4
_ACCENTS = str.maketrans(PLAIN, ACCENTED)
# Placeholders, tags, seats, placeholders of argparse.
_KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|@\d|%\(\w+\)[sr]|%[sr]\b)")


@cache
def write_pseudo(message: str) -> str:
    """Return a message in the pseudo-locale."""
    parts = _KEPT.split(message)
    letters = sum(map(len, parts[::2]))
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    return f"⟦{''.join(parts)}{'·' * round(letters * LONGER)}⟧"
