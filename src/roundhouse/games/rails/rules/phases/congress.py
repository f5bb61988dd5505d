"""CONGRESS: a Financier spends the budget on senators (RULES 7)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, LOBBY, RESET
from roundhouse.games.rails.rules.cargo import check_cargo, return_item, take_item
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
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def count_senators_down(s: StateLayout) -> int:
    down = 0
    for senator in range(SENATORS):
        down += s.lobbied[senator]
    return down


@rule
def list_congress(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    out[0] = DONE
    n = 1
    purse = min(s.budget, s.cargo[seat][COIN])
    for senator in range(SENATORS):
        if s.lobbied[senator] == 0 and board.senator_cost[senator] <= purse:
            out[n] = LOBBY + senator
            n += 1
    if board.reset_cost <= purse and count_senators_down(s) > 0:  # P6
        out[n] = RESET
        n += 1
    return n


@rule
def act_in_congress(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    if action == DONE:
        pop(s)
    elif action == RESET:
        s.budget -= board.reset_cost
        return_item(s, seat, COIN, board.reset_cost)
        s.score[seat] += board.reset_vp * count_senators_down(s)
        for senator in range(SENATORS):
            s.lobbied[senator] = 0
    else:
        lobby(board, s, seat, action - LOBBY)


@rule
def lobby(board: BoardLayout, s: StateLayout, seat: int, senator: int) -> None:
    """Pay, move the senator down, and give the reward."""
    s.budget -= board.senator_cost[senator]
    return_item(s, seat, COIN, board.senator_cost[senator])
    s.lobbied[senator] = 1
    kind = board.reward_kind[senator]
    if kind == FIXED:
        for resource in range(RESOURCES):
            take_item(s, seat, resource, board.reward_fixed[senator][resource])
        check_cargo(board, s, seat)
    elif kind == CHOOSE:
        push(s, REWARD_CHOOSE, seat, board.reward_vp[senator], 0)
    elif kind == EACH:
        push(s, REWARD_EACH, seat, 1, 1)
    elif kind == ANY_RESOURCE:
        push(s, GAIN, seat, board.reward_times[senator], board.reward_from[senator])
    else:
        push(s, PICK_TILE, seat, board.reward_times[senator], 0)


def ask(d: Decision) -> str:
    coins = count(d.s.cargo[d.seat][COIN], "coin")
    return _("Congress: budget {budget}, {coins}", budget=d.s.budget, coins=coins)


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, _("Unspent budget passes to your next Financier, then is lost."))
    if action == RESET:
        down = [f"senator:{n + 1}" for n, gone in enumerate(d.s.lobbied) if gone]
        note = _(
            "Costs {coins} · {points} VP for you",
            coins=count(d.board.reset_cost, "coin"),
            points=len(down) * d.board.reset_vp,
        )
        return d.choice(action, _("Reset all senators"), down, _("Congress"), note)
    senator = action - LOBBY
    cost = d.board.senator_cost[senator]
    return d.choice(
        action,
        _("Senator {number}: {reward}", number=senator + 1, reward=d.places.reward(senator)),
        [f"senator:{senator + 1}"],
        _("Lobby"),
        _(
            "Costs {coins} · you keep {number}",
            coins=count(cost, "coin"),
            number=d.s.cargo[d.seat][COIN] - cost,
        ),
        _write_warning(d, senator),
    )


def _write_warning(d: Decision, senator: int) -> str:
    """Warn about a reward that gives nothing, or less than it shows."""
    kind = d.board.reward_kind[senator]
    free_slots = d.free_slots + d.board.senator_cost[senator]
    if kind == CHOOSE and not can_choose(d.board, d.s, d.seat):
        return _(
            "no house or upgrade is possible: you get only {points} VP",
            points=d.board.reward_vp[senator],
        )
    if kind == EACH and not can_build_each(d):
        return _("no station or telegraph can be built: no effect")
    items = sum(d.board.reward_fixed[senator]) if kind == FIXED else d.board.reward_times[senator]
    if kind in (FIXED, ANY_RESOURCE, ANY_TILE) and items > free_slots:
        slots = count(free_slots, "free cargo slot")
        return _("{slots}: you drop {number}", slots=slots, number=items - free_slots)
    return ""


def explain(d: Decision) -> str:
    return _("Each senator costs coins and the same amount of budget. Financiers set the budget.")


def describe(d: Decision, action: int, then: StateLayout) -> str:
    if action == DONE:
        return ""
    if action == RESET:
        return ngettext(
            "{who} resets {n} senator", "{who} resets {n} senators", sum(d.s.lobbied), who=d.who
        )
    senator = action - LOBBY
    reward = d.places.reward(senator)
    return _(
        "{who} lobbies senator {number}: {reward}", who=d.who, number=senator + 1, reward=reward
    )


PHASE = Phase(mark("congress"), ask, offer, describe, at_market, explain)
