"""Chairs: who sits at a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.web.errors import Refusal
from roundhouse.web.names import bot_name, fresh_invite, tidy_name
from roundhouse.web.people import Person
from roundhouse.web.store.store import Row

OPEN, PERSON, BOT = "open", "person", "bot"


@dataclass(frozen=True)
class Chair:
    """A seat's place: who sits there."""

    seat: int
    kind: str  # OPEN, PERSON or BOT
    name: str
    person: str | None = None
    level: str = ""
    invite: str | None = None
    resigned: bool = False


def chair_from(row: Row) -> Chair:
    return Chair(
        row["seat"],
        row["kind"],
        row["name"],
        row["person"],
        row["level"],
        row["invite"],
        bool(row["resigned"]),
    )


def chair_for(seat: int, word: str, host: Person) -> Chair:
    """The chair that a word asks for when a table is laid; `guest` is somebody at the host's own
    screen."""
    kind, _, more = word.partition(":")
    if word == "me":
        return Chair(seat, PERSON, host.name, host.id)
    if word == "open":
        return Chair(seat, OPEN, "open seat", invite=fresh_invite())
    if kind == "guest":
        return Chair(seat, PERSON, tidy_name(more, f"{host.name} {seat + 1}"), host.id)
    if word.startswith("bot:"):
        return bot_chair(seat, more)
    raise Refusal(f"A seat is `me`, `guest:<name>`, `open` or `bot:<name>`, not {word!r}.")


def bot_chair(seat: int, level: str) -> Chair:
    return Chair(seat, BOT, bot_name(seat), level=level)


def against_bots(seats: int, mine: int, person: Person, level: str) -> list[Chair]:
    """One person among bots of one level."""
    return among_bots(mine, person, [level] * (seats - 1))


def among_bots(mine: int, person: Person, levels: Sequence[str]) -> list[Chair]:
    """One person among these bots, which sit in this order."""
    seated = [bot_chair(n + (n >= mine), level) for n, level in enumerate(levels)]
    seated.insert(mine, Chair(mine, PERSON, person.name, person.id))
    return seated
