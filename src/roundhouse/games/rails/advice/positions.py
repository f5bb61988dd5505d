"""State evaluation in hundredths of a VP: points, end scoring, assets and plans.

A weight is a judgement unless a comment names the measurement it comes from.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.rule import rule
from roundhouse.games.rails.advice.networks import coast_gap, fill_coast_networks
from roundhouse.games.rails.advice.plans import VP, find_plan, plan_value
from roundhouse.games.rails.rules.cargo import collected_amount, count_carriages
from roundhouse.games.rails.rules.scoring import building_points, goal_leader, leftover_points
from roundhouse.games.rails.state import (
    CARRIAGES,
    COLUMNS,
    RESOURCES,
    WINDOWS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

# When all cities are full, no route can end and the coasts stay apart. The gap between the coasts
# and the number of free building places therefore count for every seat. The weights were chosen
# among about 15 settings in matches: lab/2026-11-15-rails-heuristic.md.
GAP_WORTH = 700  # per tile or building that the line lacks
MIN_PLACES = 12  # with fewer building places left,
PLACE_WORTH = 200  # each missing one costs this much

HORIZON = 36  # typical number of rounds of a game
MIN_ROUNDS_LEFT = 2  # until the line is complete

# Assets at the start of the game; they lose value with the rounds left.
HAT = 60
CARRIAGE = 80
SPECIALIST, SPECIALIST_CARRIAGE = 130, 110  # in carriage 1, and per further carriage
UPGRADE = 120  # per level
INCOME, MAX_INCOME = 45, 5  # per resource that a district gives, up to this many

# Resources in the cargo.
RESOURCE = 34
SURPLUS_RESOURCE = 8  # beyond the first ENOUGH of a kind
ENOUGH = 3

# A goal pays 3 VP at the end; the lead in it is less certain the more rounds are left.
GOAL_LED = 250
GOAL_RISK = 5  # per round left


@rule
def assets(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Rate assets that bring points later: specialists, upgrades, income, hats."""
    worth = HAT * s.hats[seat] + CARRIAGE * count_carriages(s, seat)
    for window in range(CARRIAGES * WINDOWS):
        if s.windows[seat][window] > 0:
            worth += SPECIALIST + SPECIALIST_CARRIAGE * (window // WINDOWS)
    for carriage in range(CARRIAGES):
        if s.upgrades[seat][carriage] > 0:
            worth += UPGRADE * (carriage + 1)
    for resource in range(RESOURCES):
        worth += INCOME * min(collected_amount(board, s, seat, resource), MAX_INCOME)
    return worth


@rule
def holdings(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Rate the resources in the cargo; many of a kind count less."""
    worth = 0
    for resource in range(RESOURCES):
        have = s.cargo[seat][resource]
        worth += RESOURCE * min(have, ENOUGH) + SURPLUS_RESOURCE * max(have - ENOUGH, 0)
    return worth


@rule
def goals_led(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Count the goals in play that the seat leads alone."""
    led = 0
    for goal in range(board.goals):
        if s.goals[goal] == 1 and goal_leader(s, board.goal_kind[goal]) == seat:
            led += 1
    return led


@rule
def count_building_places(board: BoardLayout, s: StateLayout) -> int:
    """Return how many more buildings fit into the cities; at 0, no route can end."""
    places = 2 * board.cities
    for seat in range(s.seats):
        places -= s.stations[seat] + s.telegraphs[seat]
    return places


@rule
def evaluate(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Estimate each seat's final score, in hundredths of a VP."""
    nearness = GAP_WORTH * COLUMNS
    if s.turn != OVER and s.joined == 0:
        nearness -= GAP_WORTH * coast_gap(board, s, scratch)
        nearness -= PLACE_WORTH * max(MIN_PLACES - count_building_places(board, s), 0)
    if s.turn != OVER:
        fill_coast_networks(board, s, scratch)
    for seat in range(s.seats):
        out[seat] = VP * s.score[seat] + nearness
        if s.turn != OVER:
            out[seat] += prospects(board, s, scratch, seat)


@rule
def prospects(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int) -> int:
    """Rate the points a seat may still get; call `fill_coast_networks` first."""
    left = 0  # estimated rounds left
    if s.joined == 0:
        left = max(HORIZON - s.round_number, MIN_ROUNDS_LEFT)
    worth = VP * (building_points(board, s, seat) + leftover_points(board, s, seat))
    worth += goals_led(board, s, seat) * (GOAL_LED - GOAL_RISK * left)
    if left > 0:
        worth += assets(board, s, seat) * left // HORIZON + holdings(board, s, seat)
        worth += plan_value(find_plan(board, s, scratch, seat))
    return worth
