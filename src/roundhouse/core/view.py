"""The structure of a view: what one seat may know, as plain data.

A view is built from an allow-list, never by removing parts of the true state. The web interface,
the terminal and the drawings read nothing else. In texts `@2` stands for the name of seat 2. A ref
such as `city:fargo` links a choice to the elements with the same `data-ref` in the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, TypedDict, final

from roundhouse.core.translation import translate as _

if TYPE_CHECKING:
    from roundhouse.core.state import State


# Width and height of the `narrow` drawing, in pixels on a phone and in units of the drawing.
NARROW = (372, 52)


@dataclass(frozen=True)
class Drawing:
    """One drawing of a game's table.

    Most drawings are shown on the stage. The one with `mine` shows what the viewing seat holds
    (cards, certificates, cubes, cargo, cash), with refs for what can be chosen. A second one with
    `mine` and `narrow` shows the same on a phone, in the size `NARROW`.
    """

    name: str
    title: str = ""  # for players; empty: the name
    mine: bool = False
    narrow: bool = False


@dataclass(frozen=True)
class ScorePart:
    """One source of points: its label, and the points of each seat."""

    label: str
    by_seat: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """A notable event, such as a dividend or the end of a round.

    A row has a seat (-1: none), its amount and optionally a reason. An event without a title is not
    shown; it only accounts for points.
    """

    title: str
    text: str = ""
    rows: tuple[tuple[int, int, str], ...] = ()  # seat, amount, reason
    unit: str = ""  # unit of the amounts
    part: str = ""  # label of the amounts in the score breakdown; empty: not part of the score
    split: tuple[ScorePart, ...] = ()  # instead of `part`, for an event with several sources


def account(
    first: Sequence[int], last: Sequence[int], events: Iterable[Event]
) -> tuple[ScorePart, ...]:
    """Return the sources of the points of a whole game, from its events.

    Initial points and points without an event form a part of their own, so that the parts add up.
    """
    parts: dict[str, list[int]] = {}
    for event in events:
        rows = [(event.part, seat, amount) for seat, amount, _reason in event.rows if event.part]
        rows += [(part.label, n, got) for part in event.split for n, got in enumerate(part.by_seat)]
        for label, seat, amount in rows:
            parts.setdefault(label, [0] * len(last))[seat] += amount
    totals = [sum(amounts[seat] for amounts in parts.values()) for seat in range(len(last))]
    rest = [score - total for score, total in zip(last, totals, strict=True)]
    label = _("at the start") if rest == list(first) else _("at the start, and otherwise")
    named = [ScorePart(name, tuple(amounts)) for name, amounts in parts.items() if any(amounts)]
    return ((ScorePart(label, tuple(rest)),) if any(rest) else ()) + tuple(named)


@dataclass(frozen=True)
class End:
    """How a game ended: a code for statistics, and a sentence for players."""

    code: str
    sentence: str


class Ghost(TypedDict):
    """A preview of the piece that a choice places, shown at its target."""

    shape: str  # "cube", "disc", "house", "track", "card"
    colour: str
    ink: str
    text: str


@final
class Choice(TypedDict):
    """A legal action as it is offered to a player.

    `group` is the heading of several choices, and the tool to select if a target has several
    meanings. `note` describes the effect: cost and gains. `warning` says that the action has no
    effect or cannot pay off; usually empty.
    """

    move: str
    label: str
    refs: list[str]
    group: str
    note: str
    warning: str
    ghost: Ghost | None
    suggested: NotRequired[bool]  # of several amounts, the one that is proposed


class Suggestion(NamedTuple):
    """A move that a game suggests to a learner; advice and reason are sentences."""

    move: str
    advice: str
    reason: str = ""


@final
class Shortcut(TypedDict):
    """Several moves of one seat in one click; each is checked when it is made."""

    moves: list[str]
    label: str
    refs: list[str]
    group: str
    note: str


class Fact(TypedDict):
    """A labelled value; `ref` links it to the drawing, `mark` is one of its colours."""

    label: str
    value: str
    ref: NotRequired[str]
    mark: NotRequired[str]


class Panel(TypedDict):
    """The public information about a seat."""

    seat: int
    score: int
    unit: NotRequired[str]  # unit of the score, if it is not the game's
    facts: list[Fact]
    brief: NotRequired[list[Fact]]  # the two or three most important facts
    badges: list[str]
    this_round: NotRequired[int]  # points that the score gets if the round ends now


class View(TypedDict):
    """What a seat may know; `seat` is None for a spectator."""

    game: str
    seat: int | None
    seats: int
    turn: int
    phase: str
    prompt: str
    why: str  # the reason for the decision; may be empty
    focus: str  # the drawing on which the decision is made
    choices: list[Choice]
    shortcuts: list[Shortcut]
    panels: list[Panel]
    notes: list[Fact]  # facts about the whole table: round, deck, end condition
    facts: dict[str, Any]  # data of this game, for its drawings and for research
    ranks: list[int] | None


@dataclass(frozen=True)
class ViewContent:
    """What a game adds to a view."""

    phase: str
    prompt: str
    choices: list[Choice]
    panels: list[Panel]
    notes: list[Fact]
    facts: dict[str, Any]
    shortcuts: list[Shortcut] = field(default_factory=list)
    why: str = ""
    focus: str = ""  # empty: the first drawing


def assemble(position: State, seat: int | None, content: ViewContent) -> View:
    """Return a view; the fields that are the same in every game are filled in."""
    return {
        "game": position.game.meta.id,
        "seat": seat,
        "seats": position.seats,
        "turn": position.turn,
        "phase": content.phase,
        "prompt": content.prompt,
        "why": content.why,
        "focus": content.focus or position.game.drawings[0].name,
        "choices": content.choices,
        "shortcuts": content.shortcuts,
        "panels": content.panels,
        "notes": content.notes,
        "facts": content.facts,
        "ranks": position.ranks() if position.over else None,
    }


def nothing_hidden(before: State, action: int, seat: int | None) -> str:
    """Return the words of a move: the `redact` of a game without secrets."""
    return before.game.text(action)


def choice(
    move: str,
    label: str,
    refs: list[str] | None = None,
    group: str = "",
    note: str = "",
    warning: str = "",
) -> Choice:
    """Return a choice with defaults."""
    return {
        "move": move,
        "label": label,
        "refs": refs or [],
        "group": group,
        "note": note,
        "warning": warning,
        "ghost": None,
    }


def with_ghost(ghost: Ghost | None, offered: Choice) -> Choice:
    """Return a choice that previews a piece on the board."""
    return {**offered, "ghost": ghost}


def fact(label: str, value: object, ref: str = "", mark: str = "") -> Fact:
    """Return a fact with its value as text."""
    result: Fact = {"label": label, "value": str(value)}
    if ref:
        result["ref"] = ref
    if mark:
        result["mark"] = mark
    return result
