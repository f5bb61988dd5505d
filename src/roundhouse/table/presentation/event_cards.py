"""Event cards: what each player got, with bars for comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.core.text import SEAT_LETTERS, quantity
from roundhouse.core.view import Event
from roundhouse.table.presentation.markup import rich

MAX_CARDS = 3  # the latest events


@dataclass(frozen=True)
class CardRow:
    """A row of a card: seat (or -1), amount, reason, and the bar's length in percent."""

    seat: int
    seat_letter: str
    name: Markup
    amount: str
    why: Markup
    share: int


@dataclass(frozen=True)
class EventCard:
    """An event with its rows."""

    key: str  # stable per event of a match
    ply: int
    title: Markup
    text: Markup
    rows: list[CardRow]


def event_cards(events: Sequence[tuple[int, Event]], names: Sequence[str]) -> list[EventCard]:
    """Return cards for the latest of these events."""
    titled = [(ply, event) for ply, event in events if event.title]
    return [_card(n, ply, event, names) for n, (ply, event) in enumerate(titled)][-MAX_CARDS:]


def _card(n: int, ply: int, event: Event, names: Sequence[str]) -> EventCard:
    longest = max((abs(amount) for _seat, amount, _reason in event.rows), default=0) or 1
    return EventCard(
        f"{ply}-{n}",
        ply + 1,
        rich(event.title, names),
        rich(event.text, names),
        [_row(row, event.unit, longest, names) for row in event.rows],
    )


def _row(row: tuple[int, int, str], unit: str, longest: int, names: Sequence[str]) -> CardRow:
    seat, amount, why = row
    message = quantity(abs(amount), unit)
    return CardRow(
        seat,
        SEAT_LETTERS[seat] if seat >= 0 else "",
        rich(f"@{seat}", names) if seat >= 0 else Markup(""),
        f"−{message}" if amount < 0 else message,
        rich(why, names),
        round(100 * abs(amount) / longest),
    )
