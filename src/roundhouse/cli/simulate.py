"""`roundhouse simulate GAME`: bots among themselves, many times."""

from __future__ import annotations

import argparse
import signal
from collections import deque
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path

from roundhouse.cli.arguments import (
    Subparsers,
    add_game,
    add_table,
    command,
    count,
    load,
    options,
    seats,
)
from roundhouse.cli.terminal import Progress
from roundhouse.core.game import Game
from roundhouse.play.record import Record

EXAMPLES = """  roundhouse simulate northern
  roundhouse simulate northern --seats 3 --games 1000 --bots greedy,random,random --jobs 4
  roundhouse simulate northern --option variant=single --seed 7 --out games/

The bots move round the table from game to game, so that each sits everywhere. The same seed
gives the same games, whatever the number of jobs.
"""

Played = tuple[Record, str]  # and why the game ended, where its view has a fact for that


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "simulate", "let bots play many games and sum them up", EXAMPLES)
    add_game(parser)
    add_table(parser)
    parser.add_argument("--games", type=count, default=10, metavar="K", help="how many (10)")
    parser.add_argument(
        "--bots",
        default="greedy,random",
        metavar="A,B,...",
        help="who plays, repeated until all seats are taken (greedy,random)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write a record of each game into this folder"
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes (1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.cli.summary import Summary

    game = load(args)
    bots = [bot.strip() for bot in args.bots.split(",") if bot.strip()]
    plan = Plan(game, bots or ["random"], seats(args, game.meta), args)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    summary = Summary(game)
    code = 0
    with Progress(args.games, game.meta.title) as progress, closing(plan.played()) as played:
        try:
            for n, (record, end) in enumerate(played, 1):
                if args.out:
                    record.save(args.out / f"{args.game}-{n:06}.game")
                summary.count(record, end)
                progress.step()
        except KeyboardInterrupt:
            code = 130
    if summary.games:
        print(summary)
    if args.out:
        print(f"\n{summary.games} records in {args.out}")
    return code


class Plan:
    """The games to be played, each by its number."""

    def __init__(self, game: Game, bots: list[str], seats: int, args: argparse.Namespace) -> None:
        self.game, self.bots, self.seats = game, bots, seats
        self.games, self.seed, self.jobs = args.games, args.seed, args.jobs
        self._load = (args.game, args.board, options(args.option))

    def played(self) -> Generator[Played, None, None]:
        """One after the other, whoever plays them."""
        # The first is played here: mistakes show at once, and the compiled rules are then on
        # disk for the processes that follow.
        yield play_numbered(self.game, self.bots, self.seats, self.seed, 0)
        if self.jobs == 1:
            for n in range(1, self.games):
                yield play_numbered(self.game, self.bots, self.seats, self.seed, n)
            return
        pool = ProcessPoolExecutor(
            self.jobs,
            mp_context=get_context("spawn"),
            initializer=_begin,
            initargs=(self._load, self.bots, self.seats, self.seed),
        )
        numbers = iter(range(1, self.games))
        try:
            ahead = deque(pool.submit(_play, n) for n in islice(numbers, 8 * self.jobs))
            while ahead:
                yield ahead.popleft().result()
                ahead.extend(pool.submit(_play, n) for n in islice(numbers, 1))
        except BaseException:
            for worker in active_children():  # a game may take minutes: nobody waits for it
                worker.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def play_numbered(game: Game, bots: list[str], seats: int, seed: int, n: int) -> Played:
    """The n-th game of a seed."""
    from roundhouse.bots.table import play_game, seating

    record, last = play_game(game, seating(bots, seats, n), f"{seed} {n}")
    return record, last.end().code


_WORK: list[tuple[Game, list[str], int, int]] = []  # of a worker process: filled once, by _begin


def _begin(
    what: tuple[str, str | None, dict[str, str]], bots: list[str], seats: int, seed: int
) -> None:
    from roundhouse.play import registry

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    game, board, chosen = what
    _WORK.append((registry.open_game(game, board, chosen), bots, seats, seed))


def _play(n: int) -> Played:
    return play_numbered(*_WORK[0], n)
