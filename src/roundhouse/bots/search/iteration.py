"""One iteration of the search: select, expand, evaluate, back up."""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.search.heuristic_guide import evaluate_leaf, expand_priors
from roundhouse.bots.search.search_buffers import (
    ALL,
    CURRENT,
    DECISIONS,
    ITERATIONS,
    LEARNERS,
    MAX_DEPTH,
    ONLY_OTHERS,
    ONLY_SEARCHER,
    ROOT_STATE,
    SEARCHER,
    STOP,
    SearchBuffers,
)
from roundhouse.bots.search.tree import (
    ACTION,
    CHILD,
    FINGERPRINT,
    FIRST_EDGE,
    NODE_VISITS,
    ROOT,
    SEAT,
    Tree,
    add_node,
    back_up,
    count_available,
    expand,
    find_or_add_edge,
    fingerprint,
    learns,
    select,
)
from roundhouse.bots.search.utility import apply_utility, own_value_growth
from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.drivers import draw
from roundhouse.core.placeholders import apply, copy, legal, redeal
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams


@rule
def select_leaf(
    context: RuleContext,
    states: Any,
    tree: Tree,
    search_buffers: SearchBuffers,
    params: SearchParams,
    guide: Any,
) -> int:
    """Play from the root to a leaf in states[CURRENT]; return the length of `path`.

    When only the other seats learn, the searcher's cards are redealt before the first of their
    decisions, so that they learn no answers to cards that they cannot know.
    """
    board, scratch, out = context.board, context.scratch, context.out
    nodes, edges, path = tree.nodes, tree.edges, search_buffers.path
    counters, legal_edges = search_buffers.counters, search_buffers.legal_edges
    s = states[CURRENT]
    fair = 1.0 / s.seats
    path[0] = ROOT
    depth = 1
    node = ROOT
    must_redeal = counters[LEARNERS] == ONLY_OTHERS
    while s.turn != OVER and depth < MAX_DEPTH:
        if must_redeal and s.turn >= 0 and s.turn != counters[SEARCHER]:
            redeal(board, s, scratch, s.turn, context.rng)
            must_redeal = False
        n = legal(board, s, scratch, out)
        edge = -1
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, context.rng)
            if params.explicit_chance_nodes == 0.0:
                apply(board, s, scratch, action)
                continue
            edge = find_or_add_edge(tree, node, action)
        elif n == 1:
            apply(board, s, scratch, action)
            continue
        else:
            nodes[node][NODE_VISITS] += 1
            if nodes[node][FIRST_EDGE] < 0:
                if node != ROOT and nodes[node][NODE_VISITS] == 1:
                    return depth  # a new node is expanded on its second visit
                nodes[node][SEAT] = s.turn
            if expand(context, s, n, tree, node, legal_edges):
                after_visits = 1 if node == ROOT else int(params.value_prior_after_visits)
                if nodes[node][NODE_VISITS] == after_visits:
                    # Nodes with a fingerprint can become the root of the next search.
                    nodes[node][FINGERPRINT] = fingerprint(search_buffers.state_bytes)
                    expand_priors(context, states, tree, search_buffers, n, params, guide)
                if learns(counters, s.turn):
                    count_available(tree, legal_edges, n)
                edge = select(tree, legal_edges, n, s.turn, fair, path[depth - 1], params)
                action = edges[edge][ACTION]
        if edge < 0:
            return depth
        apply(board, s, scratch, action)
        path[depth] = edge
        depth += 1
        if edges[edge][CHILD] < 0:
            edges[edge][CHILD] = add_node(tree)
            if edges[edge][CHILD] < 0:
                return depth
        node = edges[edge][CHILD]
    return depth


@rule
def choose_learners(iteration: int, redeal_fraction: float) -> int:
    """Return whose decisions learn from an iteration; the kinds are spread evenly."""
    if redeal_fraction <= 0.0:
        return ALL
    if int((iteration + 1) * redeal_fraction) > int(iteration * redeal_fraction):
        return ONLY_OTHERS
    return ONLY_SEARCHER


@rule
def run_iterations(
    buffers: ThreadBuffers,
    tree: Tree,
    search_buffers: SearchBuffers,
    params: SearchParams,
    guide: Any,
    seat: int,
    iterations: int,
) -> None:
    """Run iterations from states[ROOT_STATE] until told to stop, but at least one."""
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    states, counters = buffers.states, search_buffers.counters
    counters[SEARCHER] = seat
    for _ in range(iterations):
        copy(states, CURRENT, ROOT_STATE)
        s = states[CURRENT]
        redeal(context.board, s, context.scratch, seat, context.rng)
        counters[LEARNERS] = choose_learners(counters[ITERATIONS], params.redeal_fraction)
        depth = select_leaf(context, states, tree, search_buffers, params, guide)
        growth = 0.0
        if params.own_value_weight > 0.0:
            growth = own_value_growth(context, s, search_buffers, params, seat)
        plies = evaluate_leaf(context, s, search_buffers, params, guide)
        apply_utility(search_buffers, params, seat, growth)
        back_up(tree, search_buffers, depth)
        counters[DECISIONS] += depth - 1 + plies
        counters[ITERATIONS] += 1
        if counters[STOP] != 0:
            return
