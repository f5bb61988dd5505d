"""The policy alone: one look, and a draw by what the network likes."""

from __future__ import annotations

import random

from roundhouse.bots.bot import Bot
from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.net.network import Net, like, look
from roundhouse.bots.net.weights import Weights
from roundhouse.core.contract import legal
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

FINE = 1 << 30  # how finely chances are drawn
SHARP = 12  # chances are taken to this power: what is hardly ever right is hardly ever played


@rule
def learned_action(memory: Memory, net: Net, likings: list[float], sharp: int) -> int:
    """The choice in states[0]."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    s = memory.states[0]
    n = legal(bench.board, s, bench.scratch, bench.out)
    look(bench, s, s.turn, net)
    like(net, bench.out, n, likings)
    total = 0.0
    for i in range(n):
        likings[i] = likings[i] ** sharp
        total += likings[i]
    pick = below(bench.rng, FINE) / FINE * total
    for i in range(n - 1):
        pick -= likings[i]
        if pick < 0.0:
            return bench.out[i]
    return bench.out[n - 1]


class NetBot(Bot):
    def __init__(self, game: Game, rng: random.Random, weights: Weights) -> None:
        self._engine = game.engine.fork()
        self._memory = Memory.of(self._engine, 1, self._engine.generator(rng.getrandbits(60)))
        self._net = Net.of(game, self._engine, weights)
        self._likings = self._engine.floats(self._engine.size)
        self._pick = self._engine.bind(learned_action)

    def choose(self, state: Position) -> int:
        self._engine.put(self._memory.states, 0, state.pack())
        return int(self._pick(self._memory, self._net, self._likings, SHARP))
