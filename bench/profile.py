"""Where the search's time goes, by sampling.

    python bench/profile.py [GAME ...] [--seats 4] [--seconds 5]

Needs Linux with `perf` and `nm`. perf samples the process while it searches from the middle of
a game, and each sample is looked up among the functions of the object code that the compiler made:
the very code that plays, so a function that was inlined counts as the one it went into. `rules` are
the rooms' rules, `advice` the rooms' `value`, `prefer` and `hunch`, `search` is bots/, `core` the
rest.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # loaded when the environment is set
    from roundhouse import Game, State

TOOLS = ("perf", "nm")
LAYERS = ("rules", "advice", "search", "core")
ADVICE = re.compile(r"games\.\w+\.(advice|instincts|plans)\b")


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def functions(bound: dict[Any, Any], folder: Path) -> Iterator[tuple[int, int, str]]:
    """(address, size, name) of everything that was compiled."""
    for dispatcher in list(bound.values()):
        for compiled in list(dispatcher.overloads.values()):
            path = folder / "code.o"
            path.write_bytes(compiled.library._get_compiled_object())
            entry = compiled.fndesc.llvm_func_name
            rows = [line.split() for line in output("nm", "-S", str(path)).splitlines()]
            found = {
                row[3]: (int(row[0], 16), int(row[1], 16))
                for row in rows
                if len(row) == 4 and row[2] in "tTwW"
            }
            start = compiled.library.get_pointer_to_function(entry) - found[entry][0]
            for symbol, (offset, size) in found.items():
                yield start + offset, size, name_of(symbol)


def name_of(symbol: str) -> str:
    """`games.rails.plans.look`, or such, of a mangled name."""
    parts = []
    rest = symbol.removeprefix("_ZN")
    while found := re.match(r"\d+", rest):
        begin = found.end()
        end = begin + int(found.group())
        parts.append(rest[begin:end])
        rest = rest[end:]
    return ".".join(parts[1:]) if parts[:1] == ["roundhouse"] else "?"


def names(addresses: list[int], compiled: list[tuple[int, int, str]]) -> Iterator[str]:
    """The function of each address within our code."""
    starts = [start for start, _, _ in compiled]
    for address in addresses:
        start, size, name = compiled[bisect(starts, address) - 1]
        if 0 <= address - start < size:
            yield name


def layer(name: str) -> str:
    if name.startswith("games."):
        return "advice" if ADVICE.match(name) else "rules"
    return "search" if name.startswith("bots.") else "core"


@dataclass
class Work:
    """What searches did while they were watched."""

    iterations: int = 0
    decisions: int = 0
    seconds: float = 0.0


def watched(game: Game, state: State, seconds: float, samples: str) -> Work:
    """Search for so long, from an empty tree again and again, while perf takes samples."""
    from roundhouse.bots.search import Budget, Search

    command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "997", "-o", samples]
    perf = subprocess.Popen([*command, "-p", str(os.getpid())], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    work = Work()
    runs = 0
    while work.seconds < seconds:
        runs += 1
        verdict = Search(game, random.Random(runs)).think(state, Budget(8000))
        work.iterations += verdict.iterations
        work.decisions += verdict.decisions
        work.seconds += verdict.seconds
    perf.send_signal(signal.SIGINT)
    perf.wait()
    return work


def profile(name: str, seats: int, seconds: float) -> None:
    from measure import game_by_preference, middle
    from roundhouse import load
    from roundhouse.bots.search import Budget, Search

    game = load(name)
    state = middle(game_by_preference(game, seats))
    Search(game, random.Random(0)).think(state, Budget(20))
    with tempfile.TemporaryDirectory() as folder:
        samples = f"{folder}/samples"
        work = watched(game, state, seconds, samples)
        addresses = [
            int(ip, 16) for ip in output("perf", "script", "-i", samples, "-F", "ip").split()
        ]
        compiled = sorted(functions(game.engine.bind._bound, Path(folder)))
        found = Counter(names(addresses, compiled))
    total = sum(found.values())
    by_layer: Counter[str] = Counter()
    for name_, count in found.items():
        by_layer[layer(name_)] += count
    print(
        f"{name}, {seats} seats: {work.iterations / work.seconds:,.0f} iterations/s, "
        f"{work.decisions / work.seconds:,.0f} decisions/s; "
        f"{total} of {len(addresses)} samples in our code"
    )
    shares = [f"{what} {by_layer[what] / total:.0%}" for what in LAYERS]
    print("  " + ", ".join(shares))
    for name_, count in found.most_common(10):
        print(f"  {count / total:6.1%}  {name_}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        raise SystemExit(f"profile: install {', '.join(missing)} first")
    from roundhouse import games

    for name in chosen.games or [meta.id for meta in games()]:
        profile(name, chosen.seats, chosen.seconds)


if __name__ == "__main__":
    os.environ |= {"ROUNDHOUSE_JIT": "1", "ROUNDHOUSE_QUIET": "1"}
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ROUNDHOUSE_CACHE"] = cache
        sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
        main()
