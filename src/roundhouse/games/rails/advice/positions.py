"""What a position is worth to each seat, in hundredths of a VP: points, what the end would add to
them, assets that bring points later, and what the seat's plan promises."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.rule import rule
from roundhouse.games.rails.advice.networks import coast_gap, look_around
from roundhouse.games.rails.advice.plans import VP, plan, plan_worth
from roundhouse.games.rails.rules.cargo import carriages, output
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import (
    CARRIAGES,
    COLUMNS,
    RESOURCES,
    WINDOWS,
    Board,
    Scratch,
    State,
)

# When all cities are full no route can end and the coasts stay apart: so the gap between them and
# the room that is left count for every seat. See docs/games/rails.md for how these were chosen.
GAP_WORTH = 700
ROOM = 12
ROOM_WORTH = 200
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
        nearness -= GAP_WORTH * coast_gap(board, s, scratch)
        nearness -= ROOM_WORTH * max(ROOM - room_left(board, s), 0)
    if s.turn != OVER:
        look_around(board, s, scratch)
    for seat in range(s.seats):
        out[seat] = VP * s.score[seat] + nearness
        if s.turn != OVER:
            out[seat] += prospects(board, s, scratch, seat)


@rule
def prospects(board: Board, s: State, scratch: Scratch, seat: int) -> int:
    """What may come to the points of a seat, after `look_around`."""
    left = 0  # rounds, by and large
    if s.joined == 0:
        left = max(HORIZON - s.round_number, 2)
    worth = VP * (building_points(board, s, seat) + leftover_points(board, s, seat))
    worth += goals_led(board, s, seat) * (250 - 5 * left)
    if left > 0:
        worth += assets(board, s, seat) * left // HORIZON + holdings(board, s, seat)
        worth += plan_worth(plan(board, s, scratch, seat))
    return worth
