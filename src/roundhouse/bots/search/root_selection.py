"""Sequential halving at the root, for searches with few iterations.

PUCT divides the iterations of a small search among many actions, and trusts the first values too
much. Here the actions with the highest scores share the iterations evenly, and half of them drop
out at the end of each phase (Danihelka et al., "Policy improvement by planning with Gumbel", 2022,
without the noise, which only training needs). A score is the logarithm of the prior plus the value,
which counts more the more visits there are. An action without visits has the value that the others
lead to expect. In a short last phase only one action remains, so that it gets the most visits.
"""

from __future__ import annotations

from roundhouse.bots.search.search_buffers import BUDGET, SearchBuffers
from roundhouse.bots.search.tree import PRIOR, ROOT, VISITS, Tree
from roundhouse.core.floats import log
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams

EXTRA_VISITS = 50  # added to the most visits in the weight of a value, as in the paper
LAST_PHASE = 32  # the last phase is this part of the budget
EXCLUDED = -1e18  # the score of an action that has been counted


@rule
def select_at_root(
    tree: Tree,
    search_buffers: SearchBuffers,
    n: int,
    seat: int,
    fair_share: float,
    params: SearchParams,
) -> int:
    """Return the least visited edge among the actions that are still considered."""
    edges, legal_edges, scores = tree.edges, search_buffers.legal_edges, search_buffers.leads
    score_root_actions(tree, search_buffers, n, seat, fair_share, params)
    best = -1
    for _ in range(
        count_considered(
            min(n, int(params.root_actions)), edges[ROOT][VISITS], search_buffers.counters[BUDGET]
        )
    ):
        highest = 0
        for i in range(n):
            if scores[i] > scores[highest]:
                highest = i
        scores[highest] = EXCLUDED
        edge = legal_edges[highest]
        if best < 0 or edges[edge][VISITS] < edges[best][VISITS]:
            best = edge
    return best


@rule
def count_considered(actions: int, iterations: int, budget: int) -> int:
    """Return how many actions are still considered after some iterations."""
    phases = 0
    left = actions
    while left > 1:
        left = (left + 1) // 2
        phases += 1
    phase = iterations * phases // max(1, budget - max(2, budget // LAST_PHASE))
    for _ in range(min(phase, phases)):
        actions = (actions + 1) // 2
    return actions


@rule
def score_root_actions(
    tree: Tree,
    search_buffers: SearchBuffers,
    n: int,
    seat: int,
    fair_share: float,
    params: SearchParams,
) -> None:
    """Write the scores of the n legal edges to `leads`."""
    edges, sums, legal_edges = tree.edges, tree.sums, search_buffers.legal_edges
    scores = search_buffers.leads
    total = 0.0
    for i in range(n):
        total += sums[legal_edges[i]][PRIOR]
    visits = 0
    most = 0
    visited_prior = 0.0
    visited_value = 0.0
    for i in range(n):
        edge = legal_edges[i]
        scores[i] = 1.0 / n
        if total > 0.0:
            scores[i] = (
                params.uniform_mix / n + (1.0 - params.uniform_mix) * sums[edge][PRIOR] / total
            )
        if edges[edge][VISITS] > 0:
            visits += edges[edge][VISITS]
            most = max(most, edges[edge][VISITS])
            visited_prior += scores[i]
            visited_value += scores[i] * sums[edge][seat] / edges[edge][VISITS]
    unvisited = fair_share
    if visits > 0:
        root_value = sums[ROOT][seat] / edges[ROOT][VISITS]
        unvisited = (root_value + visits * visited_value / visited_prior) / (1.0 + visits)
    weight = (EXTRA_VISITS + most) * params.root_value_scale / fair_share
    for i in range(n):
        edge = legal_edges[i]
        value = unvisited
        if edges[edge][VISITS] > 0:
            value = sums[edge][seat] / edges[edge][VISITS]
        scores[i] = log(scores[i]) + weight * value
