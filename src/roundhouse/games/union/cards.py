"""What deserves a card of its own, and where the money of a finished game came from.

All of it is open to everybody: shares in front, locomotives and money. The deck is read only when
the game is over, for the silent owner of a game of two (U12).
"""

from __future__ import annotations

from collections.abc import Iterator

from roundhouse.core.contract import OVER
from roundhouse.core.text import count, listed
from roundhouse.core.view import End, Event, ScorePart
from roundhouse.games.union.actions import DEAL
from roundhouse.games.union.names import UNION, Data, share_name
from roundhouse.games.union.rules.dividend import company_payment, silent_payment, up_payment
from roundhouse.games.union.state import OPEN_SHOW, UP, Board, Position, State

UNIT = "$M"


def happened(before: Position, action: int, after: Position, end: End | None) -> Iterator[Event]:
    """The events of a move: the first shares are shown, four alike go, dividends, the end."""
    old, new = before.twin, after.twin
    data = before.game.board_file.data
    if old.phase == OPEN_SHOW != new.phase:
        shown = [share_name(data, front.index(1)) for front in new.front[: new.seats]]
        text = listed(f"@{seat} shows {name}" for seat, name in enumerate(shown))
        yield Event("The first shares are shown", f"{text}.")
    if new.removed != old.removed:
        name = share_name(data, action - DEAL)
        yield Event(f"Four times {name}", "All four leave the game; the display is filled anew.")
    for nth in range(old.paid, new.paid):
        yield _dividend(before.board, new, data, nth)
    if end is not None:
        yield _end(after, end)


def _dividend(board: Board, s: State, data: Data, nth: int) -> Event:
    """Who was paid what by one dividend, and by which companies."""
    paid = payments(board, s, nth)
    rows = []
    for seat in range(s.seats):
        parts = [f"{share_name(data, share)} {row[seat]}" for share, row in paid if row[seat]]
        rows.append((seat, sum(row[seat] for _, row in paid), listed(parts, "")))
    rows.sort(key=lambda row: -row[1])
    text = f"{UNION} pays nothing at the first." if nth == 0 else ""
    if s.turn == OVER and s.seats == 2 and nth == 2:
        lost = silent_payment(board, s)
        text = f"The silent owner gets {lost} million, which nobody has."
    split = [ScorePart(f"Shares of {share_name(data, n)}", tuple(row)) for n, row in paid]
    return Event(f"Dividend {nth + 1}", text, tuple(rows), UNIT, split=tuple(split))


def payments(board: Board, s: State, nth: int) -> list[tuple[int, list[int]]]:
    """What each share paid each seat at dividend `nth` (from 0), `s` being the state after it:
    between it and the payment nothing on the table moves."""
    then = s.copy()
    then.paid = nth
    seats = range(s.seats)
    found = [
        (share, [company_payment(board, then, share, s.front[seat][share]) for seat in seats])
        for share in range(board.companies)
    ]
    return [*found, (UP, [up_payment(board, then, s.front[seat][UP], nth) for seat in seats])]


def _end(position: Position, end: End) -> Event:
    scores, ranks, s = position.scores(), position.ranks(), position.twin
    rows = [
        (seat, scores[seat], f"{count(sum(s.hand[seat]), 'share')} left in hand")
        for seat in sorted(range(position.seats), key=lambda seat: ranks[seat])
    ]
    return Event("The end", f"{end.sentence[:1].upper()}{end.sentence[1:]}.", tuple(rows), UNIT)


def parts(position: Position) -> tuple[ScorePart, ...]:
    """The last dividend by companies, and all the earlier ones together: what a position that is
    over still tells."""
    s, data = position.twin, position.game.board_file.data
    last = payments(position.board, s, s.paid - 1)
    found = [
        ScorePart(f"Last dividend: {share_name(data, share)}", tuple(row))
        for share, row in last
        if any(row)
    ]
    earlier = [s.money[seat] - sum(row[seat] for _, row in last) for seat in range(position.seats)]
    return (ScorePart("Earlier dividends", tuple(earlier)), *found)
