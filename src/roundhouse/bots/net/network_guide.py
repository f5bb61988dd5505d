"""The network as guide of a search: its policy as priors, its shares as values."""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.net.network import Net, forward, predict_policy, predict_shares
from roundhouse.bots.search.one_ply_prior import mix_priors, one_ply_prior
from roundhouse.bots.search.rollout import estimate_shares, run_rollout
from roundhouse.bots.search.search_buffers import CURRENT, SearchBuffers
from roundhouse.bots.search.tree import ACTION, PRIOR, Tree
from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.drivers import draw
from roundhouse.core.placeholders import apply, legal
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams

MAX_FORCED_MOVES = 60  # played before the network evaluates a state


@rule
def expand_priors(
    context: RuleContext,
    states: Any,
    tree: Tree,
    search_buffers: SearchBuffers,
    n: int,
    params: SearchParams,
    guide: Net,
) -> None:
    """Mix one-ply values and then the network's policy into the priors."""
    if params.value_prior_weight > 0.0:
        one_ply_prior(context, states, tree, search_buffers, n, params)
    forward(context, states[CURRENT], states[CURRENT].turn, guide)
    total = 0.0
    for i in range(n):
        context.priors[i] = tree.edges[search_buffers.legal_edges[i]][ACTION]
        total += tree.sums[search_buffers.legal_edges[i]][PRIOR]
    for i in range(n):
        prior = tree.sums[search_buffers.legal_edges[i]][PRIOR]
        search_buffers.leads[i] = prior / total if total > 0.0 else 1.0 / n
    predict_policy(guide, context.priors, n, 0.0, search_buffers.leads)
    mix_priors(tree, search_buffers, n, params.policy_weight, 1.0)


@rule
def advance_to_decision(context: RuleContext, s: Any) -> int:
    """Play forced moves and chance up to the next decision; return the plies played."""
    board, scratch, out = context.board, context.scratch, context.out
    for ply in range(MAX_FORCED_MOVES):
        if s.turn == OVER:
            return ply
        n = legal(board, s, scratch, out)
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, context.rng)
        elif n > 1:
            return ply
        apply(board, s, scratch, action)
    return MAX_FORCED_MOVES


@rule
def evaluate_leaf(
    context: RuleContext, s: Any, search_buffers: SearchBuffers, params: SearchParams, guide: Net
) -> int:
    """Evaluate the next decision by the network, and by a rollout for the rest."""
    plies = advance_to_decision(context, s)
    if s.turn < 0 or params.value_weight <= 0.0:
        plies += run_rollout(
            context, s, params, int(params.rollout_turns), int(params.rollout_plies)
        )
        estimate_shares(context, s, params, search_buffers.result)
        return plies
    seat, seats = s.turn + 0, s.seats + 0
    forward(context, s, seat, guide)
    predict_shares(guide, seats)
    weight = 1.0
    if params.value_weight < 1.0:
        plies += run_rollout(
            context, s, params, int(params.rollout_turns), int(params.rollout_plies)
        )
        estimate_shares(context, s, params, search_buffers.result)
        weight = params.value_weight
    else:
        for other in range(len(search_buffers.result)):
            search_buffers.result[other] = 0.0
    for n in range(seats):
        other = (seat + n) % seats
        search_buffers.result[other] = (
            weight * guide.shares[n] + (1.0 - weight) * search_buffers.result[other]
        )
    return plies


RULES = {"expand_priors": expand_priors, "evaluate_leaf": evaluate_leaf}
