"""The choices of a decision: labels, small print, and what they point at in the drawings."""

from __future__ import annotations

from roundhouse.core.view import Choice, choice
from roundhouse.games.rails import actions as words
from roundhouse.games.rails.boards import RESOURCE_NAMES, SPECIALIST_NAMES, TILE_NAMES, TOKEN_NAMES
from roundhouse.games.rails.names import ITEM_NAMES, Places, count, items, listed, specialist, token
from roundhouse.games.rails.rules.building import token_level
from roundhouse.games.rails.rules.grid import has
from roundhouse.games.rails.rules.hiring import empty_window
from roundhouse.games.rails.rules.production import output
from roundhouse.games.rails.rules.workers import workers_at
from roundhouse.games.rails.state import (
    CARRIAGES,
    RESOURCE_KIND,
    RESOURCES,
    TRAIN_KIND,
    WINDOWS,
    Board,
    State,
)


def offer(board: Board, s: State, places: Places, action: int, move: str) -> Choice:
    """One legal action as a choice."""
    for first, make in _MAKERS:
        if action >= first:
            return make(board, s, places, action - first, move)
    raise ValueError(move)


def _done(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    cell = s.first[s.depth - 1]
    if any(s.walked):
        return choice(move, f"End the route in {places.cell(cell)}", [places.ref(cell)], "Route")
    return choice(move, "Done", [], "Done")


def _goal(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, str(places.goals[n]["name"]), [], "Goal")


def _open(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        RESOURCE_NAMES[n].capitalize(),
        [f"resource:{RESOURCE_NAMES[n]}"],
        "Start without a house in",
        "you will collect 2 instead of 1",
    )


def _start(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    row = places.starts[n]
    return choice(move, row["name"], [f"start:{row['id']}"], "Engine at", f"{row['side']} coast")


def _engine(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, places.city(n), [f"city:{places.cities[n]['id']}"], "Engine at")


def _place(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, places.space(n), [f"space:{places.spaces[n]}"], "Place a worker at")


def _remove(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, places.space(n), [f"space:{places.spaces[n]}"], "Take back the worker at")


def _bump(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        places.district(n),
        [f"district:{places.districts[n]['id']}"],
        "Bump all workers off",
        "each gives its owner a hat",
    )


def _lift(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        places.district(n),
        [f"district:{places.districts[n]['id']}"],
        "Take back the worker on",
    )


def _at(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    bonus = workers_at(board, s, s.turn, n) - s.second[s.depth - 1]
    return choice(
        move,
        places.district(n),
        [f"district:{places.districts[n]['id']}"],
        "Act at",
        effect(board, s, s.turn, n, bonus),
    )


def effect(board: Board, s: State, seat: int, district: int, bonus: int) -> str:
    """What a district's action would do with this bonus."""
    if board.kind[district] == RESOURCE_KIND:
        resource = board.about[district]
        made = min(output(board, s, seat, resource) + bonus, s.supply[resource])
        return f"collect {count(made, RESOURCE_NAMES[resource])}"
    if board.kind[district] == TRAIN_KIND:
        return f"run the train, {specialist(board.about[district])} × {1 + bonus}"
    return f"hire or lay track, up to {1 + bonus} ×"


def _hats(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    top = s.depth - 1
    district = s.first[top]
    bonus = n + workers_at(board, s, s.turn, district) - s.second[top]
    label = "Spend no hat" if n == 0 else f"Spend {count(n, 'hat')}"
    return choice(move, label, [], "Hats", effect(board, s, s.turn, district, bonus))


def _hire(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, "Hire specialists", [], "Yard", f"up to {s.first[s.depth - 1]}")


def _lay(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, "Lay track", [], "Yard", f"up to {count(s.first[s.depth - 1], 'route')}")


def _house(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    row, district = divmod(n, RESOURCES)
    name = places.resource_district(district)
    return choice(
        move,
        f"{name.capitalize()}, with a house of the {RESOURCE_NAMES[row]} row",
        [f"district:{name}", f"resource:{RESOURCE_NAMES[row]}"],
        "House on a site of",
        f"{RESOURCE_NAMES[row]} +1, and {name} +1 there",
    )


def _upgrade(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    old = s.upgrades[s.turn][token_level(n)]
    note = f"carriage {token_level(n) + 1}"
    if old:
        note += f", replaces {token(old - 1)}"
    return choice(move, token(n).capitalize(), [f"upgrade:{TOKEN_NAMES[n]}"], "Upgrade", note)


def _station(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    city, row = divmod(n, RESOURCES)
    return choice(
        move,
        f"{places.city(city)}, with a house of the {RESOURCE_NAMES[row]} row",
        [f"city:{places.cities[city]['id']}"],
        "Railway station in",
        f"{RESOURCE_NAMES[row]} +1{_carriage(s)}",
    )


def _carriage(s: State) -> str:
    have = s.stations[s.turn]
    if have >= CARRIAGES:
        return ""
    free = " with a free specialist" if have == 0 else ""
    return f"; brings carriage {have + 1}{free}"


def _telegraph(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        places.city(n),
        [f"city:{places.cities[n]['id']}"],
        "Telegraph in",
        f"{board.telegraph_vp[s.telegraphs[s.turn]]} VP",
    )


def _make(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    who = s.first[s.depth - 1]
    tile = TILE_NAMES[board.recipe_to[who]]
    label = f"Make {count(n, tile)}" if n else "Make nothing"
    note = f"for {count(n, RESOURCE_NAMES[board.recipe_from[who]])}" if n else ""
    return choice(move, label, [f"tile:{tile}"], specialist(who), note)


def _lobby(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        f"Senator {n + 1}: {places.reward(n)}",
        [f"senator:{n + 1}"],
        "Lobby",
        f"costs {count(board.senator_cost[n], 'coin')}",
    )


def _reset(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    down = [n + 1 for n, gone in enumerate(s.lobbied) if gone]
    return choice(
        move,
        "Call all senators back",
        [f"senator:{n}" for n in down],
        "Congress",
        f"costs 1 coin, {len(down) * board.reset_vp} VP",
    )


def _gain(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        RESOURCE_NAMES[n].capitalize(),
        [f"resource:{RESOURCE_NAMES[n]}"],
        "Gain",
        f"{s.supply[n]} in the supply",
    )


def _tile(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(move, TILE_NAMES[n].capitalize(), [f"tile:{TILE_NAMES[n]}"], "Gain a tile")


def _free(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        specialist(n),
        [f"specialist:{SPECIALIST_NAMES[n]}"],
        "Free specialist",
        recipe(board, n),
    )


def recipe(board: Board, n: int) -> str:
    paid = RESOURCE_NAMES[board.recipe_from[n]]
    return f"{paid} → {TILE_NAMES[board.recipe_to[n]] if board.recipe_to[n] >= 0 else 'Congress'}"


def _drop(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        ITEM_NAMES[n].capitalize(),
        [places.item_ref(n)],
        "Drop",
        f"you have {s.cargo[s.turn][n]}",
    )


def _hire_one(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    window = empty_window(s, s.turn)
    carriage = window // WINDOWS
    cost = items(board.hire_cost[n * CARRIAGES + carriage])
    points = board.window_vp[window]
    note = listed([f"costs {cost}"] + ([f"{points} VP"] if points else []))
    return choice(
        move,
        specialist(n),
        [f"specialist:{SPECIALIST_NAMES[n]}"],
        f"Hire into carriage {carriage + 1}",
        f"{note}; {recipe(board, n)}",
    )


def _to(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    tile = board.tile[n]
    note = ""
    if tile >= 0:
        note = "on track" if has(s.track, 0, n) else f"lay a {TILE_NAMES[tile]}"
    return choice(move, places.cell(n), [places.ref(n)], "Go to", note)


def _arrive_station(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        f"Railway station, with a house of the {RESOURCE_NAMES[n]} row",
        [f"resource:{RESOURCE_NAMES[n]}"],
        "Build",
        f"{RESOURCE_NAMES[n]} +1{_carriage(s)}",
    )


def _arrive_telegraph(board: Board, s: State, places: Places, n: int, move: str) -> Choice:
    return choice(
        move,
        "Telegraph",
        [places.ref(board.city_cell[s.first[s.depth - 1]])],
        "Build",
        f"{board.telegraph_vp[s.telegraphs[s.turn]]} VP",
    )


_MAKERS = [
    (words.BUILD_TELEGRAPH, _arrive_telegraph),
    (words.BUILD_STATION, _arrive_station),
    (words.TO, _to),
    (words.HIRE_ONE, _hire_one),
    (words.DROP_ONE, _drop),
    (words.FREE_ONE, _free),
    (words.GAIN_TILE, _tile),
    (words.GAIN_ONE, _gain),
    (words.RESET, _reset),
    (words.LOBBY, _lobby),
    (words.MAKE_TILES, _make),
    (words.TELEGRAPH, _telegraph),
    (words.STATION, _station),
    (words.UPGRADE, _upgrade),
    (words.HOUSE, _house),
    (words.GO_LAY, _lay),
    (words.GO_HIRE, _hire),
    (words.SPEND_HATS, _hats),
    (words.AT, _at),
    (words.LIFT, _lift),
    (words.BUMP, _bump),
    (words.REMOVE, _remove),
    (words.PLACE, _place),
    (words.ENGINE_CITY, _engine),
    (words.ENGINE_START, _start),
    (words.OPEN_ROW, _open),
    (words.DRAW_GOAL, _goal),
    (words.DONE, _done),
]
