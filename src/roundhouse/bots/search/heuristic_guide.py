"""The game's heuristic as a guide: one-ply values as priors, and rollouts.

A guide sets the priors of the actions of a node that is visited often, and evaluates leaves. Its
two functions are placeholders as well: a search thread with a network binds those of
net/network_guide.py instead.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.search.one_ply_prior import one_ply_prior
from roundhouse.bots.search.rollout import estimate_shares, run_rollout
from roundhouse.bots.search.search_buffers import SearchBuffers
from roundhouse.bots.search.tree import Tree
from roundhouse.core.rule import placeholder, rule
from roundhouse.core.search_params import SearchParams


class HeuristicGuide(NamedTuple):
    """The guide's data: none. Compiled code tells guides apart by their type."""

    nothing: int = 0


@placeholder
@rule
def expand_priors(
    context: RuleContext,
    states: Any,
    tree: Tree,
    search_buffers: SearchBuffers,
    n: int,
    params: SearchParams,
    guide: HeuristicGuide,
) -> None:
    """Update the priors of the n edges in `legal_edges` for states[CURRENT].

    This guide mixes one-ply values into the priors, which come from `action_prior`.
    """
    if params.value_prior_weight > 0.0:
        one_ply_prior(context, states, tree, search_buffers, n, params)


@placeholder
@rule
def evaluate_leaf(
    context: RuleContext,
    s: Any,
    search_buffers: SearchBuffers,
    params: SearchParams,
    guide: HeuristicGuide,
) -> int:
    """Write each seat's share of the win to `result`; return the plies played for it."""
    plies = run_rollout(context, s, params, int(params.rollout_turns), int(params.rollout_plies))
    estimate_shares(context, s, params, search_buffers.result)
    return plies


RULES = {"expand_priors": expand_priors, "evaluate_leaf": evaluate_leaf}
