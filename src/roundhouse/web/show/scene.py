"""The scene of a ply: what every page about one prints. Prompt, pictures, seats, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from markupsafe import Markup

from roundhouse.core.svg import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS
from roundhouse.core.view import Fact, View
from roundhouse.web.show.drawings import mark_new
from roundhouse.web.show.markup import rich
from roundhouse.web.show.snapshot import Snapshot

MANY = 12  # so many changes at once, and the board was cleared: what is empty again is not marked
BRIEF = 2  # facts of a small chip, where a game does not say which matter most


@dataclass
class FactLine:
    """A fact, and whether it is new to the reader."""

    label: Markup
    value: Markup
    ref: str
    mark: str
    new: bool


@dataclass
class SeatPanel:
    """A seat's place on the page."""

    seat: int
    letter: str
    colour: str
    ink: str
    name: str
    score: int
    unit: str  # of the score; empty: the game's
    score_new: bool
    facts: list[FactLine]
    brief: list[FactLine]
    badges: list[Markup]
    rank: int | None


@dataclass
class Picture:
    """One of a game's drawings; `title` is what people call it."""

    name: str
    title: str
    svg: Markup
    mine: bool  # what one holds: it lies beside one's own seat, not on the stage
    narrow: bool  # as it is drawn on a phone

    @property
    def digest(self) -> str:
        """Changes with the drawing, so that a page need not compare what it is made of."""
        return f"{crc32(self.svg.encode()):x}"


def scene(
    now: Snapshot,
    before: Snapshot | None,
    names: Sequence[str],
    sheet: str = "",
    start: Callable[[], Snapshot] | None = None,
) -> dict[str, Any]:
    """A ply as the templates print it; what differs from `before` is marked as new. `sheet` is
    the one that somebody wants in focus, where that is not the one the decision is made on;
    `start` is how everything lay at the beginning."""
    old = before.view if before is not None else None
    view = now.view
    drawn = pictures(now, before, start)
    on_stage = [picture for picture in drawn if not picture.mine]
    names_of_sheets = [picture.name for picture in on_stage]
    asked = sheet if sheet in names_of_sheets else view["focus"]
    return {
        "prompt": rich(view["prompt"], names),
        "why": rich(view["why"], names),
        "pictures": on_stage,
        "hands": [_at_the_left(picture) for picture in drawn if picture.mine],
        "focus": asked if asked in names_of_sheets else names_of_sheets[0],
        "wanted_focus": view["focus"],
        "panels": seat_panels(view, old, names),
        "notes": fact_lines(view["notes"], old["notes"] if old else None, names),
        "turn": view["turn"],
        "ranks": view["ranks"],
        "winners": [n for n, rank in enumerate(view["ranks"] or []) if rank == 0],
    }


def _at_the_left(picture: Picture) -> Picture:
    """What one holds begins at the left, however wide its place is."""
    svg = str(picture.svg).replace("<svg ", '<svg preserveAspectRatio="xMinYMid meet" ', 1)
    return replace(picture, svg=Markup(svg))


def pictures(
    now: Snapshot, before: Snapshot | None, start: Callable[[], Snapshot] | None = None
) -> list[Picture]:
    new = now.changed(before) if before is not None and before.ply < now.ply else set()
    if len(new) > MANY and start is not None:
        new &= now.changed(start())
    return [
        Picture(
            drawing.name,
            drawing.title or drawing.name.replace("_", " "),
            Markup(mark_new(now.drawings[drawing.name], new)),
            drawing.mine,
            drawing.narrow,
        )
        for drawing in now.game.drawings
    ]


def seat_panels(view: View, before: View | None, names: Sequence[str]) -> list[SeatPanel]:
    made = []
    for panel in view["panels"]:
        seat = panel["seat"]
        old = before["panels"][seat] if before is not None else None
        facts = fact_lines(panel["facts"], old["facts"] if old else None, names)
        brief = fact_lines(panel["brief"], None, names) if "brief" in panel else facts[:BRIEF]
        made.append(
            SeatPanel(
                seat,
                SEAT_LETTERS[seat],
                SEAT_COLOURS[seat],
                SEAT_INKS[seat],
                names[seat],
                panel["score"],
                panel.get("unit", ""),
                old is not None and old["score"] != panel["score"],
                facts,
                brief,
                [rich(b, names) for b in panel["badges"]],
                view["ranks"][seat] if view["ranks"] else None,
            )
        )
    return made


def fact_lines(
    facts: Sequence[Fact], before: Sequence[Fact] | None, names: Sequence[str]
) -> list[FactLine]:
    old = None if before is None else {f["label"]: f["value"] for f in before}
    return [
        FactLine(
            rich(f["label"], names),
            rich(f["value"], names),
            f.get("ref", ""),
            f.get("mark", ""),
            old is not None and old.get(f["label"]) != f["value"],
        )
        for f in facts
    ]
