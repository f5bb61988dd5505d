"""Chairs: who occupies each seat of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Refusal
from roundhouse.table.names import bot_name, fresh_invite, tidy_name
from roundhouse.table.ports import Player

OPEN, HUMAN, BOT = "open", "person", "bot"


@dataclass(frozen=True)
class Chair:
    """The occupant of a seat. An open seat with a user is reserved for them."""

    seat: int
    kind: str  # OPEN, HUMAN or BOT
    name: str
    user: str | None = None
    level: str = ""
    invite: str | None = None
    resigned: bool = False


def chair_for(seat: int, word: str, host: Player) -> Chair:
    """Return the chair for a word of the new-table form.

    `guest:<name>` is a local player on the host's device.
    """
    kind, _colon, more = word.partition(":")
    if word == "me":
        return Chair(seat, HUMAN, host.name, host.id)
    if word == "open":
        return open_chair(seat)
    if kind == "guest":
        return Chair(seat, HUMAN, tidy_name(more, f"{host.name} {seat + 1}"), host.id)
    if word.startswith("bot:"):
        return bot_chair(seat, more)
    raise Refusal(
        _(
            "A seat must be `me`, `guest:<name>`, `open`, `bot:<name>` or, for a bot "
            "account, `invite:<name>`, not {word}.",
            word=repr(word),
        )
    )


def open_chair(seat: int) -> Chair:
    return Chair(seat, OPEN, "open seat", invite=fresh_invite())


def reserved_chair(seat: int, user: Player) -> Chair:
    """Return an open chair that only this user can take."""
    return Chair(seat, OPEN, user.name, user.id)


def bot_chair(seat: int, level: str) -> Chair:
    return Chair(seat, BOT, bot_name(seat), level=level)


def against_bots(seats: int, mine: int, user: Player, level: str) -> list[Chair]:
    """Return the chairs of a user among bots of one level."""
    return among_bots(mine, user, [level] * (seats - 1))


def among_bots(mine: int, user: Player, levels: Sequence[str]) -> list[Chair]:
    """Return the chairs of a user among bots of these levels, in this order."""
    seated = [bot_chair(n + (n >= mine), level) for n, level in enumerate(levels)]
    seated.insert(mine, Chair(mine, HUMAN, user.name, user.id))
    return seated
