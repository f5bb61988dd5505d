"""Names: of people and bots, for others to read; of tables and invitations, for nobody to guess."""

from __future__ import annotations

import secrets

NAME_LENGTH = 24
BOT_NAMES = ("Ada", "Brunel", "Casey", "Dora", "Elijah", "Fontaine")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def fresh_id() -> str:
    """A name for a table or record: short enough to read out, too many to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def fresh_invite() -> str:
    """The secret of a seat's link."""
    return secrets.token_urlsafe(18)


def tidy_name(name: str, otherwise: str) -> str:
    """A name for people, printable and short; `@` stands for seats in texts, so it goes."""
    kept = "".join(c for c in name if c.isprintable() and c != "@")
    return " ".join(kept.split())[:NAME_LENGTH].strip() or otherwise


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]
