"""REWARD_EACH: senator 5's reward, a station and/or a telegraph (RULES 7.4)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, TELEGRAPH
from roundhouse.games.rails.rules.building import (
    can_have_station,
    can_have_telegraph,
    describe_building,
    has_house,
    has_telegraph,
    is_beside_track,
    list_station,
    list_telegraphs,
    offer_building,
    place_building,
)
from roundhouse.games.rails.rules.decision import Decision, Phase, on_map
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import BoardLayout, ScratchLayout, StateLayout


@rule
def list_each(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    out[0] = DONE
    n = 1
    if s.first[s.depth - 1] == 1:
        for city in range(board.cities):
            if can_have_station(s, seat, city) and (
                s.telegraph_at[city] > 0 or is_beside_track(board, s, city)
            ):
                n = list_station(s, seat, city, out, n)
    if s.second[s.depth - 1] == 1:
        n = list_telegraphs(board, s, seat, out, n)
    return n


@rule
def do_each(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    """Build one half of the reward; the halves are optional, in any order (P4)."""
    top = s.depth - 1
    if action == DONE:
        pop(s)
        return
    if action < TELEGRAPH:
        s.first[top] = 0
    else:
        s.second[top] = 0
    place_building(board, s, scratch, seat, action)


def can_build_each(d: Decision) -> bool:
    """Return whether a station or a telegraph can be built."""
    s, seat, cities = d.s, d.seat, range(d.board.cities)
    station = has_house(s, seat) and any(
        can_have_station(s, seat, n) and (s.telegraph_at[n] > 0 or is_beside_track(d.board, s, n))
        for n in cities
    )
    return station or (
        has_telegraph(d.board, s, seat)
        and any(s.station_at[n] > 0 and can_have_telegraph(s, seat, n) for n in cities)
    )


def ask(d: Decision) -> str:
    if d.first and d.second:
        return _("Reward: build a station and a telegraph")
    if d.first:
        return _("Reward: build a station")
    return _("Reward: build a telegraph") if d.second else _("Reward: build nothing")


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, _("Skip the rest of the reward"))
    return offer_building(d, action)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    return "" if action == DONE else describe_building(d, action)


def explain(d: Decision) -> str:
    return _("Free of charge. You may skip either part.")


PHASE = Phase("reward", ask, offer, describe, on_map, explain)
