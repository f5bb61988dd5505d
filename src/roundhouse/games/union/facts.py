"""What one seat may know of Union Pacific, as plain data. Everything a view says comes from here.

Built from an allow-list: hands of others, undrawn shares and traded shares are never looked at,
except at the end of the game, when hands (not trades) are laid open.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.games.union.actions import CARD_NAMES
from roundhouse.games.union.log import end
from roundhouse.games.union.rules.deck import cards_in
from roundhouse.games.union.rules.dividend import first_payment, last_dividend
from roundhouse.games.union.rules.memory import certain
from roundhouse.games.union.state import (
    DISCARD,
    DRAW,
    ENDED,
    INVEST,
    OPEN_DISPLAY,
    OPEN_SHARES,
    OPEN_SHOW,
    OPEN_TRACK,
    PLACES,
    REFILL,
    SHARE,
    TAKE,
    TRADE,
    TURN,
    UP,
    Board,
    Position,
    State,
)

PHASES = {
    OPEN_TRACK: "deal",
    OPEN_SHARES: "deal",
    OPEN_SHOW: "opening",
    OPEN_DISPLAY: "deal",
    DRAW: "draw",
    TURN: "turn",
    SHARE: "share",
    TAKE: "draw",
    REFILL: "refill",
    TRADE: "trade",
    INVEST: "investing",
    DISCARD: "discard",
    ENDED: "over",
}


def facts(position: Position, seat: int | None) -> dict[str, Any]:
    s: State = position.twin
    board: Board = position.board
    companies = position.game.board_file.ids("company")
    sections = position.game.board_file.ids("section")
    shares = [*companies, "up"]
    seats = range(s.seats)
    return {
        "options": dict(position.game.options),
        "active": s.active,
        "companies": {name: _company(board, s, n, seat) for n, name in enumerate(companies)},
        "up": _up(board, s),
        "trains": {
            section: [name for c, name in enumerate(companies) if s.trains[n] >> c & 1]
            for n, section in enumerate(sections)
        },
        "free": {section: s.free[n] for n, section in enumerate(sections)},
        "display": {name: s.display[n] for n, name in enumerate(companies) if s.display[n]},
        "deck": _deck(s),
        "dividends": {"paid": s.paid, "turned": s.turned, "last": last_dividend(s)},
        "money": s.money[: s.seats],
        "hand_shares": [s.hand_size[n] for n in seats],
        "hand_up": [s.hand[n][UP] for n in seats],
        "trades": s.trades[: s.seats],
        "track_cards": [cards_in(s.track[n]) for n in seats],
        "chosen": [s.pending[n] > 0 for n in seats],
        "track_deck": cards_in(s.track_deck),
        "discards": _named(CARD_NAMES, s.discards),
        "scrapped": _named(CARD_NAMES, s.scrapped),
        "hand": None if seat is None else _named(shares, s.hand[seat]),
        "track": None if seat is None else _named(CARD_NAMES, s.track[seat]),
        "traded": None if seat is None else _named(companies, s.traded[seat]),
        "choice": _choice(s, seat, shares),
        "invested": shares[s.invested] if s.played else None,
        "hands": [_named(shares, s.hand[n]) for n in seats] if s.turn == OVER else None,
        "end": end(position).sentence if position.over else "",
    }


def _company(board: Board, s: State, company: int, seat: int | None) -> dict[str, Any]:
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
        **_lead(held),
    }


def _up(board: Board, s: State) -> dict[str, Any]:
    held = [s.front[n][UP] for n in range(s.seats)]
    column = min(s.paid, last_dividend(s) - 1)
    return {
        "left": s.up_left,
        "front": held,
        "places": [board.up_table[place][column] for place in range(PLACES)],
        **_lead(held),
    }


def _lead(held: list[int]) -> dict[str, Any]:
    """Who has most, and by how many shares."""
    most = max(held)
    leaders = [n for n, count in enumerate(held) if count == most > 0]
    rest = [count for n, count in enumerate(held) if n not in leaders]
    return {"leaders": leaders, "lead": most - max(rest, default=0) if len(leaders) == 1 else 0}


def _deck(s: State) -> dict[str, Any]:
    stacked = s.phase >= DRAW
    return {
        "shares": s.undrawn_total,
        "stacked": stacked,
        "cards": s.stack_shares[s.stack] + s.stack_dividends[s.stack] if stacked else 0,
        "dividends": s.stack_dividends[s.stack] if stacked else 0,
    }


def _named(names: list[str] | tuple[str, ...], counts: list[int]) -> dict[str, int]:
    return {name: counts[n] for n, name in enumerate(names) if counts[n]}


def _choice(s: State, seat: int | None, shares: list[str]) -> str | None:
    """What this seat has chosen to show, until all have."""
    if seat is None or s.pending[seat] == 0:
        return None
    return shares[s.pending[seat] - 1]


def deck_text(deck: dict[str, Any]) -> str:
    """How near the next dividend is."""
    if not deck["stacked"]:
        return "being dealt"
    if deck["cards"] == 0:
        return "empty"
    cards = "1 card" if deck["cards"] == 1 else f"{deck['cards']} cards"
    if deck["dividends"] == 0:
        return f"{cards} without a dividend on top"
    if deck["dividends"] == 1:
        return f"a dividend is among the next {cards}"
    return f"{deck['dividends']} dividends are among the next {cards}"
