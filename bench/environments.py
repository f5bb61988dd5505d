"""Measure the cost of a decision in each interface, and in alternative libraries.

Each row is random play: decisions, including chance events, per second of processor time over all
cores. A decision returns the observation (if the interface has one), lists the legal actions, draws
one and plays it. The best of five rounds counts. Rows `clones` count copies of a state made from
Python. Libraries that are not installed are skipped with a message. The games differ, so the rows
of other libraries compare the cost of a decision, not the same game.
"""

from __future__ import annotations

import random
import time
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np
from harness import Program, Row, argument, progress

import roundhouse
from roundhouse.core.rule import COMPILED, SPEEDS
from roundhouse.lab.benchmark import play_randomly

OPENSPIEL_GAMES = (
    *("connect_four", "backgammon", "hearts", "go(board_size=9)"),
    *("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker"),
)
PETTINGZOO_GAMES = ("connect_four_v3", "tictactoe_v3", "chess_v6")
JAX_GAMES = (("pgx", "connect_four"), ("pgx", "backgammon"), ("mahjax", "no_red_mahjong"))
BATCH = 1024
ROUNDS = 5
CLONES = 200  # per call

# A way to play: the library, the game, the way, and a function that returns its decisions.
Way = tuple[str, str, str, Callable[[], int]]

program = Program(__doc__)


def measure_rate(seconds: float, play: Callable[[], int]) -> float:
    """Return the decisions per second of `play`, which returns how many it made."""
    play()  # completes lazy imports and compilation
    best = 0.0
    for _ in range(ROUNDS):
        decisions, began = 0, time.process_time()
        elapsed = 0.0
        while elapsed < seconds / ROUNDS:
            decisions += play()
            elapsed = time.process_time() - began
        best = max(best, decisions / elapsed)
    return best


def our_games(args: Namespace) -> Iterator[tuple[str, int, str, str]]:
    """Yield id, seats, library and label of each chosen game of ours."""
    for meta in roundhouse.games():
        if meta.id in args.games:
            seats = meta.usual_seats
            yield (
                meta.id,
                seats,
                f"roundhouse {roundhouse.__version__}",
                f"{meta.id}, {seats} seats",
            )


def pick(rng: random.Random, actions: Any) -> Any:
    return actions[int(rng.random() * len(actions))]


def pick_legal(rng: random.Random, mask: Any) -> Any:
    return pick(rng, np.flatnonzero(mask))


def clones(state: Any) -> Callable[[], int]:
    def copy() -> int:
        for _ in range(CLONES):
            state.clone()
        return CLONES

    return copy


def play_natively(game: Any, seats: int) -> int:
    return play_randomly(game, seats, 0.05, 1)[0]


def native(args: Namespace) -> Iterator[Way]:
    """Our engine, and `State` from Python."""
    for name, seats, library, label in our_games(args):
        for speed in SPEEDS:
            game = roundhouse.load(name, speed=speed)
            way = "native driver" if speed == COMPILED else "plain Python"
            yield library, label, way, partial(play_natively, game, seats)
        game, rng = roundhouse.load(name, speed=COMPILED), random.Random(0)
        state, known = game.start(seats), []
        while not state.over:
            known.append(rng.choice(state.legal()))
            state.apply(known[-1])

        def draw(game: Any = game, seats: int = seats, rng: random.Random = rng) -> int:
            state, plies = game.start(seats), 0
            while not state.over:
                if state.turn == roundhouse.CHANCE:
                    state.play_chance(rng)
                else:
                    state.apply(pick(rng, state.legal()))
                plies += 1
            return plies

        def follow(game: Any = game, seats: int = seats, known: list[int] = known) -> int:
            state = game.start(seats)
            for action in known:
                state.legal()
                state.apply(action)
            return len(known)

        half = game.start(seats)
        for action in known[: len(known) // 2]:
            half.apply(action)
        yield library, label, "native, stepped from Python", draw
        yield library, label, "native, legal and apply of known moves, from Python", follow
        yield library, label, "native, clones", clones(half)


def batches(args: Namespace) -> Iterator[Way]:
    """Batches of our games on one thread, to compare with pgx."""
    from roundhouse.research.batch import CpuBatch

    for name, seats, library, label in our_games(args):
        batch = CpuBatch(roundhouse.load(name, speed=COMPILED), seats, BATCH, seed=1, threads=1)

        def step(batch: Any = batch) -> int:
            batch.step(batch.random_actions())
            return BATCH

        yield library, label, f"batch of {BATCH}, with observations", step


def openspiel(args: Namespace) -> Iterator[Way]:
    """Our games through OpenSpiel's interface, and its own in C++ and Python."""
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")  # registers its games in Python
    from roundhouse.research import openspiel

    openspiel.register()
    for name, _, library, label in our_games(args):
        yield from spiel_ways(pyspiel.load_game(f"roundhouse_{name}"), library, label)
    library = f"open_spiel {version('open_spiel')}"
    for name in OPENSPIEL_GAMES:
        game = pyspiel.load_game(name)
        yield from spiel_ways(game, library, name)
        if not name.startswith("python_"):
            yield library, name, "C++ rollouts", spiel_rollouts(pyspiel, game)


def spiel_ways(game: Any, library: str, label: str) -> Iterator[Way]:
    half = game.new_initial_state()
    rng, length = random.Random(0), step_spiel(game, random.Random(0))
    while half.move_number() < length // 2 and not half.is_terminal():
        half.apply_action(rng.choice(half.legal_actions()))
    yield library, label, "OpenSpiel, stepped from Python", lambda: step_spiel(game, rng)
    yield library, label, "OpenSpiel, clones", clones(half)


def step_spiel(game: Any, rng: random.Random) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(pick(rng, state.legal_actions()))
        plies += 1
    return plies


def spiel_rollouts(pyspiel: Any, game: Any) -> Callable[[], int]:
    """Return a function that plays games in C++.

    The evaluator does not report the length of its rollouts, so the mean length of games stepped
    from Python is used. Rollouts start after the deal, as the evaluator requires.
    """
    rng, count = random.Random(0), 50
    length = sum(step_spiel(game, rng) for _ in range(400)) / 400
    start, deals = game.new_initial_state(), 0
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
        deals += 1
    # A search of one simulation consists of the rollouts from its root.
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)

    def run_rollouts() -> int:
        bot.step(start)
        return round(count * (length - deals))

    return run_rollouts


def pettingzoo(args: Namespace) -> Iterator[Way]:
    """Our games through PettingZoo's interface, and its own games."""
    from roundhouse.research import pettingzoo_env

    for name, seats, library, label in our_games(args):
        env = pettingzoo_env.env(name, seats=seats)
        yield library, label, "PettingZoo", agent_turns(env)
    library = f"pettingzoo {version('pettingzoo')}"
    for name in PETTINGZOO_GAMES:
        try:
            env = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as missing:  # each game has its own requirements
            progress(f"skipped: {name} ({missing})")
            continue
        yield library, name, "PettingZoo", agent_turns(env)


def agent_turns(env: Any) -> Callable[[], int]:
    """Return a function that plays a random game and returns its number of decisions."""
    rng = random.Random(0)

    def play() -> int:
        env.reset(seed=rng.getrandbits(31))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(pick_legal(rng, seen["action_mask"]))
                decisions += 1
        return decisions

    return play


def gymnasium(args: Namespace) -> Iterator[Way]:
    """Our games through Gymnasium: a decision of the learner includes the bots'."""
    gym: Any = import_module("gymnasium")
    import_module("roundhouse.research.gymnasium_env")  # registers the environments
    for name, _, library, label in our_games(args):
        for opponents in ("random", "greedy"):
            env = gym.make(f"roundhouse/{name}-v1", opponents=opponents).unwrapped
            yield library, label, f"Gymnasium, {opponents} bots", learner_turns(env)
        envs = gym.make_vec(f"roundhouse/{name}-v1", num_envs=64, opponents="random")
        masks = [envs.reset(seed=0)[1]["action_mask"]]

        def step(envs: Any = envs, masks: list[Any] = masks) -> int:
            masks[0] = envs.step(masks[0].argmax(axis=1))[4]["action_mask"]
            return len(masks[0])

        yield library, label, "Gymnasium, 64 games, random bots", step


def learner_turns(env: Any) -> Callable[[], int]:
    rng = random.Random(0)

    def play() -> int:
        _, info = env.reset(seed=rng.getrandbits(31))
        decisions, over = 0, False
        while not over:
            _, _, over, _, info = env.step(pick_legal(rng, info["action_mask"]))
            decisions += 1
        return decisions

    return play


def catanatron(args: Namespace) -> Iterator[Way]:
    """Catan in plain Python."""
    library: Any = import_module("catanatron")

    def play() -> int:
        game = library.Game([library.RandomPlayer(colour) for colour in list(library.Color)[:4]])
        game.play()
        return len(game.state.actions)

    yield f"catanatron {version('catanatron')}", "Catan, 4 seats", "plain Python", play


def jax(args: Namespace) -> Iterator[Way]:
    """The games of pgx and MahJax on the CPU, one at a time and in batches."""
    jax: Any = import_module("jax")
    for library, game in JAX_GAMES:
        try:
            env = import_module(library).make(game)
        except (ImportError, ValueError) as missing:
            progress(f"skipped: {library} ({missing})")
            continue
        for n in (1, BATCH):
            way = f"JAX, batch of {n}" if n > 1 else "JAX, stepped from Python"
            yield f"{library} {version(library)}", game, way, jax_steps(jax, env, n)


def jax_steps(jax: Any, env: Any, n: int) -> Callable[[], int]:
    """Return a function that plays 20 steps of n games and returns its decisions."""

    def draw(state: Any, key: Any) -> Any:
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return jax.random.categorical(key, odds, axis=-1)

    reset, step, draw = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step)), jax.jit(draw)
    key = jax.random.PRNGKey(0)
    state = reset(jax.random.split(key, n))

    def play() -> int:
        nonlocal key, state
        for _ in range(20):
            key, mine = jax.random.split(key)
            state = step(state, draw(state, mine), jax.random.split(mine, n))  # chance needs a key
        if bool(state.terminated.all()):
            state = reset(jax.random.split(key, n))
        state.current_player.block_until_ready()
        return 20 * n

    return play


def measure(ways: Callable[[Namespace], Iterator[Way]], args: Namespace) -> Iterator[Row]:
    warnings.simplefilter("ignore")  # other libraries emit deprecation warnings
    try:
        for library, game, way, play in ways(args):
            rate = measure_rate(args.seconds, play)
            yield {"library": library, "game": game, "way": way, "decisions/s": rate}
    except Exception as error:  # a missing or changed library must not stop the rest
        progress(f"skipped: {ways.__name__} ({error})")


PARTS = {
    p.__name__: p for p in (native, batches, openspiel, pettingzoo, gymnasium, catanatron, jax)
}
GAMES = [meta.id for meta in roundhouse.games()]


@program.command(
    argument("parts", nargs="*", default=list(PARTS), metavar="PART", help=", ".join(PARTS)),
    argument("--games", nargs="+", choices=GAMES, default=GAMES),
    argument("--seconds", type=float, default=2.0, help="for each row"),
)
def play(args: Namespace) -> Iterator[Row]:
    """Measure random play in all parts or in the named ones."""
    if unknown := set(args.parts) - set(PARTS):
        raise SystemExit(f"no {', '.join(unknown)}; choose from {', '.join(PARTS)}")
    for part in args.parts:
        yield from measure(PARTS[part], args)


if __name__ == "__main__":
    program.main()
