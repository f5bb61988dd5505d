"""Resource districts: production and the special action that follows it (E)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import DONE, STATION, TELEGRAPH, UPGRADE
from roundhouse.games.rails.rules.building import (
    beside_track,
    build_station,
    build_telegraph,
    list_houses,
    list_station,
    list_telegraphs,
    list_upgrades,
    put_house,
    put_upgrade,
    station_fits,
)
from roundhouse.games.rails.rules.cargo import give_item, stow, take_item
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.state import (
    CARRIAGE_UPGRADE,
    HOUSE_ON_SITE,
    RAILWAY_STATION,
    RESOURCES,
    SPECIAL,
    Board,
    State,
)


@rule
def output(board: Board, s: State, seat: int, resource: int) -> int:
    """What a seat collects of a resource, before any bonus."""
    return board.production[board.row_houses - s.houses[seat][resource]] + s.sites[seat][resource]


@rule
def collect(board: Board, s: State, seat: int, resource: int, bonus: int) -> None:
    push(s, SPECIAL, seat, 1 + bonus, resource)
    take_item(s, seat, resource, output(board, s, seat, resource) + bonus)
    stow(board, s, seat)


@rule
def list_special(board: Board, s: State, seat: int, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    resource = s.second[s.depth - 1]
    if s.cargo[seat][board.special_pay[resource]] == 0:
        return n
    effect = board.special_effect[resource]
    if effect == HOUSE_ON_SITE:
        return list_houses(board, s, seat, out, n)
    if effect == CARRIAGE_UPGRADE:
        return list_upgrades(s, seat, True, out, n)
    if effect == RAILWAY_STATION:
        for city in range(board.cities):
            if station_fits(board, s, seat, city) and beside_track(board, s, city):
                n = list_station(s, seat, city, out, n)
        return n
    return list_telegraphs(board, s, seat, out, n)


@rule
def do_special(board: Board, s: State, seat: int, action: int) -> None:
    top = s.depth - 1
    if action == DONE:
        pop(s)
        return
    resource = s.second[top]
    s.first[top] -= 1
    give_item(s, seat, board.special_pay[resource], 1)
    s.score[seat] += board.special_vp[resource]
    erect(board, s, seat, action)


@rule
def erect(board: Board, s: State, seat: int, action: int) -> None:
    """`house`, `upgrade`, `station` or `telegraph`, whatever allowed it."""
    if action < UPGRADE:
        put_house(s, seat, action)
    elif action < STATION:
        put_upgrade(s, seat, action - UPGRADE)
    elif action < TELEGRAPH:
        city = (action - STATION) // RESOURCES
        build_station(board, s, seat, city, (action - STATION) % RESOURCES)
    else:
        build_telegraph(board, s, seat, action - TELEGRAPH)
