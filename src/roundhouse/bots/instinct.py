"""The instinctive player: draws its move by the room's `prefer`, without looking ahead."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.playout import sensible
from roundhouse.core.contract import legal
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import rule


@rule
def instinctive(
    boards: Any, states: Any, scratches: Any, out: list[int], likings: list[int], rng: list[int]
) -> int:
    n = legal(boards[0], states[0], scratches[0], out)
    return sensible(boards[0], states[0], scratches[0], out, n, likings, rng, 1)


class InstinctBot:
    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._rng = self._engine.generator(rng.getrandbits(60))
        self._likings = self._engine.buffer(self._engine.size)
        self._draw = self._engine.bind(instinctive)

    def choose(self, state: Position) -> int:
        engine = self._engine
        batch = engine.load(state.pack())
        return int(
            self._draw(engine.boards, batch, engine.scratches, engine.out, self._likings, self._rng)
        )
