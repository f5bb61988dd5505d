"""The bot that samples from a network's policy, without search."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.net.heuristic_policy import heuristic_policy
from roundhouse.bots.net.network import Net, action_features, forward, predict_policy
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.search_buffers import CURRENT, STATE_COUNT
from roundhouse.core.floats import power
from roundhouse.core.game import Game
from roundhouse.core.rng import below
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams
from roundhouse.core.state import State

RESOLUTION = 1 << 30  # of the random numbers that an action is sampled by
POLICY_EXPONENT = 60  # makes unlikely actions even less likely, so that they are hardly ever played


@rule
def drop_lone_actions(
    choices: list[int], n: int, verbs: Any, threshold: float, policy: list[float]
) -> None:
    """Remove actions below the threshold that share their verb with no other action.

    A network learns how often searches visit an action. Searches divide their visits for bidding
    among many bids, while all visits for passing go to one action. So the probability of passing
    is too high compared to that of each bid.
    """
    for i in range(n):
        if policy[i] >= threshold:
            return
    shared = 0
    for i in range(n):
        if not is_lone_action(choices, n, verbs, i):
            shared += 1
    if shared == 0:
        return
    for i in range(n):
        if is_lone_action(choices, n, verbs, i):
            policy[i] = 0.0


@rule
def is_lone_action(choices: list[int], n: int, verbs: Any, i: int) -> bool:
    """Return whether no other choice has the verb of this one."""
    for other in range(n):
        if other != i and verbs[choices[other]] == verbs[choices[i]]:
            return False
    return True


@rule
def sample_network_action(
    buffers: ThreadBuffers,
    net: Net,
    verbs: Any,
    choices: list[int],
    params: SearchParams,
    leads: list[float],
    policy: list[float],
    exponent: int,
) -> int:
    """Sample an action in states[CURRENT]."""
    n = heuristic_policy(buffers, choices, params, leads, policy)
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    s = buffers.states[CURRENT]
    forward(context, s, s.turn, net)
    predict_policy(net, choices, n, params.heuristic_exponent, policy)
    if params.lone_action_threshold > 0.0:
        drop_lone_actions(choices, n, verbs, params.lone_action_threshold, policy)
    highest, total = 0.0, 0.0
    for i in range(n):
        highest = max(highest, policy[i])
    for i in range(n):
        policy[i] = power(policy[i] / highest, exponent)
        total += policy[i]
    pick = below(context.rng, RESOLUTION) / RESOLUTION * total
    for i in range(n - 1):
        pick -= policy[i]
        if pick < 0.0:
            return choices[i]
    return choices[n - 1]


class NetBot(Bot):
    """Samples every move from a network's policy."""

    def __init__(self, game: Game, rng: random.Random, weights: Weights) -> None:
        self._engine = engine = game.engine.fork()
        self._buffers = ThreadBuffers.of(engine, STATE_COUNT, engine.generator(rng.getrandbits(60)))
        self._net = Net.of(game, engine, weights)
        self._verbs = engine.numbers([row[0] for row in action_features(game.codec).table])
        self._choices = engine.buffer(engine.size)
        self._leads, self._policy = engine.floats(engine.size), engine.floats(engine.size)
        sharpness = weights.value_prior_sharpness
        params = game.definition.search._replace(value_prior_sharpness=sharpness)
        self._params = params.as_floats()
        self._sample = engine.bind(sample_network_action)

    def choose(self, state: State) -> int:
        """Return the action to play."""
        self._engine.put(self._buffers.states, CURRENT, state.pack())
        action = self._sample(
            self._buffers,
            self._net,
            self._verbs,
            self._choices,
            self._params,
            self._leads,
            self._policy,
            POLICY_EXPONENT,
        )
        return int(action)
