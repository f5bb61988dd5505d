"""Facts of the view, for drawings and research."""

from __future__ import annotations

from typing import Any

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.games.southern.log import end_of
from roundhouse.games.southern.names import PHASES, Names
from roundhouse.games.southern.rules.network import is_in, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    BULL_AUCTION,
    NEGOTIATIONS,
    OPEN,
    REPLY,
    BoardLayout,
    StateLayout,
)


def list_bidders(s: StateLayout) -> list[int]:
    """List who can still win: in a Bull Market, the best bidder and those yet to bid."""
    if s.phase == AUCTION:
        return [seat for seat in range(s.seats) if s.bidders[seat]]
    last = (s.card + s.offered) % s.seats
    still_to_bid = [(s.turn + n) % s.seats for n in range((last - s.turn) % s.seats + 1)]
    return sorted(still_to_bid + ([s.best_seat] if s.best_seat != NO_SEAT else []))


def build_facts(board: BoardLayout, s: StateLayout, names: Names) -> dict[str, Any]:
    """Build the facts of a view; nothing is hidden."""
    owners = [owner_of(board, s, link) for link in range(board.links)]
    return {
        "round": s.round_number,
        "phase": PHASES[s.phase],
        "railroad": None
        if s.phase in (OPEN, BULL) or s.turn == OVER
        else names.railroads[s.railroad],
        "cash": s.cash[: s.seats],
        "shares": {
            r: [s.shares[seat][n] for seat in range(s.seats)] for n, r in enumerate(names.railroads)
        },
        "president": {
            r: None if s.president[n] == NO_SEAT else s.president[n]
            for n, r in enumerate(names.railroads)
        },
        "treasury": dict(zip(names.railroads, s.treasury, strict=True)),
        "income": dict(zip(names.railroads, s.income, strict=True)),
        "cubes": dict(zip(names.railroads, s.cubes, strict=True)),
        "links": {
            names.links[link]: names.railroads[owner]
            for link, owner in enumerate(owners)
            if owner != NO_SEAT
        },
        "cities": {
            city: [r for n, r in enumerate(names.railroads) if is_in(s, n, number)]
            for number, city in enumerate(names.cities)
        },
        "card": None if s.card == NO_SEAT else s.card,
        "auction": _build_auction(s) if s.phase in (AUCTION, BULL_AUCTION) else None,
        "link": names.links[s.link] if s.phase in NEGOTIATIONS else None,
        "price": s.price if s.phase in (ANSWER, REPLY) else None,
        "built": s.built,
        "bought": s.bought,
        "end": end_of(s).code if s.turn == OVER else None,
    }


def _build_auction(s: StateLayout) -> dict[str, Any]:
    return {
        "price": None if s.best_seat == NO_SEAT else s.price,
        "best": None if s.best_seat == NO_SEAT else s.best_seat,
        "floor": s.floor,
        "bidders": list_bidders(s),
    }
