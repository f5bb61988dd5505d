"""Houses, upgrades, stations and telegraphs: who may put them where, what they bring, their words.

Several phases build: special actions, rewards, and the end of a route.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capital
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import HOUSE, STATION, TELEGRAPH, UPGRADE
from roundhouse.games.rails.names import RESOURCE_NAMES, TOKEN_NAMES, token_name
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.frames import push
from roundhouse.games.rails.rules.grid import has, put
from roundhouse.games.rails.rules.network import look_for_line
from roundhouse.games.rails.state import (
    ANY_TOKEN,
    CARRIAGES,
    FREE,
    RESOURCES,
    TOKENS,
    WINDOWS,
    Board,
    Scratch,
    State,
)


@rule
def house_left(s: State, seat: int) -> bool:
    row = s.houses[seat]
    return row[0] + row[1] + row[2] + row[3] > 0


@rule
def telegraph_left(board: Board, s: State, seat: int) -> bool:
    return s.telegraphs[seat] < board.telegraph_count


@rule
def site_free(board: Board, s: State, resource: int) -> bool:
    taken = 0
    for seat in range(s.seats):
        taken += s.sites[seat][resource]
    return taken < board.site_count[resource]


@rule
def list_houses(board: Board, s: State, seat: int, out: list[int], n: int) -> int:
    for row in range(RESOURCES):
        if s.houses[seat][row] > 0:
            for district in range(RESOURCES):
                if site_free(board, s, district):
                    out[n] = HOUSE + row * RESOURCES + district
                    n += 1
    return n


@rule
def token_level(token: int) -> int:
    """0, 1 or 2: the number of the carriage it fits, from 0 (P5)."""
    if token == ANY_TOKEN:
        return 2
    return token // RESOURCES


@rule
def empty_slot(s: State, seat: int) -> int:
    """The first carriage from the left with a specialist and no upgrade, or -1."""
    for carriage in range(CARRIAGES):
        if s.windows[seat][carriage * WINDOWS] > 0 and s.upgrades[seat][carriage] == 0:
            return carriage
    return -1


@rule
def list_upgrades(s: State, seat: int, replace: bool, out: list[int], n: int) -> int:
    """With `replace` every full slot may be filled anew as well (E)."""
    slot = empty_slot(s, seat)
    for token in range(TOKENS):
        level = token_level(token)
        fits = level == slot or (replace and s.upgrades[seat][level] > 0)
        if fits and s.tokens[token] > 0:
            out[n] = UPGRADE + token
            n += 1
    return n


@rule
def put_upgrade(s: State, seat: int, token: int) -> None:
    level = token_level(token)
    old = s.upgrades[seat][level]
    s.tokens[token] -= 1
    if old > 0:
        s.tokens[old - 1] += 1
    s.upgrades[seat][level] = token + 1


@rule
def station_fits(s: State, seat: int, city: int) -> bool:
    """Nobody owns both buildings of a city."""
    return s.station_at[city] == 0 and s.telegraph_at[city] != seat + 1


@rule
def telegraph_fits(s: State, seat: int, city: int) -> bool:
    return s.telegraph_at[city] == 0 and s.station_at[city] != seat + 1


@rule
def beside_track(board: Board, s: State, city: int) -> bool:
    near = board.near[board.city_cell[city]]
    for i in range(4):
        if near[i] >= 0 and has(s.track, near[i]):
            return True
    return False


@rule
def list_station(s: State, seat: int, city: int, out: list[int], n: int) -> int:
    """A station in this city, with a house from any row that has one."""
    for row in range(RESOURCES):
        if s.houses[seat][row] > 0:
            out[n] = STATION + city * RESOURCES + row
            n += 1
    return n


@rule
def list_telegraphs(board: Board, s: State, seat: int, out: list[int], n: int) -> int:
    """Cities with another seat's station and no telegraph."""
    if telegraph_left(board, s, seat):
        for city in range(board.cities):
            if s.station_at[city] > 0 and telegraph_fits(s, seat, city):
                out[n] = TELEGRAPH + city
                n += 1
    return n


@rule
def erect(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    """`house`, `upgrade`, `station` or `telegraph`, whatever allowed it."""
    if action < UPGRADE:
        s.houses[seat][(action - HOUSE) // RESOURCES] -= 1
        s.sites[seat][(action - HOUSE) % RESOURCES] += 1
    elif action < STATION:
        put_upgrade(s, seat, action - UPGRADE)
    elif action < TELEGRAPH:
        city = (action - STATION) // RESOURCES
        build_station(board, s, scratch, seat, city, (action - STATION) % RESOURCES)
    else:
        build_telegraph(board, s, scratch, seat, action - TELEGRAPH)


@rule
def build_station(board: Board, s: State, scratch: Scratch, seat: int, city: int, row: int) -> None:
    """A house of this row becomes a railway station; the first brings a free specialist (H)."""
    s.houses[seat][row] -= 1
    s.station_at[city] = seat + 1
    s.stations[seat] += 1
    connect(board, s, scratch, seat, city)
    if s.stations[seat] == 1:
        push(s, FREE, seat, 0, 0)


@rule
def build_telegraph(board: Board, s: State, scratch: Scratch, seat: int, city: int) -> None:
    """The lowest telegraph; the VP below it are uncovered."""
    s.score[seat] += board.telegraph_vp[s.telegraphs[seat]]
    s.telegraph_at[city] = seat + 1
    s.telegraphs[seat] += 1
    connect(board, s, scratch, seat, city)


@rule
def connect(board: Board, s: State, scratch: Scratch, seat: int, city: int) -> None:
    """A city with a building carries the line; one that closes it earns the 15 VP (P3)."""
    put(s.towns, board.city_cell[city])
    look_for_line(board, s, scratch, seat)


def offer_building(d: Decision, action: int) -> Choice:
    """`house`, `upgrade`, `station` or `telegraph` as a choice."""
    if action < UPGRADE:
        return _offer_house(d, action)
    if action < STATION:
        return _offer_upgrade(d, action)
    if action < TELEGRAPH:
        city, row = divmod(action - STATION, RESOURCES)
        return d.choice(
            action,
            d.places.city(city),
            [d.places.city_ref(city), f"row:{RESOURCE_NAMES[row]}"],
            f"Station {with_house(row)}",
            note_on_station(d, row),
            "",
            d.piece("house"),
        )
    city = action - TELEGRAPH
    ref, note = d.places.city_ref(city), note_on_telegraph(d)
    label = d.places.city(city)
    return d.choice(action, label, [ref], "Telegraph in", note, "", d.piece("disc"))


def _offer_house(d: Decision, action: int) -> Choice:
    row, resource = divmod(action - HOUSE, RESOURCES)
    name, house = str(d.places.resource_district(resource)["id"]), RESOURCE_NAMES[row]
    return d.choice(
        action,
        f"A site of {name}",
        [f"district:{name}", f"row:{house}"],
        f"House of the {house} row",
        f"you collect 1 {house} more, and 1 {name} more there",
        "",
        d.piece("house"),
    )


def _offer_upgrade(d: Decision, action: int) -> Choice:
    token = action - UPGRADE
    level = token_level(token)
    old = d.s.upgrades[d.seat][level]
    note = f"on carriage {level + 1}: gives {token_name(token)} at each run of the train"
    note += f", instead of {token_name(old - 1)}" if old else ""
    warning = "the same as the one that is there" if old == token + 1 else ""
    ref = f"upgrade:{TOKEN_NAMES[token]}"
    return d.choice(action, capital(token_name(token)), [ref], "Upgrade", note, warning)


def with_house(row: int) -> str:
    return f"with a house of the {RESOURCE_NAMES[row]} row"


def note_on_station(d: Decision, row: int) -> str:
    """What a station brings: more of the row's resource, and perhaps a carriage."""
    note = f"you collect 1 {RESOURCE_NAMES[row]} more"
    have = d.s.stations[d.seat]
    if have < CARRIAGES:
        note += f"; brings carriage {have + 1}"
    return note + (" with a free specialist" if have == 0 else "")


def note_on_telegraph(d: Decision) -> str:
    return f"{d.board.telegraph_vp[d.s.telegraphs[d.seat]]} VP"


def tell_building(d: Decision, action: int) -> str:
    """The log's line for `house`, `upgrade`, `station` or `telegraph`."""
    if action < UPGRADE:
        row, site = divmod(action - HOUSE, RESOURCES)
        house = f"a house of the {RESOURCE_NAMES[row]} row"
        return f"{d.who} puts {house} on a site of {RESOURCE_NAMES[site]}"
    if action < STATION:
        return f"{d.who} upgrades a carriage: {token_name(action - UPGRADE)}"
    if action < TELEGRAPH:
        return tell_station(d, (action - STATION) // RESOURCES)
    return tell_telegraph(d, action - TELEGRAPH)


def tell_station(d: Decision, city: int) -> str:
    return f"{d.who} builds a railway station in {d.places.city(city)}"


def tell_telegraph(d: Decision, city: int) -> str:
    return f"{d.who} builds a telegraph in {d.places.city(city)}"
