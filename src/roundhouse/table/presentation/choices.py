"""The choices of a view as buttons, steppers, tools and collapsed lists."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from markupsafe import Markup

from roundhouse.core.translation import ENGLISH, current_language
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, Ghost, Shortcut, View
from roundhouse.table.presentation.markup import rich

MAX_BUTTONS = 14  # more choices on the board than this become a collapsed list
MIN_AMOUNTS = 4  # from this number on, choices that differ only in a number become a stepper
_NUMBER = re.compile(r"\d+")
# A heading that ends in one of these continues with the label. `choices.js` has the same list.
_PREPOSITION = re.compile(r" (at|for|from|in|into|on|to|à|jusqu’à|pour|sur|nach)$")


@dataclass(frozen=True)
class ShownSuggestion:
    """Why a move is a good first choice, with names."""

    advice: Markup
    reason: Markup


@dataclass
class Offer:
    """A button for one or several moves."""

    moves: list[str]
    label: Markup
    note: Markup
    warning: Markup
    refs: str
    ghost: Ghost | None = None
    template: str = ""  # the label without its numbers
    suggested: bool = False

    @property
    def ghost_data(self) -> str:
        return json.dumps(self.ghost) if self.ghost else ""


@dataclass
class Group:
    """Choices under one heading. `amounts` means that they form a stepper."""

    title: Markup
    key: str
    offers: list[Offer] = field(default_factory=list)
    amounts: bool = False

    @property
    def tool_title(self) -> Markup:
        """The heading without a preposition at its end."""
        return Markup(_PREPOSITION.sub("", self.title))

    @property
    def proposal(self) -> Offer:
        """The amount that a stepper starts with."""
        return next((offer for offer in self.offers if offer.suggested), self.offers[0])

    @property
    def swatch(self) -> Ghost | None:
        """The piece that all of these place, if it is the same one."""
        ghosts = [offer.ghost for offer in self.offers]
        return ghosts[0] if ghosts and all(ghost == ghosts[0] for ghost in ghosts) else None


@dataclass
class Offers:
    """All choices of a position.

    `plain` ones are buttons; `listed` ones are on the board and in a collapsed list. `tools` are
    the headings to choose from if one target has several meanings.
    """

    plain: list[Group] = field(default_factory=list)
    listed: list[Group] = field(default_factory=list)
    tools: list[Group] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(len(group.offers) for group in self.listed)

    @property
    def groups(self) -> list[Group]:
        return [*self.plain, *self.listed]


def arrange(view: View, names: Sequence[str], first: Collection[str] = ()) -> Offers:
    """Arrange the choices of a view.

    The moves of `first` lead their groups, and poor ones end them.
    """
    all_groups = groups(view, names)
    order = {move: n for n, move in enumerate(first)}
    for group in all_groups if first else ():
        group.offers.sort(
            key=lambda offer: (order.get(offer.moves[0], len(order)), bool(offer.warning))
        )
    on_board = [g for g in all_groups if not g.amounts and all(offer.refs for offer in g.offers)]
    if sum(len(group.offers) for group in on_board) <= MAX_BUTTONS:
        return Offers(plain=all_groups)
    rest = [group for group in all_groups if group not in on_board]
    return Offers(rest, on_board, on_board if _overlap(on_board) else [])


def groups(view: View, names: Sequence[str]) -> list[Group]:
    """Return the choices of a view by heading, shortcuts first."""
    results: dict[str, Group] = {}
    for shortcut in view["shortcuts"]:
        _group(results, shortcut["group"], names).offers.append(
            _offer(shortcut["moves"], shortcut, names)
        )
    for choice in view["choices"]:
        _group(results, choice["group"], names).offers.append(
            _offer([choice["move"]], choice, names)
        )
    for group in results.values():
        group.amounts = _differ_by_a_number(group.offers)
        if [offer.label for offer in group.offers] == [group.title]:
            group.title = Markup("")  # the button has the same text
    return list(results.values())


def offer_of(view: View, move: str, names: Sequence[str]) -> tuple[Markup, Offer] | None:
    """Return a choice of the view by its move, with its heading."""
    for choice in view["choices"]:
        if choice["move"] == move:
            return rich(choice["group"], names), _offer([move], choice, names)
    return None


def words_of(view: View, move: str, names: Sequence[str]) -> Markup:
    """Return a move as the player saw the choice."""
    offered = offer_of(view, move, names)
    if offered is None:
        return rich(move, names)
    heading, offer = offered
    return join_heading(heading, offer.label)


TextT = TypeVar("TextT", str, Markup)


def join_heading(heading: TextT, label: TextT) -> TextT:
    """Name a choice outside groups: `lay track to Fargo`, `build for GHH: Houston`."""
    if not heading:
        return label
    continues = _PREPOSITION.search(heading) is not None
    if current_language() != ENGLISH:
        pattern = "{heading} {label}" if continues else _("{heading}: {label}")
        return type(label)(pattern).format(heading=heading, label=label)
    continues = continues or label.startswith("$")
    return heading[:1].lower() + heading[1:] + (" " if continues else ": ") + label


def _group(groups: dict[str, Group], key: str, names: Sequence[str]) -> Group:
    if key not in groups:
        groups[key] = Group(rich(key, names), key)
    return groups[key]


def _offer(moves: list[str], offered: Choice | Shortcut, names: Sequence[str]) -> Offer:
    more = offered if "move" in offered else None  # a shortcut has no warning and no ghost
    return Offer(
        moves,
        rich(offered["label"], names),
        rich(offered["note"], names),
        rich(more["warning"] if more else "", names),
        " ".join(offered["refs"]),
        more["ghost"] if more else None,
        _NUMBER.sub("#", offered["label"]),
        bool(more and more.get("suggested")),
    )


def _differ_by_a_number(offers: Sequence[Offer]) -> bool:
    """Return whether the labels differ in one number only and have the same targets."""
    first = offers[0]
    return (
        len(offers) >= MIN_AMOUNTS
        and first.template.count("#") == 1
        and all(
            len(offer.moves) == 1 and (offer.template, offer.refs) == (first.template, first.refs)
            for offer in offers
        )
    )


def _overlap(groups: Sequence[Group]) -> bool:
    """Return whether a target belongs to several groups."""
    targets = [{ref for offer in group.offers for ref in offer.refs.split()} for group in groups]
    return len(set().union(*targets)) < sum(map(len, targets))
