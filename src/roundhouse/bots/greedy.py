"""The greedy player: tries every legal action, finishes its own small decisions by the room's
`prefer`, and takes the one after which the room's `value` looks best for its seat."""

from __future__ import annotations

import random
from typing import Any

from roundhouse.core.contract import CHANCE, apply, copy, hunch, legal, prefer, value
from roundhouse.core.drivers import draw
from roundhouse.core.game import Game, Position
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

FOLLOW = 40  # at most so many small decisions are followed up


@rule
def most_preferred(board: Any, s: Any, scratch: Any, out: list[int], n: int) -> int:
    """The action of `out` that the room prefers; the first of equals."""
    best = out[0]
    most = -1
    feeling = hunch(board, s, scratch)
    for i in range(n):
        liking = prefer(board, s, scratch, out[i], feeling)
        if liking > most:
            most = liking
            best = out[i]
    return best


@rule
def follow_up(board: Any, s: Any, scratch: Any, seat: int, out: list[int], rng: list[int]) -> None:
    """Play on while it is still this seat's own turn, drawing what chance deals it."""
    for _ in range(FOLLOW):
        if s.turn != seat and s.turn != CHANCE:
            return
        n = legal(board, s, scratch, out)
        if s.turn == CHANCE:
            apply(board, s, scratch, draw(board, s, out, n, rng))
        else:
            apply(board, s, scratch, most_preferred(board, s, scratch, out, n))


@rule
def outlook(board: Any, s: Any, scratch: Any, seat: int, out: list[int]) -> int:
    """How a state looks to a seat: what it may expect, less half of what the others may."""
    value(board, s, scratch, out)
    mine = out[seat]
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += out[other]
    look: int = 2 * (s.seats - 1) * mine - others
    return look


@rule
def greedy_action(
    boards: Any, states: Any, scratches: Any, options: list[int], out: list[int], rng: list[int]
) -> int:
    """The greedy choice in states[0]; states[1] is scratch."""
    board, scratch = boards[0], scratches[0]
    seat = states[0].turn
    n = legal(board, states[0], scratch, options)
    best = options[0]
    best_look = 0
    best_liking = -1
    ties = 0
    feeling = hunch(board, states[0], scratch)
    for i in range(n):
        liking = prefer(board, states[0], scratch, options[i], feeling)
        if liking == 0 and best_liking > 0:
            continue
        copy(states, 1, 0)
        apply(board, states[1], scratch, options[i])
        follow_up(board, states[1], scratch, seat, out, rng)
        look = outlook(board, states[1], scratch, seat, out)
        first = best_liking < 0 or (best_liking == 0 and liking > 0)
        if first or look > best_look or (look == best_look and liking > best_liking):
            best, best_look, best_liking, ties = options[i], look, liking, 1
        elif look == best_look and liking == best_liking:
            ties += 1
            if below(rng, ties) == 0:
                best = options[i]
    return best


class GreedyBot:
    def __init__(self, game: Game, rng: random.Random) -> None:
        self._engine = game.engine.fork()
        self._rng = self._engine.generator(rng.getrandbits(60))
        self._options = self._engine.buffer(self._engine.size)
        self._states = self._engine.batch(2)
        self._pick = self._engine.bind(greedy_action)

    def choose(self, state: Position) -> int:
        engine = self._engine
        engine.put(self._states, 0, state.pack())
        return int(
            self._pick(
                engine.boards, self._states, engine.scratches, self._options, engine.out, self._rng
            )
        )
