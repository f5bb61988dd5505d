"""Analysis of a position or a whole record by a search, as JSON-compatible data.

A network guides the search if one was trained for the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any

from roundhouse.bots.net import trained_weights
from roundhouse.bots.search import Budget, Search, SearchResult
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.lab.judging import (
    Judge,
    Judgement,
    accuracy,
    final_shares,
    find_decisions,
    move_cost,
    stake_of,
)
from roundhouse.lab.lines import LINE_BUDGET, line_after
from roundhouse.play.perspective import determinize
from roundhouse.play.record import Record, ReplayStep

MAX_LINE = 8  # moves of a principal variation
MAX_MOVES = 6  # best moves in the result
TURNING_POINT_CHANGE = 0.08  # in a seat's share of the win
MAX_TURNING_POINTS = 8
MAX_MISTAKES = 5  # reported for each seat
MISTAKE_COST = 0.05  # share of the win that a reported mistake gives away
PARTIAL_EVERY = 6  # decisions between two partial results
LINE_ITERATIONS = 1_500  # at most, for each decision of a line

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Scope:
    """The decisions to judge: all of some seats, then a sample of the others."""

    seats: tuple[int, ...] = ()
    max_others: int = 120


EVERYWHERE = Scope()


def analyse(
    state: State, seat: int, budget: Budget, rng: random.Random | None = None
) -> dict[str, Any]:
    """Return the best moves, expected result and a line, from a seat's perspective."""
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
                "gains": _gains(state, move.action),
            }
            for move in result.moves[:MAX_MOVES]
            if move.visits
        ],
        "line": [
            {"seat": seat, "move": game.text(action)} for seat, action in result.principal_variation
        ],
    }


def _gains(state: State, action: int) -> list[int]:
    """Return the points that each seat gains by a move at once."""
    after = state.clone()
    after.apply(action)
    return [b - a for a, b in zip(state.scores(), after.scores(), strict=True)]


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
    decisions = find_decisions(steps)
    rng = random.Random(seed)
    search = _make_search(game, rng, threads)
    plies = []
    judged: list[tuple[int, float | None, float]] = []
    for ply, result in _search_plies(search, steps, decisions, budget, rng, progress):
        step = steps[ply]
        entry = {"ply": ply, "played": step.move.words, **as_data(game, step.before, result)}
        entry["cost"] = move_cost(result, step.before.turn, step.action)
        entry["best"] = round(result.moves[0].shares[step.before.turn], 4)
        judged.append((step.before.turn, entry["cost"], stake_of(result, step.before.turn)))
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
        "accuracy": accuracy(judged, count_by_seat(steps, decisions, record.seats)),
    }


def winning_chances(
    record: Record,
    budget: Budget,
    *,
    game: Game | None = None,
    scope: Scope = EVERYWHERE,
    progress: Progress | None = None,
    on_partial: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Estimate the chances of winning along a record, and judge its decisions.

    Each position is searched with what the acting seat knew. `on_partial` gets the result so far.
    """
    game = game or record.load_game()
    steps = list(record.steps(game))
    decisions = find_decisions(steps)
    rng = random.Random(0)
    plies = order_plies(steps, decisions, scope, rng)
    judge = Judge(game, budget, rng)
    counts = count_by_seat(steps, decisions, record.seats)
    judgements: list[Judgement] = []
    for n, ply in enumerate(plies):
        if progress:
            progress(n, len(plies))
        judgement = judge.judge(ply, steps[ply])
        if judgement is not None:
            judgements.append(judgement)
        if on_partial and n % PARTIAL_EVERY == PARTIAL_EVERY - 1:
            on_partial(_as_result(judgements, steps, record, game, counts))
    result = _as_result(judgements, steps, record, game, counts)

    def report_progress() -> None:
        if progress:
            progress(len(plies), len(plies))

    for mistake in result["better"]:
        before, action = steps[mistake["ply"]].before, game.parse(mistake["better"])
        line = line_after(before, action, rng, _line_budget(budget), report_progress)
        mistake["line"] = [str(move) for move in line]
    return result


def order_plies(
    steps: Sequence[ReplayStep], decisions: Sequence[int], scope: Scope, rng: random.Random
) -> list[int]:
    """Return the plies to judge, in the order of the scope."""
    own = [[ply for ply in decisions if steps[ply].before.turn == seat] for seat in scope.seats]
    others = [ply for ply in decisions if steps[ply].before.turn not in scope.seats]
    return [*chain(*own), *sample_plies(others, scope.max_others, rng)]


def count_by_seat(steps: Sequence[ReplayStep], decisions: Sequence[int], seats: int) -> list[int]:
    """Return the number of decisions of each seat."""
    turns = [steps[ply].before.turn for ply in decisions]
    return [turns.count(seat) for seat in range(seats)]


def _as_result(
    judgements: Sequence[Judgement],
    steps: Sequence[ReplayStep],
    record: Record,
    game: Game,
    counts: Sequence[int],
) -> dict[str, Any]:
    """Return the result of these judgements as JSON-compatible data."""
    ordered = sorted(judgements, key=lambda judgement: judgement.ply)
    plies = [judgement.ply for judgement in ordered]
    shares = [_round_shares(judgement.shares) for judgement in ordered]
    points, chances = _append_result(plies, shares, steps)
    mistakes = [
        {
            "ply": each.ply,
            "seat": each.seat,
            "played": steps[each.ply].move.words,
            "better": game.text(each.best),
            "worth": each.cost,
            "measure": each.measure,
            "helped": list(each.helped),
        }
        for each in ordered
        if each.cost >= MISTAKE_COST
    ]
    return {
        "plies": points,
        "shares": chances,
        "turning_points": turning_points(points, chances, record),
        "better": _select_worst(mistakes, record.seats),
        "accuracy": accuracy([(each.seat, each.cost, each.stake) for each in ordered], counts),
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
    return [*plies, len(steps)], [*chances, final_shares(steps[-1].after)]


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


def _round_shares(shares: Sequence[float]) -> list[float]:
    return [round(share, 4) for share in shares]
