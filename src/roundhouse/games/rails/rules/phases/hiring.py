"""HIRING: specialists for the train, each at the price of the carriage it boards (H)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count, listed
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE, HIRE_ONE
from roundhouse.games.rails.names import (
    RESOURCE_NAMES,
    SPECIALIST_NAMES,
    TILE_NAMES,
    items,
    specialist_name,
)
from roundhouse.games.rails.rules.cargo import carriages, give_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market
from roundhouse.games.rails.rules.frames import pop, use_one
from roundhouse.games.rails.state import (
    CARRIAGES,
    RESOURCES,
    SPECIALISTS,
    WINDOWS,
    Board,
    Scratch,
    State,
)


@rule
def empty_window(s: State, seat: int) -> int:
    """The leftmost, or -1."""
    for window in range(carriages(s, seat) * WINDOWS):
        if s.windows[seat][window] == 0:
            return window
    return -1


@rule
def affords(board: Board, s: State, seat: int, specialist: int, carriage: int) -> bool:
    cost = board.hire_cost[specialist * CARRIAGES + carriage]
    cargo = s.cargo[seat]
    for resource in range(RESOURCES):
        if cargo[resource] < cost[resource]:
            return False
    return True


@rule
def board_train(board: Board, s: State, seat: int, specialist: int, window: int) -> None:
    s.specialists[specialist] -= 1
    s.windows[seat][window] = specialist + 1
    s.score[seat] += board.window_vp[window]


@rule
def list_hires(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    window = empty_window(s, seat)
    if window >= 0:
        carriage = window // WINDOWS
        for specialist in range(SPECIALISTS):
            if s.specialists[specialist] > 0 and affords(board, s, seat, specialist, carriage):
                out[n] = HIRE_ONE + specialist
                n += 1
    return n


@rule
def hire(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    if action == DONE:
        pop(s)
        return
    specialist = action - HIRE_ONE
    window = empty_window(s, seat)
    cost = board.hire_cost[specialist * CARRIAGES + window // WINDOWS]
    use_one(s)
    for resource in range(RESOURCES):
        give_item(s, seat, resource, cost[resource])
    board_train(board, s, seat, specialist, window)


def recipe(board: Board, specialist: int) -> str:
    """`iron → rail`."""
    made = board.recipe_to[specialist]
    return (
        f"{RESOURCE_NAMES[board.recipe_from[specialist]]} → "
        f"{TILE_NAMES[made] if made >= 0 else 'Congress'}"
    )


def ask(d: Decision) -> str:
    return f"Hire specialists: {count(d.first, 'use')} left"


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        return d.done(action, "nobody more is hired")
    who, window = action - HIRE_ONE, empty_window(d.s, d.seat)
    carriage, points = window // WINDOWS, d.board.window_vp[window]
    note = [f"costs {items(d.board.hire_cost[who * CARRIAGES + carriage])}"]
    if points:
        note.append(f"{points} VP")
    return d.choice(
        action,
        specialist_name(who),
        [f"specialist:{SPECIALIST_NAMES[who]}"],
        f"Hire into carriage {carriage + 1}",
        f"{listed(note)}; {recipe(d.board, who)}",
    )


def tell(d: Decision, action: int, then: State) -> str:
    if action == DONE:
        return ""
    name = specialist_name(action - HIRE_ONE)
    paid = [a - b for a, b in zip(d.s.cargo[d.seat], then.cargo[d.seat], strict=True)]
    return f"{d.who} hires {'an' if name[0] in 'AEIOU' else 'a'} {name} for {items(paid)}"


def why(d: Decision) -> str:
    window = empty_window(d.s, d.seat)
    if window < 0:
        return "every window of your train is taken; a railway station brings a carriage"
    return f"the next one goes into carriage {window // WINDOWS + 1}, at the price of that carriage"


PHASE = Phase("hiring", ask, offer, tell, at_market, why)
