"""Print what a game and its bots do at the speed `native`, as JSON.

`test_wasm.py` compares the output.

python play_game.py GAME BOT...
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import astuple
from typing import Any

from roundhouse.bots.registry import make_bot
from roundhouse.core.game import Game
from roundhouse.core.rule import NATIVE
from roundhouse.core.state import advance
from roundhouse.play import registry

RANDOM_GAMES = 20
OBSERVATIONS = 50
DECISIONS = 5  # of each bot


def report_rules(game: Game) -> dict[str, Any]:
    """Return what stepping, random games and perft give."""
    start = game.start(max(game.meta.seats))
    state, rng = start.clone(), random.Random(1)
    seen: list[Any] = []
    advance(state, rng)
    while not state.over:
        if len(seen) < OBSERVATIONS:
            dealt = state.redeal(state.turn, random.Random(2)).pack().hex()
            seen.append([state.turn, dealt, state.observed_numbers(state.turn)])
        state.apply(rng.choice(state.legal()))
        advance(state, rng)
    engine = game.engine
    return {
        "plies": engine.random_games(engine.load(start.pack()), RANDOM_GAMES, 5),
        "perft": start.perft(2),
        "seen": seen,
        "end": [state.pack().hex(), state.scores(), state.ranks()],
    }


def report_bot(game: Game, name: str) -> list[Any]:
    """Return a bot's first decisions with all that its searches found."""
    state, rng = game.start(max(game.meta.seats)), random.Random(3)
    bot, decisions = make_bot(name, game, random.Random(7)), list[Any]()
    advance(state, rng)
    while not state.over and len(decisions) < DECISIONS:
        action = bot.choose(state)
        search = bot.last_search
        analysis = search and [list(map(astuple, search.moves)), search.principal_variation]
        decisions.append([action, analysis])
        state.apply(action)
        advance(state, rng)
    return decisions


def main() -> None:
    game = registry.load(sys.argv[1], speed=NATIVE)
    bots = {name: report_bot(game, name) for name in sys.argv[2:]}
    print(json.dumps({"rules": report_rules(game), "bots": bots}))


if __name__ == "__main__":
    main()
