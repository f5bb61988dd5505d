"""What a process pays for its first game: load it, play it, print the peak memory.

    python -m roundhouse.lab.first_game GAME SEATS

Started as a process of its own by the benchmark; loads nothing that playing does not need.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Position
from roundhouse.play import registry


def random_step(state: Position, rng: random.Random) -> None:
    """Any legal action, through the public interface; chance by its weights."""
    actions = state.legal()
    if state.turn == CHANCE:
        state.apply(rng.choices(actions, state.weights())[0])
    else:
        state.apply(rng.choice(actions))


def first_game(game: str, seats: int) -> None:
    state = registry.load(game).start(seats)
    rng = random.Random(0)
    while not state.over:
        random_step(state, rng)
    state.scores()
    state.ranks()
    print(_peak_memory() / 1e6)


def _peak_memory() -> float:
    """Of this process, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # `getrusage` there counts what the parent process used, too
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii"))
        if found:
            return 1024.0 * int(found.group(1))
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


if __name__ == "__main__":
    first_game(sys.argv[1], int(sys.argv[2]))
