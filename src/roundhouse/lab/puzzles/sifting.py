"""Looking for decisions with one right answer: cheap searches first, long ones for what is left.

A search is an information-set search: each of its iterations deals anew what the seat cannot know.
Searches with other seeds are independent of each other, so the spread of what they find is the
standard error of what they mean.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev

from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.search import Budget, Search, Verdict
from roundhouse.core.game import Position
from roundhouse.lab.fixtures import Thought
from roundhouse.lab.puzzles.settings import PuzzleSettings
from roundhouse.play.perspective import imagine

POOL_EACH = 16  # edges of a tree for each iteration
MOST_POOL = 2_500_000  # some 300 MB
TRIES = 3  # of a level at a puzzle: it finds it if it does so mostly

Values = Mapping[int, float]  # by action: the expected share of the win of the seat to act


@dataclass(frozen=True)
class Split:
    """A decision's moves, parted: those within `close` of the best, and the gap to the others."""

    best: int
    accepted: tuple[int, ...]  # best first
    second: int  # the best that is not accepted
    gap: float


@dataclass(frozen=True)
class Found:
    """A decision that has one right answer, as far as the searches can tell."""

    split: Split
    values: Values
    gap: float  # of the cheap searches, with its standard error
    error: float
    likely: tuple[int, ...]  # moves that the searches looked at, most visited first


def split(values: Values, settings: PuzzleSettings, top: int | None = None) -> Split | None:
    """Part the moves of a decision; None if all that are known are about as good. `top`: the move
    a search would play, which counts as the best."""
    order = sorted(values, key=lambda action: (-values[action], action))
    if len(order) < 2:
        return None
    best = order[0] if top is None else top
    most = values[order[0]]
    accepted = [action for action in order if most - values[action] <= settings.close]
    rest = [action for action in order if action not in accepted]
    if not rest or best not in accepted:
        return None
    return Split(best, tuple(accepted), rest[0], most - values[rest[0]])


def hopeful(thought: Thought | None, settings: PuzzleSettings) -> bool:
    """Whether what a player thought at a decision makes it worth a search of its own."""
    if thought is None:
        return False
    least = max(2, settings.least_visits // 4)  # it stopped as soon as its choice was settled
    values = {
        n: value
        for n, (visits, value) in enumerate(zip(thought.visits, thought.values, strict=True))
        if value is not None and visits >= least
    }
    parted = split(values, settings)
    return parted is not None and parted.gap >= settings.hopeful


def sift(state: Position, settings: PuzzleSettings, rng: random.Random) -> Found | None:
    """What the cheap searches find; None as soon as they do not find one right answer."""
    seat = state.turn
    found: list[Values] = []
    likely: dict[int, int] = {}
    for n in range(settings.searches):
        verdict = search(state, settings.cheap, rng)
        values = known_values(verdict, seat, settings)
        parted = split(values, settings, verdict.best)
        if parted is None or parted.gap < settings.gap / 2:
            return None
        found.append(values)
        for move in verdict.moves:
            likely[move.action] = likely.get(move.action, 0) + move.visits
        if n == 0 and parted.gap < settings.gap * 0.9:
            return None
    means = _means(found)
    parted = split(means, settings)
    if parted is None:
        return None
    gaps = [_gap(values, parted) for values in found]
    error = stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0
    gap = fmean(gaps)
    if gap < settings.gap or gap < settings.errors * error:
        return None
    return Found(parted, means, gap, error, tuple(sorted(likely, key=lambda a: -likely[a])))


def confirm(
    state: Position, found: Found, settings: PuzzleSettings, rng: random.Random
) -> Found | None:
    """The same after the longer searches, with what the longest says of each move; None if one of
    them would play something else or sees a smaller gap."""
    for iterations in settings.longer:
        verdict = search(state, iterations, rng)
        values = known_values(verdict, state.turn, settings)
        parted = split(values, settings, verdict.best)
        if parted is None or parted.gap < settings.gap or found.split.best not in parted.accepted:
            return None
        found = replace(found, split=parted, values={**found.values, **values})
    return found


def search(
    state: Position, iterations: int, rng: random.Random, *, settle: bool = False
) -> Verdict:
    """A search of its own: nothing is known from another one. `settle`: only its choice is wanted,
    so it may end when nothing left could change that."""
    pool = min(MOST_POOL, max(2_000, POOL_EACH * iterations))
    made = Search(state.game, random.Random(rng.getrandbits(60)), pool=pool)
    return made.think(imagine(state, state.turn, rng), Budget(iterations, settle=settle), longest=1)


def known_values(verdict: Verdict, seat: int, settings: PuzzleSettings) -> dict[int, float]:
    """What a search found of the moves that it looked at often enough to say."""
    least = min(settings.least_visits, verdict.moves[0].visits)
    return {
        move.action: move.shares[seat] for move in verdict.moves if move.visits >= max(1, least)
    }


def difficulty(
    state: Position, right: Sequence[int], levels: Sequence[str], rng: random.Random
) -> tuple[str, list[int]]:
    """The lowest of these levels that finds a right answer, when it does not slip, and what they
    play instead of it."""
    wrong: list[int] = []
    lowest = ""
    for lowest in levels:
        level = replace(LEVELS[lowest].among(state.game.room), error=0.0)
        hits = 0
        for _ in range(TRIES):
            bot = LevelBot(level, state.game, random.Random(rng.getrandbits(60)))
            chosen = bot.choose(imagine(state, state.turn, rng))
            hits += chosen in right
            if chosen not in right and chosen not in wrong:
                wrong.append(chosen)
        if 2 * hits > TRIES:
            break
    return lowest, wrong


def _means(found: Sequence[Values]) -> dict[int, float]:
    actions = {action for values in found for action in values}
    return {a: fmean(values[a] for values in found if a in values) for a in actions}


def _gap(values: Values, parted: Split) -> float:
    """What one search says about how far the best is ahead of all that are not accepted."""
    rest = [value for action, value in values.items() if action not in parted.accepted]
    best = max((values[a] for a in parted.accepted if a in values), default=0.0)
    return best - max(rest) if rest else 0.0
