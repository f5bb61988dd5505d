"""The peers a researcher would use, measured beside our own games in one run.

    python bench/peers.py [--seconds 2] [--only ours,open_spiel] [--json]

Every row is random play: decisions (chance events included) per second of the processor, with the
legal actions generated at each; the best of three rounds. Time that others take of a busy machine
is not counted, and a library that uses two cores is charged for both. A peer that is not installed
is skipped with a word. The games differ, so the rows compare what a library costs per decision, not
who plays the same game faster. The rows `clones` count copies of a state, made from Python.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

import roundhouse
from roundhouse.cli.arguments import usual_seats
from roundhouse.cli.terminal import table
from roundhouse.core.rule import COMPILED, SPEEDS
from roundhouse.lab.benchmark import random_play

OPEN_SPIEL_GAMES = ("connect_four", "backgammon", "hearts", "go(board_size=9)")
JAX_GAMES = (("pgx", "connect_four"), ("pgx", "backgammon"), ("mahjax", "no_red_mahjong"))
BATCH = 1024
ROUNDS = 3
PETTING_ZOO_GAMES = ("connect_four_v3", "tictactoe_v3", "chess_v6")


@dataclass
class Row:
    library: str
    game: str
    way: str
    decisions_per_second: float


def timed(seconds: float, play: Callable[[], int]) -> float:
    """Decisions per second of `play`, called again and again; it says how many it made."""
    play()  # what is lazy is loaded now
    best = 0.0
    for _ in range(ROUNDS):
        decisions, began = 0, time.process_time()
        elapsed = 0.0
        while elapsed < seconds / ROUNDS:
            decisions += play()
            elapsed = time.process_time() - began
        best = max(best, decisions / elapsed)
    return best


def skip(what: str, why: Exception) -> None:
    print(f"skipped: {what} ({why})", file=sys.stderr)


def ours(seconds: float) -> Iterator[Row]:
    library = f"roundhouse {roundhouse.__version__}"
    for meta in roundhouse.games():
        seats = usual_seats(meta)
        for speed in SPEEDS:
            game = roundhouse.load(meta.id, speed=speed)
            way = "native driver" if speed == COMPILED else "plain Python"

            def by_itself(game: Any = game, seats: int = seats) -> int:
                return random_play(game, seats, 0.05, 1)[0]

            yield Row(library, f"{meta.id}, {seats} seats", way, timed(seconds, by_itself))
        name = f"{meta.id}, {seats} seats"
        for way, play in stepping(game, seats):
            yield Row(library, name, f"native, {way}", timed(seconds, play))


def stepping(game: Any, seats: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Ways of using `State` from Python."""
    rng = random.Random(0)

    def drawing() -> int:
        state, plies = game.start(seats), 0
        while not state.over:
            if state.turn == roundhouse.CHANCE:
                state.play_chance(rng)
            else:
                actions = state.legal()
                state.apply(actions[int(rng.random() * len(actions))])
            plies += 1
        return plies

    known, state = [], game.start(seats)
    while not state.over:
        known.append(rng.choice(state.legal()))
        state.apply(known[-1])

    def following() -> int:
        state = game.start(seats)
        for action in known:
            state.legal()
            state.apply(action)
        return len(known)

    half = game.start(seats)
    for action in known[: len(known) // 2]:
        half.apply(action)
    yield "stepped from Python", drawing
    yield "legal and apply of known moves, from Python", following
    yield "clones", clones(half)


def clones(state: Any) -> Callable[[], int]:
    def copy() -> int:
        for _ in range(200):
            state.clone()
        return 200

    return copy


def open_spiel(seconds: float) -> Iterator[Row]:
    pyspiel: Any = import_module("pyspiel")
    library = f"open_spiel {version('open_spiel')}"
    for name in OPEN_SPIEL_GAMES:
        game, rng = pyspiel.load_game(name), random.Random(0)

        def stepped(game: Any = game, rng: Any = rng) -> int:
            state, plies = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, odds)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                plies += 1
            return plies

        # The rollouts of its C++ evaluator do not say how long they were; games of the same kind
        # stepped from here do. They start after chance has dealt, as the evaluator asks for.
        many = 400
        length = sum(stepped() for _ in range(many)) / many
        start = game.new_initial_state()
        dealt = 0
        while start.is_chance_node():
            start.apply_action(start.chance_outcomes()[0][0])
            dealt += 1
        # A search of one simulation is nothing but the rollouts of the state it starts from.
        bot = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(50, 1), 2.0, 1, 10, False, 1, False
        )

        def rolled(bot: Any = bot, start: Any = start) -> int:
            bot.step(start)
            return 50

        yield Row(library, name, "C++ rollouts", timed(seconds, rolled) * (length - dealt))
        yield Row(library, name, "C++, stepped from Python", timed(seconds, stepped))
        yield Row(library, name, "C++, clones", timed(seconds, clones(start)))


def catanatron(seconds: float) -> Iterator[Row]:
    library: Any = import_module("catanatron")

    def play() -> int:
        players = [library.RandomPlayer(colour) for colour in list(library.Color)[:4]]
        game = library.Game(players)
        game.play()
        return len(game.state.actions)

    yield Row(
        f"catanatron {version('catanatron')}",
        "Catan, 4 seats",
        "plain Python",
        timed(seconds, play),
    )


def petting_zoo(seconds: float) -> Iterator[Row]:
    """Its own games, and ours behind its interface."""
    from roundhouse.research import pettingzoo_env

    for meta in roundhouse.games():
        seats = usual_seats(meta)
        library, name = f"roundhouse {roundhouse.__version__}", f"{meta.id}, {seats} seats"
        env = pettingzoo_env.env(meta.id, seats=seats)
        yield Row(library, name, "PettingZoo", timed(seconds, turns(env)))
    library = f"pettingzoo {version('pettingzoo')}"
    for name in PETTING_ZOO_GAMES:
        try:
            env = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as missing:  # each of its games has requirements of its own
            skip(name, missing)
            continue
        yield Row(library, name, "PettingZoo", timed(seconds, turns(env)))


def turns(env: Any) -> Callable[[], int]:
    """A random game by PettingZoo's interface; says how many decisions it had."""
    rng = random.Random(0)

    def play() -> int:
        env.reset(seed=rng.getrandbits(31))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            actions = np.flatnonzero(seen["action_mask"])
            env.step(actions[int(rng.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def batches(seconds: float) -> Iterator[Row]:
    """Ours, many games at once on one thread; beside pgx."""
    from roundhouse.research.batch import CpuBatch

    for meta in roundhouse.games():
        game, seats = roundhouse.load(meta.id, speed=COMPILED), usual_seats(meta)
        batch = CpuBatch(game, seats, BATCH, seed=1, threads=1)

        def step(batch: Any = batch) -> int:
            batch.step(batch.random_actions())
            return BATCH

        library = f"roundhouse {roundhouse.__version__}"
        way = f"batch of {BATCH}, with observations"
        yield Row(library, f"{meta.id}, {seats} seats", way, timed(seconds, step))


def jax_games(seconds: float) -> Iterator[Row]:
    """pgx's and MahJax's games, on the CPU: stepped one by one, and many at once."""
    jax: Any = import_module("jax")
    for library, game in JAX_GAMES:
        try:
            env = import_module(library).make(game)
        except (ImportError, ValueError) as missing:
            skip(library, missing)
            continue
        for n in (1, BATCH):
            way = f"JAX, batch of {n}" if n > 1 else "JAX, stepped from Python"
            name = f"{library} {version(library)}"
            yield Row(name, game, way, timed(seconds, jax_play(jax, env, n)))


def jax_play(jax: Any, env: Any, n: int) -> Callable[[], int]:
    """Twenty random steps of n games; says how many decisions that was."""

    def drawn(state: Any, key: Any) -> Any:
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return jax.random.categorical(key, odds, axis=-1)

    reset, step, draw = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step)), jax.jit(drawn)
    key = jax.random.PRNGKey(0)
    state = reset(jax.random.split(key, n))

    def play() -> int:
        nonlocal key, state
        for _ in range(20):
            key, mine = jax.random.split(key)
            state = step(state, draw(state, mine), jax.random.split(mine, n))  # chance takes a key
        if bool(state.terminated.all()):
            state = reset(jax.random.split(key, n))
        state.current_player.block_until_ready()
        return 20 * n

    return play


MEASURES = (ours, batches, open_spiel, catanatron, petting_zoo, jax_games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each row (2)")
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    names = [measure.__name__ for measure in MEASURES]
    parser.add_argument("--only", default=",".join(names), help=f"some of {', '.join(names)}")
    args = parser.parse_args()
    chosen = args.only.split(",")
    if unknown := [name for name in chosen if name not in names]:
        parser.error(f"--only: no {', '.join(unknown)}; choose from {', '.join(names)}")
    warnings.simplefilter("ignore")  # peers' of their own old ways
    rows: list[Row] = []
    for measure in [m for m in MEASURES if m.__name__ in chosen]:
        try:
            for row in measure(args.seconds):
                rows.append(row)
                said = f"{row.library}: {row.game}, {row.way}: {row.decisions_per_second:,.0f}"
                print(said, file=sys.stderr, flush=True)
        except Exception as trouble:  # missing, or changed since we looked: the others count
            skip(measure.__name__, trouble)
    if args.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print(
            table(
                ["library", "game", "way", "decisions/s"],
                [(r.library, r.game, r.way, round(r.decisions_per_second)) for r in rows],
            )
        )


if __name__ == "__main__":
    main()
