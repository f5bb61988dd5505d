"""Event cards and the score breakdown of Union Pacific.

They use public information only: shares in front, locomotives and money. The deck is read only
after a two-player game, for the silent owner (U12).
"""

from __future__ import annotations

from collections.abc import Iterator

from roundhouse.core.constants import OVER
from roundhouse.core.formats import format_money
from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import End, Event, ScorePart
from roundhouse.games.union.actions import DEAL
from roundhouse.games.union.names import Data, share_name
from roundhouse.games.union.rules.dividend import company_payment, silent_payment, up_payment
from roundhouse.games.union.state import OPEN_SHOW, UP, BoardLayout, State, StateLayout

UNIT = "$M"


def list_events(before: State, action: int, after: State, end: End | None) -> Iterator[Event]:
    """Yield the event cards of a move: first shares, four alike, dividends, the end."""
    old, new = before.py_state, after.py_state
    data = before.game.board_file.data
    if old.phase == OPEN_SHOW != new.phase:
        first_shares = [share_name(data, front.index(1)) for front in new.front[: new.seats]]
        text = join_words(
            _("{who} reveals {company}", who=f"@{seat}", company=name)
            for seat, name in enumerate(first_shares)
        )
        yield Event(_("First shares"), f"{text}.")
    if new.removed != old.removed:
        name = share_name(data, action - DEAL)
        text = _("All four are removed from the game and replaced.")
        yield Event(_("Four {company} shares", company=name), text)
    for nth in range(old.paid, new.paid):
        yield _build_dividend(before.board, new, data, nth)
    if end is not None:
        yield _build_end(after, end)


def _build_dividend(board: BoardLayout, s: StateLayout, data: Data, nth: int) -> Event:
    """Build the card of a dividend: what each company paid each seat."""
    paid = list_payments(board, s, nth)
    rows = []
    for seat in range(s.seats):
        parts = [f"{share_name(data, share)} {row[seat]}" for share, row in paid if row[seat]]
        rows.append((seat, sum(row[seat] for _share, row in paid), join_words(parts, "")))
    rows.sort(key=lambda row: -row[1])
    text = _("Union Pacific pays nothing at the first dividend.") if nth == 0 else ""
    if s.turn == OVER and s.seats == 2 and nth == 2:
        lost = format_money(str(silent_payment(board, s)), "M")
        text = _("The silent owner's {money} is not paid out.", money=lost)
    split = [
        ScorePart(_("{company} dividends", company=share_name(data, n)), tuple(row))
        for n, row in paid
    ]
    title = _("Dividend {number}", number=nth + 1)
    return Event(title, text, tuple(rows), UNIT, split=tuple(split))


def list_payments(board: BoardLayout, s: StateLayout, nth: int) -> list[tuple[int, list[int]]]:
    """List what each share paid each seat at dividend `nth`, counted from 0.

    `s` is the state after the payment; shares and locomotives are still the same.
    """
    then = s.copy()
    then.paid = nth
    seats = range(s.seats)
    results = [
        (share, [company_payment(board, then, share, s.front[seat][share]) for seat in seats])
        for share in range(board.companies)
    ]
    return [*results, (UP, [up_payment(board, then, s.front[seat][UP], nth) for seat in seats])]


def _build_end(state: State, end: End) -> Event:
    scores, ranks, s = state.scores(), state.ranks(), state.py_state
    rows = [
        (seat, scores[seat], _write_rest(sum(s.hand[seat])))
        for seat in sorted(range(state.seats), key=lambda seat: ranks[seat])
    ]
    return Event(_("The end"), f"{capitalize_first(end.sentence)}.", tuple(rows), UNIT)


def _write_rest(shares: int) -> str:
    return ngettext("{n} share left in hand", "{n} shares left in hand", shares)


def build_breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the last dividend by company, and all earlier ones together."""
    s, data = state.py_state, state.game.board_file.data
    last = list_payments(state.board, s, s.paid - 1)
    results = [
        ScorePart(_("Last dividend: {company}", company=share_name(data, share)), tuple(row))
        for share, row in last
        if any(row)
    ]
    earlier = [s.money[seat] - sum(row[seat] for _, row in last) for seat in range(state.seats)]
    return (ScorePart(_("Earlier dividends"), tuple(earlier)), *results)
