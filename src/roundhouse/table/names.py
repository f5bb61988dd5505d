"""Names of users and bots, and random ids of tables and invitations."""

from __future__ import annotations

import secrets
import unicodedata

MAX_NAME_LENGTH = 24
GUEST = " (guest)"  # after a guest name that looks like an account
BOT_NAMES = ("Ada", "Brunel", "Casey", "Dora", "Elijah", "Fontaine")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def fresh_id() -> str:
    """Return a random id that is short but hard to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def fresh_invite() -> str:
    """Return the secret of an invitation link."""
    return secrets.token_urlsafe(18)


def tidy_name(name: str, otherwise: str) -> str:
    """Return a printable, short name without `@`, which stands for seats in texts."""
    saved = "".join(c for c in name if c.isprintable() and c != "@")
    return " ".join(saved.split())[:MAX_NAME_LENGTH].strip() or otherwise


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]


def skeleton(name: str) -> str:
    """Return the visual skeleton of a name: names that look alike share it."""
    plain = unicodedata.normalize("NFKD", name).translate(_CAPITALS).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_LETTERS_ALIKE)
    folded = "".join(c for c in plain if c.isalnum())
    for several, one in _PAIRS:
        folded = folded.replace(several, one)
    return folded or unicodedata.normalize("NFKC", name).casefold()


# Letters of other scripts that look like Latin ones. Capitals come first, because a small letter
# may look like a different letter. `i` maps to `l`, because capital I looks like l.
_CAPITALS = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408",
    "ABEZHIKMNOPTYXABEKMHOPCTYXSIJ",
)
_LETTERS_ALIKE = str.maketrans(
    "\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9"
    "\u0430\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458"
    "\u0131\u0142\u00f8\u0111i1|0$",
    "aelkvoptuxwaekmhopctyxsljllodlllos",
)
_PAIRS = (("rn", "m"), ("vv", "w"))
