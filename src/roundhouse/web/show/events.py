"""Events as cards: who got what, with bars to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.core.svg import SEAT_LETTERS
from roundhouse.core.view import Event
from roundhouse.web.show.markup import quantity, rich

MOST = 3  # cards at a time: the last ones


@dataclass(frozen=True)
class CardRow:
    """A seat (or nobody: -1), what it got, why; `share` of the longest bar, in percent."""

    seat: int
    letter: str
    name: Markup
    amount: str
    why: Markup
    share: int


@dataclass(frozen=True)
class EventCard:
    key: str  # the same for the same event of the same match
    ply: int
    title: Markup
    text: Markup
    rows: list[CardRow]


def event_cards(events: Sequence[tuple[int, Event]], names: Sequence[str]) -> list[EventCard]:
    """The last of these events."""
    titled = [(ply, event) for ply, event in events if event.title]
    return [_card(n, ply, event, names) for n, (ply, event) in enumerate(titled)][-MOST:]


def _card(n: int, ply: int, event: Event, names: Sequence[str]) -> EventCard:
    longest = max((abs(amount) for _, amount, _ in event.rows), default=0) or 1
    return EventCard(
        f"{ply}-{n}",
        ply + 1,
        rich(event.title, names),
        rich(event.text, names),
        [_row(row, event.unit, longest, names) for row in event.rows],
    )


def _row(row: tuple[int, int, str], unit: str, longest: int, names: Sequence[str]) -> CardRow:
    seat, amount, why = row
    said = quantity(abs(amount), unit)
    return CardRow(
        seat,
        SEAT_LETTERS[seat] if seat >= 0 else "",
        rich(f"@{seat}", names) if seat >= 0 else Markup(""),
        f"−{said}" if amount < 0 else said,
        rich(why, names),
        round(100 * abs(amount) / longest),
    )
