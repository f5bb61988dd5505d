"""The greedy bot: one-ply search by the game's `evaluate`.

It tries every legal action, plays out the rest of its own turn by `action_prior`, and takes the
action after which `evaluate` is best for its seat.
"""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.core.constants import CHANCE
from roundhouse.core.drivers import draw
from roundhouse.core.game import Game
from roundhouse.core.placeholders import action_context, action_prior, apply, copy, evaluate, legal
from roundhouse.core.rng import below
from roundhouse.core.rule import rule
from roundhouse.core.state import State

MAX_FOLLOW_UPS = 40  # decisions of its own turn that are played out after an action


@rule
def highest_prior_action(context: RuleContext, s: Any, n: int) -> int:
    """Return the first of the n actions in `out` with the highest prior."""
    board, scratch, out = context.board, context.scratch, context.out
    best = out[0]
    highest = -1
    shared = action_context(board, s, scratch)
    for i in range(n):
        prior = action_prior(board, s, scratch, out[i], shared)
        if prior > highest:
            highest = prior
            best = out[i]
    return best


@rule
def finish_turn(context: RuleContext, s: Any, seat: int) -> None:
    """Play the rest of this seat's turn by prior, sampling chance events."""
    board, scratch, out = context.board, context.scratch, context.out
    for _ in range(MAX_FOLLOW_UPS):
        if s.turn != seat and s.turn != CHANCE:
            return
        n = legal(board, s, scratch, out)
        if s.turn == CHANCE:
            apply(board, s, scratch, draw(board, s, out, n, context.rng))
        else:
            apply(board, s, scratch, highest_prior_action(context, s, n))


@rule
def relative_value(context: RuleContext, s: Any, seat: int) -> int:
    """Return a seat's value minus half the mean of its opponents, up to a factor."""
    out = context.out
    evaluate(context.board, s, context.scratch, out)
    own = out[seat]
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += out[other]
    lead: int = 2 * (s.seats - 1) * own - others
    return lead


@rule
def greedy_action(buffers: ThreadBuffers, choices: list[int]) -> int:
    """Return the greedy action in states[0]; overwrites states[1] and `choices`."""
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    states = buffers.states
    board, scratch = context.board, context.scratch
    seat = states[0].turn
    n = legal(board, states[0], scratch, choices)
    best = choices[0]
    best_value = 0
    best_prior = -1
    ties = 0
    shared = action_context(board, states[0], scratch)
    for i in range(n):
        prior = action_prior(board, states[0], scratch, choices[i], shared)
        if prior == 0 and best_prior > 0:
            continue
        copy(states, 1, 0)
        apply(board, states[1], scratch, choices[i])
        finish_turn(context, states[1], seat)
        value = relative_value(context, states[1], seat)
        is_first = best_prior < 0 or (best_prior == 0 and prior > 0)
        if is_first or value > best_value or (value == best_value and prior > best_prior):
            best, best_value, best_prior, ties = choices[i], value, prior, 1
        elif value == best_value and prior == best_prior:
            ties += 1
            if below(context.rng, ties) == 0:
                best = choices[i]
    return best


class GreedyBot(Bot):
    """Takes the action after which its seat is valued highest."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._buffers = ThreadBuffers.of(
            self._engine, 2, self._engine.generator(rng.getrandbits(60))
        )
        self._choices = self._engine.buffer(self._engine.size)
        self._greedy_action = self._engine.bind(greedy_action)

    def choose(self, state: State) -> int:
        """Return the action to play."""
        self._engine.put(self._buffers.states, 0, state.pack())
        return int(self._greedy_action(self._buffers, self._choices))
