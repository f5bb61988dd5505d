"""The template context of a position: prompt, pictures, seats, notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from zlib import crc32

from markupsafe import Markup

from roundhouse.core.seat_colours import SEAT_COLOURS, SEAT_INKS
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Fact, View
from roundhouse.table.presentation.drawings import mark_new
from roundhouse.table.presentation.markup import NamesForReader, rich
from roundhouse.table.presentation.match_views import DrawnView, MatchViews
from roundhouse.table.presentation.words import PositionInWords, put_in_words
from roundhouse.table.viewpoint import Viewpoint

MAX_MARKED_CHANGES = 12  # more changes mean a cleared board: emptied spaces are not marked then
MAX_BRIEF = 2  # facts in a compact panel, if the game does not choose them


@dataclass
class FactLine:
    """A fact, and whether it is new to the viewer."""

    label: Markup
    value: Markup
    ref: str
    mark: str
    new: bool


@dataclass
class SeatPanel:
    """A seat's panel."""

    seat: int
    seat_letter: str
    colour: str
    ink: str
    name: str
    score: int
    unit: str  # unit of the score; empty: the unit of the game
    score_new: bool
    facts: list[FactLine]
    brief: list[FactLine]
    badges: list[Markup]
    rank: int | None
    this_round: int | None  # points of the current round, if they are not in the score yet


@dataclass
class Picture:
    """A drawing of the game."""

    name: str
    title: str
    svg: Markup
    mine: bool  # the viewer's own hand: shown beside their seat
    narrow: bool  # a variant for phones

    @property
    def digest(self) -> str:
        """A short digest, so that a page can detect changes."""
        return f"{crc32(self.svg.encode()):x}"


@dataclass(kw_only=True)
class PositionContext:
    """What the templates show of a position."""

    prompt: Markup
    why: Markup
    pictures: list[Picture]
    hands: list[Picture]
    focus: str  # the name of the picture in focus
    decision_focus: str  # and of the one that the decision needs
    panels: list[SeatPanel]
    notes: list[FactLine]
    turn: int
    ranks: list[int] | None
    words: Callable[[], PositionInWords]  # written only for pages that show it


@dataclass(kw_only=True)
class StepPageContext(PositionContext):
    """What the template `_step.html` shows."""

    ply: int
    viewpoint: Viewpoint
    unit: str  # of scores
    sheet_link: str = "?sheet="


def build_page_context(
    now: DrawnView,
    before: DrawnView | None,
    names: Sequence[str],
    sheet: str = "",
    start: Callable[[], DrawnView] | None = None,
) -> PositionContext:
    """Return the context of a position; what differs from `before` is marked as new.

    `sheet` is the picture to focus, by default the one of the decision. `start` returns the
    initial position.
    """
    old = before.view if before is not None else None
    view = now.view
    drawing = pictures(now, before, start)
    on_stage = [picture for picture in drawing if not picture.mine]
    names_of_sheets = [picture.name for picture in on_stage]
    focus = sheet if sheet in names_of_sheets else view["focus"]
    return PositionContext(
        prompt=rich(view["prompt"], names),
        why=rich(view["why"], names),
        pictures=on_stage,
        hands=[_at_the_left(picture) for picture in drawing if picture.mine],
        focus=focus if focus in names_of_sheets else names_of_sheets[0],
        decision_focus=view["focus"],
        panels=seat_panels(view, old, names),
        notes=fact_lines(view["notes"], old["notes"] if old else None, names),
        turn=view["turn"],
        ranks=view["ranks"],
        words=partial(put_in_words, now, names),
    )


def build_step_page(
    views: MatchViews, names: Sequence[str], viewpoint: Viewpoint, ply: int
) -> StepPageContext:
    """Return the context of the position at a ply."""
    now = views.at(viewpoint.seat, ply)
    before = views.at(viewpoint.seat, ply - 1) if ply else None
    names_for_reader = NamesForReader(names, viewpoint.reader)
    page = build_page_context(
        now, before, names_for_reader, start=partial(views.at, viewpoint.seat, 0)
    )
    unit = views.match.game.meta.unit
    return StepPageContext(**vars(page), ply=ply, viewpoint=viewpoint, unit=unit)


def _at_the_left(picture: Picture) -> Picture:
    """Align a hand to the left, however wide its place is."""
    svg = str(picture.svg).replace("<svg ", '<svg preserveAspectRatio="xMinYMid meet" ', 1)
    return replace(picture, svg=Markup(svg))


def pictures(
    now: DrawnView, before: DrawnView | None, start: Callable[[], DrawnView] | None = None
) -> list[Picture]:
    new = now.changed(before) if before is not None and before.ply < now.ply else set()
    if len(new) > MAX_MARKED_CHANGES and start is not None:
        new &= now.changed(start())
    return [
        Picture(
            drawing.name,
            _(drawing.title) or drawing.name.replace("_", " "),
            Markup(mark_new(now.drawings[drawing.name], new)),
            drawing.mine,
            drawing.narrow,
        )
        for drawing in now.game.drawings
    ]


def seat_panels(view: View, before: View | None, names: Sequence[str]) -> list[SeatPanel]:
    panels = []
    reader = names.reader if isinstance(names, NamesForReader) else None
    for panel in view["panels"]:
        seat = panel["seat"]
        old = before["panels"][seat] if before is not None else None
        facts = fact_lines(panel["facts"], old["facts"] if old else None, names)
        brief = fact_lines(panel["brief"], None, names) if "brief" in panel else facts[:MAX_BRIEF]
        panels.append(
            SeatPanel(
                seat,
                SEAT_LETTERS[seat],
                SEAT_COLOURS[seat],
                SEAT_INKS[seat],
                _("You") if seat == reader else names[seat],
                panel["score"],
                panel.get("unit", ""),
                old is not None and old["score"] != panel["score"],
                facts,
                brief,
                [rich(b, names) for b in panel["badges"]],
                view["ranks"][seat] if view["ranks"] else None,
                panel.get("this_round"),
            )
        )
    return panels


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
