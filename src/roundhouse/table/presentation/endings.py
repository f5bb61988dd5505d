"""The result of a game in words: for a list, and as the headline of its end."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from roundhouse.core.text import capitalize_first, join_words, quantity
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import ScorePart
from roundhouse.table.presentation.markup import NamesForReader, rich
from roundhouse.table.presentation.page_context import SeatPanel
from roundhouse.table.presentation.result import car_picture

PLACES = (mark("1st"), mark("2nd"), mark("3rd"), mark("4th"), mark("5th"), mark("6th"))


def place(rank: int, seats: int) -> str:
    return _("{place} of {seats}", place=_(PLACES[rank]), seats=seats)


def describe_ending(
    chairs: Sequence[Mapping[str, Any]], ranks: Mapping[int, int], me: str | None
) -> str:
    """Return text such as `you won` or `you came 2nd of 3, Casey won`.

    With several seats, the best one counts.
    """
    seats = [c for c in chairs if c["person"] == me and c["seat"] in ranks]
    if seats and all(c.get("resigned") for c in seats):
        return _("you resigned")
    mine = [ranks[c["seat"]] for c in seats]
    winners = [c["name"] for c in chairs if ranks.get(c["seat"]) == 0]
    if mine and min(mine) == 0:
        return _("you won") if len(winners) == 1 else _("shared win")
    won = _("no winner")
    if winners:
        names = functools.reduce(_join, winners)
        won = ngettext("{names} won", "{names} won", len(winners), names=names)
    if not mine:
        return won
    if not winners and any(c.get("resigned") for c in chairs):  # a bot won in that seat
        return _("you came {place}", place=place(min(mine), len(chairs)))
    return _("you came {place}, {won}", place=place(min(mine), len(chairs)), won=won)


def _join(first: str, last: str) -> str:
    return _("{first} and {last}", first=first, last=last)


@dataclass(frozen=True)
class CarLine:
    """A seat in the train of the final ranking."""

    panel: SeatPanel
    place: str
    picture: Markup
    mine: bool


@dataclass(frozen=True)
class SourceLine:
    """Where points came from: the source, the amount, and its bar in percent."""

    label: Markup
    amount: str
    share: int
    minus: bool


def headline(ranks: Sequence[int], names: Sequence[str]) -> Markup:
    """Return text such as `You came 2nd`, `You won` or `Casey won`."""
    reader = _reader(names)
    if reader is not None and ranks[reader]:
        who, place_word = f"@{reader}", _(PLACES[ranks[reader]])
        if ranks.count(ranks[reader]) > 1:
            return rich(_("{who} came joint {place}", who=who, place=place_word), names)
        return rich(_("{who} came {place}", who=who, place=place_word), names)
    winners = _winners(ranks)
    if not winners:
        return Markup(_("No winner"))
    if len(winners) == 1:
        return rich(_("{who} won", who=f"@{winners[0]}"), names)
    return _write_shared_win(winners, names)


def announce_winners(ranks: Sequence[int], names: Sequence[str]) -> Markup:
    """Return text such as `You win!` or `Casey wins`, for the last position."""
    winners = _winners(ranks)
    if not winners:
        return Markup(_("No winner"))
    if len(winners) > 1:
        return _write_shared_win(winners, names)
    if winners[0] == _reader(names):
        return rich(_("{you} win!", you=f"@{winners[0]}"), names)
    return rich(_("{name} wins", name=f"@{winners[0]}"), names)


def _write_shared_win(winners: Sequence[int], names: Sequence[str]) -> Markup:
    joined = join_words(f"@{seat}" for seat in winners)
    return rich(_("{winners} share the win", winners=joined), names)


def summary(ranks: Sequence[int], scores: Sequence[int], names: Sequence[str], unit: str) -> Markup:
    """Return the winning score, and its lead over the reader or the second."""
    winners, reader = _winners(ranks), _reader(names)
    if not winners:
        return Markup("")
    best = scores[winners[0]]
    behind = ranks.index(1) if 1 in ranks else None
    is_reader = reader is not None and ranks[reader] > 0
    if is_reader:
        behind = reader
    values = {"winners": join_words(f"@{seat}" for seat in winners), "score": quantity(best, unit)}
    if behind is None or best <= scores[behind]:
        text = (
            _("{winners} won with {score}", **values) if is_reader else _("With {score}", **values)
        )
        return rich(text, names)
    values |= {"lead": quantity(best - scores[behind], unit), "whom": f"@{behind}"}
    if is_reader:
        return rich(_("{winners} won with {score}, {lead} ahead of {whom}", **values), names)
    return rich(_("With {score}, {lead} ahead of {whom}", **values), names)


def _reader(names: Sequence[str]) -> int | None:
    return names.reader if isinstance(names, NamesForReader) else None


def _winners(ranks: Sequence[int]) -> list[int]:
    return [seat for seat, rank in enumerate(ranks) if rank == 0]


def car_lines(panels: Sequence[SeatPanel], mine: Sequence[int]) -> list[CarLine]:
    """Return the seats in the order of the ranking."""
    return [
        CarLine(
            panel,
            _(PLACES[panel.rank or 0]),
            Markup(car_picture(panel.seat, wins=panel.rank == 0)),
            panel.seat in mine,
        )
        for panel in sorted(panels, key=lambda panel: (panel.rank or 0, panel.seat))
    ]


def source_lines(
    parts: Sequence[ScorePart], seat: int, names: Sequence[str], unit: str
) -> list[SourceLine]:
    """Return where the points of a seat came from, the largest amount first."""
    amounts = [(part.by_seat[seat], part.label) for part in parts if part.by_seat[seat]]
    amounts.sort(key=lambda each: -each[0])
    most = max((abs(amount) for amount, _label in amounts), default=1)
    return [
        SourceLine(
            rich(capitalize_first(label), names),
            f"{'−' if amount < 0 else '+'}{quantity(abs(amount), unit)}",
            round(100 * abs(amount) / most),
            amount < 0,
        )
        for amount, label in amounts
    ]
