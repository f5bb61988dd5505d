"""Houses, upgrades, stations and telegraphs: who may put them where, and what they bring."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import HOUSE, STATION, TELEGRAPH, UPGRADE
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
def put_house(s: State, seat: int, action: int) -> None:
    s.houses[seat][(action - HOUSE) // RESOURCES] -= 1
    s.sites[seat][(action - HOUSE) % RESOURCES] += 1


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
def station_fits(board: Board, s: State, seat: int, city: int) -> bool:
    """Nobody owns both buildings of a city."""
    return s.station_at[city] == 0 and s.telegraph_at[city] != seat + 1


@rule
def telegraph_fits(board: Board, s: State, seat: int, city: int) -> bool:
    return s.telegraph_at[city] == 0 and s.station_at[city] != seat + 1


@rule
def beside_track(board: Board, s: State, city: int) -> bool:
    near = board.near[board.city_cell[city]]
    for i in range(4):
        if near[i] >= 0 and has(s.track, 0, near[i]):
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
            if s.station_at[city] > 0 and telegraph_fits(board, s, seat, city):
                out[n] = TELEGRAPH + city
                n += 1
    return n


@rule
def build_station(board: Board, s: State, seat: int, city: int, row: int) -> None:
    """A house of this row becomes a railway station; the first brings a free specialist (H)."""
    s.houses[seat][row] -= 1
    s.station_at[city] = seat + 1
    s.stations[seat] += 1
    connect(board, s, seat, city)
    if s.stations[seat] == 1:
        push(s, FREE, seat, 0, 0)


@rule
def build_telegraph(board: Board, s: State, seat: int, city: int) -> None:
    """The lowest telegraph; the VP below it are uncovered."""
    s.score[seat] += board.telegraph_vp[s.telegraphs[seat]]
    s.telegraph_at[city] = seat + 1
    s.telegraphs[seat] += 1
    connect(board, s, seat, city)


@rule
def connect(board: Board, s: State, seat: int, city: int) -> None:
    """A city with a building carries the line; one that closes it earns the 15 VP (P3)."""
    put(s.towns, 0, board.city_cell[city])
    look_for_line(board, s, seat)
