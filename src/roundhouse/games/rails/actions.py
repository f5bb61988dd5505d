"""Action numbers and notation of Pacific Rails Inc.

Some verbs take a different number of arguments in another phase (`hire`, `station`, `telegraph`);
each form has its own action numbers.
"""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.games.rails.boards import resource_districts, space_ids
from roundhouse.games.rails.names import (
    ITEM_NAMES,
    RESOURCE_NAMES,
    SPECIALIST_NAMES,
    TILE_NAMES,
    TOKEN_NAMES,
    cell_name,
)
from roundhouse.games.rails.state import (
    CELLS,
    CITIES,
    DISTRICTS,
    GOALS,
    ITEMS,
    RESOURCES,
    SENATORS,
    SPACES,
    SPECIALISTS,
    STARTS,
    TILES,
    TOKENS,
)

MAX_HATS = 4
MAX_CREATED = 15

DONE = 0
DRAW_GOAL = DONE + 1
OPEN_ROW = DRAW_GOAL + GOALS
ENGINE_START = OPEN_ROW + RESOURCES
ENGINE_CITY = ENGINE_START + STARTS
PLACE = ENGINE_CITY + CITIES
REMOVE = PLACE + SPACES
BUMP = REMOVE + SPACES
LIFT = BUMP + DISTRICTS
AT = LIFT + DISTRICTS
SPEND_HATS = AT + DISTRICTS
GO_HIRE = SPEND_HATS + MAX_HATS + 1
GO_LAY = GO_HIRE + 1
HOUSE = GO_LAY + 1
UPGRADE = HOUSE + RESOURCES * RESOURCES
STATION = UPGRADE + TOKENS
TELEGRAPH = STATION + CITIES * RESOURCES
MAKE_TILES = TELEGRAPH + CITIES
LOBBY = MAKE_TILES + MAX_CREATED + 1
RESET = LOBBY + SENATORS
GAIN_ONE = RESET + 1
GAIN_TILE = GAIN_ONE + RESOURCES
FREE_ONE = GAIN_TILE + TILES
DROP_ONE = FREE_ONE + SPECIALISTS
HIRE_ONE = DROP_ONE + ITEMS
TO = HIRE_ONE + SPECIALISTS
BUILD_STATION = TO + CELLS
BUILD_TELEGRAPH = BUILD_STATION + RESOURCES
ACTIONS = BUILD_TELEGRAPH + 1


def codec(file: BoardFile) -> Codec:
    cities = Names(file.ids("city", CITIES), CITIES)
    starts = Names(file.ids("start", STARTS), STARTS)
    districts = Names(file.ids("district", DISTRICTS), DISTRICTS)
    spaces = Names(space_ids(file), SPACES)
    resources = Names(RESOURCE_NAMES, RESOURCES)
    specialists = Names(SPECIALIST_NAMES, SPECIALISTS)
    return Codec(
        ACTIONS,
        [
            Verb(DONE, "done"),
            Verb(DRAW_GOAL, "goal", (Names(file.ids("goal", GOALS), GOALS),)),
            Verb(OPEN_ROW, "open", (resources,)),
            Verb(ENGINE_START, "engine", (starts,)),
            Verb(ENGINE_CITY, "engine", (cities,)),
            Verb(PLACE, "place", (spaces,)),
            Verb(REMOVE, "remove", (spaces,)),
            Verb(BUMP, "bump", (districts,)),
            Verb(LIFT, "lift", (districts,)),
            Verb(AT, "at", (districts,)),
            Verb(SPEND_HATS, "hats", (Names.numbers(MAX_HATS + 1),)),
            Verb(GO_HIRE, "hire"),
            Verb(GO_LAY, "lay"),
            Verb(HOUSE, "house", (resources, Names(resource_districts(file), RESOURCES))),
            Verb(UPGRADE, "upgrade", (Names(TOKEN_NAMES, TOKENS),)),
            Verb(STATION, "station", (cities, resources)),
            Verb(TELEGRAPH, "telegraph", (cities,)),
            Verb(MAKE_TILES, "make", (Names.numbers(MAX_CREATED + 1),)),
            Verb(LOBBY, "lobby", (Names([str(n + 1) for n in range(SENATORS)], SENATORS),)),
            Verb(RESET, "reset"),
            Verb(GAIN_ONE, "gain", (resources,)),
            Verb(GAIN_TILE, "tile", (Names(TILE_NAMES, TILES),)),
            Verb(FREE_ONE, "free", (specialists,)),
            Verb(DROP_ONE, "drop", (Names(ITEM_NAMES, ITEMS),)),
            Verb(HIRE_ONE, "hire", (specialists,)),
            Verb(TO, "to", (Names([cell_name(cell) for cell in range(CELLS)], CELLS),)),
            Verb(BUILD_STATION, "station", (resources,)),
            Verb(BUILD_TELEGRAPH, "telegraph"),
        ],
    )
