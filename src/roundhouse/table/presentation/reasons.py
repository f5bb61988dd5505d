"""Reasons in words: what a move or a line pays, and to whom."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from roundhouse.core.text import join_words, quantity
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.table.presentation.choices import offer_of, words_of
from roundhouse.table.presentation.markup import NamesForReader, rich
from roundhouse.table.presentation.match_views import MatchViews

MAX_STEPS = 6  # of a route in words


def describe_change(before: View, after: View, names: Sequence[str], unit: str) -> Markup:
    """Return what each seat gained or lost between positions: `you +$5, Dora −$2`."""
    pairs = zip(before["panels"], after["panels"], strict=True)
    gains = [new["score"] - old["score"] for old, new in pairs]
    return describe_gains(gains, names, before["panels"][0].get("unit") or unit)


def describe_gains(gains: Sequence[int], names: Sequence[str], unit: str) -> Markup:
    """Return each seat's gain or loss, the reader's first."""
    reader = names.reader if isinstance(names, NamesForReader) else None
    changes = [(seat, amount) for seat, amount in enumerate(gains) if amount]
    changes.sort(key=lambda each: (each[0] != reader, -each[1]))
    texts = [
        f"@{seat} {'+' if amount > 0 else '−'}{quantity(abs(amount), unit)}"
        for seat, amount in changes
    ]
    # Not the start of a sentence, so that the reader is "you", not "You".
    return rich(f" {join_words(texts)}", names)[1:] if texts else Markup("")


def describe_line(
    views: MatchViews, seat: int, begin: int, end: int, names: Sequence[str]
) -> Markup:
    """Return what a line pays, and to whom, as a seat sees it."""
    unit = views.match.game.meta.unit
    before, after = views.at(seat, begin).view, views.at(seat, end).view
    change = describe_change(before, after, names, unit)
    if after["ranks"] is not None:
        if not change:
            return Markup(_("the game ends"))
        return escape(_("the game ends: {change}")).format(change=change)
    return change


def describe_facts(view: View, move: str, names: Sequence[str]) -> Markup:
    """Return the facts of a move that the player saw beside the choice."""
    offered = offer_of(view, move, names)
    return offered[1].note if offered else Markup("")


def describe_route(
    views: MatchViews, seat: int, begin: int, move: str, names: Sequence[str]
) -> Markup:
    """Return a move with the seat's own steps that follow it at once in the match."""
    steps = [words_of(views.at(seat, begin).view, move, names)]
    for ply in range(begin + 1, min(views.match.ply, begin + MAX_STEPS)):
        entry = views.match.line[ply].entry
        if entry.seat != seat:
            break
        steps.append(words_of(views.at(seat, ply).view, entry.words, names))
    return Markup(_(", then ")).join(steps)
