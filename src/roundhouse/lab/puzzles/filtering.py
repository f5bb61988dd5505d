"""Find decisions with one right answer by short searches, then by long ones.

Each iteration of a search samples the hidden information again. Searches with different seeds are
independent, so the spread of their values gives a standard error.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev

from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.search import Budget, Search, SearchResult
from roundhouse.core.state import State
from roundhouse.lab.puzzles.settings import PuzzleSettings
from roundhouse.lab.schedule import SearchStats
from roundhouse.play.perspective import determinize

EDGES_PER_ITERATION = 16  # allocated for the tree of a search
MAX_EDGES = 2_500_000  # of a tree: about 300 MB
TRIES = 3  # of a level at a puzzle, most of which must be right

Values = Mapping[int, float]  # by action: the acting seat's expected share of the win


@dataclass(frozen=True)
class Split:
    """The moves of a decision: accepted ones, and the gap to the others."""

    best: int
    accepted: tuple[int, ...]  # within the accepted margin, best first
    second: int  # the best that is not accepted
    gap: float


@dataclass(frozen=True)
class OneAnswer:
    """A decision with one right answer, according to the searches."""

    split: Split
    values: Values
    gap: float  # in the filter searches
    error: float  # standard error of the gap
    likely: tuple[int, ...]  # moves that the searches visited, most visited first


def split(values: Values, settings: PuzzleSettings, top: int | None = None) -> Split | None:
    """Split the moves of a decision, or return None if the split is not clear.

    `top` is the move that a search would play. It counts as the best and must be accepted.
    """
    order = sorted(values, key=lambda action: (-values[action], action))
    if len(order) < 2:
        return None
    best = order[0] if top is None else top
    highest = values[order[0]]
    accepted = [action for action in order if highest - values[action] <= settings.accepted_margin]
    rest = [action for action in order if action not in accepted]
    if not rest or best not in accepted:
        return None
    return Split(best, tuple(accepted), rest[0], highest - values[rest[0]])


def is_promising(stats: SearchStats | None, settings: PuzzleSettings) -> bool:
    """Return whether the player's own search makes a decision worth filtering."""
    if stats is None:
        return False
    min_visits = max(2, settings.min_visits // 4)  # the player stops as soon as it has decided
    values = {
        n: value
        for n, (visits, value) in enumerate(zip(stats.visits, stats.values, strict=True))
        if value is not None and visits >= min_visits
    }
    moves = split(values, settings)
    return moves is not None and moves.gap >= settings.min_player_gap


def find_answer(state: State, settings: PuzzleSettings, rng: random.Random) -> OneAnswer | None:
    """Return the answer that the filter searches agree on, or None."""
    seat = state.turn
    all_values: list[Values] = []
    visits: dict[int, int] = {}
    for n in range(settings.filter_searches):
        result = search(state, settings.filter_iterations, rng)
        values = known_values(result, seat, settings)
        moves = split(values, settings, result.best)
        if moves is None or moves.gap < settings.min_gap / 2:
            return None
        all_values.append(values)
        for move in result.moves:
            visits[move.action] = visits.get(move.action, 0) + move.visits
        if n == 0 and moves.gap < settings.min_gap * 0.9:
            return None
    means = _means(all_values)
    moves = split(means, settings)
    if moves is None:
        return None
    gaps = [_gap(values, moves) for values in all_values]
    error = stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0
    gap = fmean(gaps)
    if gap < settings.min_gap or gap < settings.min_standard_errors * error:
        return None
    return OneAnswer(moves, means, gap, error, tuple(sorted(visits, key=lambda a: -visits[a])))


def confirm(
    state: State, answer: OneAnswer, settings: PuzzleSettings, rng: random.Random
) -> OneAnswer | None:
    """Return the answer with the values of long searches, or None if one disagrees."""
    for iterations in settings.confirm_iterations:
        result = search(state, iterations, rng)
        values = known_values(result, state.turn, settings)
        moves = split(values, settings, result.best)
        if moves is None or moves.gap < settings.min_gap:
            return None
        if answer.split.best not in moves.accepted:
            return None
        answer = replace(answer, split=moves, values={**answer.values, **values})
    return answer


def search(
    state: State, iterations: int, rng: random.Random, *, stop_when_decided: bool = False
) -> SearchResult:
    """Search a state from scratch; `stop_when_decided` if only the best move counts."""
    pool = min(MAX_EDGES, max(2_000, EDGES_PER_ITERATION * iterations))
    new_search = Search(state.game, random.Random(rng.getrandbits(60)), pool=pool)
    return new_search.run(
        determinize(state, state.turn, rng),
        Budget(iterations, stop_when_decided=stop_when_decided),
        max_line=1,
    )


def known_values(result: SearchResult, seat: int, settings: PuzzleSettings) -> dict[int, float]:
    """Return the values of the moves that a search visited often enough."""
    min_visits = max(1, min(settings.min_visits, result.moves[0].visits))
    return {move.action: move.shares[seat] for move in result.moves if move.visits >= min_visits}


def difficulty(
    state: State, right: Sequence[int], levels: Sequence[str], rng: random.Random
) -> tuple[str, list[int]]:
    """Return the lowest level that solves a puzzle, and the levels' wrong moves.

    The levels play without deliberate mistakes.
    """
    wrong: list[int] = []
    lowest = ""
    for lowest in levels:
        tries = try_level(state, lowest, rng)
        wrong += [action for action in tries if action not in right]
        if is_majority(tries, right):
            break
    return lowest, list(dict.fromkeys(wrong))


def try_level(state: State, name: str, rng: random.Random) -> list[int]:
    """Return the moves of a level without deliberate mistakes, one for each try."""
    level = replace(LEVELS[name].for_game(state.game.definition), error_rate=0.0)
    tries = []
    for _ in range(TRIES):
        bot = LevelBot(level, state.game, random.Random(rng.getrandbits(60)))
        tries.append(bot.choose(determinize(state, state.turn, rng)))
    return tries


def is_majority(tries: Sequence[int], right: Sequence[int]) -> bool:
    """Return whether most tries are right."""
    return 2 * sum(action in right for action in tries) > len(tries)


def _means(all_values: Sequence[Values]) -> dict[int, float]:
    actions = {action for values in all_values for action in values}
    return {a: fmean(values[a] for values in all_values if a in values) for a in actions}


def _gap(values: Values, moves: Split) -> float:
    """Return the gap between the accepted and the other moves in one search."""
    rest = [value for action, value in values.items() if action not in moves.accepted]
    best = max((values[a] for a in moves.accepted if a in values), default=0.0)
    return best - max(rest) if rest else 0.0
