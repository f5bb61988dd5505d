"""Lobbying Congress (G): senators, their rewards, and the reset."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import DONE, LOBBY, RESET, TELEGRAPH
from roundhouse.games.rails.rules.building import (
    beside_track,
    empty_slot,
    house_left,
    list_houses,
    list_station,
    list_telegraphs,
    list_upgrades,
    site_free,
    station_fits,
    token_level,
)
from roundhouse.games.rails.rules.cargo import give_item, stow, take_item
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.production import erect
from roundhouse.games.rails.state import (
    ANY_RESOURCE,
    CHOOSE,
    COIN,
    EACH,
    FIXED,
    GAIN,
    PICK_TILE,
    RESOURCES,
    REWARD_CHOOSE,
    REWARD_EACH,
    SENATORS,
    TOKENS,
    Board,
    State,
)


@rule
def senators_down(s: State) -> int:
    down = 0
    for senator in range(SENATORS):
        down += s.lobbied[senator]
    return down


@rule
def list_congress(board: Board, s: State, seat: int, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    purse = min(s.budget, s.cargo[seat][COIN])
    for senator in range(SENATORS):
        if s.lobbied[senator] == 0 and board.senator_cost[senator] <= purse:
            out[n] = LOBBY + senator
            n += 1
    if board.reset_cost <= purse and senators_down(s) > 0:  # P6
        out[n] = RESET
        n += 1
    return n


@rule
def visit_congress(board: Board, s: State, seat: int, action: int) -> None:
    if action == DONE:
        pop(s)
    elif action == RESET:
        s.budget -= board.reset_cost
        give_item(s, seat, COIN, board.reset_cost)
        s.score[seat] += board.reset_vp * senators_down(s)
        for senator in range(SENATORS):
            s.lobbied[senator] = 0
    else:
        lobby(board, s, seat, action - LOBBY)


@rule
def lobby(board: Board, s: State, seat: int, senator: int) -> None:
    """Pay, move the senator, then the reward."""
    s.budget -= board.senator_cost[senator]
    give_item(s, seat, COIN, board.senator_cost[senator])
    s.lobbied[senator] = 1
    kind = board.reward_kind[senator]
    if kind == FIXED:
        for resource in range(RESOURCES):
            take_item(s, seat, resource, board.reward_fixed[senator][resource])
        stow(board, s, seat)
    elif kind == CHOOSE:
        push(s, REWARD_CHOOSE, seat, board.reward_vp[senator], 0)
    elif kind == EACH:
        push(s, REWARD_EACH, seat, 1, 1)
    elif kind == ANY_RESOURCE:
        push(s, GAIN, seat, board.reward_times[senator], board.reward_from[senator])
    else:
        push(s, PICK_TILE, seat, board.reward_times[senator], 0)


@rule
def can_choose(board: Board, s: State, seat: int) -> bool:
    """Whether a house or an upgrade (into an empty slot) is possible."""
    if house_left(s, seat):
        for resource in range(RESOURCES):
            if site_free(board, s, resource):
                return True
    slot = empty_slot(s, seat)
    for token in range(TOKENS):
        if token_level(token) == slot and s.tokens[token] > 0:
            return True
    return False


@rule
def list_choose(board: Board, s: State, seat: int, out: list[int]) -> int:
    n = list_houses(board, s, seat, out, 0)
    return list_upgrades(s, seat, False, out, n)


@rule
def end_choose(s: State, seat: int) -> None:
    """The reward's VP come in any case."""
    s.score[seat] += s.first[s.depth - 1]
    pop(s)


@rule
def choose(board: Board, s: State, seat: int, action: int) -> None:
    end_choose(s, seat)
    erect(board, s, seat, action)


@rule
def list_each(board: Board, s: State, seat: int, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    if s.first[s.depth - 1] == 1:
        for city in range(board.cities):
            if station_fits(board, s, seat, city) and (
                s.telegraph_at[city] > 0 or beside_track(board, s, city)
            ):
                n = list_station(s, seat, city, out, n)
    if s.second[s.depth - 1] == 1:
        n = list_telegraphs(board, s, seat, out, n)
    return n


@rule
def do_each(board: Board, s: State, seat: int, action: int) -> None:
    """Either half may be left out, in either order (P4)."""
    top = s.depth - 1
    if action == DONE:
        pop(s)
        return
    if action < TELEGRAPH:
        s.first[top] = 0
    else:
        s.second[top] = 0
    erect(board, s, seat, action)
