"""The puzzle maker: plays games of bots and makes puzzles from them.

Each game is one task of the pool. Its puzzles are written when it ends, so that an interrupted run
can continue.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.bots.registry import check_name
from roundhouse.bots.search import Budget
from roundhouse.bots.warm_up import warm_up_bots
from roundhouse.core.constants import CHANCE
from roundhouse.lab.bot_game import seating
from roundhouse.lab.lines import line_after
from roundhouse.lab.pool import cores, run_in_processes, run_on_ray
from roundhouse.lab.puzzles.file import MAX_GAMES, GameYield, PuzzleFile
from roundhouse.lab.puzzles.filtering import (
    OneAnswer,
    confirm,
    difficulty,
    find_answer,
    is_majority,
    is_promising,
    try_level,
)
from roundhouse.lab.puzzles.settings import PuzzleSettings
from roundhouse.lab.schedule import GameResult, Matchup, play
from roundhouse.play import registry
from roundhouse.play.record import Record, ReplayStep

MAX_WRONG_ANSWERS = 4  # of a puzzle
STAGES = ("opening", "middle", "ending")  # themes, by thirds of the game

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class GameTask:
    """A game to be played and searched for puzzles."""

    number: int
    settings: PuzzleSettings


@dataclass(frozen=True)
class Candidate:
    """A decision that passed the filter searches."""

    ply: int
    step: ReplayStep
    answer: OneAnswer
    level: str  # the lowest level that solves it
    wrong: tuple[int, ...]  # moves that levels played instead


def make(
    settings: PuzzleSettings,
    count: int,
    out: Path,
    *,
    jobs: int = 0,
    ray_address: str | None = None,
    progress: Progress | None = None,
) -> int:
    """Make puzzles until `out` has `count` of them; return their number."""
    for bot in settings.bots:
        check_name(bot)
    registry.meta(settings.game).check_seats(settings.seats)
    file = PuzzleFile(out, settings)
    if progress:
        progress(min(file.count, count), count)
    tasks = (GameTask(n, settings) for n in range(MAX_GAMES) if n not in file.game_numbers)
    if file.count < count:
        for game in _run_tasks(tasks, settings, jobs, ray_address):
            file.add(game)
            if progress:
                progress(min(file.count, count), count)
            if file.count >= count:
                break
    return file.count


def _run_tasks(
    tasks: Iterator[GameTask], settings: PuzzleSettings, jobs: int, ray_address: str | None
) -> Iterator[GameYield]:
    if ray_address is not None:
        with closing(run_on_ray(make_from_game, tasks, ray_address)) as results:
            yield from results
        return
    game = registry.open_cached(settings.game, settings.options)
    warm_up_bots(game)  # fills the compile cache for processes
    with closing(run_in_processes(make_from_game, tasks, jobs or cores())) as results:
        yield from results


def make_from_game(task: GameTask) -> GameYield:
    """Play a game and make puzzles from it."""
    started = time.perf_counter()
    settings = task.settings
    game = registry.open_cached(settings.game, settings.options)
    result = _play(task)
    record = Record.loads(result.record)
    steps = list(record.steps(game))
    rng = random.Random(f"puzzles {settings.game} {settings.seed} {task.number}")
    plies = list(_promising_plies(steps, result, settings))
    candidates = list(_find_candidates(steps, plies, settings, rng))
    selection: list[tuple[Candidate, OneAnswer]] = []
    for candidate in _hardest_first(candidates, settings):
        if _exceeds_limits(candidate, [other for other, _ in selection], settings):
            continue
        confirmed = confirm(candidate.step.before, candidate.answer, settings, rng)
        if confirmed is not None:
            selection.append((candidate, confirmed))
    selection.sort(key=lambda pair: pair[0].ply)
    last = max((candidate.ply for candidate, _ in selection), default=0)
    stored_record = {
        "record": task.number,
        "seats": record.seats,
        "moves": [str(move) for move in record.moves[:last]],
    }
    puzzles = [_puzzle_entry(task, *pair, len(steps), rng) for pair in selection]
    decisions = sum(result.chosen)
    seconds = round(time.perf_counter() - started, 1)
    return GameYield(
        task.number,
        stored_record,
        puzzles,
        decisions,
        len(plies),
        len(candidates),
        len(selection),
        seconds,
    )


def _play(task: GameTask) -> GameResult:
    settings = task.settings
    matchup = Matchup(
        task.number,
        settings.game,
        tuple(seating(settings.bots, settings.seats, task.number)),
        None,
        f"puzzles {settings.game} {settings.seats} {settings.seed} {task.number}",
        settings.options,
        None,
        search_stats=True,
    )
    return play(matchup)


def _promising_plies(
    steps: list[ReplayStep], result: GameResult, settings: PuzzleSettings
) -> Iterator[int]:
    """Yield the plies at which the player's own search clearly preferred one move."""
    stats = [iter(seat) for seat in result.search_stats]
    for ply, step in enumerate(steps):
        seat = step.before.turn
        if seat == CHANCE or len(step.before.legal()) < 2:
            continue
        is_clear = is_promising(next(stats[seat]), settings)
        has_choice = len(step.before.legal()) >= settings.min_moves
        if is_clear and has_choice and not _is_too_easy(step, ply, settings):
            yield ply


def _is_too_easy(step: ReplayStep, ply: int, settings: PuzzleSettings) -> bool:
    """Return whether a level plays it whose puzzles are not wanted."""
    rng = random.Random(f"easy {settings.game} {settings.seed} {ply}")
    return any(
        is_majority(try_level(step.before, level, rng), [step.action])
        for level in settings.excluded_levels
    )


def _find_candidates(
    steps: list[ReplayStep], plies: list[int], settings: PuzzleSettings, rng: random.Random
) -> Iterator[Candidate]:
    for ply in plies:
        answer = find_answer(steps[ply].before, settings, rng)
        if answer is not None:
            right = answer.split.accepted
            level, wrong = difficulty(steps[ply].before, right, settings.levels, rng)
            if settings.levels.index(level) >= settings.levels.index(settings.min_level):
                yield Candidate(ply, steps[ply], answer, level, tuple(wrong))


def _hardest_first(candidates: list[Candidate], settings: PuzzleSettings) -> list[Candidate]:
    """Sort by difficulty: easy puzzles are common, so hard ones are confirmed first."""
    order = settings.levels.index
    return sorted(
        candidates, key=lambda candidate: (-order(candidate.level), -candidate.answer.gap)
    )


def _exceeds_limits(
    candidate: Candidate, selection: list[Candidate], settings: PuzzleSettings
) -> bool:
    easiest = settings.levels[0]
    easy = sum(other.level == easiest for other in selection)
    return (
        len(selection) >= settings.max_per_game
        or (candidate.level == easiest and easy >= settings.max_easiest_per_game)
        or any(abs(candidate.ply - other.ply) < settings.min_plies_apart for other in selection)
    )


def _puzzle_entry(
    task: GameTask, candidate: Candidate, answer: OneAnswer, plies: int, rng: random.Random
) -> dict[str, Any]:
    """Return a puzzle in the format of the file."""
    before = candidate.step.before
    game, moves = before.game, answer.split
    # The best wrong move first, then wrong moves of levels, then moves that searches visited.
    others = [moves.second, *candidate.wrong, *answer.likely]
    wrong = [a for a in dict.fromkeys(others) if a in answer.values and a not in moves.accepted]

    def answer_entry(action: int) -> dict[str, Any]:
        budget = Budget(task.settings.line_iterations, stop_when_decided=True)
        line = line_after(before, action, rng, budget)
        value = round(answer.values[action], 3)
        return {"move": game.text(action), "value": value, "line": [str(move) for move in line]}

    best_first = sorted(moves.accepted, key=lambda a: (a != moves.best, -answer.values[a]))
    return {
        "id": f"{task.settings.seed}-{task.number}-{candidate.ply}",
        "record": task.number,
        "ply": candidate.ply,
        "seat": before.turn,
        "answers": [answer_entry(action) for action in best_first],
        "wrong": [answer_entry(action) for action in wrong[:MAX_WRONG_ANSWERS]],
        "gap": round(answer.gap, 3),
        "error": round(answer.error, 4),
        "difficulty": candidate.level,
        "themes": themes(candidate.step, game.text(moves.best), candidate.ply / plies),
    }


def themes(step: ReplayStep, words: str, progress: float) -> list[str]:
    """Return the themes: the verb of the move, the phase and the stage of the game."""
    phase = step.before.view(step.before.turn)["phase"]
    stage = STAGES[min(len(STAGES) - 1, int(progress * len(STAGES)))]
    return list(dict.fromkeys([words.split(maxsplit=1)[0], phase, stage]))
