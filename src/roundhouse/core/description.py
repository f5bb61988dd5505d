"""A view in plain sentences, for readers without the drawings and for programs.

A game describes what only it knows (`describe` in its `describe.py`). The rest of a view has the
same structure in every game and is written here. Only a view is read, so nothing secret is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from roundhouse.core.constants import OVER
from roundhouse.core.errors import BadOption, UnknownPlace
from roundhouse.core.meta import Meta
from roundhouse.core.text import (
    address_reader,
    capitalize_first,
    count,
    insert_names,
    join_words,
    quantity,
)
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, Fact, Panel, Shortcut, View

FULL, BRIEF = "full", "brief"
DETAILS = (FULL, BRIEF)
OWN, OTHERS, PLAYERS = mark("You"), mark("Other players"), mark("Players")  # titles of sections


@dataclass(frozen=True)
class Section:
    """Lines under a title; each line can be read by itself."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """What is at one place of the board, in sentences.

    `ref` is its ref in the drawings; `near` has the refs of what touches it, such as links.
    """

    name: str
    ref: str
    text: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameDescription:
    """What a game adds to the description of a view.

    In texts `@2` stands for the name of seat 2.

    Attributes:
        sections: The state of the game, in reading order.
        places: Every place of the board that a player can ask about.
        hand: What only the viewing seat knows, such as the cards in its hand.
    """

    sections: tuple[Section, ...]
    places: tuple[Place, ...] = ()
    hand: tuple[str, ...] = ()


def write_description(
    view: View, description: GameDescription, meta: Meta, detail: str, names: Sequence[str]
) -> str:
    """Write a view in reading order: decision, table, holdings, board.

    Each section is a title and a list. BRIEF leaves the board out. Raises BadOption for an unknown
    detail.
    """
    if detail not in DETAILS:
        raise BadOption(
            _(
                "there is no detail {detail}; use {details}",
                detail=repr(detail),
                details=join_words(DETAILS),
            )
        )
    sections = list_sections(view, description, meta, detail)
    text = "\n\n".join(write_section(each) for each in sections)
    return name_seats(text, view["seat"], names)


def list_sections(
    view: View, description: GameDescription, meta: Meta, detail: str = FULL
) -> list[Section]:
    """Return the sections of a description in reading order, without empty ones."""
    panels = view["panels"]
    own = [panel for panel in panels if panel["seat"] == view["seat"]]
    others = [panel for panel in panels if panel["seat"] != view["seat"]]
    sections = [
        Section("", tuple(_decision_lines(view, meta))),
        Section(_("Table"), tuple(_write_fact(each) for each in view["notes"])),
        *(Section(_(OWN), (*_own_lines(panel, meta), *description.hand)) for panel in own),
        Section(
            _(OTHERS) if own else _(PLAYERS),
            tuple(_write_panel(panel, meta, detail) for panel in others),
        ),
        *(description.sections if detail == FULL else ()),
    ]
    return [each for each in sections if each.lines]


def write_place(view: View, places: Sequence[Place], query: str, names: Sequence[str]) -> str:
    """Write what is at a place, and what the viewing seat can choose there.

    `query` is a name, an id, or a part of a name that no other place has. Raises UnknownPlace if
    there is no such place, or more than one.
    """
    place = _find_place(places, query)
    offers: list[Choice | Shortcut] = [*view["choices"], *view["shortcuts"]]
    lines = [_label(place.name, place.text)]
    refs = {place.ref, *place.near}
    lines += [f"- {write_offer(offer)}" for offer in offers if refs & set(offer["refs"])]
    return name_seats("\n".join(lines), view["seat"], names)


def write_offer(offer: Choice | Shortcut) -> str:
    """Write a choice with its consequences, in one line."""
    group, label = offer["group"], offer["label"]
    sentences = [_label(group, label) if group not in ("", label) else label]
    if offer["note"]:
        sentences.append(capitalize_first(offer["note"].replace(" · ", ", ")))
    if offer.get("warning"):
        sentences.append(_("Warning: {warning}", warning=offer.get("warning")))
    return ". ".join(sentences)


def write_counts(counts: Iterable[int]) -> str:
    """Write what each seat has, without those who have nothing: `@0 has 2, @1 has 1`."""
    texts = [
        _("{who} has {number}", who=f"@{n}", number=number)
        for n, number in enumerate(counts)
        if number
    ]
    return ", ".join(texts) or _("none")


def write_seats(seats: Iterable[int]) -> str:
    """List seats: `@0, @2 and @3`."""
    return join_words((f"@{n}" for n in seats), _("no one"))


def _decision_lines(view: View, meta: Meta) -> list[str]:
    """Write whose turn it is and what is asked, or the result."""
    seat, turn = view["seat"], view["turn"]
    role = _("You are a spectator") if seat is None else _("You are seat {seat}", seat=seat)
    lines = [f"{meta.title}, {count(view['seats'], 'player')}. {role}."]
    if turn == OVER:
        return [*lines, f"{view['prompt']}.", *_result_lines(view, meta)]
    if turn < 0:
        whose = _("Chance decides")
    else:
        whose = _("It is your turn") if turn == seat else _("{who} acts", who=f"@{turn}")
    lines.append(_("{whose}. Phase: {phase}.", whose=whose, phase=_(view["phase"])))
    lines.append(view["prompt"] + ("" if view["prompt"][-1] in ".?!" else "."))
    return [*lines, view["why"].replace(" · ", ", ")] if view["why"] else lines


def _result_lines(view: View, meta: Meta) -> list[str]:
    ranks = view["ranks"] or []
    lines = [] if 0 in ranks else [_("No player has won: the game itself wins.")]
    for panel in sorted(view["panels"], key=lambda panel: ranks[panel["seat"]]):
        place = ranks[panel["seat"]] + 1
        seat, score = f"@{panel['seat']}", _write_score(panel, meta)
        lines.append(_("Place {place}: {seat}, {score}.", place=place, seat=seat, score=score))
    return lines


def _write_score(panel: Panel, meta: Meta) -> str:
    return quantity(panel["score"], panel.get("unit", meta.unit))


def _own_lines(panel: Panel, meta: Meta) -> list[str]:
    score = _("score: {score}", score=_write_score(panel, meta))
    lines = [score, *map(_write_fact, panel["facts"])]
    return lines + list(panel["badges"])


def _write_panel(panel: Panel, meta: Meta, detail: str) -> str:
    facts = panel["facts"] if detail == FULL else panel.get("brief", panel["facts"])
    parts = [_write_score(panel, meta), *map(_write_fact, facts), *panel["badges"]]
    return _label(f"@{panel['seat']}", "; ".join(parts))


def _write_fact(each: Fact) -> str:
    return _label(each["label"], each["value"].replace(" · ", ", "))


def _label(label: str, value: str) -> str:
    return _("{label}: {value}", label=label, value=value)


def write_section(section: Section) -> str:
    """Write a section as a title and a list."""
    if not section.title:
        return "\n".join(section.lines)
    return "\n".join([section.title, *(f"- {line}" for line in section.lines)])


def name_section(section: Section, seat: int | None, names: Sequence[str]) -> Section:
    """Return a section with the players' names."""
    lines = tuple(name_seats(line, seat, names) for line in section.lines)
    return Section(name_seats(section.title, seat, names), lines)


def name_seats(text: str, seat: int | None, names: Sequence[str]) -> str:
    """Insert the players' names, and `you` for the seat that reads the lines."""
    if seat is None:
        return insert_names(text, names)
    lines = [
        bullet + address_reader(line.removeprefix(bullet), seat)
        for line in text.split("\n")
        for bullet in ["- " if line.startswith("- ") else ""]
    ]
    called = ["" if n == seat else name for n, name in enumerate(names)]
    return insert_names("\n".join(lines), called)


def _find_place(places: Sequence[Place], query: str) -> Place:
    """Return the one place with a name or an id; otherwise raise UnknownPlace."""
    name = query.strip().lower()
    by_name = {place.name.lower(): place for place in places}
    by_id = {place.ref.partition(":")[2].lower(): place for place in places}
    exact = by_name.get(name) or by_id.get(name)
    if exact is not None:
        return exact
    parts = [place for place in places if name and name in place.name.lower()]
    if len(parts) == 1:
        return parts[0]
    close = [by_name[name] for name in get_close_matches(name, by_name, 6, 0.5)]
    suggestions = [place.name for place in parts[:6] or close or places[:6]]
    raise UnknownPlace(
        _(
            "there is no single place {query}; places are, for example, {places}",
            query=repr(query),
            places=join_words(suggestions),
        )
        if suggestions
        else _("this game has no places to ask about")
    )
