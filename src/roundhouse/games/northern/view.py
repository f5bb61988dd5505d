"""What a seat may know of Northern Pacific (everything), and how it is said."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.view import Choice, Fact, Panel, View, assemble, choice, fact
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.log import gains
from roundhouse.games.northern.names import VARIANTS, city_id, city_name, city_ref, link_ref
from roundhouse.games.northern.routes import cut_off
from roundhouse.games.northern.rules import left_on_map
from roundhouse.games.northern.state import SCORELESS, SINGLE, STANDARD, Board, Position, State


def view(position: Position, seat: int | None) -> View:
    s, board = position.twin, position.board
    mine = seat is not None and seat == s.turn
    return assemble(
        position,
        seat,
        phase="over" if s.turn == OVER else "turn",
        prompt=_prompt(s, mine),
        choices=_choices(position, s, board) if mine else [],
        panels=[_panel(s, board, n) for n in range(s.seats)],
        notes=_notes(position, s, board),
        facts=_facts(position, s, board),
    )


def _prompt(s: State, mine: bool) -> str:
    if s.turn == OVER:
        return "The game is over"
    if not mine:
        return f"@{s.turn} invests a cube or lays track"
    if s.small[s.turn] + s.large[s.turn] == 0:
        return "Your hand is empty: lay the next track"
    return "Invest a cube in a city, or lay the next track"


def _choices(position: Position, s: State, board: Board) -> list[Choice]:
    made = []
    for action in position.legal():
        move = position.game.text(action)
        if action < LAY:
            large = action >= INVEST_LARGE
            city = action - (INVEST_LARGE if large else INVEST_SMALL)
            group = f"Invest a {'large' if large else 'small'} cube"
            note = f"{s.filled[city]} of {board.limit[s.seats]} cubes there"
            refs = [city_ref(position, city)]
        else:
            city, group = action - LAY, "Lay track to"
            gained = gains(s, board, city)
            note = ", ".join(f"@{who} +{n}" for who, n in gained) or "nobody gains"
            refs = [city_ref(position, city), link_ref(position, s.railhead, city)]
        made.append(choice(move, city_name(position, city), refs, group, note))
    return made


def _panel(s: State, board: Board, seat: int) -> Panel:
    invested = 0 if s.turn == OVER else left_on_map(board, s, seat)
    facts: list[Fact] = [
        fact("in hand", f"{s.small[seat]} small, {s.large[seat]} large"),
        fact("on the map", invested),
        fact("good", s.good[seat]),
        fact("bad", s.bad[seat]),
    ]
    if s.variant != SCORELESS:
        return {"seat": seat, "score": s.good[seat], "facts": facts, "badges": []}
    facts.append(fact("rounds won", s.wins[seat]))
    return {
        "seat": seat,
        "score": s.wins[seat],  # what decides; `good` is the score that records keep (N6)
        "unit": "rounds won",
        "facts": facts,
        "badges": [],
    }


def _notes(position: Position, s: State, board: Board) -> list[Fact]:
    if s.variant == STANDARD:
        lap = f"{s.round_number} of {board.rounds}"
    elif s.variant == SINGLE:
        lap = "the only one"
    else:
        lap = f"{s.round_number}; first to win {board.wins_needed}"
    return [
        fact("round", lap),
        fact("railhead", city_name(position, s.railhead), city_ref(position, s.railhead)),
        fact("cubes a city holds", board.limit[s.seats]),
    ]


def _facts(position: Position, s: State, board: Board) -> dict[str, Any]:
    ids = [city_id(position, city) for city in range(board.cities)]
    reached = sorted((s.arrivals[city], city) for city in range(board.cities) if s.arrivals[city])
    return {
        "variant": VARIANTS[s.variant],
        "round": s.round_number,
        "railhead": ids[s.railhead],
        "route": [ids[city] for _, city in reached],
        "cubes": {
            name: {"small": s.small_at[city][: s.seats], "large": s.large_at[city][: s.seats]}
            for city, name in enumerate(ids)
        },
        "small": s.small[: s.seats],
        "large": s.large[: s.seats],
        "good": s.good[: s.seats],
        "bad": s.bad[: s.seats],
        "wins": s.wins[: s.seats],
        "limit": board.limit[s.seats],
        "cut_off": [ids[city] for city in sorted(cut_off(board, s, s.railhead))],
    }
