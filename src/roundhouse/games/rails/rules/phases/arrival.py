"""ARRIVAL: what is built in the city that a route has reached (I)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import BUILD_STATION, BUILD_TELEGRAPH
from roundhouse.games.rails.names import RESOURCE_NAMES
from roundhouse.games.rails.rules.building import (
    build_station,
    build_telegraph,
    note_on_station,
    note_on_telegraph,
    station_fits,
    telegraph_fits,
    telegraph_left,
    tell_station,
    tell_telegraph,
    with_house,
)
from roundhouse.games.rails.rules.decision import Decision, Phase, on_map
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import RESOURCES, Board, Scratch, State


@rule
def list_arrival(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    city = s.first[s.depth - 1]
    n = 0
    if station_fits(s, seat, city):
        for row in range(RESOURCES):
            if s.houses[seat][row] > 0:
                out[n] = BUILD_STATION + row
                n += 1
    if telegraph_fits(s, seat, city) and telegraph_left(board, s, seat):
        out[n] = BUILD_TELEGRAPH
        n += 1
    return n


@rule
def arrive(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    city = s.first[s.depth - 1]
    pop(s)
    if action == BUILD_TELEGRAPH:
        build_telegraph(board, s, scratch, seat, city)
    else:
        build_station(board, s, scratch, seat, city, action - BUILD_STATION)


def ask(d: Decision) -> str:
    return f"{d.places.city(d.first)} is reached: what do you build?"


def offer(d: Decision, action: int) -> Choice:
    if action == BUILD_TELEGRAPH:
        refs = [d.places.city_ref(d.first)]
        note = note_on_telegraph(d)
        return d.choice(action, "Telegraph", refs, "Build", note, "", d.piece("disc"))
    row = action - BUILD_STATION
    return d.choice(
        action,
        f"Railway station, {with_house(row)}",
        [d.places.city_ref(d.first), f"row:{RESOURCE_NAMES[row]}"],
        "Build",
        note_on_station(d, row),
        "",
        d.piece("house"),
    )


def tell(d: Decision, action: int, then: State) -> str:
    if action == BUILD_TELEGRAPH:
        return tell_telegraph(d, d.first)
    return tell_station(d, d.first)


def why(d: Decision) -> str:
    return "a route ends with a building; with a house goes one more of its row's resource"


PHASE = Phase("arrival", ask, offer, tell, on_map, why)
