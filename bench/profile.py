"""Where the search's time goes, by sampling.

    python bench/profile.py [GAME ...] [--seats 4] [--seconds 5]

Needs Linux with `perf`, `nm`, `readelf` and `addr2line`. Rules and bots are compiled afresh with
line tables, perf samples the process while it searches from the middle of a game, and each sample
is looked up in the object code that the compiler made: the innermost line of ours counts. `rules`
are the rooms' rules, `advice` the rooms' `value`, `prefer` and `hunch`, `search` is bots/, `core`
the rest.
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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TOOLS = ("perf", "nm", "readelf", "addr2line")
ADVICE = re.compile(r"games/\w+/(advice|instincts|plans)")


def output(*command: str, given: str = "") -> str:
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def pieces(bound: dict[Any, Any], folder: Path) -> Iterator[tuple[int, int, str]]:
    """(address, size, object file) of everything that was compiled."""
    for dispatcher in list(bound.values()):
        for compiled in list(dispatcher.overloads.values()):
            path = folder / f"{len(list(folder.iterdir()))}.o"
            path.write_bytes(compiled.library._get_compiled_object())
            symbol = compiled.fndesc.llvm_func_name
            offset = next(int(line.split()[0], 16) for line in output("nm", str(path)).splitlines()
                          if line.split()[-1] == symbol)
            sizes = re.findall(r"\.l?text +PROGBITS +\S+ +\S+ +(\S+)",
                               output("readelf", "-SW", str(path)))
            start = compiled.library.get_pointer_to_function(symbol) - offset
            yield start, max(int(size, 16) for size in sizes), str(path)


def places(addresses: list[int], pieces_: list[tuple[int, int, str]]) -> Iterator[str]:
    """`bots/tree.py`, or such, of each address within our code."""
    for start, size, path in pieces_:
        mine = [hex(address - start) for address in addresses if 0 <= address - start < size]
        if not mine:
            continue
        for found in output("addr2line", "-i", "-a", "-e", path, given="\n".join(mine)).split("0x"):
            ours = re.search(r"roundhouse/((?:core|bots|games)/\S+?\.py)", found)
            if found:
                yield ours.group(1) if ours else "?"


def layer(place: str) -> str:
    if place.startswith("games/"):
        return "advice" if ADVICE.match(place) else "rules"
    return "search" if place.startswith("bots/") else "core"


def profile(name: str, seats: int, seconds: float) -> None:
    from roundhouse import load
    from roundhouse.bots.search import Budget, Search
    from search import middle

    game = load(name)
    state = middle(game, seats)
    Search(game, random.Random(0)).think(state, Budget(20))
    with tempfile.TemporaryDirectory() as folder:
        samples = f"{folder}/samples"
        perf = subprocess.Popen(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "997", "-o", samples,
             "-p", str(os.getpid())], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        iterations = decisions = runs = 0
        spent = 0.0
        while spent < seconds:
            runs += 1
            verdict = Search(game, random.Random(runs)).think(state, Budget(8000))
            iterations += verdict.iterations
            decisions += verdict.decisions
            spent += verdict.seconds
        perf.send_signal(signal.SIGINT)
        perf.wait()
        addresses = [int(ip, 16) for ip in output("perf", "script", "-i", samples, "-F", "ip"
                                                  ).split()]
        objects = Path(folder) / "objects"
        objects.mkdir()
        found = Counter(places(addresses, list(pieces(game.engine.bind._bound, objects))))
    total = sum(found.values())
    by_layer: Counter[str] = Counter()
    for place, count in found.items():
        by_layer[layer(place)] += count
    print(f"{name}, {seats} seats: {iterations / spent:,.0f} iterations/s, "
          f"{decisions / spent:,.0f} decisions/s; {total} of {len(addresses)} samples in our code")
    print("  " + ", ".join(f"{what} {by_layer[what] / total:.0%}"
                           for what in ("rules", "advice", "search", "core")))
    for place, count in found.most_common(6):
        print(f"  {count / total:6.1%}  {place}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
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
    os.environ |= {"NUMBA_DEBUGINFO": "1", "ROUNDHOUSE_JIT": "1", "ROUNDHOUSE_QUIET": "1"}
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ROUNDHOUSE_CACHE"] = cache
        sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
        main()
