"""The player by preference: draws its move by the room's `prefer`, without looking ahead."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.memory import Memory
from roundhouse.core.contract import hunch, legal, prefer
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import below
from roundhouse.core.rule import rule


@rule
def draw_by_preference(memory: Memory, s: Any, n: int, sharp: int) -> int:
    """One of the n actions in `out`, drawn by the room's liking to the power of `sharp`: 1 or 2."""
    board, scratch = memory.boards[0], memory.scratches[0]
    out, likings = memory.out, memory.likings
    total = 0
    shared = hunch(board, s, scratch)
    for i in range(n):
        liking = prefer(board, s, scratch, out[i], shared)
        if sharp == 2:
            liking = liking * liking
        likings[i] = liking
        total += liking
    if total <= 0 or total >= 1 << 31:
        return out[below(memory.rng, n)]
    pick = below(memory.rng, total)
    i = 0
    while pick >= likings[i]:
        pick -= likings[i]
        i += 1
    return out[i]


@rule
def preferred_action(memory: Memory) -> int:
    """The choice in states[0]."""
    n = legal(memory.boards[0], memory.states[0], memory.scratches[0], memory.out)
    return draw_by_preference(memory, memory.states[0], n, 1)


class PreferenceBot(Bot):
    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._memory = Memory.of(self._engine, 1, self._engine.generator(rng.getrandbits(60)))
        self._pick = self._engine.bind(preferred_action)

    def choose(self, state: Position) -> int:
        self._engine.put(self._memory.states, 0, state.pack())
        return int(self._pick(self._memory))
