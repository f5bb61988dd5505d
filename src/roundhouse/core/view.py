"""The shape of a view: what one seat may know, as plain data.

A view is built from an allow-list, never by stripping the true state. The web table, the terminal
and the drawings read nothing else. In texts for people `@2` stands for the name of seat 2.
A ref (`city:fargo`) ties a choice to what carries the same `data-ref` in the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, final

if TYPE_CHECKING:
    from roundhouse.core.game import Position


@dataclass(frozen=True)
class Drawing:
    """One of the pictures that make up a game's table."""

    name: str
    title: str = ""  # for people; the name will do where this is empty


@dataclass(frozen=True)
class End:
    """How a game ended: a short code to count by, and a sentence for people."""

    code: str
    sentence: str


@final
class Choice(TypedDict):
    """An offered action. `group` heads a run of choices; `note` is the small print."""

    move: str
    label: str
    refs: list[str]
    group: str
    note: str


@final
class Shortcut(TypedDict):
    """Several moves of the same seat in one click; each is checked when its turn comes."""

    moves: list[str]
    label: str
    refs: list[str]
    group: str
    note: str


class Fact(TypedDict):
    """A line of a panel. `ref` may tie it to the drawing, `mark` is a colour of the drawing."""

    label: str
    value: str
    ref: NotRequired[str]
    mark: NotRequired[str]


class Panel(TypedDict):
    """A seat's place at the table."""

    seat: int
    score: int
    unit: NotRequired[str]  # what the score counts, where that is not the game's unit
    facts: list[Fact]
    badges: list[str]


class View(TypedDict):
    """What a seat (or a spectator: `seat` None) may know."""

    game: str
    seat: int | None
    seats: int
    turn: int
    phase: str
    prompt: str
    choices: list[Choice]
    shortcuts: list[Shortcut]
    panels: list[Panel]
    notes: list[Fact]  # about the table as a whole: round, deck, what ends the game
    facts: dict[str, Any]  # the game's own, for its drawing and for researchers
    ranks: list[int] | None


def assemble(
    position: Position,
    seat: int | None,
    *,
    phase: str,
    prompt: str,
    choices: list[Choice],
    panels: list[Panel],
    notes: list[Fact],
    facts: dict[str, Any],
    shortcuts: list[Shortcut] | None = None,
) -> View:
    """A view of what a room says of a position; what every game says alike is filled in."""
    return {
        "game": position.game.meta.id,
        "seat": seat,
        "seats": position.seats,
        "turn": position.turn,
        "phase": phase,
        "prompt": prompt,
        "choices": choices,
        "shortcuts": shortcuts or [],
        "panels": panels,
        "notes": notes,
        "facts": facts,
        "ranks": position.ranks() if position.over else None,
    }


def nothing_hidden(before: Position, action: int, seat: int | None) -> str:
    """The `redact` of a game without secrets: everybody may read every word."""
    return before.game.text(action)


def choice(
    move: str, label: str, refs: list[str] | None = None, group: str = "", note: str = ""
) -> Choice:
    return {"move": move, "label": label, "refs": refs or [], "group": group, "note": note}


def fact(label: str, value: object, ref: str = "", mark: str = "") -> Fact:
    made: Fact = {"label": label, "value": str(value)}
    if ref:
        made["ref"] = ref
    if mark:
        made["mark"] = mark
    return made
