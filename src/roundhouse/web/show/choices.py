"""What one may do, as a page offers it: a few buttons, a stepper for amounts, and where there are
many that all lie on the board, tools and a list that opens."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from roundhouse.core.view import Choice, Ghost, Shortcut, View
from roundhouse.web.show.markup import rich

FEW = 8  # so many offers on the board are buttons as well; more are a list that opens
AMOUNTS = 4  # so many that differ by a number alone are a stepper
_NUMBER = re.compile(r"\d+")


@dataclass
class Offer:
    """A button: one move, or several."""

    moves: list[str]
    label: Markup
    note: Markup
    warning: Markup
    refs: str
    ghost: Ghost | None = None
    template: str = ""  # the label with its numbers left out

    @property
    def ghost_data(self) -> str:
        return json.dumps(self.ghost) if self.ghost else ""


@dataclass
class Group:
    """Choices under one heading. `amounts`: they differ by a number alone, and are a stepper."""

    title: Markup
    key: str
    offers: list[Offer] = field(default_factory=list)
    amounts: bool = False

    @property
    def swatch(self) -> Ghost | None:
        """What all of these put down, if that is one and the same piece: a tool shows it."""
        ghosts = [offer.ghost for offer in self.offers]
        return ghosts[0] if ghosts and all(ghost == ghosts[0] for ghost in ghosts) else None


@dataclass
class Offers:
    """All that is offered. `plain` is in sight; `listed` lies on the board and in a list that
    opens; `tools` are the headings of it where one target means several things."""

    plain: list[Group] = field(default_factory=list)
    listed: list[Group] = field(default_factory=list)
    tools: list[Group] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(len(group.offers) for group in self.listed)

    @property
    def groups(self) -> list[Group]:
        return [*self.plain, *self.listed]


def arrange(view: View, names: Sequence[str]) -> Offers:
    """The choices of a view as they are offered."""
    found = groups(view, names)
    on_board = [g for g in found if not g.amounts and all(offer.refs for offer in g.offers)]
    if sum(len(group.offers) for group in on_board) <= FEW:
        return Offers(plain=found)
    rest = [group for group in found if group not in on_board]
    return Offers(rest, on_board, on_board if _overlap(on_board) else [])


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
        group.amounts = _differ_by_a_number(group.offers)
        if [offer.label for offer in group.offers] == [group.title]:
            group.title = Markup("")  # one button that says the same
    return list(found.values())


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


def _offer(moves: list[str], offered: Choice | Shortcut, names: Sequence[str]) -> Offer:
    more = offered if "move" in offered else None  # a shortcut has less to say
    return Offer(
        moves,
        rich(offered["label"], names),
        rich(offered["note"], names),
        rich(more["warning"] if more else "", names),
        " ".join(offered["refs"]),
        more["ghost"] if more else None,
        _NUMBER.sub("#", offered["label"]),
    )


def _differ_by_a_number(offers: Sequence[Offer]) -> bool:
    """Whether these are amounts: the same words but for one number, about the same things."""
    first = offers[0]
    return (
        len(offers) >= AMOUNTS
        and first.template.count("#") == 1
        and all(
            len(offer.moves) == 1 and (offer.template, offer.refs) == (first.template, first.refs)
            for offer in offers
        )
    )


def _overlap(found: Sequence[Group]) -> bool:
    """Whether some target means several things."""
    targets = [{ref for offer in group.offers for ref in offer.refs.split()} for group in found]
    return len(set().union(*targets)) < sum(map(len, targets))
