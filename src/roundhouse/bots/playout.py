"""Playing on from a leaf of the search, and what the end of it is worth to each seat."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from roundhouse.bots.tree import DECISIONS, MARGIN, SCALE, SEATS, SHARP, STRAY
from roundhouse.core.contract import (
    CHANCE,
    OVER,
    apply,
    copy,
    hunch,
    legal,
    prefer,
    ranks,
    redeal,
    value,
)
from roundhouse.core.drivers import draw
from roundhouse.core.rng import below
from roundhouse.core.rule import rule

STRAYS = 1000  # STRAY is counted in thousandths


@rule
def sensible(
    board: Any,
    s: Any,
    scratch: Any,
    out: list[int],
    n: int,
    likings: list[int],
    rng: list[int],
    sharp: int,
) -> int:
    """One of the n actions in `out`, drawn by the room's liking to the power of `sharp`."""
    total = 0
    feeling = hunch(board, s, scratch)
    for i in range(n):
        liking = prefer(board, s, scratch, out[i], feeling)
        if sharp == 2:
            liking = liking * liking
        likings[i] = liking
        total += liking
    if total <= 0 or total >= 1 << 31:
        return out[below(rng, n)]
    pick = below(rng, total)
    i = 0
    while pick >= likings[i]:
        pick -= likings[i]
        i += 1
    return out[i]


@rule
def play_on(
    board: Any,
    s: Any,
    scratch: Any,
    out: list[int],
    likings: list[int],
    rng: list[int],
    tune: list[float],
    turns: int,
    plies: int,
    counts: list[int],
) -> None:
    """Play sensibly until the turn has passed `turns` times, for `plies` at most, or to the end."""
    sharp = int(tune[SHARP])
    stray = int(tune[STRAY] * STRAYS)
    passed = 0
    last = s.turn + 0
    for _ in range(plies):
        if s.turn == OVER or passed >= turns:
            return
        n = legal(board, s, scratch, out)
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, rng)
        elif n > 1 and stray > 0 and below(rng, STRAYS) < stray:
            action = out[below(rng, n)]
        elif n > 1:
            action = sensible(board, s, scratch, out, n, likings, rng, sharp)
        apply(board, s, scratch, action)
        counts[DECISIONS] += 1
        if s.turn >= 0 and s.turn != last:
            passed += 1
            last = s.turn + 0


@rule
def judge(
    board: Any, s: Any, scratch: Any, out: list[int], tune: list[float], result: list[float]
) -> None:
    """Write each seat's share of the win: as it is at the end; before, as `value` has it.

    Values become chances as exp(value / SCALE), SCALE being how much they still waver. At the end
    they make up a small part of the result, so that a narrow loss is better than a wide one.
    """
    for seat in range(SEATS):
        result[seat] = 0.0
    value(board, s, scratch, out)
    most = out[0]
    for seat in range(s.seats):
        most = max(most, out[seat])
    total = 0.0
    for seat in range(s.seats):
        result[seat] = exp((out[seat] - most) / tune[SCALE])
        total += result[seat]
    weight = 1.0
    if s.turn == OVER:
        weight = tune[MARGIN]
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
def waver(
    boards: Any,
    states: Any,
    scratches: Any,
    seat: int,
    games: int,
    plies: int,
    out: list[int],
    likings: list[int],
    rng: list[int],
    tune: list[float],
    counts: list[int],
    moments: list[float],
) -> float:
    """How far values stray from each other between sensible games from states[0]: the standard
    deviation of a seat's value less the seats' mean. At least 1."""
    board, scratch = boards[0], scratches[0]
    seats = states[0].seats
    for i in range(2 * SEATS):
        moments[i] = 0.0
    for _ in range(games):
        copy(states, 1, 0)
        redeal(board, states[1], scratch, seat, rng)
        play_on(board, states[1], scratch, out, likings, rng, tune, plies, plies, counts)
        value(board, states[1], scratch, out)
        mean = 0.0
        for other in range(seats):
            mean += out[other] / seats
        for other in range(seats):
            lead = out[other] - mean
            moments[other] += lead / games
            moments[SEATS + other] += lead * lead / games
    spread = 0.0
    for other in range(seats):
        spread += max(0.0, moments[SEATS + other] - moments[other] * moments[other])
    return max(1.0, sqrt(spread / seats))
