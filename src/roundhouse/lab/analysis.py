"""Explaining: what a search thinks of a position, and of a whole game, as plain data. A network
guides it where there is one for what is played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean
from typing import Any

from roundhouse.bots.net import trained
from roundhouse.bots.search import Budget, Search, Verdict
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.lab.lines import THOUGHT, line_after
from roundhouse.play.perspective import imagine
from roundhouse.play.record import Record, Step

LINE = 8  # moves of a principal line
SHOWN = 6  # best moves
TURNING = 0.08  # a move that costs its seat so much of the win is a turning point
MOST_TURNING = 8
MOST_BETTER = 5  # mistakes of each seat that are told
NOTHING_LEFT = 0.02  # whoever has no more chance than that can lose none
WORTH_SAYING = 0.05  # a move that gave so much of the win away is told, with a better one

Progress = Callable[[int, int], None]


def analyse(
    state: Position,
    seat: int,
    budget: Budget,
    *,
    threads: int = 1,
    shown: int = SHOWN,
    search: Search | None = None,
    rng: random.Random | None = None,
) -> dict[str, Any]:
    """The position as `seat`, which is to act, may see it: best moves, expected result, line."""
    rng = rng or random.Random(0)
    search = search or _search(state.game, rng, threads)
    verdict = search.think(imagine(state, seat, rng), budget, longest=LINE)
    return as_data(state.game, state, verdict, shown)


def _search(game: Game, rng: random.Random, threads: int) -> Search:
    return Search(game, rng, threads=threads, weights=trained(game))


def as_data(game: Game, state: Position, verdict: Verdict, shown: int = SHOWN) -> dict[str, Any]:
    """A verdict as JSON-able data: moves in words, shares rounded."""
    visits = sum(move.visits for move in verdict.moves) or 1
    return {
        "seat": state.turn,
        "iterations": verdict.iterations,
        "seconds": round(verdict.seconds, 3),
        "shares": _rounded(verdict.shares),
        "moves": [
            {
                "move": game.text(move.action),
                "visits": move.visits,
                "confidence": round(move.visits / visits, 4),
                "shares": _rounded(move.shares),
            }
            for move in verdict.moves[:shown]
            if move.visits
        ],
        "line": [{"seat": seat, "move": game.text(action)} for seat, action in verdict.line],
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
    """A whole record, ply by ply: every decision analysed as its seat saw it, and what the move
    that was played cost against the best."""
    game = game or record.load_game()
    steps = list(record.steps(game))
    decisions = _decisions(steps)
    rng = random.Random(seed)
    plies = []
    for ply, verdict in _thoughts(game, steps, decisions, budget, threads, rng, progress):
        step = steps[ply]
        found = as_data(game, step.before, verdict)
        cost = _cost(verdict, step.before.turn, step.action)
        best = round(verdict.moves[0].shares[step.before.turn], 4)
        judged = {"ply": ply, "played": step.move.words, **found, "cost": cost, "best": best}
        plies.append(judged)
    where, chances = _with_result(decisions, [found["shares"] for found in plies], steps)
    return {
        "game": record.game,
        "seats": record.seats,
        "names": list(record.names),
        "iterations": budget.iterations,
        "plies": plies,
        "chances": {"plies": where, "shares": chances},
        "turning_points": turning_points(where, chances, record),
        "accuracy": accuracy([(p["seat"], p["cost"], p["best"]) for p in plies], record.seats),
    }


def winning_chances(
    record: Record,
    budget: Budget,
    *,
    game: Game | None = None,
    threads: int = 1,
    points: int = 120,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Each seat's chance of winning along a record, at about `points` of its plies, and its turning
    points. Each position is looked at as the seat to act saw it."""
    game = game or record.load_game()
    steps = list(record.steps(game))
    decisions = _decisions(steps)
    rng = random.Random(0)
    some = spread(decisions, points, rng)
    found, thought = [], []
    better: list[dict[str, Any]] = []
    judged: list[tuple[int, float | None, float]] = []
    for ply, verdict in _thoughts(game, steps, some, budget, threads, rng, progress):
        if not any(move.visits for move in verdict.moves):
            continue  # on a machine so slow that nothing is known of it
        thought.append(ply)
        found.append(_rounded(verdict.shares))
        seat = steps[ply].before.turn
        cost = _cost(verdict, seat, steps[ply].action)
        judged.append((seat, cost, verdict.moves[0].shares[seat]))
        better += _better(game, ply, steps[ply], verdict)
    where, chances = _with_result(thought, found, steps)
    told = _worst_of_each(better, record.seats)

    def alive() -> None:
        if progress:
            progress(len(steps), len(steps))

    for point in told:
        before, action = steps[point["ply"]].before, game.parse(point["better"])
        line = line_after(before, action, rng, _brief(budget), alive)
        point["line"] = [str(move) for move in line]
    return {
        "plies": where,
        "shares": chances,
        "turning_points": turning_points(where, chances, record),
        "better": told,
        "accuracy": accuracy(judged, record.seats),
    }


def spread(plies: Sequence[int], most: int, rng: random.Random) -> list[int]:
    """At most so many of these plies, spread over the game: one of each stretch, at random, so
    that no seat is passed over because its turn comes at regular intervals."""
    if len(plies) <= most:
        return list(plies)
    ends = [n * len(plies) // most for n in range(most + 1)]
    return [plies[rng.randrange(a, b)] for a, b in pairwise(ends)]


def accuracy(judged: Sequence[tuple[int, float | None, float]], seats: int) -> list[dict[str, Any]]:
    """How well each seat played, from (seat, what its move gave away, the chance it had with the
    best move) of its decisions.

    A decision is worth the share of that chance which its move kept; accuracy is the mean over a
    seat's decisions. One that the search cannot judge, or with nothing left to lose, does not
    count; a seat without any has none.
    """
    kept: list[list[float]] = [[] for _ in range(seats)]
    for seat, cost, best in judged:
        if cost is not None and best > NOTHING_LEFT:
            kept[seat].append(max(0.0, 1 - cost / best))
    return [
        {"seat": n, "accuracy": round(fmean(each), 4) if each else None, "decisions": len(each)}
        for n, each in enumerate(kept)
    ]


def _worst_of_each(better: Sequence[dict[str, Any]], seats: int) -> list[dict[str, Any]]:
    """The moves of each seat that gave most away, in the order of the game."""
    told: list[dict[str, Any]] = []
    for seat in range(seats):
        mine = [each for each in better if each["seat"] == seat]
        told += sorted(mine, key=lambda each: -each["worth"])[:MOST_BETTER]
    return sorted(told, key=lambda each: int(each["ply"]))


def _brief(budget: Budget) -> Budget:
    """For each decision of a line: no longer than the game itself was thought about."""
    return replace(THOUGHT, seconds=budget.seconds, iterations=min(1_500, budget.iterations))


def _better(game: Game, ply: int, step: Step, verdict: Verdict) -> list[dict[str, Any]]:
    """The move that would have been better, and what it was worth, if it was worth much."""
    seat = step.before.turn
    cost = _cost(verdict, seat, step.action)
    if cost is None or cost < WORTH_SAYING:
        return []
    words = game.text(verdict.moves[0].action)
    played = step.move.words
    return [{"ply": ply, "seat": seat, "played": played, "better": words, "worth": cost}]


def _decisions(steps: Sequence[Step]) -> list[int]:
    """The plies at which a seat had a choice."""
    return [
        ply
        for ply, step in enumerate(steps)
        if step.before.turn != CHANCE and len(step.before.legal()) > 1
    ]


def _thoughts(
    game: Game,
    steps: Sequence[Step],
    plies: Sequence[int],
    budget: Budget,
    threads: int,
    rng: random.Random,
    progress: Progress | None,
) -> Iterator[tuple[int, Verdict]]:
    """What a search thinks at each of these plies, as the seat to act saw the table."""
    search = _search(game, rng, threads)
    for ply in plies:
        if progress:
            progress(ply, len(steps))
        before = steps[ply].before
        yield ply, search.think(imagine(before, before.turn, rng), budget, longest=LINE)
    if progress:
        progress(len(steps), len(steps))


def _with_result(
    plies: Sequence[int], chances: Sequence[Sequence[float]], steps: Sequence[Step]
) -> tuple[list[int], list[Sequence[float]]]:
    """The same with the result at the end, if the game is over."""
    if not steps or not steps[-1].after.over:
        return list(plies), list(chances)
    ranks = steps[-1].after.ranks()
    winners = ranks.count(0) or 1
    result = [1 / winners if rank == 0 else 0.0 for rank in ranks]
    return [*plies, len(steps)], [*chances, result]


def turning_points(
    plies: Sequence[int], chances: Sequence[Sequence[float]], record: Record
) -> list[dict[str, Any]]:
    """Where some seat's chance jumped most, in the order of the game."""
    jumps: list[dict[str, Any]] = []
    for n in range(1, len(plies)):
        change = [b - a for a, b in zip(chances[n - 1], chances[n], strict=True)]
        seat = max(range(len(change)), key=lambda s: abs(change[s]))
        if abs(change[seat]) >= TURNING:
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
    return sorted(jumps[:MOST_TURNING], key=lambda jump: int(jump["ply"]))


def _cost(verdict: Verdict, seat: int, played: int) -> float | None:
    """How much of the win the action gave away, as far as the search can tell."""
    best = verdict.moves[0]
    for move in verdict.moves:
        if move.action == played and move.visits:
            return round(max(0.0, best.shares[seat] - move.shares[seat]), 4)
    return None


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(share, 4) for share in shares]
