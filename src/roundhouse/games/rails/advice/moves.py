"""Action priors: what a sensible player prefers without search.

Actions are numbered by verb, so `action_prior` tests the ranges from the last verb down. The
weights are judgements; only their order matters much.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import (
    AT,
    BUILD_STATION,
    BUILD_TELEGRAPH,
    BUMP,
    DONE,
    DROP_ONE,
    ENGINE_CITY,
    ENGINE_START,
    FREE_ONE,
    GAIN_ONE,
    GAIN_TILE,
    GO_HIRE,
    GO_LAY,
    HIRE_ONE,
    HOUSE,
    LIFT,
    LOBBY,
    MAKE_TILES,
    PLACE,
    REMOVE,
    RESET,
    SPEND_HATS,
    STATION,
    TELEGRAPH,
    TO,
    UPGRADE,
)
from roundhouse.games.rails.advice.networks import fill_coast_networks, find_far_side, is_late
from roundhouse.games.rails.advice.plans import NO_PLAN, Plan, find_plan, plan_tiles, plan_value
from roundhouse.games.rails.rules.building import find_upgrade_carriage, has_house, has_telegraph
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load, collected_amount
from roundhouse.games.rails.rules.grid import has, is_empty
from roundhouse.games.rails.rules.phases.congress import count_senators_down
from roundhouse.games.rails.rules.phases.hiring import can_pay, find_empty_window
from roundhouse.games.rails.rules.phases.worker import count_bonus_workers
from roundhouse.games.rails.rules.scoring import district_houses
from roundhouse.games.rails.rules.search import can_build_in
from roundhouse.games.rails.state import (
    BRIDGE,
    CARRIAGES,
    COLUMNS,
    CONGRESS,
    DISTRICT,
    DROP,
    FINANCIER,
    FIXED,
    GAIN,
    PICK_TILE,
    RAIL,
    RESOURCE_KIND,
    RESOURCES,
    ROUTE,
    SPACES,
    SPECIALISTS,
    TILES,
    TRAIN_KIND,
    TUNNEL,
    WINDOWS,
    WORKER,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

# Districts, 1 to about 950. An action that brings the plan forward adds most.
RESOURCE_DISTRICT, RESOURCE_GAIN = 120, 25  # and per resource gained
PLANNED_RESOURCE = 90  # per resource that the plan needs
SPECIAL_ACTION = 60  # its resource is in the cargo
TRAIN, MAX_TRAIN = 40, 690
FINANCIER_COIN = 40  # per coin that can be spent, one more than the budget of this Financier
NEW_TILE, PLANNED_TILE = 30, 80  # per tile made, and per tile that the plan misses
READY_ROUTE, READY_VALUE, MAX_READY_VALUE = 700, 8, 250  # plus an 8th of the plan, up to 250
MIN_UNPLANNED_TILES = 5  # with this many tiles, a route without a plan is likely
UNPLANNED_ROUTE = 480
CAN_HIRE = 430
IDLE_YARD = 20

# Workers.
OTHER_DISTRICT = 20  # a 20th of the worse district of a space counts: it can be blocked
TAKE_BACK_COST = 25  # a worker on the board still gives a bonus
BUMP_COST = 60  # the others get their workers back, and hats

# Houses, upgrades, stations and telegraphs.
HOUSES_FOR_STATIONS = 5  # below this many houses left, keep them for stations
LAST_RESORT = 90
SITE_HOUSE, SITE_HOUSE_COST = 560, 20  # less per own house on sites
FULL_ROW = 10  # per house left in the row it comes from
WEAK_INCOME, MAX_INCOME = 2, 5  # per resource that the district gives less than this maximum
UPGRADE_PRIOR, UPGRADE_RESOURCE = 600, 10  # and in the order of the resources
STATION_PRIOR, ARRIVAL_STATION = 640, 600  # on a site next to track; at the end of a route
TELEGRAPH_PRIOR = 700
ARRIVAL_TELEGRAPH, TELEGRAPH_VP = 560, 20  # all carriages are there; per VP under it
EARLY_TELEGRAPH = 300  # a station would still add a carriage

# By reward kind of the senator.
LOBBY_PRIORS = (
    420,  # FIXED: two resources; more if the plan needs them
    560,  # CHOOSE: a house or an upgrade, and 1 VP
    620,  # EACH: buildings without laying a route
    520,  # ANY_RESOURCE: three resources that fit the plan
    640,  # ANY_TILE: two tiles without their resources
)
PLANNED_REWARD = 40  # per resource of a fixed reward that the plan needs
RESET_PRIOR = 130  # per senator down: each earns 1 VP

# Items to gain, or to keep when the cargo is full.
TILE, MISSING_TILE, TILE_OWNED = 600, 50, 10  # per tile the plan misses; less per one in the cargo
RESOURCE, MISSING_RESOURCE, RESOURCE_OWNED = 400, 60, 25
KEEP = 900  # an item is dropped the less it is worth gaining

SPECIALIST, SAME_SPECIALIST = 620, 60  # less per specialist of the same kind
FINANCIER_COST = 70  # tiles are what routes lack

# Routes, in tenths of a step: 10 per unit of distance.
NO_CITY_NEAR = 40  # distance that counts if no city can be reached
STEP, DISTANCE = 600, 10
OLD_CITY = 3  # farther: a city that is connected already
CLOSING_CITY = 14  # nearer: a city where the route joins the coasts
NEW_TILE_COST = 4  # existing track is free
END_ROUTE = 800

# Other actions.
GO_LAY_PRIOR, GO_HIRE_PRIOR = 800, 300  # laying is offered only if a route is possible
MAKE_PRIOR, MAKE_TILE = 100, 50  # and per tile
HAT_PRIOR, HAT_COST = 300, 60  # less per hat spent
ENGINE_PRIOR = 600  # every way to begin a route
START_PRIOR, SECOND_START, ROW_COST = 100, 200, 5  # first engine; second, less per row apart
OTHER_PRIOR = 100


@rule
def count_missing(board: BoardLayout, s: StateLayout, seat: int, plan: Plan, resource: int) -> int:
    """Return how many of a resource the plan's missing tiles still need."""
    for tile in range(TILES):
        if board.made_from[tile] == resource:
            return max(plan_tiles(plan, tile) - s.cargo[seat][resource], 0)
    return 0


@rule
def rate_specialist(
    board: BoardLayout, s: StateLayout, seat: int, plan: Plan, who: int, times: int
) -> int:
    """Rate a specialist's work, up to `times` times."""
    have = s.cargo[seat][board.recipe_from[who]]
    if who == FINANCIER:
        return FINANCIER_COIN * min(have, times + 1)
    result = min(have, times)
    planned = min(result, plan_tiles(plan, board.recipe_to[who]))
    return NEW_TILE * result + PLANNED_TILE * planned


@rule
def rate_yard(board: BoardLayout, s: StateLayout, seat: int, plan: Plan) -> int:
    """Rate the yard: a route that is ready, a likely one, or hiring."""
    missing = plan_tiles(plan, RAIL) + plan_tiles(plan, BRIDGE) + plan_tiles(plan, TUNNEL)
    if plan != NO_PLAN and missing == 0:
        return READY_ROUTE + min(plan_value(plan) // READY_VALUE, MAX_READY_VALUE)
    cargo = s.cargo[seat]
    tiles = cargo[RESOURCES + RAIL] + cargo[RESOURCES + BRIDGE] + cargo[RESOURCES + TUNNEL]
    if tiles >= MIN_UNPLANNED_TILES:
        return UNPLANNED_ROUTE
    window = find_empty_window(s, seat)
    if window >= 0:
        for who in range(SPECIALISTS):
            if s.specialists[who] > 0 and can_pay(board, s, seat, who, window // WINDOWS):
                return CAN_HIRE
    return IDLE_YARD


@rule
def rate_district(board: BoardLayout, s: StateLayout, seat: int, plan: Plan, district: int) -> int:
    """Rate a district for a seat."""
    kind = board.kind[district]
    bonus = count_bonus_workers(board, s, seat, district)
    if kind == RESOURCE_KIND:
        resource = board.about[district]
        free_slots = cargo_limit(board, s, seat) - cargo_load(s, seat)
        gained = min(
            collected_amount(board, s, seat, resource) + bonus, free_slots, s.supply[resource]
        )
        special = 0
        if s.cargo[seat][board.special_pay[resource]] > 0:
            special = SPECIAL_ACTION
        return (
            RESOURCE_DISTRICT
            + RESOURCE_GAIN * gained
            + PLANNED_RESOURCE * min(gained, count_missing(board, s, seat, plan, resource))
            + special
        )
    if kind == TRAIN_KIND:
        foreman = board.about[district]
        total = TRAIN + rate_specialist(board, s, seat, plan, foreman, 1 + bonus)
        for window in range(CARRIAGES * WINDOWS):
            who = s.windows[seat][window]
            # The foreman has probably used up the resource of the same specialists.
            if who > 0 and who - 1 != foreman:
                total += rate_specialist(board, s, seat, plan, who - 1, 1 + window // WINDOWS)
        return min(total, MAX_TRAIN)
    return rate_yard(board, s, seat, plan)


@rule
def worker_prior(board: BoardLayout, s: StateLayout, seat: int, plan: Plan, action: int) -> int:
    """Rate a worker's move by the better of the districts it can use."""
    if action < BUMP:
        ends = board.space_ends[(action - PLACE) % SPACES]
        one = rate_district(board, s, seat, plan, ends[0])
        two = rate_district(board, s, seat, plan, ends[1])
        prior = max(one, two) + min(one, two) // OTHER_DISTRICT
        if action >= REMOVE:
            prior -= TAKE_BACK_COST
        return max(prior, 1)
    if action < LIFT:
        return max(rate_district(board, s, seat, plan, action - BUMP) - BUMP_COST, 1)
    return max(rate_district(board, s, seat, plan, action - LIFT), 1)


@rule
def build_prior(board: BoardLayout, s: StateLayout, seat: int, action: int) -> int:
    """Rate houses, upgrades, stations and telegraphs of special actions and rewards."""
    if action < UPGRADE:
        row = (action - HOUSE) // RESOURCES
        houses = s.houses[seat]
        if houses[0] + houses[1] + houses[2] + houses[3] < HOUSES_FOR_STATIONS:
            return LAST_RESORT
        district = (action - HOUSE) % RESOURCES
        return (
            SITE_HOUSE
            - SITE_HOUSE_COST * district_houses(s, seat)
            + FULL_ROW * houses[row]
            + WEAK_INCOME * (MAX_INCOME - collected_amount(board, s, seat, district))
        )
    if action < STATION:
        token = action - UPGRADE
        slot = find_upgrade_carriage(s, seat)
        if slot >= 0 and token // RESOURCES == slot:
            return UPGRADE_PRIOR + UPGRADE_RESOURCE * (token % RESOURCES)
        return LAST_RESORT  # replaces an upgrade
    if action < TELEGRAPH:
        return STATION_PRIOR + FULL_ROW * s.houses[seat][(action - STATION) % RESOURCES]
    return TELEGRAPH_PRIOR


@rule
def lobby_prior(board: BoardLayout, s: StateLayout, seat: int, plan: Plan, senator: int) -> int:
    """Rate a senator by the reward."""
    kind = board.reward_kind[senator]
    prior = LOBBY_PRIORS[kind]
    if kind == FIXED:
        for resource in range(RESOURCES):
            amount = board.reward_fixed[senator][resource]
            missing = count_missing(board, s, seat, plan, resource)
            prior += PLANNED_REWARD * min(amount, missing)
    return prior


@rule
def item_prior(board: BoardLayout, s: StateLayout, seat: int, plan: Plan, item: int) -> int:
    """Rate one more of an item."""
    have = s.cargo[seat][item]
    if item >= RESOURCES:
        return TILE + MISSING_TILE * plan_tiles(plan, item - RESOURCES) - TILE_OWNED * have
    missing = count_missing(board, s, seat, plan, item)
    return RESOURCE + MISSING_RESOURCE * missing - RESOURCE_OWNED * have


@rule
def specialist_prior(board: BoardLayout, s: StateLayout, seat: int, who: int) -> int:
    """Prefer one specialist for each kind of tile, then a financier."""
    same = 0
    for window in range(CARRIAGES * WINDOWS):
        if s.windows[seat][window] == who + 1:
            same += 1
    prior = SPECIALIST - SAME_SPECIALIST * same
    if who == FINANCIER:
        prior -= FINANCIER_COST
    return prior


@rule
def distance(one: int, two: int) -> int:
    """Return the number of steps between two cells on an empty map."""
    return abs(one % COLUMNS - two % COLUMNS) + abs(one // COLUMNS - two // COLUMNS)


@rule
def closing_cities(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, cell: int) -> int:
    """Return the cities, as bits, where a route from this cell would join the coasts."""
    cities = 0
    if is_late(s):
        fill_coast_networks(board, s, scratch)
        find_far_side(scratch, cell)
        for city in range(board.cities):
            if has(scratch.far, board.city_cell[city]):
                cities |= 1 << city
    return cities


@rule
def step_prior(board: BoardLayout, s: StateLayout, seat: int, closing: int, cell: int) -> int:
    """Prefer steps to the nearest city to build in, on existing track if possible."""
    nearest = NO_CITY_NEAR
    house = has_house(s, seat)
    telegraph = has_telegraph(board, s, seat)
    for city in range(board.cities):
        there = board.city_cell[city]
        if not has(s.walked, there) and can_build_in(s, seat, city, house, telegraph):
            far = 2 * distance(cell, there)
            if has(s.towns, there):
                far += OLD_CITY
            if (closing >> city) & 1 == 1:
                far -= CLOSING_CITY
            nearest = min(nearest, far)
    prior = STEP - DISTANCE * nearest
    if board.tile[cell] >= 0 and not has(s.track, cell):
        prior -= NEW_TILE_COST
    return prior


@rule
def stop_prior(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Rate `done`: high at the end of a route, low elsewhere."""
    if s.phase[s.depth - 1] == ROUTE and not is_empty(s.walked):
        return END_ROUTE
    return OTHER_PRIOR


@rule
def start_prior(board: BoardLayout, s: StateLayout, seat: int, start: int) -> int:
    """Prefer starts in the same row on both coasts."""
    first = s.engines[seat][0]
    if first < 0:
        return START_PRIOR
    return SECOND_START - ROW_COST * abs(first // COLUMNS - board.start_cell[start] // COLUMNS)


@rule
def action_context(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Return the seat's plan, or on a route the cities that would complete the line."""
    phase = s.phase[s.depth - 1]
    if phase == ROUTE:
        return closing_cities(board, s, scratch, s.first[s.depth - 1])
    if (
        phase == WORKER
        or phase == DISTRICT
        or phase == CONGRESS
        or phase == GAIN
        or phase == PICK_TILE
        or phase == DROP
    ):
        fill_coast_networks(board, s, scratch)
        return find_plan(board, s, scratch, s.turn)
    return NO_PLAN


@rule
def action_prior(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
) -> int:
    """Return the prior of an action, 0 to 1000."""
    seat = s.turn
    if action >= BUILD_TELEGRAPH:
        if s.stations[seat] >= CARRIAGES:
            return ARRIVAL_TELEGRAPH + TELEGRAPH_VP * board.telegraph_vp[s.telegraphs[seat]]
        return EARLY_TELEGRAPH
    if action >= BUILD_STATION:
        return ARRIVAL_STATION + FULL_ROW * s.houses[seat][action - BUILD_STATION]
    if action >= TO:
        return step_prior(board, s, seat, context, action - TO)
    if action >= HIRE_ONE:
        return specialist_prior(board, s, seat, action - HIRE_ONE)
    if action >= DROP_ONE:
        return max(KEEP - item_prior(board, s, seat, context, action - DROP_ONE), 1)
    if action >= FREE_ONE:
        return specialist_prior(board, s, seat, action - FREE_ONE)
    if action >= GAIN_TILE:
        return item_prior(board, s, seat, context, RESOURCES + action - GAIN_TILE)
    if action >= GAIN_ONE:
        return item_prior(board, s, seat, context, action - GAIN_ONE)
    if action == RESET:
        return RESET_PRIOR * count_senators_down(s)
    if action >= LOBBY:
        return lobby_prior(board, s, seat, context, action - LOBBY)
    if action >= MAKE_TILES:
        return MAKE_PRIOR + MAKE_TILE * (action - MAKE_TILES)
    if action >= HOUSE:
        return build_prior(board, s, seat, action)
    if action == GO_LAY:
        return GO_LAY_PRIOR
    if action == GO_HIRE:
        return GO_HIRE_PRIOR
    if action >= SPEND_HATS:
        return HAT_PRIOR - HAT_COST * (action - SPEND_HATS)
    if action >= AT:
        return max(rate_district(board, s, seat, context, action - AT), 1)
    if action >= PLACE:
        return worker_prior(board, s, seat, context, action)
    if action >= ENGINE_CITY:
        return ENGINE_PRIOR
    if action >= ENGINE_START:
        if s.engines[seat][1] >= 0:
            return ENGINE_PRIOR
        return start_prior(board, s, seat, action - ENGINE_START)
    if action == DONE:
        return stop_prior(board, s, seat)
    return OTHER_PRIOR
