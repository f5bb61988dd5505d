"""The structs of Pacific Rails Inc.: the position, the board's tables, and working memory.

Decisions nest: a bump lets other seats choose resources before the turn goes on, and a senator
met in the middle of a train may build a station that brings a carriage with a free specialist.
So the state keeps one small stack of frames, and nothing else says what happens next:

- A frame is `phase`, the seat `actor` that acts in it, and two numbers, `first` and `second`,
  whose meaning the phase defines (see the table below). The top frame is the decision to make.
- Each phase has a file in `rules/phases`: what is legal in it, what that does, how it is said.
- A rule that leads to further decisions pushes their frames, the last to be resolved first.
- After each action `rules/dispatch.py` settles the stack: frames with nothing left to ask are
  popped, trains move on, and when the stack is empty the next seat's turn begins.
- A popped frame is zeroed, so that equal positions have equal bytes.

Sets of cells (track, cities with a building, the route being walked) are bitmaps of five words,
three rows of twenty cells to a word: see `rules/grid.py`.
"""

from __future__ import annotations

from roundhouse.core import game
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 4
RESOURCES = 4
TILES = 3
ITEMS = RESOURCES + TILES  # what lies in a cargo slot: resources first, then tiles
SPECIALISTS = 4
CARRIAGES = 3
WINDOWS = 2  # of a carriage
TOKENS = 9  # kinds of upgrades: level 1 and 2 by resource, level 3
ANY_TOKEN = 8
DISTRICTS = 9
SPACES = 12
SENATORS = 8
GOALS = 16  # the most a board may have
STARTS = 8
CITIES = 32
COLUMNS = 20
ROWS = 13
CELLS = COLUMNS * ROWS
WORD = 60  # cells in a word of a set of cells: three rows
WORDS = 5  # of such a set
REACHES = 36  # the most sets that `rules/search.py` keeps: see `stretch`
BUILDINGS = 18  # the most a seat can have on the map
DEPTH = 6  # frames
AIMS = 8  # cities that advice looks at from a place
PATH = 6  # tiles that it plans for at most

GUNPOWDER, COIN, IRON, WOOD = 0, 1, 2, 3
ALL_RESOURCES = (1 << RESOURCES) - 1  # a bit each
RAIL, BRIDGE, TUNNEL = 0, 1, 2
CREW, MINER, ENGINEER, FINANCIER = 0, 1, 2, 3

# phases, with the meaning of a frame's `first` and `second`
NOTHING = 0
GOAL = 1  # chance; goals drawn so far
OPEN = 2
ENGINE_ONE = 3  # the seat's first engine, on either edge
ENGINE_TWO = 4  # its second one, on the opposite edge
WORKER = 5
DISTRICT = 6  # the worker's space, 1 if it was put there just now
HATS = 7  # the district, 1 if the worker was put there just now
CENTRE = 8  # uses
SPECIAL = 9  # uses, the district's resource
TRAIN = 10  # the next step; never asks anything itself
MAKE = 11  # the specialist, times allowed
CONGRESS = 12
REWARD_CHOOSE = 13  # VP
REWARD_EACH = 14  # 1 while the station is left, 1 while the telegraph is left
GAIN = 15  # picks left, bits of the resources to pick from
PICK_TILE = 16  # picks left
FREE = 17
DROP = 18
HIRING = 19  # uses
LAY_ENGINE = 20  # uses, 1 until the first route has been begun
ROUTE = 21  # the cell reached, the number of the engine
ARRIVAL = 22  # the city


class State(Struct):
    """Everything on the table. Owners are stored as seat + 1; 0 is nobody."""

    turn = i8()
    seats = i8()
    rules = i8()  # the version that is played
    mover = i8()  # whose turn it is, whoever acts within it
    round_number = i8()  # from 1
    joined = i8()  # 0, or 1 + the seat that joined the coasts

    depth = i8()
    phase = i8(DEPTH)
    actor = i8(DEPTH)
    first = i16(DEPTH)
    second = i16(DEPTH)
    budget = i8()  # Congress actions left in this activation

    goals = i8(GOALS)  # 1: in play
    space = i8(SPACES)  # owner of the worker there
    above = i8(DISTRICTS)  # owner of the worker on top of the district
    reserve = i8(SEATS)  # workers at home
    hats = i8(SEATS)
    score = i16(SEATS)
    cargo = i8(SEATS, ITEMS)
    houses = i8(SEATS, RESOURCES)  # still in the row of the player board
    sites = i8(SEATS, RESOURCES)  # on the sites of that resource's district
    windows = i8(SEATS, CARRIAGES * WINDOWS)  # 1 + specialist
    upgrades = i8(SEATS, CARRIAGES)  # 1 + token
    stations = i8(SEATS)  # on the map
    telegraphs = i8(SEATS)  # on the map
    engines = i16(SEATS, 2)  # cells, ascending; -1: not placed yet

    station_at = i8(CITIES)
    telegraph_at = i8(CITIES)
    track = i64(WORDS)  # cells with a tile
    towns = i64(WORDS)  # cities with a building
    walked = i64(WORDS)  # cells of the route being laid, where it started included
    fresh = i64(WORDS)  # tiles it has laid

    supply = i8(ITEMS)
    specialists = i8(SPECIALISTS)
    tokens = i8(TOKENS)
    lobbied = i8(SENATORS)  # 1: the senator is down


class Board(Struct):
    """What the rules read of a board."""

    # the map
    near = i16(CELLS, 4)  # orthogonal neighbours, ascending; -1: the edge
    tile = i8(CELLS)  # the tile a cell takes, or -1
    city_at = i8(CELLS)  # or -1
    start_at = i8(CELLS)  # or -1
    cities = i8()
    city_cell = i16(CITIES)
    starts = i8()
    start_cell = i16(STARTS)
    start_east = i8(STARTS)  # 1: on the east coast
    ground = i64(TILES, WORDS)  # the cells that take each tile
    gates = i64(WORDS)  # all starts
    firm = i64(WORDS)  # all cells but mountains
    west = i64(WORDS)
    east = i64(WORDS)
    column = i8(CELLS)

    # ways on an empty map, for advice; places are starts, then cities
    aims = i8(STARTS + CITIES)
    aim_city = i8(STARTS + CITIES, AIMS)
    path_length = i8((STARTS + CITIES) * AIMS)
    path = i16((STARTS + CITIES) * AIMS, PATH)  # steps: see `boards/paths.py`

    # the town
    space_ends = i8(SPACES, 2)  # the districts beside a space, ascending
    beside = i8(DISTRICTS)  # how many spaces a district has
    spaces = i8(DISTRICTS, 4)
    kind = i8(DISTRICTS)
    about = i8(DISTRICTS)  # its resource, or its foreman
    special_pay = i8(RESOURCES)  # by the district's resource
    special_effect = i8(RESOURCES)
    special_vp = i8(RESOURCES)
    site_count = i8(RESOURCES)
    yard = i8()

    # specialists and trains
    recipe_from = i8(SPECIALISTS)
    recipe_to = i8(SPECIALISTS)  # a tile, or -1: Congress
    made_from = i8(TILES)  # the resource that each tile is made of
    hire_cost = i8(SPECIALISTS * CARRIAGES, RESOURCES)
    window_vp = i8(CARRIAGES * WINDOWS)
    upgrade_gives = i8(CARRIAGES)

    # Congress
    senator_cost = i8(SENATORS)
    reward_kind = i8(SENATORS)
    reward_fixed = i8(SENATORS, RESOURCES)
    reward_from = i8(SENATORS)  # bits of resources to pick from
    reward_times = i8(SENATORS)
    reward_vp = i8(SENATORS)
    reset_cost = i8()
    reset_vp = i8()

    # seats and supply
    workers = i8(SEATS + 1)  # by number of seats
    production = i8(4)  # by uncovered house spaces
    row_houses = i8()  # house spaces of a row
    cargo_slots = i8()
    carriage_slots = i8()
    max_hats = i8()
    start_cargo = i8(RESOURCES)
    telegraph_vp = i8(BUILDINGS)
    telegraph_count = i8()
    supply = i8(ITEMS)
    specialists = i8(SEATS + 1)  # of each kind, by number of seats
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
# goals: the first four count cargo, in the order of the resources
GOAL_STATIONS, GOAL_TELEGRAPHS, GOAL_HOUSES, GOAL_UPGRADES, GOAL_SPECIALIST = 4, 5, 6, 7, 8


class Scratch(Struct):
    """Working memory. Most of it are sets of cells: see `rules/grid.py`."""

    # rules/search.py: can a route still end well?
    free = i64(WORDS)  # track, starts and cities with a building, not walked yet
    ground = i64(TILES, WORDS)  # cells that would take each tile, not walked yet
    ends = i64(WORDS)  # cities where the seat may and can build
    left = i8(TILES)  # tiles that the route has left
    aims = i64(WORDS)  # the ends looked for by the search under way
    home = i64(WORDS)  # reached on existing track alone
    away = i64(WORDS)  # `free` outside home
    reach = i64(REACHES, WORDS)  # reached with so many tiles of two kinds
    beyond = i64(WORDS)  # neighbours of a set

    # rules/blocks.py: by cell, then by node (the number of a cell in the order it was found)
    number = i16(CELLS)  # 1 + its node; 0: not found
    node_cell = i16(CELLS)
    low = i16(CELLS)  # the lowest node that its branch can reach by another way
    parent = i16(CELLS)
    block = i16(CELLS)
    gate = i16(CELLS)
    tried = i8(CELLS)  # directions looked at so far
    on_chain = i8(CELLS)  # 1: a block between the two ends

    # rules/network.py: the shortest way
    queue = i16(CELLS)
    tiles = i16(CELLS)  # 1 + tiles on the shortest way to this cell; 0: not found
    news = i16(CELLS)  # the most new tiles on such a way

    # rules/network.py: what hangs together
    edge = i64(WORDS)  # for every search that grows a set
    within = i64(WORDS)  # track, starts and cities with a building
    west = i64(WORDS)  # joined with the west coast
    east = i64(WORDS)
    by_west = i64(WORDS)  # the same and the cells beside it; for advice
    by_east = i64(WORDS)
    here = i64(WORDS)  # where an engine can run; for advice
    far = i64(WORDS)  # where a route would join the coasts; for advice

    keys = i64(SEATS)  # by which seats are ranked


Position = game.Position[Board, State, Scratch]
