"""Measure the engine: state size, copies, random play and search.

`roundhouse bench` has the command for players; this program compares checkouts and writes the
figures of the README.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from harness import ROOT, Program, Row, argument, describe_run

from roundhouse import CHANCE, Game, State, games, load
from roundhouse.bots.net.weights import Weights, trained_weights
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget, Search
from roundhouse.core.placeholders import copy
from roundhouse.core.rule import COMPILED, INTERPRETED, NATIVE, rule

SAMPLE = 256  # states to copy in turn
COPIES = 100_000  # per call
GAMES = 20  # per call
ITERATIONS = 4000  # of a search that starts with an empty tree
LESS_IS_BETTER = ("copy ns", "state bytes")

FIGURES = ROOT / "docs" / "figures.json"
README = ROOT / "README.md"
START, END = "<!-- figures: python bench/engine.py figures -->\n", "<!-- end of figures -->\n"
SEATS = 4  # of the figures

program = Program(__doc__)


# The measuring process of a checkout. It uses only what old and new versions have in common: the
# public interface, `Engine.fork`, `Engine.random_games`, `make_bot` and `Search`.


@rule
def copy_many(states: Any, count: int, times: int) -> int:
    """Copy each state in turn to the slot after the last one.

    The sum keeps the compiler from removing the copies.
    """
    total = 0
    for n in range(times):
        copy(states, count, n % count)
        total += states[count].turn
    return total


class Subject:
    """A game with a number of seats, compiled and ready to be measured."""

    def __init__(self, game: str, seats: int) -> None:
        self.game = load(game, speed=COMPILED)
        line = play_by_prior(self.game, seats)
        self.middle = middle(line)
        self.engine = self.game.engine.fork()
        self.states = self.engine.batch(SAMPLE + 1)
        for n in range(SAMPLE):
            self.engine.put(self.states, n, line[n * len(line) // SAMPLE].pack())
        self.start = self.engine.load(self.game.start(seats).pack())
        self.length = 0.0  # decisions per iteration of the last search
        for work in (self.copies, self.decisions, self.iterations):
            work(0)  # compiles it if needed

    def measure(self, seconds: float) -> Row:
        return {
            "state bytes": self.game.engine.state.dtype.itemsize,
            "copy ns": 1e9 / per_second(seconds / 4, self.copies),
            "decisions/s": per_second(seconds, self.decisions),
            "iterations/s": (rate := per_second(seconds, self.iterations)),
            "decisions/s of the search": rate * self.length,
        }

    def copies(self, call: int) -> int:
        self.engine.bind(copy_many)(self.states, SAMPLE, COPIES)
        return COPIES

    def decisions(self, call: int) -> int:
        return sum(self.engine.random_games(self.start, GAMES, 0, call))

    def iterations(self, call: int) -> int:
        result = Search(self.game, random.Random(call)).run(self.middle, Budget(ITERATIONS))
        self.length = result.decisions / result.iterations
        return result.iterations


def play_by_prior(game: Game, seats: int) -> list[State]:
    """Return the states of a game drawn from the heuristic prior."""
    rng = random.Random(1)
    bot = make_bot("instinct", game, rng)
    line = [game.start(seats)]
    while not line[-1].over:
        state = line[-1].clone()
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
        else:
            state.apply(bot.choose(state))
        line.append(state)
    return line


def middle(line: Sequence[State]) -> State:
    """Return a state with a choice in the middle of a game."""
    return next(state for state in line[len(line) // 2 :] if len(state.legal()) > 1)


def per_second(seconds: float, work: Callable[[int], int]) -> float:
    """Return the units of work per second of processor time, as `work` counts them."""
    done, call, began = 0, 0, time.process_time()
    while True:
        done += work(call)
        call += 1
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


@program.command()
def measure(args: Namespace) -> Iterator[Row]:
    """Answer requests on standard input; `compare` runs this for each checkout."""
    subject = cache(Subject)
    for line in sys.stdin:
        data = json.loads(line)
        figures = subject(data["game"], data["seats"]).measure(data["seconds"])
        print(json.dumps(figures), flush=True)
    yield from ()


@contextmanager
def measuring_process(folder: Path) -> Iterator[Callable[..., Row]]:
    """Start the measuring process of a checkout; yield a function that asks it."""
    env = {"PYTHONPATH": f"{folder.resolve()}/src", "ROUNDHOUSE_JIT": "1", "ROUNDHOUSE_QUIET": "1"}
    process = subprocess.Popen(
        [sys.executable, __file__, "measure"],
        env={**os.environ, **env},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def ask(**question: object) -> Row:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(question), file=process.stdin, flush=True)
        answer = process.stdout.readline()
        if not answer:
            raise SystemExit("compare: the measuring process has ended; its error is above")
        figures: Row = json.loads(answer)
        return figures

    try:
        yield ask
    finally:
        process.kill()
        process.wait()


@program.command(
    argument("games", nargs="*", default=[meta.id for meta in games()]),
    argument("--seats", type=int, default=4),
    argument("--seconds", type=float, default=1.0, help="for each measurement"),
    argument("--rounds", type=int, default=5, help="measurements, of which the best counts"),
    argument("--before", type=Path, metavar="FOLDER", help="another checkout"),
)
def compare(args: Namespace) -> Iterator[Row]:
    """Measure each game, and compare with another checkout of this repository.

    Each checkout is measured by its own process. The processes take turns, so that other load on
    the machine affects both. The best round counts, in processor time on one core.
    """
    folders = {"before": args.before, "after": ROOT} if args.before else {"now": ROOT}
    with ExitStack() as stack:
        processes = [stack.enter_context(measuring_process(f)) for f in folders.values()]
        for game in args.games:
            rounds = [
                [ask(game=game, seats=args.seats, seconds=args.seconds) for ask in processes]
                for _ in range(args.rounds)
            ]
            for what in rounds[0][0]:
                best = min if what in LESS_IS_BETTER else max
                values = [best(figures[what] for figures in of) for of in zip(*rounds, strict=True)]
                row = {"game": game, "what": what, **dict(zip(folders, values, strict=True))}
                yield row | ({"after / before": values[1] / values[0]} if args.before else {})


@program.command(
    argument("games", nargs="*", default=[meta.id for meta in games()]),
    argument("--seats", type=int, default=SEATS),
    argument("--seconds", type=float, default=1.0, help="for each measurement"),
    argument("--rounds", type=int, default=3, help="measurements, of which the best counts"),
)
def native(args: Namespace) -> Iterator[Row]:
    """Compare native libraries with code compiled by Numba.

    Both run in this process and take turns. The best round counts, in processor time on one core.
    """
    for name in args.games:
        library = load(name, speed=NATIVE)
        sides = [list_work(each, args.seats) for each in (library.at_speed(COMPILED), library)]
        for side in sides:
            for work in side.values():
                work(0)  # compiles it if needed
        for what in sides[0]:
            rounds = [
                [per_second(args.seconds, side[what]) for side in sides] for _ in range(args.rounds)
            ]
            numba, built = (max(rates) for rates in zip(*rounds, strict=True))
            yield {"game": name, "what": what, "numba": numba, "native": built} | {
                "native / numba": built / numba
            }


def list_work(game: Game, seats: int) -> dict[str, Callable[[int], int]]:
    """Return what to measure: functions that count the units of work they have done."""
    engine = game.engine.fork()
    start, state = engine.load(game.start(seats).pack()), middle(play_by_prior(game, seats))
    weights = trained_weights(game)

    def count_iterations(weights: Weights | None, call: int) -> int:
        search = Search(game, random.Random(call), weights=weights)
        return search.run(state, Budget(ITERATIONS)).iterations

    return {
        "decisions/s": lambda call: sum(engine.random_games(start, GAMES, 0, call)),
        "iterations/s": partial(count_iterations, None),
        "iterations/s with the network": partial(count_iterations, weights),
    }


@program.command(
    argument("--seconds", type=float, default=3.0, help="for each measurement"),
    argument("--render", action="store_true", help="measure nothing; write README.md only"),
)
def figures(args: Namespace) -> Iterator[Row]:
    """Measure the figures of the README; write docs/figures.json and README.md."""
    if not args.render:
        load = os.getloadavg()[0]
        rows = list(measure_figures(args.seconds))
        FIGURES.write_text(json.dumps(describe_run(rows, load), indent=2) + "\n", encoding="utf-8")
        yield from rows
    result = json.loads(FIGURES.read_text(encoding="utf-8"))
    README.write_text(update(README.read_text(encoding="utf-8"), result), encoding="utf-8")


def measure_figures(seconds: float) -> Iterator[Row]:
    """Run `roundhouse bench` on one core and yield the figures of each game, rounded."""
    subprocess.run([sys.executable, "-m", "roundhouse", "build-native"], cwd=ROOT, check=True)
    command = ["bench", "--json", "--no-starts", "--cores", "1", "--seats", str(SEATS)]
    output = subprocess.run(
        [sys.executable, "-m", "roundhouse", *command, "--seconds", str(seconds)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = {(row["game"], row["speed"]): row for row in reversed(json.loads(output))}
    for meta in games():
        native, interpreted = rows[meta.id, NATIVE], rows[meta.id, INTERPRETED]
        yield {
            "id": meta.id,
            "title": meta.title,
            "seats": [min(meta.seats), max(meta.seats)],
            "state_bytes": native["state_bytes"],
            "interpreted": round(interpreted["decisions_per_second"], -3),
            "native": round(native["decisions_per_second"], -5),
        }


def render(result: dict[str, Any]) -> str:
    """Return the part of the README that states the figures."""
    lines = [
        "| game | seats | state, bytes | decisions/s interpreted | decisions/s native |",
        "|---|---|---|---|---|",
    ]
    for game in result["rows"]:
        low, high = game["seats"]
        lines.append(
            f"| {game['title']} | {low} to {high} | {game['state_bytes']:,} "
            f"| {game['interpreted']:,.0f} | {game['native'] / 1e6:.1f} million |"
        )
    lines += [
        "",
        f"Measured on {result['date']} with `{result['command']}`: random play with {SEATS} seats "
        f"on one core.",
        f"The machine: {result['machine']}.",
        "",
    ]
    return "\n".join(lines)


def update(readme: str, result: dict[str, Any]) -> str:
    """Return the README with the part between the markers replaced."""
    before, _, rest = readme.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{render(result)}\n{END}{after}"


if __name__ == "__main__":
    program.main()
