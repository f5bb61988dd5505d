"""The player by preference: draws its move by the room's `prefer`, without looking ahead."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.memory import Memory, Workbench
from roundhouse.core.contract import hunch, legal, prefer
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import below
from roundhouse.core.rule import rule


@rule
def draw_by_preference(bench: Workbench, s: Any, n: int, sharp: int) -> int:
    """One of the n actions in `out`, drawn by the room's liking to the power of `sharp`: 1 or 2."""
    board, scratch, out, likings, rng = bench
    total = 0
    shared = hunch(board, s, scratch)
    for i in range(n):
        liking = prefer(board, s, scratch, out[i], shared)
        if sharp == 2:
            liking = liking * liking
        likings[i] = liking
        total += liking
    if total <= 0 or total >= 1 << 31:
        return out[below(rng, n)]
    pick = below(rng, total)
    i = 0
    while pick >= likings[i]:
        pick -= likings[i]
        i += 1
    return out[i]


@rule
def preferred_action(memory: Memory) -> int:
    """The choice in states[0]."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    s = memory.states[0]
    n = legal(bench.board, s, bench.scratch, bench.out)
    return draw_by_preference(bench, s, n, 1)


class PreferenceBot(Bot):
    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._memory = Memory.of(self._engine, 1, self._engine.generator(rng.getrandbits(60)))
        self._pick = self._engine.bind(preferred_action)

    def choose(self, state: Position) -> int:
        self._engine.put(self._memory.states, 0, state.pack())
        return int(self._pick(self._memory))
