"""What a bot's move takes of a core: python bench/bot_seconds.py [GAME ...] [--moves 8] [--seats 4]

Processor time of one move of each level, in positions spread over a game that was played by
preference, compiled, each with an empty tree (at a table a bot keeps what it has thought of). The
search uses one thread, as the workers of a server do.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from measure import game_by_preference
from roundhouse import CHANCE, games, load
from roundhouse.bots.levels import LEVELS
from roundhouse.bots.registry import make_bot
from roundhouse.core.game import Game


def seconds(game: Game, level: str, moves: int, seats: int) -> list[float]:
    line = game_by_preference(game, seats)
    states = [s for s in line if not s.over and s.turn != CHANCE and len(s.legal()) > 1]
    chosen = states[:: max(1, len(states) // moves)][:moves]
    for sure in (level, "greedy", "expert"):  # so that whatever is compiled is, before it counts:
        make_bot(sure, game, random.Random(0)).choose(chosen[0])  # a level may slip up instead
    taken = []
    for n, state in enumerate(chosen):
        bot = make_bot(level, game, random.Random(n))
        began = time.process_time()
        bot.choose(state)
        taken.append(time.process_time() - began)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[meta.id for meta in games()])
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    print("| game |", " | ".join(LEVELS), "|\n" + "|---" * (len(LEVELS) + 1) + "|")
    for name in args.games:
        game = load(name)
        cells = [statistics.mean(seconds(game, level, args.moves, args.seats)) for level in LEVELS]
        print(f"| {name} |", " | ".join(f"{cell:.3f}" for cell in cells), "|", flush=True)


if __name__ == "__main__":
    main()
