"""The game's own policy: `action_prior` mixed with one-ply values.

It is an input of the network, which learns where to differ from it.
"""

from __future__ import annotations

import random

from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.search.one_ply_prior import score_actions
from roundhouse.bots.search.search_buffers import CURRENT, STATE_COUNT
from roundhouse.core.game import Game
from roundhouse.core.placeholders import action_context, action_prior, legal
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams
from roundhouse.core.state import State


@rule
def heuristic_policy(
    buffers: ThreadBuffers,
    choices: list[int],
    params: SearchParams,
    leads: list[float],
    policy: list[float],
) -> int:
    """Write the legal actions in states[CURRENT] and their policy; return how many."""
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    board, scratch, states = context.board, context.scratch, buffers.states
    n = legal(board, states[CURRENT], scratch, choices)
    shared = action_context(board, states[CURRENT], scratch)
    total = 0.0
    for i in range(n):
        policy[i] = action_prior(board, states[CURRENT], scratch, choices[i], shared) + 0.0
        total += policy[i]
    weight, leads_total = params.value_prior_weight, 1.0
    if weight > 0.0:
        sharpness = params.value_prior_sharpness
        leads_total = score_actions(context, states, choices, n, sharpness, leads)
    for i in range(n):
        prior = policy[i] / total if total > 0.0 else 1.0 / n
        policy[i] = (1.0 - weight) * prior + weight * leads[i] / leads_total
    return n


class HeuristicPolicy:
    """The game's own policy, for callers in Python."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = engine = game.engine.fork()
        self._buffers = ThreadBuffers.of(engine, STATE_COUNT, engine.generator(rng.getrandbits(60)))
        self._choices = engine.buffer(engine.size)
        self._leads, self._policy = engine.floats(engine.size), engine.floats(engine.size)
        self._params = game.definition.search.as_floats()
        self._heuristic_policy = engine.bind(heuristic_policy)

    def priors(self, state: State) -> list[float]:
        """Return the probability of each legal action, in their order."""
        self._engine.put(self._buffers.states, CURRENT, state.pack())
        n = self._heuristic_policy(
            self._buffers, self._choices, self._params, self._leads, self._policy
        )
        return [float(probability) for probability in self._policy[: int(n)]]
