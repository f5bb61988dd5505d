"""The measuring half of bench/compare.py: a question a line comes in, an answer a line goes out.

Runs with the package of any checkout on its path, so only what old and new ones have in common is
used here: the public interface, `Engine.fork`, `Engine.random_games`, `make_bot`, `Search`.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from roundhouse import CHANCE, Game, State, games, load
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget, Search
from roundhouse.core.contract import copy
from roundhouse.core.rule import rule

SAMPLE = 256  # states that are copied in turn
COPIES = 100_000  # at once
GAMES = 20  # at once
ITERATIONS = 4000  # of a search, with an empty tree


@rule
def copy_many(states: Any, count: int, times: int) -> int:
    """Copies of each state in turn into the one after the last; the sum keeps a compiler from
    leaving them out."""
    total = 0
    for n in range(times):
        copy(states, count, n % count)
        total += states[count].turn
    return total


class Table:
    """A game for so many seats, ready to be measured."""

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.seats = load(game), seats
        line = game_by_preference(self.game, seats)
        self.middle = middle(line)
        self.engine = self.game.engine.fork()
        self.states = self.engine.batch(SAMPLE + 1)
        for n in range(SAMPLE):
            self.engine.put(self.states, n, line[n * len(line) // SAMPLE].pack())
        self.start = self.engine.load(self.game.start(seats).pack())
        for work in (self.copies, self.decisions, self.iterations):
            work(0)  # compiled, if it was not yet

    def reading(self, seconds: float) -> dict[str, float]:
        return {
            "state bytes": self.game.engine.state.dtype.itemsize,
            "copy ns": 1e9 / per_second(seconds / 4, self.copies),
            "decisions/s": per_second(seconds, self.decisions),
            "iterations/s": per_second(seconds, self.iterations),
        }

    def copies(self, call: int) -> int:
        self.engine.bind(copy_many)(self.states, SAMPLE, COPIES)
        return COPIES

    def decisions(self, call: int) -> int:
        return sum(self.engine.random_games(self.start, GAMES, 0, call))

    def iterations(self, call: int) -> int:
        search = Search(self.game, random.Random(call))
        return search.think(self.middle, Budget(ITERATIONS)).iterations


def game_by_preference(game: Game, seats: int) -> list[State]:
    """The states of a game drawn by the room's liking."""
    rng = random.Random(1)
    bot = make_bot("instinct", game, rng)
    line = [game.start(seats)]
    while not line[-1].over:
        state = line[-1].clone()
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
        else:
            state.apply(bot.choose(state))
        line.append(state)
    return line


def middle(line: Sequence[State]) -> State:
    """A position with a choice, in the middle of a game."""
    return next(state for state in line[len(line) // 2 :] if len(state.legal()) > 1)


def per_second(seconds: float, work: Callable[[int], int]) -> float:
    """What `work` says it did, a second of the processor's time."""
    done, call, began = 0, 0, time.process_time()
    while True:
        done += work(call)
        call += 1
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


def main() -> None:
    table = cache(Table)
    for line in sys.stdin:
        asked = json.loads(line)
        if "game" in asked:
            answer: Any = table(asked["game"], asked["seats"]).reading(asked["seconds"])
        else:
            answer = [meta.id for meta in games()]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
