"""Which moves are worth trying: what a sensible player does without looking ahead."""

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
from roundhouse.games.rails.advice.networks import find_far_side, is_late, look_around
from roundhouse.games.rails.advice.plans import NO_PLAN, plan, plan_lack, plan_worth
from roundhouse.games.rails.rules.building import empty_slot, house_left, telegraph_left
from roundhouse.games.rails.rules.cargo import limit, load, output
from roundhouse.games.rails.rules.grid import empty, has
from roundhouse.games.rails.rules.phases.congress import senators_down
from roundhouse.games.rails.rules.phases.hiring import affords, empty_window
from roundhouse.games.rails.rules.phases.worker import workers_at
from roundhouse.games.rails.rules.scoring import district_houses
from roundhouse.games.rails.rules.search import takes
from roundhouse.games.rails.state import (
    ANY_RESOURCE,
    ANY_TILE,
    CARRIAGES,
    CHOOSE,
    COLUMNS,
    CONGRESS,
    DISTRICT,
    DROP,
    EACH,
    FINANCIER,
    GAIN,
    PICK_TILE,
    RESOURCE_KIND,
    RESOURCES,
    ROUTE,
    SPACES,
    SPECIALISTS,
    TILES,
    TRAIN_KIND,
    WINDOWS,
    WORKER,
    Board,
    Scratch,
    State,
)

MANY = 5  # tiles


@rule
def wants(board: Board, s: State, seat: int, found: int, resource: int) -> int:
    """How many of a resource the plan still lacks, to be made into its tiles."""
    for tile in range(TILES):
        if board.made_from[tile] == resource:
            return max(plan_lack(found, tile) - s.cargo[seat][resource], 0)
    return 0


@rule
def makes(board: Board, s: State, seat: int, found: int, who: int, times: int) -> int:
    """How readily one lets a specialist work so many times."""
    have = s.cargo[seat][board.recipe_from[who]]
    if who == FINANCIER:
        return 40 * min(have, times + 1)
    made = min(have, times)
    return 30 * made + 80 * min(made, plan_lack(found, board.recipe_to[who]))


@rule
def yard_use(board: Board, s: State, seat: int, found: int) -> int:
    lacking = plan_lack(found, 0) + plan_lack(found, 1) + plan_lack(found, 2)
    if found > 0 and lacking == 0:
        return 700 + min(plan_worth(found) // 8, 250)
    tiles = s.cargo[seat][RESOURCES] + s.cargo[seat][RESOURCES + 1] + s.cargo[seat][RESOURCES + 2]
    if tiles >= MANY:
        return 480  # there may be a way that no plan knows
    window = empty_window(s, seat)
    if window >= 0:
        for who in range(SPECIALISTS):
            if s.specialists[who] > 0 and affords(board, s, seat, who, window // WINDOWS):
                return 430
    return 20


@rule
def use(board: Board, s: State, seat: int, found: int, district: int) -> int:
    """How much a seat would like to act at a district now."""
    kind = board.kind[district]
    bonus = workers_at(board, s, seat, district)
    if kind == RESOURCE_KIND:
        resource = board.about[district]
        room = limit(board, s, seat) - load(s, seat)
        got = min(output(board, s, seat, resource) + bonus, room, s.supply[resource])
        special = 0
        if s.cargo[seat][board.special_pay[resource]] > 0:
            special = 60
        return 120 + 25 * got + 90 * min(got, wants(board, s, seat, found, resource)) + special
    if kind == TRAIN_KIND:
        total = 40 + makes(board, s, seat, found, board.about[district], 1 + bonus)
        for window in range(CARRIAGES * WINDOWS):
            who = s.windows[seat][window]
            if who > 0 and who - 1 != board.about[district]:
                total += makes(board, s, seat, found, who - 1, 1 + window // WINDOWS)
        return min(total, 690)
    return yard_use(board, s, seat, found)


@rule
def prefer_worker(board: Board, s: State, seat: int, found: int, action: int) -> int:
    if action < BUMP:
        ends = board.space_ends[(action - PLACE) % SPACES]
        one = use(board, s, seat, found, ends[0])
        two = use(board, s, seat, found, ends[1])
        liking = max(one, two) + min(one, two) // 20
        if action >= REMOVE:
            liking -= 25
        return max(liking, 1)
    if action < LIFT:
        return max(use(board, s, seat, found, action - BUMP) - 60, 1)
    return max(use(board, s, seat, found, action - LIFT), 1)


@rule
def prefer_build(board: Board, s: State, seat: int, action: int) -> int:
    """Houses, upgrades, stations and telegraphs of special actions and rewards."""
    if action < UPGRADE:
        row = (action - HOUSE) // RESOURCES
        if s.houses[seat][0] + s.houses[seat][1] + s.houses[seat][2] + s.houses[seat][3] < 5:
            return 90  # keep some for stations
        district = (action - HOUSE) % RESOURCES
        return (
            560
            - 20 * district_houses(s, seat)
            + 10 * s.houses[seat][row]
            + 2 * (5 - output(board, s, seat, district))
        )
    if action < STATION:
        token = action - UPGRADE
        slot = empty_slot(s, seat)
        if slot >= 0 and token // RESOURCES == slot:
            return 600 + 10 * (token % RESOURCES)
        return 90  # replacing earns points only when nothing better is left
    if action < TELEGRAPH:
        return 640 + 10 * s.houses[seat][(action - STATION) % RESOURCES]
    return 700


@rule
def prefer_lobby(board: Board, s: State, seat: int, found: int, senator: int) -> int:
    kind = board.reward_kind[senator]
    if kind == EACH:
        return 620
    if kind == ANY_TILE:
        return 640
    if kind == ANY_RESOURCE:
        return 520
    if kind == CHOOSE:
        return 560
    liking = 420
    for resource in range(RESOURCES):
        given = board.reward_fixed[senator][resource]
        liking += 40 * min(given, wants(board, s, seat, found, resource))
    return liking


@rule
def prefer_item(board: Board, s: State, seat: int, found: int, item: int) -> int:
    """How much one more of an item is wanted."""
    have = s.cargo[seat][item]
    if item >= RESOURCES:
        return 600 + 50 * plan_lack(found, item - RESOURCES) - 10 * have
    return 400 + 60 * wants(board, s, seat, found, item) - 25 * have


@rule
def prefer_person(board: Board, s: State, seat: int, who: int) -> int:
    """Makers of tiles first, each kind once; then a financier."""
    same = 0
    for window in range(CARRIAGES * WINDOWS):
        if s.windows[seat][window] == who + 1:
            same += 1
    liking = 620 - 60 * same
    if who == FINANCIER:
        liking -= 70
    return liking


@rule
def distance(one: int, two: int) -> int:
    return abs(one % COLUMNS - two % COLUMNS) + abs(one // COLUMNS - two // COLUMNS)


@rule
def closing_cities(board: Board, s: State, scratch: Scratch, cell: int) -> int:
    """The cities, as bits, at which a route from this cell would join the coasts."""
    found = 0
    if is_late(s):
        look_around(board, s, scratch)
        find_far_side(scratch, cell)
        for city in range(board.cities):
            if has(scratch.far, board.city_cell[city]):
                found |= 1 << city
    return found


@rule
def prefer_step(board: Board, s: State, seat: int, closing: int, cell: int) -> int:
    """Towards the nearest city to build in, rather on old track, rather one without a building."""
    nearest = 40
    house = house_left(s, seat)
    telegraph = telegraph_left(board, s, seat)
    for city in range(board.cities):
        there = board.city_cell[city]
        if not has(s.walked, there) and takes(s, seat, city, house, telegraph):
            far = 2 * distance(cell, there)
            if has(s.towns, there):
                far += 3
            if (closing >> city) & 1 == 1:
                far -= 14
            nearest = min(nearest, far)
    liking = 600 - 10 * nearest
    if board.tile[cell] >= 0 and not has(s.track, cell):
        liking -= 4
    return liking


@rule
def prefer_stop(board: Board, s: State, seat: int) -> int:
    """`done`: the end of a route is taken when it comes; elsewhere it is the last resort."""
    if s.phase[s.depth - 1] == ROUTE and not empty(s.walked):
        return 800
    return 100


@rule
def prefer_start(board: Board, s: State, seat: int, start: int) -> int:
    """Opposite starts, for a straight line."""
    first = s.engines[seat][0]
    if first < 0:
        return 100
    return 200 - 5 * abs(first // COLUMNS - board.start_cell[start] // COLUMNS)


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """The seat's plan, where it matters; on a route the cities that would close the line."""
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
        look_around(board, s, scratch)
        return plan(board, s, scratch, s.turn)
    return NO_PLAN


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, found: int) -> int:
    seat = s.turn
    if action >= BUILD_TELEGRAPH:
        if s.stations[seat] >= CARRIAGES:
            return 560 + 20 * board.telegraph_vp[s.telegraphs[seat]]
        return 300
    if action >= BUILD_STATION:
        return 600 + 10 * s.houses[seat][action - BUILD_STATION]
    if action >= TO:
        return prefer_step(board, s, seat, found, action - TO)
    if action >= HIRE_ONE:
        return prefer_person(board, s, seat, action - HIRE_ONE)
    if action >= DROP_ONE:
        return max(900 - prefer_item(board, s, seat, found, action - DROP_ONE), 1)
    if action >= FREE_ONE:
        return prefer_person(board, s, seat, action - FREE_ONE)
    if action >= GAIN_TILE:
        return prefer_item(board, s, seat, found, RESOURCES + action - GAIN_TILE)
    if action >= GAIN_ONE:
        return prefer_item(board, s, seat, found, action - GAIN_ONE)
    if action == RESET:
        return 130 * senators_down(s)
    if action >= LOBBY:
        return prefer_lobby(board, s, seat, found, action - LOBBY)
    if action >= MAKE_TILES:
        return 100 + 50 * (action - MAKE_TILES)
    if action >= HOUSE:
        return prefer_build(board, s, seat, action)
    if action == GO_LAY:
        return 800
    if action == GO_HIRE:
        return 300
    if action >= SPEND_HATS:
        return 300 - 60 * (action - SPEND_HATS)
    if action >= AT:
        return max(use(board, s, seat, found, action - AT), 1)
    if action >= PLACE:
        return prefer_worker(board, s, seat, found, action)
    if action >= ENGINE_CITY:
        return 600
    if action >= ENGINE_START:
        if s.engines[seat][1] >= 0:
            return 600
        return prefer_start(board, s, seat, action - ENGINE_START)
    if action == DONE:
        return prefer_stop(board, s, seat)
    return 100
