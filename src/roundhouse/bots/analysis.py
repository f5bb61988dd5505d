"""Explaining: what a search thinks of a position, and of a whole game, as plain data."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from roundhouse.bots.search import Budget, Search, Verdict
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game, Position
from roundhouse.play.perspective import imagine
from roundhouse.play.record import Record

LINE = 8  # moves of a principal line
SHOWN = 6  # best moves
TURNING = 0.08  # a move that costs its seat so much of the win is a turning point
MOST_TURNING = 8


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
    search = search or Search(state.game, rng, threads=threads)
    verdict = search.think(imagine(state, seat, rng), budget, longest=LINE)
    return as_data(state.game, state, verdict, shown)


def as_data(game: Game, state: Position, verdict: Verdict, shown: int = SHOWN) -> dict[str, Any]:
    """A verdict as JSON-able data: moves in words, shares rounded."""
    visits = sum(option.visits for option in verdict.options) or 1
    return {
        "seat": state.turn,
        "iterations": verdict.iterations,
        "seconds": round(verdict.seconds, 3),
        "shares": _rounded(verdict.shares),
        "moves": [
            {
                "move": game.text(option.action),
                "visits": option.visits,
                "confidence": round(option.visits / visits, 4),
                "shares": _rounded(option.shares),
            }
            for option in verdict.options[:shown]
            if option.visits
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
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """A whole record, ply by ply: every decision analysed as its seat saw it, and what the move
    that was played cost against the best."""
    game = game or record.load_game()
    rng = random.Random(seed)
    search = Search(game, rng, threads=threads)
    plies = []
    chances: list[list[float]] = []
    where: list[int] = []
    states = list(record.replay(game))
    for ply, (state, move) in enumerate(zip(states, record.moves, strict=False)):
        if progress:
            progress(ply, len(record.moves))
        if state.turn == CHANCE or len(state.legal()) == 1:
            continue
        verdict = search.think(imagine(state, state.turn, rng), budget, longest=LINE)
        found = as_data(game, state, verdict)
        plies.append(
            {
                "ply": ply,
                "played": move.words,
                **found,
                "cost": _cost(game, state, verdict, move.words),
            }
        )
        chances.append(found["shares"])
        where.append(ply)
    if states[-1].over:
        chances.append(_final(states[-1]))
        where.append(len(record.moves))
    if progress:
        progress(len(record.moves), len(record.moves))
    return {
        "game": record.game,
        "seats": record.seats,
        "names": list(record.names),
        "iterations": budget.iterations,
        "plies": plies,
        "chances": {"plies": where, "shares": chances},
        "turning_points": turning_points(where, chances, record),
    }


def winning_chances(
    record: Record,
    budget: Budget,
    *,
    game: Game | None = None,
    threads: int = 1,
    points: int = 120,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Each seat's chance of winning along a record, at about `points` of its plies, and its turning
    points. Each position is looked at as the seat to act saw it."""
    game = game or record.load_game()
    rng = random.Random(0)
    search = Search(game, rng, threads=threads)
    states = list(record.replay(game))
    decisions = [
        n for n, state in enumerate(states[:-1]) if state.turn != CHANCE and len(state.legal()) > 1
    ]
    step = max(1, -(-len(decisions) // points))
    where, chances = [], []
    for ply in decisions[::step]:
        if progress:
            progress(ply, len(record.moves))
        state = states[ply]
        verdict = search.think(imagine(state, state.turn, rng), budget)
        where.append(ply)
        chances.append(_rounded(verdict.shares))
    if states[-1].over:
        where.append(len(record.moves))
        chances.append(_final(states[-1]))
    if progress:
        progress(len(record.moves), len(record.moves))
    return {
        "plies": where,
        "shares": chances,
        "turning_points": turning_points(where, chances, record),
    }


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


def _cost(game: Game, state: Position, verdict: Verdict, played: str) -> float | None:
    """How much of the win the move gave away, as far as the search can tell."""
    best = verdict.options[0]
    for option in verdict.options:
        if game.text(option.action) == played and option.visits:
            return round(max(0.0, best.shares[state.turn] - option.shares[state.turn]), 4)
    return None


def _final(state: Position) -> list[float]:
    ranks = state.ranks()
    winners = ranks.count(0) or 1
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(share, 4) for share in shares]
