"""Play the first game of a process and print its peak memory.

    python -m roundhouse.lab.startup_probe GAME SEATS

The benchmark runs this module in a separate process. It imports only what playing needs.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from roundhouse.core.constants import CHANCE
from roundhouse.core.state import State
from roundhouse.play import registry


def random_step(state: State, rng: random.Random) -> None:
    """Play a random legal action; chance is sampled by its weights."""
    actions = state.legal()
    if state.turn == CHANCE:
        state.apply(rng.choices(actions, state.weights())[0])
    else:
        state.apply(rng.choice(actions))


def play_first_game(game: str, seats: int) -> None:
    """Load a game, play it at random and print the peak memory in megabytes."""
    state = registry.load(game).start(seats)
    rng = random.Random(0)
    while not state.over:
        random_step(state, rng)
    state.scores()
    state.ranks()
    print(_peak_memory() / 1e6)


def _peak_memory() -> float:
    """Return the peak memory of this process in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, `getrusage` includes the memory of the parent
        match = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii"))
        if match:
            return 1024.0 * int(match.group(1))
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


if __name__ == "__main__":
    play_first_game(sys.argv[1], int(sys.argv[2]))
