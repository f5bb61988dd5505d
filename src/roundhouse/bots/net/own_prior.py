"""What the room's own advice says of each action, as a search has it at its root: a network is
told, and learns where to differ."""

from __future__ import annotations

import random

from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.search.first_look import looks
from roundhouse.bots.search.notes import PLAYED, STATES
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import hunch, legal, prefer
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import rule


@rule
def priors_of(
    memory: Memory, choices: list[int], tuning: Tuning, leads: list[float], priors: list[float]
) -> int:
    """How likely `prefer`, with so much of a first look as is tuned, is to choose each legal action
    in states[PLAYED], into `priors`; the actions go to `choices`. Says how many there are."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    board, scratch, states = bench.board, bench.scratch, memory.states
    n = legal(board, states[PLAYED], scratch, choices)
    shared = hunch(board, states[PLAYED], scratch)
    total = 0.0
    for i in range(n):
        priors[i] = prefer(board, states[PLAYED], scratch, choices[i], shared) + 0.0
        total += priors[i]
    glance, seen = tuning.glance, 1.0
    if glance > 0.0:
        seen = looks(bench, states, choices, n, tuning.keen, leads)
    for i in range(n):
        liking = priors[i] / total if total > 0.0 else 1.0 / n
        priors[i] = (1.0 - glance) * liking + glance * leads[i] / seen
    return n


class OwnPrior:
    """The same, asked from outside."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = engine = game.engine.fork()
        self._memory = Memory.of(engine, STATES, engine.generator(rng.getrandbits(60)))
        self._choices = engine.buffer(engine.size)
        self._leads, self._priors = engine.floats(engine.size), engine.floats(engine.size)
        self._tuning = Tuning.of(game.room.search)
        self._ask = engine.bind(priors_of)

    def priors(self, state: Position) -> list[float]:
        """One for each legal action, in their order."""
        self._engine.put(self._memory.states, PLAYED, state.pack())
        n = self._ask(self._memory, self._choices, self._tuning, self._leads, self._priors)
        return [float(prior) for prior in self._priors[: int(n)]]
