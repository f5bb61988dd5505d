"""Names: of people and bots, for others to read; of tables and invitations, for nobody to guess."""

from __future__ import annotations

import secrets
import unicodedata

NAME_LENGTH = 24
GUEST = " (guest)"  # after the name of somebody who is called like an account that is not theirs
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


def skeleton(name: str) -> str:
    """What a name looks like: two names that can be taken for each other have the same."""
    plain = unicodedata.normalize("NFKD", name).translate(_CAPITALS).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_LETTERS_ALIKE)
    bones = "".join(c for c in plain if c.isalnum())
    for several, one in _PAIRS:
        bones = bones.replace(several, one)
    return bones or unicodedata.normalize("NFKC", name).casefold()


# Letters of other alphabets (Greek, Cyrillic, some others) that look like ours: capitals first,
# because the small letter of one often looks like another than its capital does. `i` is an `l`,
# because the capital of one is the other.
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
