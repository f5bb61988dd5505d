"""State size, copying, random play and search of every game; beside another checkout if you like.

    python bench/compare.py [GAME ...] [--seats 4] [--seconds 1] [--rounds 5] [--before FOLDER]

FOLDER is another checkout of this repository. Each is measured by a process of its own
(bench/measure.py) that takes the package from that checkout's `src`, and the two take turns round
by round, so that whatever else the machine does disturbs both alike. The best round counts, in
time of the processor, on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

HERE = Path(__file__).resolve().parent
LESS_IS_BETTER = ("copy ns", "state bytes")
Reading = dict[str, float]


class Checkout:
    """A process that measures the package of one checkout."""

    def __init__(self, folder: Path) -> None:
        env = {
            **os.environ,
            "PYTHONPATH": str(folder.resolve() / "src"),
            "ROUNDHOUSE_JIT": "1",
            "ROUNDHOUSE_QUIET": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "measure.py")],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()

    def ask(self, **question: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("compare: the measuring process has ended; its words are above")
        return json.loads(answer)


def best(readings: Sequence[Reading]) -> Reading:
    """Of each number the best that was measured."""
    return {
        what: (min if what in LESS_IS_BETTER else max)(reading[what] for reading in readings)
        for what in readings[0]
    }


def measured(
    checkouts: Sequence[Checkout], game: str, seats: int, seconds: float, rounds: int
) -> list[Reading]:
    """The best reading of each checkout, measured in turns."""
    taken: list[list[Reading]] = [[] for _ in checkouts]
    for _ in range(rounds):
        for checkout, readings in zip(checkouts, taken, strict=True):
            readings.append(checkout.ask(game=game, seats=seats, seconds=seconds))
    return [best(readings) for readings in taken]


def row(game: str, what: str, numbers: Sequence[float]) -> str:
    """A line of the table, in Markdown."""
    cells = [f"{number:,.1f}" if what == "copy ns" else f"{number:,.0f}" for number in numbers]
    if len(numbers) > 1:
        cells.append(f"{numbers[1] / numbers[0]:.3f}")
    return f"| {' | '.join([game, what, *cells])} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="which (all)")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each reading (1)")
    parser.add_argument("--rounds", type=int, default=5, help="readings, the best counts (5)")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout")
    args = parser.parse_args()
    folders = [folder for folder in (args.before, HERE.parent) if folder]
    with ExitStack() as stack:
        checkouts = [stack.enter_context(Checkout(folder)) for folder in folders]
        heads = ["before", "after", "after / before"] if args.before else ["now"]
        print(f"| game, {args.seats} seats | what | {' | '.join(heads)} |")
        print("|---" * (2 + len(heads)) + "|")
        for game in args.games or checkouts[-1].ask():
            readings = measured(checkouts, game, args.seats, args.seconds, args.rounds)
            for what in readings[0]:
                print(row(game, what, [reading[what] for reading in readings]), flush=True)


if __name__ == "__main__":
    main()
