"""Names of users and bots, and random ids of tables and invitations."""

from __future__ import annotations

import secrets
import unicodedata

MAX_NAME_LENGTH = 24
MAX_READ_LENGTH = 200  # characters of a name that are looked at
GUEST = " (guest)"  # after a guest name that looks like an account
BOT_NAMES = ("Ada", "Brunel", "Casey", "Dora", "Elijah", "Fontaine")
# Characters that Python counts as printable but that are invisible: those that fonts ignore
# (Default_Ignorable_Code_Point), and blanks that are no spaces.
_INVISIBLE = frozenset(
    code
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFFC, 0xFFFC),
        (0x13441, 0x13442),
        (0x16FE4, 0x16FE4),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def fresh_id() -> str:
    """Return a random id that is short but hard to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def fresh_invite() -> str:
    """Return the secret of an share link."""
    return secrets.token_urlsafe(18)


def tidy_name(name: str, otherwise: str) -> str:
    """Return a short, composed (NFC) name without what cannot be seen.

    It has no `@` either, which stands for seats in texts.
    """
    read = name[:MAX_READ_LENGTH]
    seen = "".join(c for c in read if c.isprintable() and c != "@" and ord(c) not in _INVISIBLE)
    composed = " ".join(unicodedata.normalize("NFC", seen).split())[:MAX_NAME_LENGTH]
    return _without_loose_marks(composed).strip() or otherwise


def _without_loose_marks(name: str) -> str:
    """Remove the combining marks at the start, which have nothing to combine with."""
    while name and unicodedata.category(name[0]).startswith("M"):
        name = name[1:].lstrip()
    return name


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]
