"""Event cards and the score breakdown of Union Pacific.

They use public information only: shares in front, locomotives and money. The deck is read only
after a two-player game, for the silent owner (U12).
"""

from __future__ import annotations

from collections.abc import Iterator

from roundhouse.core.constants import OVER
from roundhouse.core.text import count, join_words
from roundhouse.core.view import End, Event, ScorePart
from roundhouse.games.union.actions import DEAL
from roundhouse.games.union.names import UNION, Data, share_name
from roundhouse.games.union.rules.dividend import company_payment, silent_payment, up_payment
from roundhouse.games.union.state import OPEN_SHOW, UP, BoardLayout, State, StateLayout

UNIT = "$M"


def list_events(before: State, action: int, after: State, end: End | None) -> Iterator[Event]:
    """Yield the event cards of a move: first shares, four alike, dividends, the end."""
    old, new = before.py_state, after.py_state
    data = before.game.board_file.data
    if old.phase == OPEN_SHOW != new.phase:
        first_shares = [share_name(data, front.index(1)) for front in new.front[: new.seats]]
        text = join_words(f"@{seat} reveals {name}" for seat, name in enumerate(first_shares))
        yield Event("First shares", f"{text}.")
    if new.removed != old.removed:
        name = share_name(data, action - DEAL)
        yield Event(f"Four {name} shares", "All four are removed from the game and replaced.")
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
        rows.append((seat, sum(row[seat] for _, row in paid), join_words(parts, "")))
    rows.sort(key=lambda row: -row[1])
    text = f"{UNION} pays nothing at the first dividend." if nth == 0 else ""
    if s.turn == OVER and s.seats == 2 and nth == 2:
        lost = silent_payment(board, s)
        text = f"The silent owner's ${lost}M is not paid out."
    split = [ScorePart(f"{share_name(data, n)} dividends", tuple(row)) for n, row in paid]
    return Event(f"Dividend {nth + 1}", text, tuple(rows), UNIT, split=tuple(split))


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
        (seat, scores[seat], f"{count(sum(s.hand[seat]), 'share')} left in hand")
        for seat in sorted(range(state.seats), key=lambda seat: ranks[seat])
    ]
    return Event("The end", f"{end.sentence[:1].upper()}{end.sentence[1:]}.", tuple(rows), UNIT)


def build_breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the last dividend by company, and all earlier ones together."""
    s, data = state.py_state, state.game.board_file.data
    last = list_payments(state.board, s, s.paid - 1)
    results = [
        ScorePart(f"Last dividend: {share_name(data, share)}", tuple(row))
        for share, row in last
        if any(row)
    ]
    earlier = [s.money[seat] - sum(row[seat] for _, row in last) for seat in range(state.seats)]
    return (ScorePart("Earlier dividends", tuple(earlier)), *results)
