"""REWARD_EACH: a senator's reward, a station and/or a telegraph on the map (G)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import listed
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, TELEGRAPH
from roundhouse.games.rails.rules.building import (
    beside_track,
    erect,
    house_left,
    list_station,
    list_telegraphs,
    offer_building,
    station_fits,
    telegraph_fits,
    telegraph_left,
    tell_building,
)
from roundhouse.games.rails.rules.decision import Decision, Phase, on_map
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import Board, Scratch, State


@rule
def list_each(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    if s.first[s.depth - 1] == 1:
        for city in range(board.cities):
            if station_fits(s, seat, city) and (
                s.telegraph_at[city] > 0 or beside_track(board, s, city)
            ):
                n = list_station(s, seat, city, out, n)
    if s.second[s.depth - 1] == 1:
        n = list_telegraphs(board, s, seat, out, n)
    return n


@rule
def do_each(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    """Either half may be left out, in either order (P4)."""
    top = s.depth - 1
    if action == DONE:
        pop(s)
        return
    if action < TELEGRAPH:
        s.first[top] = 0
    else:
        s.second[top] = 0
    erect(board, s, scratch, seat, action)


def can_build_each(d: Decision) -> bool:
    """Whether a station or a telegraph would have a place."""
    s, seat, cities = d.s, d.seat, range(d.board.cities)
    station = house_left(s, seat) and any(
        station_fits(s, seat, n) and (s.telegraph_at[n] > 0 or beside_track(d.board, s, n))
        for n in cities
    )
    return station or (
        telegraph_left(d.board, s, seat)
        and any(s.station_at[n] > 0 and telegraph_fits(s, seat, n) for n in cities)
    )


def ask(d: Decision) -> str:
    left = [name for n, name in ((d.first, "a station"), (d.second, "a telegraph")) if n]
    return f"Reward: {listed(left)} may be built"


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, "the rest of the reward is left out")
    return offer_building(d, action)


def tell(d: Decision, action: int, then: State) -> str:
    return "" if action == DONE else tell_building(d, action)


def why(d: Decision) -> str:
    return "the senator's reward, free of charge; either half may be left out"


PHASE = Phase("reward", ask, offer, tell, on_map, why)
