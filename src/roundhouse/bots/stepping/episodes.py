"""Compiled drivers that play a game for environments, with one call per decision.

A driver plays chance and forced moves between two decisions. Random numbers come from `rng`. The
legal actions of the seat to act stay in `choices` until the next call.
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import ThreadBuffers
from roundhouse.bots.greedy_bot import greedy_action
from roundhouse.bots.prior_bot import sample_action
from roundhouse.core.drivers import NO_ACTION, advance, find_action
from roundhouse.core.placeholders import copy, legal, observe, redeal, setup
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

ILLEGAL = -1  # returned instead of the number of choices if the action is not legal

# The kinds of players.
EXTERNAL = 0  # not a compiled bot: the caller of the driver decides
RANDOM = 1
INSTINCT = 2
GREEDY = 3


@rule
def choose_for_bot(
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
    """Return a bot's action in states[0]; states[1:] hold redealt copies to search."""
    if kind == RANDOM:
        return choices[below(rng, n)]
    copy(states, 1, 0)
    redeal(boards[0], states[1], scratches[0], states[0].turn, rng)
    # A greedy player needs no priors, and a heuristic player needs no second list.
    buffers = ThreadBuffers(boards, scratches, states[1:], out, options, rng)
    if kind == GREEDY:
        return greedy_action(buffers, options)
    return sample_action(buffers)


@rule
def start_episode(
    boards: Any,
    states: Any,
    scratches: Any,
    rules: int,
    seats: int,
    option_values: list[int],
    choices: list[int],
    rng: list[int],
) -> int:
    """Start a game in states[0], which is blank, and play to the first decision."""
    states[0].rules = rules
    setup(boards[0], states[0], seats, option_values)
    return advance(boards[0], states[0], scratches[0], NO_ACTION, choices, rng)


@rule
def play_decision(
    boards: Any,
    states: Any,
    scratches: Any,
    action: int,
    choices: list[int],
    n: int,
    rng: list[int],
) -> int:
    """Play one of the n choices up to the next decision; ILLEGAL if it is none."""
    if find_action(choices, n, action) < 0:
        return ILLEGAL
    return advance(boards[0], states[0], scratches[0], action, choices, rng)


@rule
def play_bots(
    boards: Any,
    states: Any,
    scratches: Any,
    kinds: list[int],
    error_rates: list[int],
    choices: list[int],
    n: int,
    options: list[int],
    out: list[int],
    rng: list[int],
) -> int:
    """Play the bots' moves until an external player has choices; return how many.

    `kinds` has the player of each seat, `error_rates` the number of moves in a thousand that it
    samples like the instinct bot. At the end of the game the return value is 0.
    """
    while n > 0 and kinds[states[0].turn] > EXTERNAL:
        kind = kinds[states[0].turn]
        if error_rates[states[0].turn] > below(rng, 1000):
            kind = INSTINCT
        action = choose_for_bot(boards, states, scratches, kind, choices, n, options, out, rng)
        n = advance(boards[0], states[0], scratches[0], action, choices, rng)
    return n


@rule
def list_legal(boards: Any, states: Any, scratches: Any, out: list[int]) -> int:
    """Write the legal actions of states[0]; return their number."""
    return legal(boards[0], states[0], scratches[0], out)


@rule
def write_observation(boards: Any, states: Any, scratches: Any, seat: int, out: list[int]) -> None:
    """Write the observation of a seat in states[0]."""
    observe(boards[0], states[0], scratches[0], seat, out)
