"""The prior bot: samples its move from the game's `action_prior`."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.core.game import Game
from roundhouse.core.placeholders import action_context, action_prior, legal
from roundhouse.core.rng import below
from roundhouse.core.rule import rule
from roundhouse.core.state import State


@rule
def sample_by_prior(context: RuleContext, s: Any, n: int, power: int) -> int:
    """Sample one of the n actions in `out` by its prior to the power of 1 or 2."""
    board, scratch, out, priors, rng = context
    total = 0
    shared = action_context(board, s, scratch)
    for i in range(n):
        prior = action_prior(board, s, scratch, out[i], shared)
        if power == 2:
            prior = prior * prior
        priors[i] = prior
        total += prior
    if total <= 0 or total >= 1 << 31:
        return out[below(rng, n)]
    pick = below(rng, total)
    i = 0
    while pick >= priors[i]:
        pick -= priors[i]
        i += 1
    return out[i]


@rule
def sample_action(buffers: ThreadBuffers) -> int:
    """Sample an action in states[0]."""
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    s = buffers.states[0]
    n = legal(context.board, s, context.scratch, context.out)
    return sample_by_prior(context, s, n, 1)


class PriorBot(Bot):
    """Samples every move from the game's `action_prior`."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._buffers = ThreadBuffers.of(
            self._engine, 1, self._engine.generator(rng.getrandbits(60))
        )
        self._sample = self._engine.bind(sample_action)

    def choose(self, state: State) -> int:
        """Return the action to play."""
        self._engine.put(self._buffers.states, 0, state.pack())
        return int(self._sample(self._buffers))
