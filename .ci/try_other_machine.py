"""Play games with native libraries, and print what must be the same on every machine.

    python .ci/try_other_machine.py [GAME ...]

Run it here and on another machine or an emulator, and compare the output: perft, the lengths of
random games, and the moves and the end of a game between bots. `roundhouse build-native --target
linux-aarch64 --folder FOLDER` builds libraries for ARM; ROUNDHOUSE_LIBRARIES names their folder.
For Debian's Python on ARM in a folder ROOT: `qemu-aarch64 -L ROOT ROOT/usr/bin/python3.11`.
"""

from __future__ import annotations

import platform
import random
import sys
from hashlib import sha256

from roundhouse.bots.registry import make_bot
from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.core.state import advance
from roundhouse.play import registry

BOTS = ("search:60", "guided:60", "net", "instinct", "greedy", "random")
DEPTH, GAMES = 3, 20  # of perft; random games


def play(name: str) -> list[object]:
    """Return the results of a game; raise ValueError if the interpreter has others."""
    game = registry.load(name, speed=NATIVE)
    start = game.start(max(game.meta.seats))
    engine, interpreter = game.engine, game.at_speed(INTERPRETED).engine
    counts = [start.perft(depth) for depth in range(1, DEPTH + 1)]
    lengths = engine.random_games(engine.load(start.pack()), GAMES, 1)
    if interpreter.random_games(interpreter.load(start.pack()), 2, 1) != lengths[:2]:
        raise ValueError(f"{name}: interpreted games have other lengths")
    bots = [make_bot(bot, game, random.Random(n)) for n, bot in enumerate(BOTS)]
    state, rng, moves = start, random.Random(3), []
    advance(state, rng)
    while not state.over:
        moves.append(bots[state.turn % len(bots)].choose(state))
        state.apply(moves[-1])
        advance(state, rng)
    end = sha256(repr(moves).encode() + state.pack()).hexdigest()[:16]
    return [name, counts, lengths, len(moves), end]


if __name__ == "__main__":
    for name in sys.argv[1:] or [meta.id for meta in registry.games()]:
        print(*play(name), flush=True)
    print(f"played on {platform.machine()}", file=sys.stderr)
