"""What a seat may know of Northern Pacific (everything), and how it is said."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.svg import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS
from roundhouse.core.text import listed
from roundhouse.core.view import Choice, Fact, Ghost, Panel, View, assemble, choice, fact
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
        why=_why(s, board, mine),
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


def _why(s: State, board: Board, mine: bool) -> str:
    """The reason of what is asked, in a few words."""
    if s.turn == OVER or not mine:
        return ""
    return (
        f"a small cube that is reached brings {board.bonus_small} more, a large one "
        f"{board.bonus_large}; one that is not is lost"
    )


def _choices(position: Position, s: State, board: Board) -> list[Choice]:
    closed = cut_off(board, s, s.railhead)
    made = []
    for action in position.legal():
        if action >= LAY:
            made.append(_lay(position, s, board, action - LAY, closed))
        elif action >= INVEST_LARGE:
            made.append(_invest(position, s, board, action - INVEST_LARGE, True, closed))
        else:
            made.append(_invest(position, s, board, action - INVEST_SMALL, False, closed))
    return made


def _invest(
    position: Position, s: State, board: Board, city: int, large: bool, closed: set[int]
) -> Choice:
    size, bonus = ("large", board.bonus_large) if large else ("small", board.bonus_small)
    name = city_name(position, city)
    room = board.limit[s.seats] - s.filled[city]
    gain = "lost when the round ends" if city in closed else f"+{bonus} when the track gets there"
    note = f"{gain}; " + ("the last free place" if room == 1 else f"room for {room}")
    there = [
        f"@{seat}" for seat in range(s.seats) if s.small_at[city][seat] + s.large_at[city][seat]
    ]
    note += f"; cubes of {listed(there)} are there" if there else ""
    warning = f"the railroad can no longer reach {name}" if city in closed else ""
    ghost: Ghost = {
        "shape": "cube",
        "colour": SEAT_COLOURS[s.turn],
        "ink": SEAT_INKS[s.turn],
        "text": SEAT_LETTERS[s.turn],
    }
    return choice(
        position.game.text((INVEST_LARGE if large else INVEST_SMALL) + city),
        name,
        [city_ref(position, city)],
        f"Invest a {size} cube",
        note,
        warning,
        ghost,
    )


def _lay(position: Position, s: State, board: Board, city: int, closed: set[int]) -> Choice:
    """Who gains by it, and whose cubes it leaves behind for good."""
    gained = gains(s, board, city)
    note = ", ".join(f"@{who} +{n}" for who, n in gained) or "nobody gains"
    lost = sorted(cut_off(board, s, city) - closed)
    left = [
        f"@{seat} loses {n}"
        for seat in range(s.seats)
        if seat != s.turn and (n := _cubes(s, lost, seat))
    ]
    note += f"; {listed(left)}" if left else ""
    mine = [c for c in lost if _cubes(s, [c], s.turn)]
    warning = ""
    if mine:
        where = listed(city_name(position, c) for c in mine)
        warning = f"your cubes in {where} can no longer be reached then"
    if city == board.end:
        note += "; the round ends"
    refs = [city_ref(position, city), link_ref(position, s.railhead, city)]
    ghost: Ghost = {"shape": "track", "colour": "#8a7350", "ink": "#ffffff", "text": ""}
    move, name = position.game.text(LAY + city), city_name(position, city)
    return choice(move, name, refs, "Lay track to", note, warning, ghost)


def _cubes(s: State, cities: list[int], seat: int) -> int:
    return sum(s.small_at[city][seat] + s.large_at[city][seat] for city in cities)


def _panel(s: State, board: Board, seat: int) -> Panel:
    invested = 0 if s.turn == OVER else left_on_map(board, s, seat)
    facts: list[Fact] = [
        fact("in hand", f"{s.small[seat]} small, {s.large[seat]} large"),
        fact("on the map", invested),
        fact("good", s.good[seat]),
        fact("bad", s.bad[seat]),
    ]
    brief = [fact("in hand", s.small[seat] + s.large[seat]), facts[1], facts[3]]
    panel: Panel = {
        "seat": seat,
        "score": s.good[seat],
        "facts": facts,
        "brief": brief,
        "badges": [],
    }
    if s.variant == SCORELESS:
        facts.append(fact("rounds won", s.wins[seat]))
        panel["score"] = s.wins[seat]  # what decides; `good` is the score that records keep (N6)
        panel["unit"] = "rounds won"
    return panel


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
