"""The game's own facts, for its drawings and for researchers."""

from __future__ import annotations

from typing import Any

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.games.southern.log import end_of
from roundhouse.games.southern.names import PHASES, Names
from roundhouse.games.southern.rules.network import is_in, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    ONCE,
    OPEN,
    REPLY,
    TALKS,
    Board,
    State,
)


def bidders(s: State) -> list[int]:
    """Who is still in; once around: the best bidder and those yet to be asked."""
    if s.phase == AUCTION:
        return [seat for seat in range(s.seats) if s.bidders[seat]]
    last = (s.card + s.offered) % s.seats
    asked = [(s.turn + n) % s.seats for n in range((last - s.turn) % s.seats + 1)]
    return sorted(asked + ([s.best_seat] if s.best_seat != NOBODY else []))


def table_facts(board: Board, s: State, names: Names) -> dict[str, Any]:
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
            r: None if s.president[n] == NOBODY else s.president[n]
            for n, r in enumerate(names.railroads)
        },
        "treasury": dict(zip(names.railroads, s.treasury, strict=True)),
        "income": dict(zip(names.railroads, s.income, strict=True)),
        "cubes": dict(zip(names.railroads, s.cubes, strict=True)),
        "links": {
            names.links[link]: names.railroads[owner]
            for link, owner in enumerate(owners)
            if owner != NOBODY
        },
        "cities": {
            city: [r for n, r in enumerate(names.railroads) if is_in(s, n, number)]
            for number, city in enumerate(names.cities)
        },
        "card": None if s.card == NOBODY else s.card,
        "auction": _auction(s) if s.phase in (AUCTION, ONCE) else None,
        "link": names.links[s.link] if s.phase in TALKS else None,
        "price": s.price if s.phase in (ANSWER, REPLY) else None,
        "built": s.built,
        "bought": s.bought,
        "end": end_of(s).code if s.turn == OVER else None,
    }


def _auction(s: State) -> dict[str, Any]:
    return {
        "price": None if s.best_seat == NOBODY else s.price,
        "best": None if s.best_seat == NOBODY else s.best_seat,
        "floor": s.floor,
        "bidders": bidders(s),
    }
