"""What a decision costs through each interface for researchers, beside OpenSpiel's own games.

    python bench/environments.py [GAME ...] [--seconds 1] [--only openspiel,gymnasium] [--json]

Random play of all seats on one core (in Gymnasium: of the learner, against random bots). A decision
is: look (where the interface shows something), list what is legal, draw one, play it. Times are of
the processor, not of the clock, and the best of five rounds counts: other programs at work disturb
them less. `copy us` is one `clone()` of a state in mid-game.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

import roundhouse
from roundhouse.cli.terminal import table
from roundhouse.research.tables import usual_seats

ROUNDS = 5
PEERS = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "connect_four", "hearts")


@dataclass
class Row:
    interface: str
    game: str
    decisions_per_second: float
    copy_us: float | None = None


def rate(seconds: float, play: Callable[[], int]) -> float:
    """Decisions per second of `play`, called again and again; it says how many it made."""
    play()  # what is lazy is loaded now
    best = 0.0
    for _ in range(ROUNDS):
        made, begun = 0, time.process_time()
        while time.process_time() - begun < seconds / ROUNDS:
            made += play()
        best = max(best, made / (time.process_time() - begun))
    return best


def spiel_rows(name: str, label: str, seconds: float) -> Row:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(0)

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    length = play()
    half = game.new_initial_state()
    while half.move_number() < length // 2 and not half.is_terminal():
        half.apply_action(rng.choice(half.legal_actions()))

    def copy() -> int:
        for _ in range(200):
            half.clone()
        return 200

    return Row("OpenSpiel", label, rate(seconds, play), 1e6 / rate(seconds, copy))


def pettingzoo_rows(game: str, label: str, seconds: float) -> Row:
    from roundhouse.research import pettingzoo_env

    env, rng = pettingzoo_env.env(game), random.Random(0)

    def play() -> int:
        env.reset(seed=rng.getrandbits(31))
        made = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                env.step(None)
            else:
                env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                made += 1
        return made

    return Row("PettingZoo", label, rate(seconds, play))


def gymnasium_rows(game: str, label: str, seconds: float) -> Iterator[Row]:
    import gymnasium

    import roundhouse.research.gymnasium_env  # noqa: F401  (registers the environments)

    rng = random.Random(0)
    for opponents in ("random", "greedy"):
        env: Any = gymnasium.make(f"roundhouse/{game}-v1", opponents=opponents).unwrapped

        def play(env: Any = env) -> int:
            _, info = env.reset(seed=rng.getrandbits(31))
            made, over = 0, False
            while not over:
                action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
                _, _, over, _, info = env.step(action)
                made += 1
            return made

        yield Row("Gymnasium", f"{label}, {opponents}", rate(seconds, play))
    envs = gymnasium.make_vec(f"roundhouse/{game}-v1", num_envs=64, opponents="random")
    _, told = envs.reset(seed=0)

    def step() -> int:
        nonlocal told
        masks = told["action_mask"]
        _, _, _, _, told = envs.step(masks.argmax(axis=1))
        return len(masks)

    yield Row("Gymnasium, 64 games", f"{label}, random", rate(seconds, step))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number (1)")
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    names = ("openspiel", "pettingzoo", "gymnasium")
    parser.add_argument("--only", default=",".join(names), help=f"some of {', '.join(names)}")
    asked = parser.parse_args()

    from roundhouse.research import openspiel

    openspiel.register()
    rows = []
    for meta in roundhouse.games():
        if asked.games and meta.id not in asked.games:
            continue
        label = f"{meta.id}, {usual_seats(meta)} seats"
        if "openspiel" in asked.only:
            rows.append(spiel_rows(f"roundhouse_{meta.id}", label, asked.seconds))
        if "pettingzoo" in asked.only:
            rows.append(pettingzoo_rows(meta.id, label, asked.seconds))
        if "gymnasium" in asked.only:
            rows += gymnasium_rows(meta.id, label, asked.seconds)
        print(label, file=sys.stderr)
    import open_spiel.python.games  # noqa: F401  (its games in Python)

    for name in PEERS:
        language = "Python" if name.startswith("python_") else "C++"
        rows.append(spiel_rows(name, f"{name} ({language}, OpenSpiel's own)", asked.seconds))
    if asked.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    print(
        table(
            ["interface", "game", "decisions/s", "copy us"],
            [
                (
                    row.interface,
                    row.game,
                    round(row.decisions_per_second),
                    "" if row.copy_us is None else round(row.copy_us, 1),
                )
                for row in rows
            ],
        )
    )


if __name__ == "__main__":
    main()
