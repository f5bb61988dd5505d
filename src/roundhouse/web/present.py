"""From looks to what the templates print. Nothing here knows a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from markupsafe import Markup

from roundhouse.core.svg import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS
from roundhouse.core.view import Fact, View
from roundhouse.web.look import Look, mark

AMOUNTS = 7  # a group of at least so many plain numbers becomes a grid with a number field
MANY = 9
_AMOUNT = re.compile(r"(\D?)(\d{1,5})")
_SEAT = re.compile(r"@(\d)")


def scored(score: int, unit: str) -> Markup:
    """A score with its unit, as people write it."""
    if len(unit) == 1:
        return Markup("<b>{}{}</b>").format(unit, score)
    return Markup("<b>{}</b> <small>{}</small>").format(score, unit)


def rich(text: str, names: Sequence[str]) -> Markup:
    """A text for people as HTML: `@2` becomes the name of seat 2 in its colour."""

    def name(found: re.Match[str]) -> str:
        seat = int(found.group(1))
        if seat >= len(names):
            return found.group(0)
        return f'<span class="who who{seat}">{escape(names[seat])}</span>'

    return Markup(_SEAT.sub(name, escape(text)))


@dataclass
class Offer:
    """A button: one move, or several."""

    moves: list[str]
    label: Markup
    note: Markup
    refs: str
    amount: str = ""


@dataclass
class Group:
    """Choices under one heading. `amounts`: plain numbers, shown as a grid."""

    title: Markup
    key: str
    offers: list[Offer] = field(default_factory=list)
    sign: str = ""
    amounts: bool = False

    @property
    def many(self) -> bool:
        """Too many to print the small print of each: it is shown on request."""
        return len(self.offers) > MANY

    @property
    def low(self) -> str:
        return self.offers[0].amount

    @property
    def high(self) -> str:
        return self.offers[-1].amount


def groups(view: View, names: Sequence[str]) -> list[Group]:
    """The choices of a view by their headings, shortcuts first within their group."""
    found: dict[str, Group] = {}
    for shortcut in view["shortcuts"]:
        _group(found, shortcut["group"], names).offers.append(
            _offer(shortcut["moves"], shortcut, names)
        )
    for choice in view["choices"]:
        _group(found, choice["group"], names).offers.append(_offer([choice["move"]], choice, names))
    for group in found.values():
        _find_amounts(group)
    # What can be seen at a glance comes first, long lists after it.
    return sorted(found.values(), key=lambda group: group.many and not group.amounts)


def move_of_amount(view: View, key: str, amount: str) -> str | None:
    """The move that a number typed into a group's field means."""
    for choice in view["choices"]:
        match = _AMOUNT.fullmatch(choice["label"])
        if choice["group"] == key and match and match.group(2) == amount.strip():
            return choice["move"]
    return None


def offer_of(view: View, move: str, names: Sequence[str]) -> tuple[Markup, Offer] | None:
    """A choice of the view by its words, with the heading it stands under."""
    for choice in view["choices"]:
        if choice["move"] == move:
            return rich(choice["group"], names), _offer([move], choice, names)
    return None


def _group(found: dict[str, Group], key: str, names: Sequence[str]) -> Group:
    if key not in found:
        found[key] = Group(rich(key, names), key)
    return found[key]


def _offer(moves: list[str], offered: Any, names: Sequence[str]) -> Offer:
    match = _AMOUNT.fullmatch(offered["label"])
    return Offer(
        moves,
        rich(offered["label"], names),
        rich(offered["note"], names),
        " ".join(offered["refs"]),
        match.group(2) if match else "",
    )


def _find_amounts(group: Group) -> None:
    plain = [o for o in group.offers if o.amount]
    if len(plain) >= AMOUNTS and len(plain) == len(group.offers):
        group.amounts = True
        sign = _AMOUNT.fullmatch(str(plain[0].label))
        group.sign = sign.group(1) if sign else ""


@dataclass
class Line:
    """A fact, and whether it is new to the reader."""

    label: Markup
    value: Markup
    ref: str
    mark: str
    new: bool


def lines(facts: Sequence[Fact], before: Sequence[Fact] | None, names: Sequence[str]) -> list[Line]:
    old = None if before is None else {f["label"]: f["value"] for f in before}
    return [
        Line(
            rich(f["label"], names),
            rich(f["value"], names),
            f.get("ref", ""),
            f.get("mark", ""),
            old is not None and old.get(f["label"]) != f["value"],
        )
        for f in facts
    ]


@dataclass
class Place:
    """A seat's panel on the page."""

    seat: int
    letter: str
    colour: str
    ink: str
    name: str
    score: int
    unit: str  # of the score; empty: the game's
    score_new: bool
    facts: list[Line]
    badges: list[Markup]
    rank: int | None


def places(view: View, before: View | None, names: Sequence[str]) -> list[Place]:
    made = []
    for panel in view["panels"]:
        seat = panel["seat"]
        old = before["panels"][seat] if before is not None else None
        made.append(
            Place(
                seat,
                SEAT_LETTERS[seat],
                SEAT_COLOURS[seat],
                SEAT_INKS[seat],
                names[seat],
                panel["score"],
                panel.get("unit", ""),
                old is not None and old["score"] != panel["score"],
                lines(panel["facts"], old["facts"] if old else None, names),
                [rich(b, names) for b in panel["badges"]],
                view["ranks"][seat] if view["ranks"] else None,
            )
        )
    return made


@dataclass
class Picture:
    sheet: str
    svg: Markup


def pictures(look: Look, before: Look | None) -> list[Picture]:
    new = look.changed(before) if before is not None and before.ply < look.ply else set()
    return [Picture(sheet, Markup(mark(svg, new))) for sheet, svg in look.drawings.items()]


def scene(look: Look, before: Look | None, names: Sequence[str]) -> dict[str, Any]:
    """What every page about a ply prints: prompt, pictures, places, notes."""
    old = before.view if before is not None else None
    view = look.view
    return {
        "prompt": rich(view["prompt"], names),
        "pictures": pictures(look, before),
        "places": places(view, old, names),
        "notes": lines(view["notes"], old["notes"] if old else None, names),
        "turn": view["turn"],
        "ranks": view["ranks"],
        "winners": [n for n, rank in enumerate(view["ranks"] or []) if rank == 0],
    }


def log_lines(
    log: Sequence[tuple[int, str]], names: Sequence[str], since: int, most: int
) -> list[dict[str, Any]]:
    """The log's end, newest last; `new` from ply `since` on. A line's link shows the table
    after its move."""
    return [
        {"ply": ply + 1, "text": rich(text, names), "new": ply >= since}
        for ply, text in log[-most:]
    ]
