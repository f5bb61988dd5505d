"""What it costs to open, show, move in and go back in a long match, compared with a short one.

    python bench/long_matches.py [--game rails] [--plies 150 1500]

Random moves by people, in one process, on a SQLite file. "opened" is the table read from the
database into memory; "shown" is everything its page prints, worked out for a player who has not
looked before; "moved" and "gone back" are on disk. Each is the median of several, in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from roundhouse.play.match import Match
from roundhouse.web.games import GameLibrary
from roundhouse.web.pages.table import context
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.tables import play, undo
from roundhouse.web.tables.chairs import PERSON, Chair

TRIES = 15


def begun(games: GameLibrary, game: str, plies: int) -> Match:
    rng = random.Random(1)
    for _ in range(50):
        match = Match(games.game(game, {}, "", None), 3)
        while match.ply < plies:
            match.advance(rng)
            if match.over:
                break
            words = match.game.text(rng.choice(match.state.legal()))
            match.submit(match.state.turn, words, match.ply)
        if match.ply >= plies and not match.over:
            return match
    raise SystemExit(f"no game of {game} at random lasts {plies} plies")


def timed(work: Callable[..., object], *given: object) -> float:
    begin = time.perf_counter()
    work(*given)
    return (time.perf_counter() - begin) * 1000


def measure(services: Services, table: str) -> dict[str, float]:
    found: dict[str, list[float]] = {"opened": [], "shown": [], "moved": [], "gone back": []}
    tables, rng = services.tables, random.Random(2)
    for _ in range(TRIES):
        at = tables.open.get(table)
        if at is not None:
            tables.open.drop(at)
        found["opened"].append(timed(lambda: tables.open.add(tables.load(table))))
        with tables.at(table) as at:
            seat = at.turn
            found["shown"].append(timed(context, services, at, "ann", seat, None))
            words = at.game.text(rng.choice(at.match.state.legal()))
            ply = at.match.ply
            found["moved"].append(timed(play.move, tables, at, [seat], [words], ply))
            found["gone back"].append(timed(undo.ask, tables, at, "ann", ply))
    return {what: statistics.median(times) for what, times in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="rails")
    parser.add_argument("--plies", type=int, nargs="+", default=[150, 1500])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        services = Services.build(Settings(data=Path(folder)))
        print("| plies | opened | shown | moved | gone back |\n|---|---|---|---|---|")
        for plies in given.plies:
            match = begun(services.games, given.game, plies)
            chairs = [Chair(n, PERSON, f"Seat {n}", "ann") for n in range(3)]
            entries = match.entries
            table = services.tables.create("ann", given.game, {}, chairs, begun=entries)
            services.tables.load(table)
            measure(services, table)  # what is made once is made
            row = measure(services, table)
            print(f"| {match.ply} |", " | ".join(f"{ms:.1f}" for ms in row.values()), "|")
        services.store.close()


if __name__ == "__main__":
    main()
