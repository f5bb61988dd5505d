"""Making puzzles: games are played and sifted one by one, each a piece of work for the pool. What a
game gave is in the file when it is done, so that a run goes on where it was cut short."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from roundhouse.bots.compile_ahead import compile_bots
from roundhouse.bots.registry import check_name
from roundhouse.bots.search import Budget
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import seating
from roundhouse.lab.fixtures import Fixture, Played, play
from roundhouse.lab.lines import line_after
from roundhouse.lab.pool import cores, in_processes, on_ray
from roundhouse.lab.puzzles.file import PuzzleFile, Yield
from roundhouse.lab.puzzles.settings import PuzzleSettings
from roundhouse.lab.puzzles.sifting import Found, confirm, difficulty, hopeful, sift
from roundhouse.play import registry
from roundhouse.play.record import Record, Step

MOST_GAMES = 100_000  # to look at: far more than anybody has time for
WRONG = 4  # wrong answers that have a line
STAGES = ("opening", "middle", "ending")  # themes, by thirds of the game

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Piece:
    """A game to be played and looked at."""

    number: int
    settings: PuzzleSettings


@dataclass(frozen=True)
class Candidate:
    """A decision that passed the cheap searches."""

    ply: int
    step: Step
    found: Found
    level: str
    wrong: tuple[int, ...]  # what levels played instead


def make(
    settings: PuzzleSettings,
    count: int,
    out: Path,
    *,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Progress | None = None,
) -> int:
    """Make puzzles until there are `count` of them in `out`; how many there are."""
    for bot in settings.bots:
        check_name(bot)
    registry.meta(settings.game).check_seats(settings.seats)
    file = PuzzleFile(out, settings)
    if progress:
        progress(min(file.count, count), count)
    left = (Piece(n, settings) for n in range(MOST_GAMES) if n not in file.done)
    if file.count < count:
        for done in _work(left, settings, jobs, ray_address):
            file.add(done)
            if progress:
                progress(min(file.count, count), count)
            if file.count >= count:
                break
    return file.count


def _work(
    pieces: Iterator[Piece], settings: PuzzleSettings, jobs: int, ray_address: str | None
) -> Iterator[Yield]:
    if ray_address is not None:
        with closing(on_ray(look_through, pieces, ray_address)) as done:
            yield from done
        return
    compile_bots(_game(settings.game, settings.options))  # once, not in every process
    with closing(in_processes(look_through, pieces, jobs or cores())) as done:
        yield from done


def look_through(piece: Piece) -> Yield:
    """Play a game and make puzzles of it."""
    begun = time.perf_counter()
    settings = piece.settings
    game = _game(settings.game, settings.options)
    played = _play(piece)
    record = Record.loads(played.record)
    steps = list(record.steps(game))
    rng = random.Random(f"puzzles {settings.game} {settings.seed} {piece.number}")
    plies = list(_worth_a_look(steps, played, settings))
    sifted = list(_sifted(steps, plies, settings, rng))
    kept: list[tuple[Candidate, Found]] = []
    for candidate in _hardest_first(sifted, settings):
        if _too_many(candidate, [one for one, _ in kept], settings):
            continue
        confirmed = confirm(candidate.step.before, candidate.found, settings, rng)
        if confirmed is not None:
            kept.append((candidate, confirmed))
    kept.sort(key=lambda one: one[0].ply)
    last = max((one.ply for one, _ in kept), default=0)
    shown = {
        "record": piece.number,
        "seats": record.seats,
        "moves": [str(move) for move in record.moves[:last]],
    }
    puzzles = [_puzzle(piece, *one, len(steps), rng) for one in kept]
    chosen = sum(played.chosen)
    seconds = round(time.perf_counter() - begun, 1)
    return Yield(piece.number, shown, puzzles, chosen, len(plies), len(sifted), len(kept), seconds)


def _play(piece: Piece) -> Played:
    settings = piece.settings
    fixture = Fixture(
        piece.number,
        settings.game,
        tuple(seating(settings.bots, settings.seats, piece.number)),
        None,
        f"puzzles {settings.game} {settings.seats} {settings.seed} {piece.number}",
        settings.options,
        None,
        thoughts=True,
    )
    return play(fixture)


def _worth_a_look(steps: list[Step], played: Played, settings: PuzzleSettings) -> Iterator[int]:
    """The plies at which the player itself thought one move much better than the others."""
    thoughts = [iter(seat) for seat in played.thoughts]
    for ply, step in enumerate(steps):
        seat = step.before.turn
        if seat == CHANCE or len(step.before.legal()) < 2:
            continue
        if hopeful(next(thoughts[seat]), settings):
            yield ply


def _sifted(
    steps: list[Step], plies: list[int], settings: PuzzleSettings, rng: random.Random
) -> Iterator[Candidate]:
    for ply in plies:
        found = sift(steps[ply].before, settings, rng)
        if found is not None:
            right = found.split.accepted
            level, wrong = difficulty(steps[ply].before, right, settings.levels, rng)
            yield Candidate(ply, steps[ply], found, level, tuple(wrong))


def _hardest_first(candidates: list[Candidate], settings: PuzzleSettings) -> list[Candidate]:
    """Puzzles that everybody finds are many: the long searches are for the others first."""
    order = settings.levels.index
    return sorted(candidates, key=lambda one: (-order(one.level), -one.found.gap))


def _too_many(one: Candidate, kept: list[Candidate], settings: PuzzleSettings) -> bool:
    easiest = settings.levels[0]
    easy = sum(other.level == easiest for other in kept)
    return (
        len(kept) >= settings.most_a_game
        or (one.level == easiest and easy >= settings.easiest_a_game)
        or any(abs(one.ply - other.ply) < settings.apart for other in kept)
    )


def _puzzle(
    piece: Piece, candidate: Candidate, found: Found, plies: int, rng: random.Random
) -> dict[str, Any]:
    """A puzzle as the file has it."""
    before = candidate.step.before
    game, parted = before.game, found.split
    # What was fallen for first, after the best of the wrong ones.
    others = [parted.second, *candidate.wrong, *found.likely]
    wrong = [a for a in dict.fromkeys(others) if a in found.values and a not in parted.accepted]

    def answer(action: int) -> dict[str, Any]:
        line = line_after(before, action, rng, Budget(piece.settings.line, settle=True))
        value = round(found.values[action], 3)
        return {"move": game.text(action), "value": value, "line": [str(move) for move in line]}

    best_first = sorted(parted.accepted, key=lambda a: (a != parted.best, -found.values[a]))
    return {
        "id": f"{piece.settings.seed}-{piece.number}-{candidate.ply}",
        "record": piece.number,
        "ply": candidate.ply,
        "seat": before.turn,
        "answers": [answer(action) for action in best_first],
        "wrong": [answer(action) for action in wrong[:WRONG]],
        "gap": round(found.gap, 3),
        "error": round(found.error, 4),
        "difficulty": candidate.level,
        "themes": themes(candidate.step, game.text(parted.best), candidate.ply / plies),
    }


def themes(step: Step, words: str, how_far: float) -> list[str]:
    """By the verb of the move, by the phase of the turn, and by the part of the game."""
    phase = step.before.view(step.before.turn)["phase"]
    stage = STAGES[min(len(STAGES) - 1, int(how_far * len(STAGES)))]
    return list(dict.fromkeys([words.split(maxsplit=1)[0], phase, stage]))


@lru_cache(maxsize=8)
def _game(game: str, options: tuple[tuple[str, str], ...]) -> Game:
    return registry.open_game(game, None, dict(options))
