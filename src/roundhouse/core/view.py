"""The shape of a view: what one seat may know, as plain data.

A view is built from an allow-list, never by stripping the true state. The web table, the terminal
and the drawings read nothing else. In texts for people `@2` stands for the name of seat 2.
A ref (`city:fargo`) ties a choice to what carries the same `data-ref` in the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, final

if TYPE_CHECKING:
    from roundhouse.core.game import Position


# What lies beside one's own seat on a phone: width and height in pixels, and in units of a drawing.
NARROW = (372, 112)


@dataclass(frozen=True)
class Drawing:
    """One of the pictures that make up a game's table.

    Most lie on the stage. The one with `mine` is drawn beside the seat that looks: everything it
    holds (cards, certificates, cubes, cargo, cash), with refs where that can be chosen. A second
    one, `narrow` as well, shows the same in the room that a phone has (`NARROW`).
    """

    name: str
    title: str = ""  # for people; the name will do where this is empty
    mine: bool = False
    narrow: bool = False


@dataclass(frozen=True)
class ScorePart:
    """Where points of a finished game came from: what for, and how many each seat got."""

    label: str
    by_seat: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """Something that deserves a card of its own: a dividend, a round's end, a bull market, the end.

    A row is a seat (or -1: nobody's) with what it got and, where it helps, why. An event without a
    title has no card: it only accounts for points that were made in passing.
    """

    title: str
    text: str = ""
    rows: tuple[tuple[int, int, str], ...] = ()  # seat, amount, why
    unit: str = ""  # of the amounts
    part: str = ""  # what the amounts are called where a score is accounted for; empty: no score
    split: tuple[ScorePart, ...] = ()  # instead of `part`, where one event has several sources


def account(
    first: Sequence[int], last: Sequence[int], events: Iterable[Event]
) -> tuple[ScorePart, ...]:
    """Where the points of a whole game came from, by the events that moved them.

    What a seat had at first, and what no event tells of, is a part of its own: the parts add up.
    """
    parts: dict[str, list[int]] = {}
    for event in events:
        rows = [(event.part, seat, amount) for seat, amount, _ in event.rows if event.part]
        rows += [(part.label, n, got) for part in event.split for n, got in enumerate(part.by_seat)]
        for label, seat, amount in rows:
            parts.setdefault(label, [0] * len(last))[seat] += amount
    told = [sum(amounts[seat] for amounts in parts.values()) for seat in range(len(last))]
    rest = [now - sum_ for now, sum_ in zip(last, told, strict=True)]
    label = "at the start" if rest == list(first) else "at the start, and otherwise"
    made = [ScorePart(name, tuple(amounts)) for name, amounts in parts.items() if any(amounts)]
    return ((ScorePart(label, tuple(rest)),) if any(rest) else ()) + tuple(made)


@dataclass(frozen=True)
class End:
    """How a game ended: a short code to count by, and a sentence for people."""

    code: str
    sentence: str


class Ghost(TypedDict):
    """The piece that a choice would put down, shown at its target before it is made."""

    shape: str  # "cube", "disc", "house", "track", "card"
    colour: str
    ink: str
    text: str


@final
class Choice(TypedDict):
    """An offered action.

    `group` heads a run of choices, and is the tool one picks where a target means several things.
    `note` says what comes of it: who gains what, what it costs. `warning` says that it does nothing
    or cannot pay off any more; empty where there is no such thing to say.
    """

    move: str
    label: str
    refs: list[str]
    group: str
    note: str
    warning: str
    ghost: Ghost | None


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
    brief: NotRequired[list[Fact]]  # the two or three that matter most, for a small chip
    badges: list[str]


class View(TypedDict):
    """What a seat (or a spectator: `seat` None) may know."""

    game: str
    seat: int | None
    seats: int
    turn: int
    phase: str
    prompt: str
    why: str  # the reason of what is asked, in a few words; may be empty
    focus: str  # the drawing on which the present decision is made
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
    why: str = "",
    focus: str = "",
) -> View:
    """A view of what a room says of a position; what every game says alike is filled in."""
    return {
        "game": position.game.meta.id,
        "seat": seat,
        "seats": position.seats,
        "turn": position.turn,
        "phase": phase,
        "prompt": prompt,
        "why": why,
        "focus": focus or position.game.drawings[0].name,
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
    move: str,
    label: str,
    refs: list[str] | None = None,
    group: str = "",
    note: str = "",
    warning: str = "",
    ghost: Ghost | None = None,
) -> Choice:
    return {
        "move": move,
        "label": label,
        "refs": refs or [],
        "group": group,
        "note": note,
        "warning": warning,
        "ghost": ghost,
    }


def fact(label: str, value: object, ref: str = "", mark: str = "") -> Fact:
    made: Fact = {"label": label, "value": str(value)}
    if ref:
        made["ref"] = ref
    if mark:
        made["mark"] = mark
    return made
