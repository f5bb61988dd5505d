"""Print figures of a game at the speed `native` as JSON.

`webassembly.py` runs this program twice:

    python webassembly_probe.py GAME SECONDS

It runs in Python and in Pyodide (in Node on Linux). Rates count the processor time of the main
thread and are those of the fastest batch. So other programs on the machine disturb them little.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import astuple
from typing import Any

from roundhouse.bots.net import trained_weights
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget, Search
from roundhouse.bots.search.search_result import SearchResult
from roundhouse.core.game import Game
from roundhouse.core.rule import NATIVE
from roundhouse.core.state import State, advance
from roundhouse.play import registry

GAMES, ITERATIONS = 10, 500  # per call
SEED = 5
BATCH_SECONDS = 0.1  # the clock advances by 4 milliseconds


def make_clock() -> Callable[[], float]:
    """Return a function that returns the main thread's processor time in seconds."""
    if sys.platform != "emscripten":
        return time.thread_time
    import js

    read, process = js.process.getBuiltinModule("node:fs").readFileSync, js.process.pid
    path = f"/proc/self/task/{process}/schedstat"
    return lambda: int(read(path, "utf8").split()[0]) / 1e9


clock = make_clock()


def best_rate(seconds: float, work: Callable[[], int]) -> float:
    """Return the units of work per second of the fastest batch of calls."""
    best, ends = 0.0, clock() + seconds
    while clock() < ends:
        done, spent, began = 0, 0.0, clock()
        while spent < BATCH_SECONDS:
            done += work()
            spent = clock() - began
        best = max(best, done / spent)
    return best


def middle(game: Game) -> State:
    """Return a state with a choice in the middle of a game."""
    line, rng = [game.start(max(game.meta.seats))], random.Random(1)
    bot = make_bot("instinct", game, rng)
    while True:
        state = line[-1].clone()
        advance(state, rng)
        if state.over:
            return line[len(line) // 2]
        line.append(state.clone())
        state.apply(bot.choose(state))
        line.append(state)
        advance(line[-1], rng)


def measure(game: Game, seconds: float) -> dict[str, Any]:
    """Return the figures, and what was played, to compare."""
    engine, state, rng = game.engine, middle(game), random.Random(SEED)
    start = engine.load(game.start(max(game.meta.seats)).pack())
    searches = {
        "": Search(game, rng, params=game.definition.search_params(False)),
        "guided ": Search(
            game, rng, params=game.definition.search_params(True), weights=trained_weights(game)
        ),
    }

    def decisions() -> list[int]:
        return engine.random_games(start, GAMES, SEED)

    def iterate(search: Search) -> SearchResult:
        search.clear()
        return search.run(state, Budget(ITERATIONS))

    def search_rate(search: Search) -> float:
        return best_rate(seconds, lambda: iterate(search).iterations)

    played: list[Any] = [decisions()]
    for search in searches.values():
        result = iterate(search)
        played.append([list(map(astuple, result.moves)), result.principal_variation])
    figures = {"decisions/s": best_rate(seconds, lambda: sum(decisions()))}
    figures |= {f"{kind}iterations/s": search_rate(each) for kind, each in searches.items()}
    return {"played": played, **figures}


def megabytes() -> float:
    """Return the size of the memory of Pyodide; 0 elsewhere."""
    if sys.platform != "emscripten":
        return 0.0
    import pyodide_js

    return len(pyodide_js._module.HEAP8) / 1e6


def measure_masters(game: Game) -> float:
    """Return the size of the memory with a master on each seat."""
    bots = [make_bot("master", game, random.Random(n)) for n in range(max(game.meta.seats))]
    return megabytes() if bots else 0.0


def main() -> None:
    began = time.perf_counter()
    game = registry.load(sys.argv[1], speed=NATIVE)
    loaded = time.perf_counter() - began
    figures = {"load s": loaded, "loaded MB": megabytes(), "masters MB": measure_masters(game)}
    print(json.dumps({**figures, **measure(game, float(sys.argv[2]))}))


if __name__ == "__main__":
    main()
