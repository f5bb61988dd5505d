"""What bots are like, from the records of an arena: `roundhouse arena --out DIR`, then this on DIR.

For each bot, over the choices that it had: how much its move gave itself and took from the leader,
compared with its other moves (by the room's `value`, in standard deviations over the moves that
were legal); and over the games: how far its result strays, how often it is last, how much of its
final score it has half-way, how often the best of the others half-way wins, and the numbers in its
moves.

    python bench/personalities.py DIR
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from roundhouse import CHANCE, load
from roundhouse.bots.greedy_bot import follow_up
from roundhouse.bots.memory import Memory, Workbench
from roundhouse.core.contract import apply, copy, value
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import rule
from roundhouse.lab.bot_game import bot_named
from roundhouse.play.record import Record


@rule
def value_after(memory: Memory, action: int, seat: int) -> None:
    """Write to `out` what all may expect after an action in states[0]; below 0: as it is."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    states = memory.states
    copy(states, 1, 0)
    if action >= 0:
        apply(bench.board, states[1], bench.scratch, action)
        follow_up(bench, states[1], seat)
    value(bench.board, states[1], bench.scratch, bench.out)


class Looker:
    """Asks a room what it thinks of moves."""

    def __init__(self, game: Game) -> None:
        self._engine = game.engine.fork()
        self._memory = Memory.of(self._engine, 2, self._engine.generator(1))
        self._look = self._engine.bind(value_after)

    def after(self, state: Position, action: int) -> list[int]:
        self._engine.put(self._memory.states, 0, state.pack())
        self._look(self._memory, action, state.turn)
        return [int(self._memory.out[seat]) for seat in range(state.seats)]


def unusual(worths: list[float], chosen: int) -> float:
    """How far what was chosen lies above the mean of all, in standard deviations."""
    spread = pstdev(worths)
    return (worths[chosen] - fmean(worths)) / spread if spread else 0.0


Figures = dict[str, dict[str, list[float]]]


def look_at(record: Record, game: Game, looker: Looker, figures: Figures) -> None:
    state = game.start(record.seats)
    bots = [bot_named(name, game) or name for name in record.names]
    half: list[int] = []
    expected: list[int] = []
    for n, move in enumerate(record.moves):
        action, actions = game.parse(move.words), state.legal()
        if n == len(record.moves) // 2:
            half, expected = state.scores(), looker.after(state, -1)
        if state.turn != CHANCE and len(actions) > 1:
            seat = state.turn
            for key, number in of_choice(state, looker, actions, action, move.words):
                figures[bots[seat]][key].append(number)
        state.apply(action)
    scores, ranks = state.scores(), state.ranks()
    for seat, bot in enumerate(bots):
        found = figures[bot]
        found["won"].append((ranks[seat] == 0) / ranks.count(0))
        found["last"].append(float(ranks[seat] == max(ranks)))
        found["score"].append(scores[seat])
        found["ahead"].append(scores[seat] - fmean(scores))
        found["half-way"].append(half[seat])
        leader = leader_beside(seat, expected)
        found["leader half-way wins"].append((ranks[leader] == 0) / ranks.count(0))


def leader_beside(seat: int, values: list[int]) -> int:
    """Who is the best of the others."""
    return max((other for other in range(len(values)) if other != seat), key=lambda o: values[o])


def of_choice(
    state: Position, looker: Looker, actions: list[int], action: int, words: str
) -> Iterator[tuple[str, float]]:
    seat = state.turn
    now = looker.after(state, -1)
    leader = leader_beside(seat, now)
    looks = [looker.after(state, a) for a in actions]
    chosen = actions.index(action)
    yield "gives itself", unusual([float(look[seat]) for look in looks], chosen)
    yield "takes from the leader", unusual([-float(look[leader]) for look in looks], chosen)
    verb, *rest = words.split()
    yield f"verb {verb}", 1.0
    if rest and rest[-1].isdigit():
        yield f"number after {verb}", float(rest[-1])


def main() -> None:
    folder = Path(sys.argv[1])
    games: dict[str, tuple[Game, Looker]] = {}
    figures: Figures = defaultdict(lambda: defaultdict(list))
    for path in sorted((folder / "records").glob("*.game")):
        record = Record.loads(path.read_text(encoding="utf-8"))
        if record.game not in games:
            game: Any = load(record.game)
            games[record.game] = game, Looker(game)
        look_at(record, *games[record.game], figures)
    for bot, found in sorted(figures.items()):
        choices = len(found["gives itself"])
        print(f"{bot}: {len(found['won'])} games, {choices} choices")
        print(f"  won {fmean(found['won']):.3f}, last {fmean(found['last']):.3f}")
        print(f"  score {fmean(found['score']):.2f}, strays by {pstdev(found['ahead']):.2f}")
        print(f"  half-way {sum(found['half-way']) / (sum(found['score']) or 1):.3f} of its score")
        for key, numbers in sorted(found.items()):
            if key.startswith("verb "):
                print(f"  {key[5:]}: {len(numbers) / choices:.3f} of its choices")
            elif key.startswith("number ") or " " in key:
                print(f"  {key}: {fmean(numbers):.3f} ± {1.96 * error(numbers):.3f}")


def error(numbers: list[float]) -> float:
    return pstdev(numbers) / sqrt(len(numbers))


if __name__ == "__main__":
    main()
