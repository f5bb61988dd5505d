"""What a seat may know of a position, as plain data.

This is the allow-list: hands of others, undrawn shares and traded shares are never looked at,
except at the end of the game, when hands (not trades) are laid open, and in a game of two the
deck, which the silent owner has (U12).
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.games.union.actions import CARD_NAMES
from roundhouse.games.union.log import end
from roundhouse.games.union.rules.deck import cards_in
from roundhouse.games.union.rules.dividend import (
    first_payment,
    last_dividend,
    silent_payment,
    silent_shares,
)
from roundhouse.games.union.rules.memory import certain
from roundhouse.games.union.state import DRAW, PLACES, UP, Board, Position, State

Facts = dict[str, Any]


def facts_of(position: Position, s: State, seat: int | None) -> Facts:
    board = position.board
    # Looked over when the board was read: every view asks, and checking them anew takes longer than
    # all the rest.
    companies, sections = (
        [row["id"] for row in position.game.board_file.data[key]] for key in ("company", "section")
    )
    shares = [*companies, "up"]
    seats = range(s.seats)
    return {
        "options": dict(position.game.options),
        "active": s.active,
        "companies": {name: _company(board, s, n, seat) for n, name in enumerate(companies)},
        "up": _up(board, s),
        "trains": {section: _trains(companies, s.trains[n]) for n, section in enumerate(sections)},
        "free": {section: s.free[n] for n, section in enumerate(sections)},
        "display": _counts(companies, s.display),
        "deck": _deck(s),
        "dividends": {"paid": s.paid, "turned": s.turned, "last": last_dividend(s)},
        "money": s.money[: s.seats],
        "hand_shares": [s.hand_size[n] for n in seats],
        "hand_up": [s.hand[n][UP] for n in seats],
        "trades": s.trades[: s.seats],
        "track_cards": [cards_in(s.track[n]) for n in seats],
        "chosen": [s.pending[n] > 0 for n in seats],
        "track_deck": cards_in(s.track_deck),
        "discards": _counts(CARD_NAMES, s.discards),
        "scrapped": _counts(CARD_NAMES, s.scrapped),
        "hand": None if seat is None else _counts(shares, s.hand[seat]),
        "track": None if seat is None else _counts(CARD_NAMES, s.track[seat]),
        "traded": None if seat is None else _counts(companies, s.traded[seat]),
        "choice": _chosen(s, seat, shares),
        "invested": shares[s.invested] if s.played else None,
        "silent": _silent(board, s, shares),
        "hands": [_counts(shares, s.hand[n]) for n in seats] if s.turn == OVER else None,
        "end": end(position).sentence if s.turn == OVER else "",
    }


def _counts(names: list[str] | tuple[str, ...], counts: list[int]) -> dict[str, int]:
    """What there is of each, by name."""
    return {name: counts[n] for n, name in enumerate(names) if counts[n]}


def _trains(companies: list[str], bits: int) -> list[str]:
    """Whose trains stand on a section; on most, nobody's."""
    return [name for c, name in enumerate(companies) if bits >> c & 1] if bits else []


def _company(board: Board, s: State, company: int, seat: int | None) -> Facts:
    first = first_payment(board, s, company)
    held = [s.front[n][company] for n in range(s.seats)]
    open_shares = s.display[company] + s.removed[company] + sum(held)
    if seat is not None:
        open_shares += s.hand[seat][company] + s.traded[seat][company]
    return {
        "on_board": first - 1,
        "left": s.locomotives[company],
        "first": first,
        "second": first // 2,
        "front": held,
        "certain": [certain(s, n, company) for n in range(s.seats)],
        "removed": s.removed[company],
        "unknown": board.shares[company] - open_shares,  # to this seat, wherever they are
        **_lead(held, _silent_known(s, company)),
    }


def _up(board: Board, s: State) -> Facts:
    held = [s.front[n][UP] for n in range(s.seats)]
    column = min(s.paid, last_dividend(s) - 1)
    return {
        "left": s.up_left,
        "front": held,
        "places": [board.up_table[place][column] for place in range(PLACES)],
        **_lead(held, _silent_known(s, UP)),
    }


def _lead(held: list[int], silent: int) -> Facts:
    """Which seats have most, and by how many shares one leads alone; `silent` is what the silent
    owner is known to have."""
    most = max(*held, silent)
    leaders = [n for n, count in enumerate(held) if count == most > 0]
    rest = [silent, *(count for n, count in enumerate(held) if n not in leaders)]
    return {"leaders": leaders, "lead": most - max(rest) if len(leaders) == 1 else 0}


def _silent(board: Board, s: State, shares: list[str]) -> Facts | None:
    """The third owner of a game of two (U12), as far as everybody may know."""
    if not _third_is_next(s):
        return None
    over = s.turn == OVER
    held = [_silent_known(s, share) for share in (*range(board.companies), UP)]
    return {
        "shares": _counts(shares, held),
        "exact": over or s.undrawn_total == 0,
        "gets": silent_payment(board, s) if over else None,
    }


def _third_is_next(s: State) -> bool:
    """Whether a game of two pays its third dividend next, or has paid it."""
    return s.seats == 2 and s.paid + max(s.turned, 1) >= 3


def _silent_known(s: State, share: int) -> int:
    """How many shares the silent owner has at least: the deck is closed until the end."""
    if not _third_is_next(s):
        return 0
    if s.turn == OVER:
        return silent_shares(s, share)
    return s.up_left if share == UP else s.display[share]


def _deck(s: State) -> Facts:
    stacked = s.phase >= DRAW
    return {
        "shares": s.undrawn_total,
        "stacked": stacked,
        "cards": s.stack_shares[s.stack] + s.stack_dividends[s.stack] if stacked else 0,
        "dividends": s.stack_dividends[s.stack] if stacked else 0,
    }


def _chosen(s: State, seat: int | None, shares: list[str]) -> str | None:
    """What this seat has chosen to show, until all have."""
    if seat is None or s.pending[seat] == 0:
        return None
    return shares[s.pending[seat] - 1]
