"""What one may do, as buttons: choices and shortcuts of a view by their headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from roundhouse.core.view import Choice, Shortcut, View
from roundhouse.web.show.markup import rich

AMOUNTS = 7  # a group of at least so many plain numbers becomes a grid with a number field
MANY = 9
_AMOUNT = re.compile(r"(\D?)(\d{1,5})")


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


def _offer(moves: list[str], offered: Choice | Shortcut, names: Sequence[str]) -> Offer:
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
