"""Analysis of a position or a whole record by a search, as JSON-compatible data.

A network guides the search if one was trained for the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean
from typing import Any

from roundhouse.bots.net import trained_weights
from roundhouse.bots.search import Budget, Search, SearchResult
from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.lab.lines import LINE_BUDGET, line_after
from roundhouse.play.perspective import determinize
from roundhouse.play.record import Record, ReplayStep

MAX_LINE = 8  # moves of a principal variation
MAX_MOVES = 6  # best moves in the result
TURNING_POINT_CHANGE = 0.08  # in a seat's share of the win
MAX_TURNING_POINTS = 8
MAX_MISTAKES = 5  # reported for each seat
MIN_JUDGED_SHARE = 0.02  # a seat with a smaller share of the win has nothing to lose
MISTAKE_COST = 0.05  # share of the win that a reported mistake gives away
LINE_ITERATIONS = 1_500  # at most, for each decision of a line

Progress = Callable[[int, int], None]


def analyse(
    state: State, seat: int, budget: Budget, rng: random.Random | None = None
) -> dict[str, Any]:
    """Return the best moves, the expected result and a line, from a seat's perspective."""
    rng = rng or random.Random(0)
    search = _make_search(state.game, rng, 1)
    result = search.run(determinize(state, seat, rng), budget, max_line=MAX_LINE)
    return as_data(state.game, state, result)


def _make_search(game: Game, rng: random.Random, threads: int) -> Search:
    return Search(game, rng, threads=threads, weights=trained_weights(game))


def as_data(game: Game, state: State, result: SearchResult) -> dict[str, Any]:
    """Return a search result as JSON-compatible data."""
    visits = sum(move.visits for move in result.moves) or 1
    return {
        "seat": state.turn,
        "iterations": result.iterations,
        "seconds": round(result.seconds, 3),
        "shares": _round_shares(result.shares),
        "moves": [
            {
                "move": game.text(move.action),
                "visits": move.visits,
                "confidence": round(move.visits / visits, 4),
                "shares": _round_shares(move.shares),
            }
            for move in result.moves[:MAX_MOVES]
            if move.visits
        ],
        "line": [
            {"seat": seat, "move": game.text(action)} for seat, action in result.principal_variation
        ],
    }


def review(
    record: Record,
    budget: Budget,
    *,
    game: Game | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Analyse every decision of a record from its seat's perspective, with its cost."""
    game = game or record.load_game()
    steps = list(record.steps(game))
    decisions = _find_decisions(steps)
    rng = random.Random(seed)
    search = _make_search(game, rng, threads)
    plies = []
    for ply, result in _search_plies(search, steps, decisions, budget, rng, progress):
        step = steps[ply]
        entry = {"ply": ply, "played": step.move.words, **as_data(game, step.before, result)}
        entry["cost"] = _compute_cost(result, step.before.turn, step.action)
        entry["best"] = round(result.moves[0].shares[step.before.turn], 4)
        plies.append(entry)
    points, chances = _append_result(decisions, [entry["shares"] for entry in plies], steps)
    return {
        "game": record.game,
        "seats": record.seats,
        "names": list(record.names),
        "iterations": budget.iterations,
        "plies": plies,
        "chances": {"plies": points, "shares": chances},
        "turning_points": turning_points(points, chances, record),
        "accuracy": accuracy([(p["seat"], p["cost"], p["best"]) for p in plies], record.seats),
    }


def winning_chances(
    record: Record,
    budget: Budget,
    *,
    game: Game | None = None,
    threads: int = 1,
    max_points: int = 120,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Estimate each seat's chance of winning at up to `max_points` plies of a record.

    Each position is searched with what the acting seat knew.
    """
    game = game or record.load_game()
    steps = list(record.steps(game))
    decisions = _find_decisions(steps)
    rng = random.Random(0)
    sample = sample_plies(decisions, max_points, rng)
    search = _make_search(game, rng, threads)
    plies, shares = [], []
    mistakes: list[dict[str, Any]] = []
    costs: list[tuple[int, float | None, float]] = []
    for ply, result in _search_plies(search, steps, sample, budget, rng, progress):
        if not any(move.visits for move in result.moves):
            continue  # a very slow machine completes no iteration within the budget
        plies.append(ply)
        shares.append(_round_shares(result.shares))
        seat = steps[ply].before.turn
        cost = _compute_cost(result, seat, steps[ply].action)
        costs.append((seat, cost, result.moves[0].shares[seat]))
        mistakes += _find_mistakes(game, ply, steps[ply], result)
    points, chances = _append_result(plies, shares, steps)
    worst = _select_worst(mistakes, record.seats)

    def report_progress() -> None:
        if progress:
            progress(len(steps), len(steps))

    for mistake in worst:
        before, action = steps[mistake["ply"]].before, game.parse(mistake["better"])
        line = line_after(before, action, rng, _line_budget(budget), report_progress)
        mistake["line"] = [str(move) for move in line]
    return {
        "plies": points,
        "shares": chances,
        "turning_points": turning_points(points, chances, record),
        "better": worst,
        "accuracy": accuracy(costs, record.seats),
    }


def sample_plies(plies: Sequence[int], max_count: int, rng: random.Random) -> list[int]:
    """Return at most `max_count` of these plies, spread over the game.

    One ply of each interval is drawn at random: at regular intervals, the sample could miss every
    turn of a seat.
    """
    if len(plies) <= max_count:
        return list(plies)
    ends = [n * len(plies) // max_count for n in range(max_count + 1)]
    return [plies[rng.randrange(a, b)] for a, b in pairwise(ends)]


def accuracy(costs: Sequence[tuple[int, float | None, float]], seats: int) -> list[dict[str, Any]]:
    """Return how well each seat played.

    `costs` has one entry for each decision: the seat, the share of the win that its move gave away,
    and the share of the win with the best move. The accuracy of a decision is the part of it
    which the move retained; a seat's accuracy is the mean. Decisions without a cost, or with
    nothing left to lose, do not count.
    """
    ratios: list[list[float]] = [[] for _ in range(seats)]
    for seat, cost, best in costs:
        if cost is not None and best > MIN_JUDGED_SHARE:
            ratios[seat].append(max(0.0, 1 - cost / best))
    return [
        {"seat": n, "accuracy": round(fmean(row), 4) if row else None, "decisions": len(row)}
        for n, row in enumerate(ratios)
    ]


def _select_worst(mistakes: Sequence[dict[str, Any]], seats: int) -> list[dict[str, Any]]:
    """Return the costliest mistakes of each seat, in the order of the game."""
    worst: list[dict[str, Any]] = []
    for seat in range(seats):
        own = [mistake for mistake in mistakes if mistake["seat"] == seat]
        worst += sorted(own, key=lambda mistake: -mistake["worth"])[:MAX_MISTAKES]
    return sorted(worst, key=lambda mistake: int(mistake["ply"]))


def _line_budget(budget: Budget) -> Budget:
    """Return the budget for each decision of a line, at most that of the review."""
    iterations = min(LINE_ITERATIONS, budget.iterations)
    return replace(LINE_BUDGET, seconds=budget.seconds, iterations=iterations)


def _find_mistakes(
    game: Game, ply: int, step: ReplayStep, result: SearchResult
) -> list[dict[str, Any]]:
    """Return the mistake at this ply with the better move, or an empty list."""
    seat = step.before.turn
    cost = _compute_cost(result, seat, step.action)
    if cost is None or cost < MISTAKE_COST:
        return []
    better = game.text(result.moves[0].action)
    played = step.move.words
    return [{"ply": ply, "seat": seat, "played": played, "better": better, "worth": cost}]


def _find_decisions(steps: Sequence[ReplayStep]) -> list[int]:
    """Return the plies at which a seat had a choice."""
    return [
        ply
        for ply, step in enumerate(steps)
        if step.before.turn != CHANCE and len(step.before.legal()) > 1
    ]


def _search_plies(
    search: Search,
    steps: Sequence[ReplayStep],
    plies: Sequence[int],
    budget: Budget,
    rng: random.Random,
    progress: Progress | None,
) -> Iterator[tuple[int, SearchResult]]:
    """Search each of these plies with what the acting seat knew."""
    for ply in plies:
        if progress:
            progress(ply, len(steps))
        before = steps[ply].before
        yield ply, search.run(determinize(before, before.turn, rng), budget, max_line=MAX_LINE)
    if progress:
        progress(len(steps), len(steps))


def _append_result(
    plies: Sequence[int], chances: Sequence[Sequence[float]], steps: Sequence[ReplayStep]
) -> tuple[list[int], list[Sequence[float]]]:
    """Append the final result if the game is over."""
    if not steps or not steps[-1].after.over:
        return list(plies), list(chances)
    ranks = steps[-1].after.ranks()
    winners = ranks.count(0) or 1
    result = [1 / winners if rank == 0 else 0.0 for rank in ranks]
    return [*plies, len(steps)], [*chances, result]


def turning_points(
    plies: Sequence[int], chances: Sequence[Sequence[float]], record: Record
) -> list[dict[str, Any]]:
    """Return the largest changes of a seat's chance of winning, in game order."""
    jumps: list[dict[str, Any]] = []
    for n in range(1, len(plies)):
        change = [b - a for a, b in zip(chances[n - 1], chances[n], strict=True)]
        seat = max(range(len(change)), key=lambda s: abs(change[s]))
        if abs(change[seat]) >= TURNING_POINT_CHANGE:
            ply = plies[n - 1]
            jumps.append(
                {
                    "ply": ply,
                    "seat": seat,
                    "change": round(change[seat], 4),
                    "move": str(record.moves[ply]),
                }
            )
    jumps.sort(key=lambda jump: -abs(jump["change"]))
    return sorted(jumps[:MAX_TURNING_POINTS], key=lambda jump: int(jump["ply"]))


def _compute_cost(result: SearchResult, seat: int, action: int) -> float | None:
    """Return the share of the win that an action gave away, or None if unsearched."""
    best = result.moves[0]
    for move in result.moves:
        if move.action == action and move.visits:
            return round(max(0.0, best.shares[seat] - move.shares[seat]), 4)
    return None


def _round_shares(shares: Sequence[float]) -> list[float]:
    return [round(share, 4) for share in shares]
