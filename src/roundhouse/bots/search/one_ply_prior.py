"""Priors from the value after each action.

The game's `action_prior` looks at the action itself; `evaluate` looks at the state after it, which
costs more. So the root gets these priors at once and other nodes after some visits.
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.greedy_bot import finish_turn
from roundhouse.bots.search.search_buffers import CURRENT, TRIAL, SearchBuffers
from roundhouse.bots.search.tree import ACTION, PRIOR, Tree
from roundhouse.core.floats import exp
from roundhouse.core.placeholders import apply, copy, evaluate
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams

DEFAULT_PRIOR_TOTAL = 1000.0  # where all priors of the game are 0


@rule
def lead_after(context: RuleContext, states: Any, action: int) -> float:
    """Return the acting seat's value after an action, minus the mean of the others."""
    board, scratch, out = context.board, context.scratch, context.out
    seat = states[CURRENT].turn + 0
    seats = states[CURRENT].seats + 0
    copy(states, TRIAL, CURRENT)
    apply(board, states[TRIAL], scratch, action)
    finish_turn(context, states[TRIAL], seat)
    evaluate(board, states[TRIAL], scratch, out)
    lead: float = 0.0
    for other in range(seats):
        lead -= out[other] / (seats - 1)
    lead += out[seat] * (1.0 + 1.0 / (seats - 1))
    return lead


@rule
def mix_priors(
    tree: Tree, search_buffers: SearchBuffers, n: int, weight: float, leads_total: float
) -> None:
    """Mix `leads` into the priors of the n legal edges, with this weight.

    The sum of the priors stays the same: edges that are added later, when another redeal makes
    other actions legal, get the game's own priors.
    """
    sums, legal_edges, leads = tree.sums, search_buffers.legal_edges, search_buffers.leads
    total = 0.0
    for i in range(n):
        total += sums[legal_edges[i]][PRIOR]
    target_total = total if total > 0.0 else DEFAULT_PRIOR_TOTAL
    for i in range(n):
        prior = sums[legal_edges[i]][PRIOR] if total > 0.0 else DEFAULT_PRIOR_TOTAL / n
        value_prior = target_total * leads[i] / leads_total
        sums[legal_edges[i]][PRIOR] = (1.0 - weight) * prior + weight * value_prior


@rule
def score_actions(
    context: RuleContext,
    states: Any,
    actions: list[int],
    n: int,
    sharpness: float,
    leads: list[float],
) -> float:
    """Write to `leads` what the values after n actions say; return their sum."""
    best = -1e18
    mean = 0.0
    for i in range(n):
        lead = lead_after(context, states, actions[i])
        leads[i] = lead
        best = max(best, lead)
        mean += lead / n
    # The unit is how far the mean action is behind the best, because games choose their own units
    # of value. Where most actions are absurd, such as a hundred bids, games raise the sharpness.
    gap = max(1e-9, (best - mean) / (2.0 * sharpness))
    total = 0.0
    for i in range(n):
        leads[i] = exp((leads[i] - best) / gap)
        total += leads[i]
    return total


@rule
def one_ply_prior(
    context: RuleContext,
    states: Any,
    tree: Tree,
    search_buffers: SearchBuffers,
    n: int,
    params: SearchParams,
) -> None:
    """Mix the values after each action into the priors of the n legal edges."""
    for i in range(n):
        context.priors[i] = tree.edges[search_buffers.legal_edges[i]][ACTION]
    total = score_actions(
        context, states, context.priors, n, params.value_prior_sharpness, search_buffers.leads
    )
    mix_priors(tree, search_buffers, n, params.value_prior_weight, total)
