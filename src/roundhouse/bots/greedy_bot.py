"""The greedy player: tries every legal action, finishes its own small decisions by the room's
`prefer`, and takes the one after which the room's `value` looks best for its seat."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.bots.bot import Bot
from roundhouse.bots.memory import Memory, Workbench
from roundhouse.core.contract import CHANCE, apply, copy, hunch, legal, prefer, value
from roundhouse.core.drivers import draw
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

FOLLOW = 40  # at most so many small decisions are followed up


@rule
def most_preferred(bench: Workbench, s: Any, n: int) -> int:
    """The action of the n in `out` that the room prefers; the first of equals."""
    board, scratch, out = bench.board, bench.scratch, bench.out
    best = out[0]
    most = -1
    shared = hunch(board, s, scratch)
    for i in range(n):
        liking = prefer(board, s, scratch, out[i], shared)
        if liking > most:
            most = liking
            best = out[i]
    return best


@rule
def follow_up(bench: Workbench, s: Any, seat: int) -> None:
    """Play on while it is still this seat's own turn, drawing what chance deals it."""
    board, scratch, out = bench.board, bench.scratch, bench.out
    for _ in range(FOLLOW):
        if s.turn != seat and s.turn != CHANCE:
            return
        n = legal(board, s, scratch, out)
        if s.turn == CHANCE:
            apply(board, s, scratch, draw(board, s, out, n, bench.rng))
        else:
            apply(board, s, scratch, most_preferred(bench, s, n))


@rule
def advantage(bench: Workbench, s: Any, seat: int) -> int:
    """How a state looks to a seat: what it may expect, less half of what the others may."""
    out = bench.out
    value(bench.board, s, bench.scratch, out)
    mine = out[seat]
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += out[other]
    ahead: int = 2 * (s.seats - 1) * mine - others
    return ahead


@rule
def greedy_action(memory: Memory, choices: list[int]) -> int:
    """The greedy choice in states[0], whose legal actions are written to `choices`; states[1] is
    for trying them."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    states = memory.states
    board, scratch = bench.board, bench.scratch
    seat = states[0].turn
    n = legal(board, states[0], scratch, choices)
    best = choices[0]
    best_look = 0
    best_liking = -1
    ties = 0
    shared = hunch(board, states[0], scratch)
    for i in range(n):
        liking = prefer(board, states[0], scratch, choices[i], shared)
        if liking == 0 and best_liking > 0:
            continue
        copy(states, 1, 0)
        apply(board, states[1], scratch, choices[i])
        follow_up(bench, states[1], seat)
        look = advantage(bench, states[1], seat)
        first = best_liking < 0 or (best_liking == 0 and liking > 0)
        if first or look > best_look or (look == best_look and liking > best_liking):
            best, best_look, best_liking, ties = choices[i], look, liking, 1
        elif look == best_look and liking == best_liking:
            ties += 1
            if below(bench.rng, ties) == 0:
                best = choices[i]
    return best


class GreedyBot(Bot):
    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._memory = Memory.of(self._engine, 2, self._engine.generator(rng.getrandbits(60)))
        self._choices = self._engine.buffer(self._engine.size)
        self._pick = self._engine.bind(greedy_action)

    def choose(self, state: Position) -> int:
        self._engine.put(self._memory.states, 0, state.pack())
        return int(self._pick(self._memory, self._choices))
