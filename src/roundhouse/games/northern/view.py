"""What a seat may know of Northern Pacific (everything), and how it is said."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.view import Choice, Fact, Panel, View, choice, fact
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.log import gains
from roundhouse.games.northern.rules import left_on_map
from roundhouse.games.northern.state import SCORELESS, SINGLE, STANDARD, Board, Position, State

VARIANTS = ("standard", "single", "scoreless")


def view(position: Position, seat: int | None) -> View:
    s: State = position.twin
    board: Board = position.board
    cities = position.game.board_file.data["city"]
    mine = seat is not None and seat == s.turn
    return {
        "game": "northern",
        "seat": seat,
        "seats": s.seats,
        "turn": s.turn,
        "phase": "over" if s.turn == OVER else "turn",
        "prompt": _prompt(s, mine),
        "choices": _choices(position, s, board, cities) if mine else [],
        "shortcuts": [],
        "panels": [_panel(s, board, n) for n in range(s.seats)],
        "notes": _notes(s, board, cities),
        "facts": _facts(s, cities),
        "ranks": position.ranks() if position.over else None,
    }


def _prompt(s: State, mine: bool) -> str:
    if s.turn == OVER:
        return "The game is over"
    if not mine:
        return f"@{s.turn} invests a cube or lays track"
    if s.small[s.turn] + s.large[s.turn] == 0:
        return "Your hand is empty: lay the next track"
    return "Invest a cube in a city, or lay the next track"


def _choices(position: Position, s: State, board: Board, cities: list[Any]) -> list[Choice]:
    limit = board.limit[s.seats]
    made = []
    for action in position.legal():
        move = position.game.text(action)
        city = (action - INVEST_SMALL) % (INVEST_LARGE - INVEST_SMALL)
        name, refs = cities[city]["name"], [f"city:{cities[city]['id']}"]
        if action < LAY:
            size = "small" if action < INVEST_LARGE else "large"
            note = f"{s.filled[city]} of {limit} cubes there"
            made.append(choice(move, name, refs, f"Invest a {size} cube", note))
        else:
            refs.append(f"link:{cities[s.railhead]['id']}-{cities[city]['id']}")
            gained = gains(s, board, city)
            note = ", ".join(f"@{who} +{n}" for who, n in gained) or "nobody gains"
            made.append(choice(move, name, refs, "Lay track to", note))
    return made


def _panel(s: State, board: Board, seat: int) -> Panel:
    invested = 0 if s.turn == OVER else left_on_map(board, s, seat)
    facts: list[Fact] = [
        fact("in hand", f"{s.small[seat]} small, {s.large[seat]} large"),
        fact("on the map", invested),
        fact("good", s.good[seat]),
        fact("bad", s.bad[seat]),
    ]
    if s.variant == SCORELESS:
        facts.append(fact("rounds won", s.wins[seat]))
    return {"seat": seat, "score": s.good[seat], "facts": facts, "badges": []}


def _notes(s: State, board: Board, cities: list[Any]) -> list[Fact]:
    if s.variant == STANDARD:
        lap = f"{s.round_number} of {board.rounds}"
    elif s.variant == SINGLE:
        lap = "the only one"
    else:
        lap = f"{s.round_number}; first to win {board.wins_needed}"
    return [
        fact("round", lap),
        fact("railhead", cities[s.railhead]["name"], f"city:{cities[s.railhead]['id']}"),
        fact("cubes a city holds", board.limit[s.seats]),
    ]


def _facts(s: State, cities: list[Any]) -> dict[str, Any]:
    reached = [(s.arrivals[n], city["id"]) for n, city in enumerate(cities) if s.arrivals[n]]
    return {
        "variant": VARIANTS[s.variant],
        "round": s.round_number,
        "railhead": cities[s.railhead]["id"],
        "route": [name for _, name in sorted(reached)],
        "cubes": {
            city["id"]: {"small": s.small_at[n][: s.seats], "large": s.large_at[n][: s.seats]}
            for n, city in enumerate(cities)
        },
        "small": s.small[: s.seats],
        "large": s.large[: s.seats],
        "good": s.good[: s.seats],
        "bad": s.bad[: s.seats],
        "wins": s.wins[: s.seats],
    }
