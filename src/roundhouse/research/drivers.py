"""What environments do with a game, compiled: drivers like those of `core/drivers.py`.

One call a decision. Chance and forced moves are played on the way, drawing from `rng`; `legal`
keeps the list of what the seat to act may choose from, from one call to the next.
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.greedy_bot import greedy_action
from roundhouse.bots.memory import Memory
from roundhouse.bots.preference_bot import preferred_action
from roundhouse.core.contract import CHANCE, OVER, apply, copy, legal, redeal, setup, weight
from roundhouse.core.drivers import draw
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

ILLEGAL = -1  # instead of a number of choices: the action was not one of them

# Who sits on a seat.
OTHERS = 0  # not a bot that is compiled: whoever calls the driver decides
RANDOM = 1
INSTINCT = 2
GREEDY = 3

SHIFT = 16  # a turn (-2 to 5) and a number of choices in one number: n * SHIFT + turn + 2


@rule
def advance(board: Any, s: Any, scratch: Any, choices: list[int], rng: list[int]) -> int:
    """Play chance and forced moves until a seat has a choice; how many it has, 0 at the end."""
    while s.turn != OVER:
        n = legal(board, s, scratch, choices)
        if s.turn == CHANCE:
            apply(board, s, scratch, draw(board, s, choices, n, rng))
        elif n == 1:
            apply(board, s, scratch, choices[0])
        else:
            return n
    return 0


@rule
def holds(choices: list[int], n: int, action: int) -> bool:
    """Whether an action is among the first n of an ascending list."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if choices[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < n and choices[low] == action


@rule
def answer(
    boards: Any,
    states: Any,
    scratches: Any,
    kind: int,
    choices: list[int],
    n: int,
    options: list[int],
    out: list[int],
    rng: list[int],
) -> int:
    """The move of a bot in states[0]. It thinks in states[1:], dealt as its seat may imagine."""
    if kind == RANDOM:
        return choices[below(rng, n)]
    copy(states, 1, 0)
    redeal(boards[0], states[1], scratches[0], states[0].turn, rng)
    # A greedy player has no use for likings, one by preference none for a second list.
    memory = Memory(boards, scratches, states[1:], out, options, rng)
    if kind == GREEDY:
        return greedy_action(memory, options)
    return preferred_action(memory)


@rule
def begin(
    boards: Any,
    states: Any,
    scratches: Any,
    rules: int,
    seats: int,
    setting: list[int],
    choices: list[int],
    rng: list[int],
) -> int:
    """A new game in states[0], which is blank, played on to the first decision."""
    states[0].rules = rules
    setup(boards[0], states[0], seats, setting)
    return advance(boards[0], states[0], scratches[0], choices, rng)


@rule
def decide(
    boards: Any,
    states: Any,
    scratches: Any,
    action: int,
    choices: list[int],
    n: int,
    rng: list[int],
) -> int:
    """One of the n choices, played on to the next decision; ILLEGAL, and nothing done, if not."""
    if not holds(choices, n, action):
        return ILLEGAL
    apply(boards[0], states[0], scratches[0], action)
    return advance(boards[0], states[0], scratches[0], choices, rng)


@rule
def let_bots(
    boards: Any,
    states: Any,
    scratches: Any,
    seated: list[int],
    slips: list[int],
    choices: list[int],
    n: int,
    options: list[int],
    out: list[int],
    rng: list[int],
) -> int:
    """The bots' moves until somebody else has a choice; how many choices, 0 at the end.

    By seat: which bot, and how often in a thousand moves it plays on instinct instead.
    """
    while n > 0 and seated[states[0].turn] > OTHERS:
        kind = seated[states[0].turn]
        if slips[states[0].turn] > below(rng, 1000):
            kind = INSTINCT
        action = answer(boards, states, scratches, kind, choices, n, options, out, rng)
        apply(boards[0], states[0], scratches[0], action)
        n = advance(boards[0], states[0], scratches[0], choices, rng)
    return n


@rule
def step_once(boards: Any, states: Any, scratches: Any, action: int, choices: list[int]) -> int:
    """Apply one action (none: -1) and list what comes after it: SHIFT says how to read this."""
    if action >= 0:
        apply(boards[0], states[0], scratches[0], action)
    turn: int = states[0].turn
    n = 0
    if turn != OVER:
        n = legal(boards[0], states[0], scratches[0], choices)
    return n * SHIFT + turn + 2


@rule
def weigh_all(boards: Any, states: Any, choices: list[int], n: int, out: list[int]) -> int:
    """Write the weights of the n outcomes of a chance state; says their sum."""
    total = 0
    for i in range(n):
        out[i] = weight(boards[0], states[0], choices[i])
        total += out[i]
    return total
