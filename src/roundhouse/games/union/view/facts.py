"""What a seat may know of a state, as plain data.

This is the allow-list. It never reads other hands, undrawn shares or traded shares, with two
exceptions at the end of the game: all hands are revealed, and in a two-player game the deck, which
belongs to the silent owner (U12).
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.constants import OVER
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
from roundhouse.games.union.state import DRAW, PLACES, UP, BoardLayout, State, StateLayout

Facts = dict[str, Any]


def build_facts(state: State, s: StateLayout, seat: int | None) -> Facts:
    """Build the facts of a seat, or of a spectator."""
    board = state.board
    # Read from the data: `ids` would check the rows again for every view.
    companies, sections = (
        [row["id"] for row in state.game.board_file.data[key]] for key in ("company", "section")
    )
    shares = [*companies, "up"]
    seats = range(s.seats)
    return {
        "options": dict(state.game.options),
        "active": s.active,
        "companies": {name: _build_company(board, s, n, seat) for n, name in enumerate(companies)},
        "up": _build_up(board, s),
        "trains": {
            section: _list_trains(companies, s.trains[n]) for n, section in enumerate(sections)
        },
        "free": {section: s.free[n] for n, section in enumerate(sections)},
        "display": _nonzero_counts(companies, s.display),
        "deck": _build_deck(s),
        "dividends": {"paid": s.paid, "turned": s.turned, "last": last_dividend(s)},
        "money": s.money[: s.seats],
        "hand_shares": [s.hand_size[n] for n in seats],
        "hand_up": [s.hand[n][UP] for n in seats],
        "trades": s.trades[: s.seats],
        "track_cards": [cards_in(s.track[n]) for n in seats],
        "chosen": [s.pending[n] > 0 for n in seats],
        "track_deck": cards_in(s.track_deck),
        "discards": _nonzero_counts(CARD_NAMES, s.discards),
        "scrapped": _nonzero_counts(CARD_NAMES, s.scrapped),
        "hand": None if seat is None else _nonzero_counts(shares, s.hand[seat]),
        "track": None if seat is None else _nonzero_counts(CARD_NAMES, s.track[seat]),
        "traded": None if seat is None else _nonzero_counts(companies, s.traded[seat]),
        "choice": _own_choice(s, seat, shares),
        "invested": shares[s.invested] if s.played else None,
        "played": s.played,
        "silent": _build_silent(board, s, shares),
        "hands": [_nonzero_counts(shares, s.hand[n]) for n in seats] if s.turn == OVER else None,
        "end": end(state).sentence if s.turn == OVER else "",
    }


def _nonzero_counts(names: list[str] | tuple[str, ...], counts: list[int]) -> dict[str, int]:
    """Return the nonzero counts by name."""
    return {name: counts[n] for n, name in enumerate(names) if counts[n]}


def _list_trains(companies: list[str], bits: int) -> list[str]:
    """List the companies with a locomotive on a section."""
    return [name for c, name in enumerate(companies) if bits >> c & 1] if bits else []


def _build_company(board: BoardLayout, s: StateLayout, company: int, seat: int | None) -> Facts:
    first = first_payment(board, s, company)
    front = [s.front[n][company] for n in range(s.seats)]
    open_shares = s.display[company] + s.removed[company] + sum(front)
    if seat is not None:
        open_shares += s.hand[seat][company] + s.traded[seat][company]
    return {
        "on_board": first - 1,
        "left": s.locomotives[company],
        "first": first,
        "second": first // 2,
        "front": front,
        "certain": [certain(s, n, company) for n in range(s.seats)],
        "removed": s.removed[company],
        "unknown": board.shares[company] - open_shares,  # to this seat
        **_find_leaders(front, _silent_known(s, company)),
    }


def _build_up(board: BoardLayout, s: StateLayout) -> Facts:
    front = [s.front[n][UP] for n in range(s.seats)]
    column = min(s.paid, last_dividend(s) - 1)
    return {
        "left": s.up_left,
        "front": front,
        "places": [board.up_table[place][column] for place in range(PLACES)],
        **_find_leaders(front, _silent_known(s, UP)),
    }


def _find_leaders(front: list[int], silent: int) -> Facts:
    """Return the leaders, and the lead of a sole one.

    `silent` is the number of shares that the silent owner is known to have.
    """
    most = max(*front, silent)
    leaders = [n for n, count in enumerate(front) if count == most > 0]
    rest = [silent, *(count for n, count in enumerate(front) if n not in leaders)]
    return {"leaders": leaders, "lead": most - max(rest) if len(leaders) == 1 else 0}


def _build_silent(board: BoardLayout, s: StateLayout, shares: list[str]) -> Facts | None:
    """Return the public facts of the silent owner in a two-player game (U12)."""
    if not _is_third_next(s):
        return None
    over = s.turn == OVER
    counts = [_silent_known(s, share) for share in (*range(board.companies), UP)]
    return {
        "shares": _nonzero_counts(shares, counts),
        "exact": over or s.undrawn_total == 0,
        "gets": silent_payment(board, s) if over else None,
    }


def _is_third_next(s: StateLayout) -> bool:
    """Return whether a two-player game pays its third dividend next or has paid it."""
    return s.seats == 2 and s.paid + max(s.turned, 1) >= 3


def _silent_known(s: StateLayout, share: int) -> int:
    """Return how many shares the silent owner is known to have."""
    if not _is_third_next(s):
        return 0
    if s.turn == OVER:
        return silent_shares(s, share)
    return s.up_left if share == UP else s.display[share]


def _build_deck(s: StateLayout) -> Facts:
    stacked = s.phase >= DRAW
    return {
        "shares": s.undrawn_total,
        "stacked": stacked,
        "cards": s.stack_shares[s.stack] + s.stack_dividends[s.stack] if stacked else 0,
        "dividends": s.stack_dividends[s.stack] if stacked else 0,
    }


def _own_choice(s: StateLayout, seat: int | None, shares: list[str]) -> str | None:
    """Return the share this seat chose to reveal, until all have chosen."""
    if seat is None or s.pending[seat] == 0:
        return None
    return shares[s.pending[seat] - 1]
