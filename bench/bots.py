"""Measure bots: time of a move, playing styles, and where the search spends time."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from argparse import Namespace
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from harness import Program, Row, argument

from engine import middle, play_by_prior
from roundhouse import CHANCE, Game, State, games, load
from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.greedy_bot import finish_turn
from roundhouse.bots.levels import LEVELS
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget, Search
from roundhouse.core.placeholders import apply, copy, evaluate
from roundhouse.core.rule import rule
from roundhouse.lab.bot_game import parse_bot_name
from roundhouse.play.record import Record

LAYERS = ("rules", "advice", "search", "core")
ADVICE = re.compile(r"games\.\w+\.(advice|instincts|plans)\b")
CHOSEN_GAMES = argument("games", nargs="*", default=[meta.id for meta in games()])
SEATS = argument("--seats", type=int, default=4)

program = Program(__doc__)


@program.command(CHOSEN_GAMES, SEATS, argument("--moves", type=int, default=8))
def seconds(args: Namespace) -> Iterator[Row]:
    """Measure the processor time of a move at each level, in seconds.

    Moves are chosen in states spread over a game of the instinct bot, with compiled rules. Each
    search starts with an empty tree, unlike at a table, and uses one thread, like the workers of a
    server.
    """
    for name in args.games:
        game = load(name)
        line = play_by_prior(game, args.seats)
        states = [s for s in line if not s.over and s.turn != CHANCE and len(s.legal()) > 1]
        chosen = states[:: max(1, len(states) // args.moves)][: args.moves]
        yield {"game": name} | {level: measure_moves(game, level, chosen) for level in LEVELS}


def measure_moves(game: Game, level: str, states: list[State]) -> float:
    # Compile everything first. One move of the level could be a mistake without a search.
    for name in (level, "greedy", "expert"):
        make_bot(name, game, random.Random(0)).choose(states[0])
    times = []
    for n, state in enumerate(states):
        bot = make_bot(level, game, random.Random(n))
        began = time.process_time()
        bot.choose(state)
        times.append(time.process_time() - began)
    return statistics.mean(times)


# Playing styles.


@rule
def value_after(buffers: ThreadBuffers, action: int, seat: int) -> None:
    """Write each seat's value after an action in states[0] to `out`; -1 plays none."""
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    states = buffers.states
    copy(states, 1, 0)
    if action >= 0:
        apply(context.board, states[1], context.scratch, action)
        finish_turn(context, states[1], seat)
    evaluate(context.board, states[1], context.scratch, context.out)


class Evaluator:
    """Evaluates moves by the game's `evaluate`."""

    def __init__(self, game: Game) -> None:
        self.game, self._engine = game, game.engine.fork()
        self._buffers = ThreadBuffers.of(self._engine, 2, self._engine.generator(1))
        self._evaluate_after = self._engine.bind(value_after)

    def after(self, state: State, action: int) -> list[int]:
        self._engine.put(self._buffers.states, 0, state.pack())
        self._evaluate_after(self._buffers, action, state.turn)
        return [int(self._buffers.out[seat]) for seat in range(state.seats)]


Figures = dict[str, dict[str, list[float]]]


@program.command(argument("folder", type=Path, help="what `roundhouse arena --out` wrote"))
def styles(args: Namespace) -> Iterator[Row]:
    """Describe the playing styles of bots from the records of an arena.

    For each bot: how much its moves gained for itself and took from the leader, by the game's
    `evaluate`, in standard deviations over the legal moves; its wins, last places, mean score and
    the standard deviation of its lead; the part of its final score that it had half-way, and how
    often its best opponent half-way won; the verbs of its moves and the numbers in them.
    """
    evaluators: dict[str, Evaluator] = {}
    figures: Figures = defaultdict(lambda: defaultdict(list))
    for path in sorted((args.folder / "records").glob("*.game")):
        record = Record.loads(path.read_text(encoding="utf-8"))
        if record.game not in evaluators:
            evaluators[record.game] = Evaluator(load(record.game))
        add_record(record, evaluators[record.game], figures)
    for bot, numbers in sorted(figures.items()):
        for what, value, error in summarize(numbers):
            yield {"bot": bot, "what": what, "value": value, "±": error}


def summarize(numbers: dict[str, list[float]]) -> Iterator[tuple[str, float, float | None]]:
    choices = len(numbers["gives itself"])
    yield "games", len(numbers["won"]), None
    yield "choices", choices, None
    yield "lead varies by", pstdev(numbers.pop("ahead")), None
    yield (
        "part of score half-way",
        sum(numbers.pop("half-way")) / (sum(numbers["score"]) or 1),
        None,
    )
    for what, values in sorted(numbers.items()):
        if what.startswith("verb "):
            yield f"{what}, part of choices", len(values) / choices, None
        else:
            yield what, fmean(values), 1.96 * pstdev(values) / sqrt(len(values))


def add_record(record: Record, evaluator: Evaluator, figures: Figures) -> None:
    game = evaluator.game
    state = game.start(record.seats)
    bots = [parse_bot_name(name, game) or name for name in record.names]
    half: list[int] = []
    expected: list[int] = []
    for n, move in enumerate(record.moves):
        if n == len(record.moves) // 2:
            half, expected = state.scores(), evaluator.after(state, -1)
        if state.turn != CHANCE and len(state.legal()) > 1:
            bot = bots[state.turn]
            for what, number in describe_choice(state, evaluator, move.words):
                figures[bot][what].append(number)
        state.apply(game.parse(move.words))
    scores, ranks = state.scores(), state.ranks()
    for seat, bot in enumerate(bots):
        result = figures[bot]
        result["won"].append((ranks[seat] == 0) / ranks.count(0))
        result["last"].append(float(ranks[seat] == max(ranks)))
        result["score"].append(scores[seat])
        result["ahead"].append(scores[seat] - fmean(scores))
        result["half-way"].append(half[seat])
        leader = find_leader(seat, expected)
        result["leader half-way wins"].append((ranks[leader] == 0) / ranks.count(0))


def find_leader(seat: int, values: list[int]) -> int:
    """Return the best seat except `seat`."""
    return max((other for other in range(len(values)) if other != seat), key=lambda o: values[o])


def describe_choice(state: State, evaluator: Evaluator, words: str) -> Iterator[tuple[str, float]]:
    seat, actions = state.turn, state.legal()
    leader = find_leader(seat, evaluator.after(state, -1))
    values = [evaluator.after(state, action) for action in actions]
    chosen = actions.index(evaluator.game.parse(words))
    yield "gives itself", standard_score([float(value[seat]) for value in values], chosen)
    yield "takes from the leader", standard_score([-float(v[leader]) for v in values], chosen)
    verb, *rest = words.split()
    yield f"verb {verb}", 1.0
    if rest and rest[-1].isdigit():
        yield f"number after {verb}", float(rest[-1])


def standard_score(values: list[float], chosen: int) -> float:
    """Return how far the chosen value is above the mean, in standard deviations."""
    spread = pstdev(values)
    return (values[chosen] - fmean(values)) / spread if spread else 0.0


# A profile by sampling.


@program.command(CHOSEN_GAMES, SEATS, argument("--seconds", type=float, default=5.0))
def profile(args: Namespace) -> Iterator[Row]:
    """Profile the search by sampling. Needs Linux with `perf` and `nm`.

    perf samples the process while it searches from the middle of a game, and maps each sample to a
    function of the compiled object code. An inlined function counts as the one that contains it.
    `rules` are the games' rules, `advice` their `evaluate`, `action_prior` and `action_context`,
    `search` is bots/, and `core` is the rest.
    """
    missing = [tool for tool in ("perf", "nm") if not shutil.which(tool)]
    if missing:
        raise SystemExit(f"profile: install {', '.join(missing)} first")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"ROUNDHOUSE_JIT": "1", "ROUNDHOUSE_QUIET": "1"}
        os.environ["ROUNDHOUSE_CACHE"] = folder
        for name in args.games:
            game = load(name)
            state = middle(play_by_prior(game, args.seats))
            Search(game, random.Random(0)).run(state, Budget(20))
            addresses = sample_search(game, state, args.seconds, f"{folder}/samples")
            compiled = sorted(find_functions(game.engine.bind._bound, Path(folder)))
            counts = Counter(find_names(addresses, compiled))
            total = counts.total()
            layers: Counter[str] = Counter()
            for function, count in counts.items():
                layers[find_layer(function)] += count
            yield from ({"game": name, "what": w, "share": layers[w] / total} for w in LAYERS)
            for function, count in counts.most_common(10):
                yield {"game": name, "what": function, "share": count / total}
            yield {"game": name, "what": "samples in our code", "share": total / len(addresses)}


def sample_search(game: Game, state: State, seconds: float, file: str) -> list[int]:
    """Search from an empty tree while perf takes samples; return their addresses."""
    command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "997", "-o", file]
    perf = subprocess.Popen([*command, "-p", str(os.getpid())], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    began, runs = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        runs += 1
        Search(game, random.Random(runs)).run(state, Budget(8000))
    perf.send_signal(signal.SIGINT)
    perf.wait()
    return [int(ip, 16) for ip in output("perf", "script", "-i", file, "-F", "ip").split()]


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def find_functions(bound: dict[Any, Any], folder: Path) -> Iterator[tuple[int, int, str]]:
    """Yield address, size and name of every compiled function."""
    for dispatcher in list(bound.values()):
        for compiled in list(dispatcher.overloads.values()):
            path = folder / "code.o"
            path.write_bytes(compiled.library._get_compiled_object())
            entry = compiled.fndesc.llvm_func_name
            rows = [line.split() for line in output("nm", "-S", str(path)).splitlines()]
            results = {
                row[3]: (int(row[0], 16), int(row[1], 16))
                for row in rows
                if len(row) == 4 and row[2] in "tTwW"
            }
            start = compiled.library.get_pointer_to_function(entry) - results[entry][0]
            for symbol, (offset, size) in results.items():
                yield start + offset, size, demangle(symbol)


def demangle(symbol: str) -> str:
    """Return the name of a mangled symbol, such as `games.rails.plans.look`."""
    parts = []
    rest = symbol.removeprefix("_ZN")
    while match := re.match(r"\d+", rest):
        begin = match.end()
        end = begin + int(match.group())
        parts.append(rest[begin:end])
        rest = rest[end:]
    return ".".join(parts[1:]) if parts[:1] == ["roundhouse"] else "?"


def find_names(addresses: list[int], compiled: list[tuple[int, int, str]]) -> Iterator[str]:
    """Yield the function of each address that is within our code."""
    starts = [start for start, _, _ in compiled]
    for address in addresses:
        start, size, name = compiled[bisect(starts, address) - 1]
        if 0 <= address - start < size:
            yield name


def find_layer(name: str) -> str:
    if name.startswith("games."):
        return "advice" if ADVICE.match(name) else "rules"
    return "search" if name.startswith("bots.") else "core"


if __name__ == "__main__":
    program.main()
