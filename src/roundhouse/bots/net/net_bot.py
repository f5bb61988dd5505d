"""The policy alone: one look, and a draw by what the network likes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

from roundhouse.bots.bot import Bot
from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.net.factors import factors
from roundhouse.bots.net.network import Net, like, look
from roundhouse.bots.net.own_prior import priors_of
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search.notes import PLAYED, STATES
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

FINE = 1 << 30  # how finely chances are drawn
SHARP = 60  # chances are taken to this power: what is hardly ever right is hardly ever played


@rule
def doubt_what_stands_alone(
    choices: list[int], n: int, verbs: Any, sure: float, likings: list[float]
) -> None:
    """Where some actions share a verb, take away what is liked less than `sure` and shares it with
    none: a network learned how often searches tried each, and they divide what speaks for bidding
    among many bids, but what speaks for passing goes to one."""
    for i in range(n):
        if likings[i] >= sure:
            return
    shared = 0
    for i in range(n):
        if not stands_alone(choices, n, verbs, i):
            shared += 1
    if shared == 0:
        return
    for i in range(n):
        if stands_alone(choices, n, verbs, i):
            likings[i] = 0.0


@rule
def stands_alone(choices: list[int], n: int, verbs: Any, i: int) -> bool:
    """No other choice has this one's verb."""
    for other in range(n):
        if other != i and verbs[choices[other]] == verbs[choices[i]]:
            return False
    return True


@rule
def learned_action(
    memory: Memory,
    net: Net,
    verbs: Any,
    choices: list[int],
    tuning: Tuning,
    leads: list[float],
    likings: list[float],
    sharp: int,
) -> int:
    """The choice in states[PLAYED]."""
    n = priors_of(memory, choices, tuning, leads, likings)
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    s = memory.states[PLAYED]
    look(bench, s, s.turn, net)
    like(net, choices, n, tuning.heed, likings)
    if tuning.sure > 0.0:
        doubt_what_stands_alone(choices, n, verbs, tuning.sure, likings)
    most, total = 0.0, 0.0
    for i in range(n):
        most = max(most, likings[i])
    for i in range(n):
        likings[i] = (likings[i] / most) ** sharp
        total += likings[i]
    pick = below(bench.rng, FINE) / FINE * total
    for i in range(n - 1):
        pick -= likings[i]
        if pick < 0.0:
            return choices[i]
    return choices[n - 1]


class NetBot(Bot):
    def __init__(self, game: Game, rng: random.Random, weights: Weights) -> None:
        self._engine = engine = game.engine.fork()
        self._memory = Memory.of(engine, STATES, engine.generator(rng.getrandbits(60)))
        self._net = Net.of(game, engine, weights)
        self._verbs = np.ascontiguousarray(factors(game.codec).table[:, 0])
        self._choices = engine.buffer(engine.size)
        self._leads, self._likings = engine.floats(engine.size), engine.floats(engine.size)
        self._tuning = Tuning.of(replace(game.room.search, keen=weights.keen))
        self._pick = engine.bind(learned_action)

    def choose(self, state: Position) -> int:
        self._engine.put(self._memory.states, PLAYED, state.pack())
        picked = self._pick(
            self._memory,
            self._net,
            self._verbs,
            self._choices,
            self._tuning,
            self._leads,
            self._likings,
            SHARP,
        )
        return int(picked)
