"""The structs of Pacific Rails Inc.: state, board tables and scratch memory.

Decisions nest. A bump lets other seats choose resources before the turn continues. A senator
lobbied during a train run may build a station, which adds a carriage and a free specialist. The
state therefore keeps a small stack of frames, which alone determines what happens next:

- A frame holds `phase`, the seat to act (`actor`) and two numbers, `first` and `second`, whose
  meaning depends on the phase (see below). The top frame is the current decision.
- Each phase has a module in `rules/phases` with its rules and texts.
- A rule that leads to further decisions pushes their frames in reverse order.
- After each action, `rules/dispatch.py` settles the stack: it pops frames without a decision left,
  advances trains, and starts the next seat's turn when the stack is empty.
- A popped frame is zeroed, so that equal states have equal bytes.

Sets of cells (track, cities with a building, the current route) are bitmaps of five words with
three rows of twenty cells each: see `rules/grid.py`.
"""

from __future__ import annotations

from roundhouse.core import state
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 4
RESOURCES = 4
TILES = 3
ITEMS = RESOURCES + TILES  # kinds of cargo: resources, then tiles
SPECIALISTS = 4
CARRIAGES = 3
WINDOWS = 2  # specialist spaces per carriage
TOKENS = 9  # kinds of upgrades: level 1 and level 2 by resource, then level 3
ANY_TOKEN = 8
DISTRICTS = 9
SPACES = 12
SENATORS = 8
GOALS = 16  # maximum
STARTS = 8
CITIES = 32
COLUMNS = 20
ROWS = 13
CELLS = COLUMNS * ROWS
WORD = 60  # cells per word of a set: three rows
WORDS = 5  # words per set
REACHES = 36  # maximum number of sets in `rules/search.py`: see `extend_reach`
BUILDINGS = 18  # maximum per seat on the map
DEPTH = 6  # maximum number of frames
AIMS = 8  # maximum target cities per place, for heuristics
PATH = 6  # maximum tiles of a planned path, for heuristics

GUNPOWDER, COIN, IRON, WOOD = 0, 1, 2, 3
ALL_RESOURCES = (1 << RESOURCES) - 1  # one bit per resource
RAIL, BRIDGE, TUNNEL = 0, 1, 2
CREW, MINER, ENGINEER, FINANCIER = 0, 1, 2, 3

OWN, NEIGHBOURS = 0, 1  # option: the districts that a worker on a district adds to

# Phases, with the meaning of a frame's `first` and `second`.
NOTHING = 0
GOAL = 1  # goals drawn; a chance state
OPEN = 2
ENGINE_ONE = 3  # the seat's first engine, on either coast
ENGINE_TWO = 4  # the seat's second engine, on the opposite coast
WORKER = 5
DISTRICT = 6  # the worker's space; 1 if it was just placed
HATS = 7  # the district; 1 if the worker was just placed
CENTRE = 8  # uses left
SPECIAL = 9  # uses left; the district's resource
TRAIN = 10  # the next step; never a decision
MAKE = 11  # the specialist; uses left
CONGRESS = 12
REWARD_CHOOSE = 13  # VP
REWARD_EACH = 14  # 1: may build a station; 1: may build a telegraph
GAIN = 15  # picks left; resources to pick from, as bits
PICK_TILE = 16  # picks left
FREE = 17
DROP = 18
HIRING = 19  # uses left
LAY_ENGINE = 20  # uses left; 1 until the first route has started
ROUTE = 21  # the cell reached; the index of the engine
ARRIVAL = 22  # the city


class StateLayout(Struct):
    """The state of a game. Owners are stored as seat + 1; 0 means no owner."""

    turn = i8()
    seats = i8()
    rules = i8()  # rules version
    mover = i8()  # the seat whose turn it is, even while another seat acts
    round_number = i8()  # from 1
    joined = i8()  # 1 + the seat that joined the coasts, or 0

    depth = i8()
    phase = i8(DEPTH)
    actor = i8(DEPTH)
    first = i16(DEPTH)
    second = i16(DEPTH)
    budget = i8()  # left in this train run (RULES 7.1)

    goals = i8(GOALS)  # 1: the goal is in play
    space = i8(SPACES)  # owner of the worker on it
    above = i8(DISTRICTS)  # owner of the worker on the district
    reserve = i8(SEATS)  # workers
    hats = i8(SEATS)
    score = i16(SEATS)
    cargo = i8(SEATS, ITEMS)
    houses = i8(SEATS, RESOURCES)  # houses on the player board, by row
    sites = i8(SEATS, RESOURCES)  # houses on building sites, by district
    windows = i8(SEATS, CARRIAGES * WINDOWS)  # 1 + specialist, or 0
    upgrades = i8(SEATS, CARRIAGES)  # 1 + token, or 0
    stations = i8(SEATS)  # built
    telegraphs = i8(SEATS)  # built
    engines = i16(SEATS, 2)  # cells, ascending; -1: not placed yet

    station_at = i8(CITIES)
    telegraph_at = i8(CITIES)
    track = i64(WORDS)  # cells with a tile
    towns = i64(WORDS)  # cities with a building
    walked = i64(WORDS)  # cells of the current route, including its start
    fresh = i64(WORDS)  # tiles laid by the current route

    supply = i8(ITEMS)
    specialists = i8(SPECIALISTS)
    tokens = i8(TOKENS)
    lobbied = i8(SENATORS)  # 1: the senator is down

    # Last, in what was padding: states packed without the option unpack with OWN.
    district_worker = i8()


class BoardLayout(Struct):
    """The board tables that the rules read."""

    # the map
    near = i16(CELLS, 4)  # orthogonal neighbours, ascending; -1: off the map
    tile = i8(CELLS)  # kind of tile that fits, or -1
    city_at = i8(CELLS)  # or -1
    start_at = i8(CELLS)  # or -1
    cities = i8()
    city_cell = i16(CITIES)
    starts = i8()
    start_cell = i16(STARTS)
    start_east = i8(STARTS)  # 1: on the east coast
    ground = i64(TILES, WORDS)  # cells where each kind of tile fits
    gates = i64(WORDS)  # all starts
    firm = i64(WORDS)  # all cells but mountains
    west = i64(WORDS)
    east = i64(WORDS)
    column = i8(CELLS)

    # shortest paths on an empty map, for heuristics: see `boards/paths.py`
    aims = i8(STARTS + CITIES)  # number of target cities of a place
    aim_city = i8(STARTS + CITIES, AIMS)
    path_length = i8((STARTS + CITIES) * AIMS)  # tiles
    path_word = i8((STARTS + CITIES) * AIMS, PATH)  # each tile's cell: word of a set of cells
    path_bit = i8((STARTS + CITIES) * AIMS, PATH)  # and bit of that word
    path_tile = i8((STARTS + CITIES) * AIMS, PATH)  # kind of each tile

    # the town
    space_ends = i8(SPACES, 2)  # the two districts next to a space, ascending
    beside = i8(DISTRICTS)  # number of spaces of a district
    spaces = i8(DISTRICTS, 4)
    kind = i8(DISTRICTS)
    about = i8(DISTRICTS)  # resource or foreman of the district
    special_pay = i8(RESOURCES)  # resource paid, by the district's resource
    special_effect = i8(RESOURCES)
    special_vp = i8(RESOURCES)
    site_count = i8(RESOURCES)
    yard = i8()

    # specialists and trains
    recipe_from = i8(SPECIALISTS)
    recipe_to = i8(SPECIALISTS)  # kind of tile; -1: Congress
    made_from = i8(TILES)  # the resource each tile is made from
    hire_cost = i8(SPECIALISTS * CARRIAGES, RESOURCES)
    window_vp = i8(CARRIAGES * WINDOWS)
    upgrade_amount = i8(CARRIAGES)

    # Congress
    senator_cost = i8(SENATORS)
    reward_kind = i8(SENATORS)
    reward_fixed = i8(SENATORS, RESOURCES)
    reward_from = i8(SENATORS)  # resources to pick from, as bits
    reward_times = i8(SENATORS)
    reward_vp = i8(SENATORS)
    reset_cost = i8()
    reset_vp = i8()

    # seats and supply
    workers = i8(SEATS + 1)  # by number of seats
    production = i8(4)  # by empty house spaces of the row
    row_houses = i8()  # house spaces per row
    cargo_slots = i8()
    carriage_slots = i8()
    max_hats = i8()
    start_cargo = i8(RESOURCES)
    telegraph_vp = i8(BUILDINGS)
    telegraph_count = i8()
    supply = i8(ITEMS)
    specialists = i8(SEATS + 1)  # per kind, by number of seats
    tokens = i8(SEATS + 1, TOKENS)  # by number of seats

    # scoring
    way_vp = i8()
    other_vp = i8()
    passed_vp = i8()
    coast_vp = i8()
    leftover_vp = i8()
    goal_vp = i8()
    goals = i8()
    goal_kind = i8(GOALS)
    goals_in_play = i8()
    building_vp = i8(BUILDINGS + 1)
    max_rounds = i8()


# kinds of districts
RESOURCE_KIND, TRAIN_KIND, YARD_KIND = 0, 1, 2
# special actions
HOUSE_ON_SITE, CARRIAGE_UPGRADE, RAILWAY_STATION, TELEGRAPH_STATION = 0, 1, 2, 3
# Congress rewards
FIXED, CHOOSE, EACH, ANY_RESOURCE, ANY_TILE = 0, 1, 2, 3, 4
# kinds of goals; 0 to 3 count a resource in the cargo
GOAL_STATIONS, GOAL_TELEGRAPHS, GOAL_HOUSES, GOAL_UPGRADES, GOAL_SPECIALIST = 4, 5, 6, 7, 8


class ScratchLayout(Struct):
    """Scratch memory, mostly sets of cells: see `rules/grid.py`."""

    # rules/search.py: can a route still end legally?
    free = i64(WORDS)  # track, starts and built cities not on the route
    ground = i64(TILES, WORDS)  # empty cells for each tile, not on the route
    ends = i64(WORDS)  # cities where the seat can build
    left = i8(TILES)  # tiles left for the route
    aims = i64(WORDS)  # targets of the current search
    home = i64(WORDS)  # reached on existing track alone
    away = i64(WORDS)  # `free` outside home
    reach = i64(REACHES, WORDS)  # cells reached, by tiles used of two kinds
    beyond = i64(WORDS)  # cells next to a set

    # rules/blocks.py: by cell or by node (cells numbered in the order found)
    number = i16(CELLS)  # 1 + node; 0 if not found
    node_cell = i16(CELLS)
    low = i16(CELLS)  # lowest node that its branch reaches by another edge
    parent = i16(CELLS)
    block = i16(CELLS)
    gate = i16(CELLS)
    tried = i8(CELLS)  # directions tried so far
    on_chain = i8(CELLS)  # 1: the block lies between the two ends

    # rules/network.py: shortest paths
    queue = i16(CELLS)
    tiles = i16(CELLS)  # 1 + tiles on the shortest path to this cell; 0 if not found
    news = i16(CELLS)  # maximum new tiles on such a path

    # rules/network.py: connected parts
    edge = i64(WORDS)  # frontier of a flood fill
    within = i64(WORDS)  # track, starts and cities with a building
    west = i64(WORDS)  # connected to the west coast
    east = i64(WORDS)
    by_west = i64(WORDS)  # the same with neighbours; for heuristics
    by_east = i64(WORDS)
    here = i64(WORDS)  # cells an engine can reach on track; for heuristics
    far = i64(WORDS)  # cells where a route would join the coasts; for heuristics

    keys = i64(SEATS)  # ranking keys


State = state.State[BoardLayout, StateLayout, ScratchLayout]
