"""HIRING: hire specialists at the price of their carriage (RULES 5.2)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import quantity
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, HIRE_ONE
from roundhouse.games.rails.names import (
    RESOURCE_NAMES,
    SPECIALIST_NAMES,
    TILE_NAMES,
    items,
    specialist_name,
)
from roundhouse.games.rails.rules.cargo import count_carriages, return_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market
from roundhouse.games.rails.rules.frames import pop, use_one
from roundhouse.games.rails.state import (
    CARRIAGES,
    RESOURCES,
    SPECIALISTS,
    WINDOWS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def find_empty_window(s: StateLayout, seat: int) -> int:
    """Return the leftmost empty window of a seat's train, or -1."""
    for window in range(count_carriages(s, seat) * WINDOWS):
        if s.windows[seat][window] == 0:
            return window
    return -1


@rule
def can_pay(board: BoardLayout, s: StateLayout, seat: int, specialist: int, carriage: int) -> bool:
    cost = board.hire_cost[specialist * CARRIAGES + carriage]
    cargo = s.cargo[seat]
    for resource in range(RESOURCES):
        if cargo[resource] < cost[resource]:
            return False
    return True


@rule
def add_specialist(
    board: BoardLayout, s: StateLayout, seat: int, specialist: int, window: int
) -> None:
    s.specialists[specialist] -= 1
    s.windows[seat][window] = specialist + 1
    s.score[seat] += board.window_vp[window]


@rule
def list_hires(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    out[0] = DONE
    n = 1
    window = find_empty_window(s, seat)
    if window >= 0:
        carriage = window // WINDOWS
        for specialist in range(SPECIALISTS):
            if s.specialists[specialist] > 0 and can_pay(board, s, seat, specialist, carriage):
                out[n] = HIRE_ONE + specialist
                n += 1
    return n


@rule
def hire(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    if action == DONE:
        pop(s)
        return
    specialist = action - HIRE_ONE
    window = find_empty_window(s, seat)
    cost = board.hire_cost[specialist * CARRIAGES + window // WINDOWS]
    use_one(s)
    for resource in range(RESOURCES):
        return_item(s, seat, resource, cost[resource])
    add_specialist(board, s, seat, specialist, window)


def recipe(board: BoardLayout, specialist: int) -> str:
    """Return the conversion of a specialist, such as `iron → rail`."""
    result = board.recipe_to[specialist]
    product = _(TILE_NAMES[result]) if result >= 0 else _("Congress")
    return f"{_(RESOURCE_NAMES[board.recipe_from[specialist]])} → {product}"


def ask(d: Decision) -> str:
    return _("Hire a specialist ({left} left)", left=d.first)


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, _("Hire no one else"))
    who, window = action - HIRE_ONE, find_empty_window(d.s, d.seat)
    carriage, points = window // WINDOWS, d.board.window_vp[window]
    cost = items(d.board.hire_cost[who * CARRIAGES + carriage])
    note = [_("Costs {resources}", resources=cost)]
    if points:
        note.append(quantity(points, "VP"))
    return d.choice(
        action,
        specialist_name(who),
        [f"specialist:{SPECIALIST_NAMES[who]}"],
        _("Hire into carriage {number}", number=carriage + 1),
        " · ".join([*note, recipe(d.board, who)]),
    )


def describe(d: Decision, action: int, then: StateLayout) -> str:
    if action == DONE:
        return ""
    paid = [a - b for a, b in zip(d.s.cargo[d.seat], then.cargo[d.seat], strict=True)]
    cost = items(paid)
    return (
        _("{who} hires a Crew for {cost}", who=d.who, cost=cost),
        _("{who} hires a Miner for {cost}", who=d.who, cost=cost),
        _("{who} hires an Engineer for {cost}", who=d.who, cost=cost),
        _("{who} hires a Financier for {cost}", who=d.who, cost=cost),
    )[action - HIRE_ONE]


def explain(d: Decision) -> str:
    window = find_empty_window(d.s, d.seat)
    if window < 0:
        return _("No free specialist space. Your first three stations each add a carriage.")
    return _(
        "The next specialist goes into carriage {number} and pays its price.",
        number=window // WINDOWS + 1,
    )


PHASE = Phase(mark("hiring"), ask, offer, describe, at_market, explain)
