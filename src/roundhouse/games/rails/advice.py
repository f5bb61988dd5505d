"""Advice on Pacific Rails Inc.: what a position is worth, and what is worth trying.

`value` adds up points, what the end would add to them, assets that bring points later, and what the
seat's plan promises (`plans.py`), in hundredths of a VP. `prefer` is in `instincts.py`.
"""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.rails.instincts import hunch, prefer
from roundhouse.games.rails.plans import VP, look_around, plan, plan_worth
from roundhouse.games.rails.rules.cargo import carriages
from roundhouse.games.rails.rules.network import clear_work, coast_gap
from roundhouse.games.rails.rules.production import output
from roundhouse.games.rails.rules.scoring import building_points, goal_leader
from roundhouse.games.rails.state import (
    CARRIAGES,
    COLUMNS,
    RESOURCES,
    TILES,
    WINDOWS,
    Board,
    Scratch,
    State,
)

__all__ = ["hunch", "prefer", "value"]

# When all cities are full no route can end and the coasts stay apart: so the gap between them and
# the room that is left count for every seat. See docs/games/rails.md for how these were chosen.
GAP_WORTH = 700
ROOM = 12
ROOM_WORTH = 200
SEARCH = SearchSettings(turns=16)  # longer playouts won more games: docs/bots.md
HORIZON = 36  # rounds that a game of sensible players takes, by and large


@rule
def assets(board: Board, s: State, seat: int) -> int:
    """What will bring points later: people, upgrades, houses, hats."""
    worth = 60 * s.hats[seat] + 80 * carriages(s, seat)
    for window in range(CARRIAGES * WINDOWS):
        if s.windows[seat][window] > 0:
            worth += 130 + 110 * (window // WINDOWS)
    for carriage in range(CARRIAGES):
        if s.upgrades[seat][carriage] > 0:
            worth += 120 * (carriage + 1)
    for resource in range(RESOURCES):
        worth += 45 * min(output(board, s, seat, resource), 5)
    return worth


@rule
def holdings(board: Board, s: State, seat: int) -> int:
    """Resources in the cargo; many of one kind are worth less."""
    worth = 0
    for resource in range(RESOURCES):
        have = s.cargo[seat][resource]
        worth += 34 * min(have, 3) + 8 * max(have - 3, 0)
    return worth


@rule
def goals_led(board: Board, s: State, seat: int) -> int:
    led = 0
    for goal in range(board.goals):
        if s.goals[goal] == 1 and goal_leader(s, board.goal_kind[goal]) == seat:
            led += 1
    return led


@rule
def room_left(board: Board, s: State) -> int:
    """Buildings that the cities still have room for: without any no route can end."""
    room = 2 * board.cities
    for seat in range(s.seats):
        room -= s.stations[seat] + s.telegraphs[seat]
    return room


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    nearness = GAP_WORTH * COLUMNS
    if s.turn != OVER and s.joined == 0:
        nearness -= GAP_WORTH * coast_gap(board, s)
        nearness -= ROOM_WORTH * max(ROOM - room_left(board, s), 0)
    if s.turn != OVER:
        look_around(board, s)
    for seat in range(s.seats):
        worth = VP * s.score[seat] + nearness
        if s.turn != OVER:
            left = max(HORIZON - s.round_number, 2)
            if s.joined > 0:
                left = 0
            worth += VP * building_points(board, s, seat)
            for tile in range(TILES):
                worth += VP * board.leftover_vp * s.cargo[seat][RESOURCES + tile]
            worth += goals_led(board, s, seat) * (250 - 5 * left)
            if left > 0:
                worth += assets(board, s, seat) * left // HORIZON + (holdings(board, s, seat))
                worth += plan_worth(plan(board, s, seat))
        out[seat] = worth
    clear_work(s)
