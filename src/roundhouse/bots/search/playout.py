"""Playing on from a leaf of the search, and what the end of it is worth to each seat."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.preference_bot import draw_by_preference
from roundhouse.bots.search.notes import DECISIONS, PLAYED, START, Notes
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    apply,
    copy,
    legal,
    ranks,
    redeal,
    value,
)
from roundhouse.core.drivers import draw
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

THOUSANDTHS = 1000  # what `stray` is counted in


@rule
def play_on(bench: Workbench, s: Any, tuning: Tuning, turns: int, plies: int) -> int:
    """Play sensibly until the turn has passed `turns` times, for `plies` at most, or to the end;
    says how many plies were played."""
    board, scratch, out, _, rng = bench
    sharp = int(tuning.sharp)
    stray = int(tuning.stray * THOUSANDTHS)
    passed = 0
    last = s.turn + 0
    for ply in range(plies):
        if s.turn == OVER or passed >= turns:
            return ply
        n = legal(board, s, scratch, out)
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, rng)
        elif n > 1 and stray > 0 and below(rng, THOUSANDTHS) < stray:
            action = out[below(rng, n)]
        elif n > 1:
            action = draw_by_preference(bench, s, n, sharp)
        apply(board, s, scratch, action)
        if s.turn >= 0 and s.turn != last:
            passed += 1
            last = s.turn + 0
    return plies


@rule
def judge(bench: Workbench, s: Any, tuning: Tuning, result: list[float]) -> None:
    """Write each seat's share of the win: as it is at the end; before, as `value` has it.

    Values become chances as exp(value / scale), the scale being how far they still stray from each
    other. At the end they make up a small part of the result, so that a narrow loss is better than
    a wide one.
    """
    board, scratch, out = bench.board, bench.scratch, bench.out
    for seat in range(MOST_SEATS):
        result[seat] = 0.0
    value(board, s, scratch, out)
    most = out[0]
    for seat in range(s.seats):
        most = max(most, out[seat])
    total = 0.0
    for seat in range(s.seats):
        result[seat] = exp((out[seat] - most) / tuning.scale)
        total += result[seat]
    weight = 1.0
    if s.turn == OVER:
        weight = tuning.margin
    for seat in range(s.seats):
        result[seat] *= weight / total
    if s.turn != OVER:
        return
    ranks(board, s, scratch, out)
    winners = 0
    for seat in range(s.seats):
        if out[seat] == 0:
            winners += 1
    for seat in range(s.seats):
        if out[seat] == 0:
            result[seat] += (1.0 - weight) / winners


@rule
def spread_of_values(
    memory: Memory, notes: Notes, tuning: Tuning, seat: int, games: int, plies: int
) -> float:
    """How far values stray from each other between sensible games from states[START]: the standard
    deviation of a seat's value less the seats' mean. At least 1."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    states, moments = memory.states, notes.moments
    board, scratch, out = bench.board, bench.scratch, bench.out
    seats = states[START].seats
    for i in range(2 * MOST_SEATS):
        moments[i] = 0.0
    for _ in range(games):
        copy(states, PLAYED, START)
        redeal(board, states[PLAYED], scratch, seat, bench.rng)
        notes.counts[DECISIONS] += play_on(bench, states[PLAYED], tuning, plies, plies)
        value(board, states[PLAYED], scratch, out)
        mean = 0.0
        for other in range(seats):
            mean += out[other] / seats
        for other in range(seats):
            lead = out[other] - mean
            moments[other] += lead / games
            moments[MOST_SEATS + other] += lead * lead / games
    spread = 0.0
    for other in range(seats):
        spread += max(0.0, moments[MOST_SEATS + other] - moments[other] * moments[other])
    return max(1.0, sqrt(spread / seats))
