"""Rollouts from a leaf of the search, and the shares of the win at their end."""

from __future__ import annotations

from math import sqrt
from typing import Any

from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.prior_bot import sample_by_prior
from roundhouse.bots.search.search_buffers import CURRENT, DECISIONS, ROOT_STATE, SearchBuffers
from roundhouse.core.constants import CHANCE, MAX_SEATS, OVER
from roundhouse.core.drivers import draw
from roundhouse.core.floats import exp
from roundhouse.core.placeholders import apply, copy, evaluate, legal, ranks, redeal
from roundhouse.core.rng import below
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams

PER_MILLE = 1000  # the unit of `epsilon`


@rule
def run_rollout(context: RuleContext, s: Any, params: SearchParams, turns: int, plies: int) -> int:
    """Play by prior for some turns and plies, or to the end; return the plies played."""
    board, scratch, out, _, rng = context
    power = int(params.rollout_sharpness)
    epsilon = int(params.rollout_epsilon * PER_MILLE)
    turns_passed = 0
    last_seat = s.turn + 0
    for ply in range(plies):
        if s.turn == OVER or turns_passed >= turns:
            return ply
        n = legal(board, s, scratch, out)
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, rng)
        elif n > 1 and epsilon > 0 and below(rng, PER_MILLE) < epsilon:
            action = out[below(rng, n)]
        elif n > 1:
            action = sample_by_prior(context, s, n, power)
        apply(board, s, scratch, action)
        if s.turn >= 0 and s.turn != last_seat:
            turns_passed += 1
            last_seat = s.turn + 0
    return plies


@rule
def estimate_shares(
    context: RuleContext, s: Any, params: SearchParams, result: list[float]
) -> None:
    """Write each seat's win share: final if the game is over, else by `evaluate`.

    Values become shares by a softmax whose temperature is a part of the spread of values. At the
    end of a game they make up a small part of the result, so that a narrow loss is better than a
    wide one.
    """
    board, scratch, out = context.board, context.scratch, context.out
    for seat in range(MAX_SEATS):
        result[seat] = 0.0
    evaluate(board, s, scratch, out)
    best = out[0]
    for seat in range(s.seats):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        result[seat] = exp((out[seat] - best) / params.value_scale)
        total += result[seat]
    weight = 1.0
    if s.turn == OVER:
        weight = params.margin_weight
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
def measure_value_spread(
    buffers: ThreadBuffers,
    search_buffers: SearchBuffers,
    params: SearchParams,
    seat: int,
    games: int,
    plies: int,
) -> float:
    """Return the standard deviation of values between rollouts, at least 1.

    It is measured from states[ROOT_STATE], for a seat's value minus the mean of all seats.
    """
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    states, moments = buffers.states, search_buffers.moments
    board, scratch, out = context.board, context.scratch, context.out
    seats = states[ROOT_STATE].seats
    for i in range(2 * MAX_SEATS):
        moments[i] = 0.0
    for _ in range(games):
        copy(states, CURRENT, ROOT_STATE)
        redeal(board, states[CURRENT], scratch, seat, context.rng)
        search_buffers.counters[DECISIONS] += run_rollout(
            context, states[CURRENT], params, plies, plies
        )
        evaluate(board, states[CURRENT], scratch, out)
        mean = 0.0
        for other in range(seats):
            mean += out[other] / seats
        for other in range(seats):
            lead = out[other] - mean
            moments[other] += lead / games
            moments[MAX_SEATS + other] += lead * lead / games
    spread = 0.0
    for other in range(seats):
        spread += max(0.0, moments[MAX_SEATS + other] - moments[other] * moments[other])
    return max(1.0, sqrt(spread / seats))
