"""CONGRESS: a Financier spends the budget on senators (G)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, LOBBY, RESET
from roundhouse.games.rails.rules.cargo import give_item, stow, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.phases.reward_choose import can_choose
from roundhouse.games.rails.rules.phases.reward_each import can_build_each
from roundhouse.games.rails.state import (
    ANY_RESOURCE,
    ANY_TILE,
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
    Board,
    Scratch,
    State,
)


@rule
def senators_down(s: State) -> int:
    down = 0
    for senator in range(SENATORS):
        down += s.lobbied[senator]
    return down


@rule
def list_congress(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
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
def visit_congress(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
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


def ask(d: Decision) -> str:
    budget, coins = count(d.s.budget, "action"), count(d.s.cargo[d.seat][COIN], "coin")
    return f"Congress: a budget of {budget} and {coins}"


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, "what is left goes to the next Financier; after the last it is lost")
    if action == RESET:
        down = [f"senator:{n + 1}" for n, gone in enumerate(d.s.lobbied) if gone]
        note = f"costs 1 coin; you get {len(down) * d.board.reset_vp} VP, and all are up again"
        return d.choice(action, "Call all senators back", down, "Congress", note)
    senator = action - LOBBY
    cost = d.board.senator_cost[senator]
    return d.choice(
        action,
        f"Senator {senator + 1}: {d.places.reward(senator)}",
        [f"senator:{senator + 1}"],
        "Lobby",
        f"costs {count(cost, 'coin')}, leaves you {d.s.cargo[d.seat][COIN] - cost}",
        _useless(d, senator),
    )


def _useless(d: Decision, senator: int) -> str:
    """Said of a reward that gives nothing, or less than it seems."""
    kind, room = d.board.reward_kind[senator], d.room + d.board.senator_cost[senator]
    if kind == CHOOSE and not can_choose(d.board, d.s, d.seat):
        return f"neither house nor upgrade is possible: {d.board.reward_vp[senator]} VP only"
    if kind == EACH and not can_build_each(d):
        return "neither station nor telegraph can be built: gives nothing"
    gives = sum(d.board.reward_fixed[senator]) if kind == FIXED else d.board.reward_times[senator]
    if kind in (FIXED, ANY_RESOURCE, ANY_TILE) and gives > room:
        return f"the cargo has room for {room}: you drop {gives - room}"
    return ""


def why(d: Decision) -> str:
    return "a senator costs coins and as much of the budget; the Financiers give the budget"


def tell(d: Decision, action: int, then: State) -> str:
    if action == DONE:
        return ""
    if action == RESET:
        return f"{d.who} calls {count(sum(d.s.lobbied), 'senator')} back"
    senator = action - LOBBY
    return f"{d.who} lobbies senator {senator + 1}: {d.places.reward(senator)}"


PHASE = Phase("congress", ask, offer, tell, at_market, why)
