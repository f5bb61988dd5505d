"""REWARD_EACH: a senator's reward, a station and/or a telegraph on the map (G)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import listed
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, TELEGRAPH
from roundhouse.games.rails.rules.building import (
    beside_track,
    erect,
    list_station,
    list_telegraphs,
    offer_building,
    station_fits,
    tell_building,
)
from roundhouse.games.rails.rules.decision import Decision, Phase
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


def ask(d: Decision) -> str:
    left = [name for n, name in ((d.first, "a station"), (d.second, "a telegraph")) if n]
    return f"Reward: {listed(left)} may be built"


def offer(d: Decision, action: int) -> Choice:
    return d.done(action) if action == DONE else offer_building(d, action)


def tell(d: Decision, action: int, then: State) -> str:
    return "" if action == DONE else tell_building(d, action)


PHASE = Phase("reward", ask, offer, tell)
