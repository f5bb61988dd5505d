"""The game's own facts as plain data, for drawings and for researchers."""

from __future__ import annotations

from typing import Any

from roundhouse.games.rails.cells import cells_of
from roundhouse.games.rails.log import end_code
from roundhouse.games.rails.names import (
    DISTRICT_WORKERS,
    ITEM_NAMES,
    RESOURCE_NAMES,
    SPECIALIST_NAMES,
    TOKEN_NAMES,
    Places,
    cell_name,
)
from roundhouse.games.rails.rules.cargo import cargo_limit, collected_amount, count_carriages
from roundhouse.games.rails.rules.scoring import goal_count, goal_leader
from roundhouse.games.rails.state import RESOURCES, ROUTE, BoardLayout, StateLayout
from roundhouse.games.rails.view.decision import decision_facts


def facts(board: BoardLayout, s: StateLayout, places: Places) -> dict[str, Any]:
    cities = [row["id"] for row in places.cities]
    return {
        "round": s.round_number,
        "mover": s.mover,
        "decision": decision_facts(s, places),
        "joined": s.joined - 1 if s.joined else None,
        "end": end_code(s),
        "spaces": {name: _owner(s.space[n]) for n, name in enumerate(places.spaces)},
        "district_worker": DISTRICT_WORKERS[s.district_worker],
        "above": {row["id"]: _owner(s.above[n]) for n, row in enumerate(places.districts)},
        "sites": {
            places.resource_district(r)["id"]: [s.sites[n][r] for n in range(s.seats)]
            for r in range(RESOURCES)
        },
        "stations": {c: _owner(s.station_at[n]) for n, c in enumerate(cities) if s.station_at[n]},
        "telegraphs": {
            c: _owner(s.telegraph_at[n]) for n, c in enumerate(cities) if s.telegraph_at[n]
        },
        "track": _cells(s.track),
        "fresh": _cells(s.fresh),
        "walked": _cells(s.walked),
        "head": _head(s),
        "engines": [
            [places.cell_ref(cell).split(":")[1] for cell in s.engines[n] if cell >= 0]
            for n in range(s.seats)
        ],
        "lobbied": [bool(down) for down in s.lobbied],
        "budget": s.budget,
        "goals": [
            {
                "id": row["id"],
                "name": row["name"],
                "leader": _leader(goal_leader(s, board.goal_kind[n])),
                "counts": [goal_count(s, seat, board.goal_kind[n]) for seat in range(s.seats)],
            }
            for n, row in enumerate(places.goals)
            if s.goals[n]
        ],
        "supply": dict(zip(ITEM_NAMES, s.supply, strict=True)),
        "specialists": dict(zip(SPECIALIST_NAMES, s.specialists, strict=True)),
        "tokens": dict(zip(TOKEN_NAMES, s.tokens, strict=True)),
        "boards": [_build_seat_board(board, s, n) for n in range(s.seats)],
    }


def _owner(stored: int) -> int | None:
    return stored - 1 if stored else None


def _leader(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _cells(words: list[int]) -> list[str]:
    return [cell_name(cell) for cell in cells_of(words)]


def _head(s: StateLayout) -> str | None:
    """Return the cell that the current route has reached."""
    if s.depth and s.phase[s.depth - 1] == ROUTE:
        return cell_name(s.first[s.depth - 1])
    return None


def _build_seat_board(board: BoardLayout, s: StateLayout, seat: int) -> dict[str, Any]:
    return {
        "score": s.score[seat],
        "reserve": s.reserve[seat],
        "hats": s.hats[seat],
        "cargo": dict(zip(ITEM_NAMES, s.cargo[seat], strict=True)),
        "limit": cargo_limit(board, s, seat),
        "houses": dict(zip(RESOURCE_NAMES, s.houses[seat], strict=True)),
        "output": {
            name: collected_amount(board, s, seat, n) for n, name in enumerate(RESOURCE_NAMES)
        },
        "carriages": count_carriages(s, seat),
        "windows": [SPECIALIST_NAMES[n - 1] if n else None for n in s.windows[seat]],
        "upgrades": [TOKEN_NAMES[n - 1] if n else None for n in s.upgrades[seat]],
        "stations": s.stations[seat],
        "telegraphs": s.telegraphs[seat],
        "telegraph_vp": board.telegraph_vp[s.telegraphs[seat] : board.telegraph_count],
    }
