"""The search tree: nodes and edges in tables that are allocated once.

A node is a decision as one seat sees it. The same node is visited with different hidden
information, so its legal actions differ from visit to visit. An edge is an action of a node, with
the results added up for every seat. It counts how often the action was available when the node was
visited, because an action that is rarely legal is not bad for being rarely tried. The edges of a
node are a linked list in ascending order of actions, so the legal actions, which have the same
order, are found in one pass. Chance events and forced moves have no nodes.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.search.search_buffers import (
    ALL,
    LEARNERS,
    ONLY_SEARCHER,
    SEARCHER,
    SearchBuffers,
)
from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.engine import Engine
from roundhouse.core.placeholders import action_context, action_prior
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams

# Columns of `nodes`
FIRST_EDGE, NODE_VISITS, FINGERPRINT, ORIGIN, SEAT = 0, 1, 2, 3, 4
NODE_WIDTH = 5

# Columns of `edges`
ACTION, NEXT, CHILD, VISITS, AVAILABLE = 0, 1, 2, 3, 4
EDGE_WIDTH = 5

# Columns of `sums`: one for each seat, then the prior of the action
PRIOR = MAX_SEATS
SUM_WIDTH = MAX_SEATS + 1

# Indices of `used`: how many rows of each table are in use
NODES, EDGES = 0, 1
TABLE_COUNT = 2

ROOT = 0  # the node; the edge of the same number leads to it


class Tree(NamedTuple):
    """The tables of a tree; compiled they are arrays."""

    nodes: list[list[int]]
    edges: list[list[int]]
    sums: list[list[float]]
    used: list[int]

    @classmethod
    def of(cls, engine: Engine, size: int) -> Tree:
        """Allocate tables for this many edges; call `reset_tree` before using them."""
        return cls(
            engine.buffer(size // 2, NODE_WIDTH),
            engine.buffer(size, EDGE_WIDTH),
            engine.floats(size, SUM_WIDTH),
            engine.buffer(TABLE_COUNT),
        )


@rule
def reset_tree(tree: Tree) -> None:
    """Empty the tree except for the root and the edge to it."""
    tree.used[NODES] = 0
    tree.used[EDGES] = 0
    add_node(tree)
    add_edge(tree, -1, -1, -1, 0.0)
    tree.edges[ROOT][CHILD] = ROOT


@rule
def add_node(tree: Tree) -> int:
    """Return a new leaf, or -1 when the table is full."""
    nodes = tree.nodes
    node = tree.used[NODES]
    if node >= len(nodes):
        return -1
    tree.used[NODES] = node + 1
    nodes[node][FIRST_EDGE] = -1
    nodes[node][NODE_VISITS] = 0
    nodes[node][FINGERPRINT] = 0
    return node


@rule
def add_edge(tree: Tree, node: int, after: int, action: int, prior: float) -> int:
    """Add an edge to a node behind the edge `after` (-1: first); return -1 if full."""
    edges, sums = tree.edges, tree.sums
    edge = tree.used[EDGES]
    if edge >= len(edges):
        return -1
    tree.used[EDGES] = edge + 1
    edges[edge][ACTION] = action
    edges[edge][NEXT] = -1
    edges[edge][CHILD] = -1
    edges[edge][VISITS] = 0
    edges[edge][AVAILABLE] = 0
    for seat in range(MAX_SEATS):
        sums[edge][seat] = 0.0
    sums[edge][PRIOR] = prior
    if after >= 0:
        edges[edge][NEXT] = edges[after][NEXT]
        edges[after][NEXT] = edge
    elif node >= 0:
        edges[edge][NEXT] = tree.nodes[node][FIRST_EDGE]
        tree.nodes[node][FIRST_EDGE] = edge
    return edge


@rule
def find_or_add_edge(tree: Tree, node: int, action: int) -> int:
    """Return the edge of an action, adding it if missing, or -1 when full."""
    edges = tree.edges
    before = -1
    edge = tree.nodes[node][FIRST_EDGE]
    while edge >= 0 and edges[edge][ACTION] < action:
        before = edge
        edge = edges[edge][NEXT]
    if edge < 0 or edges[edge][ACTION] != action:
        edge = add_edge(tree, node, before, action, 0.0)
    return edge


@rule
def expand(
    context: RuleContext, s: Any, n: int, tree: Tree, node: int, legal_edges: list[int]
) -> bool:
    """Write the edges of n actions in `out`, adding missing ones; False when full."""
    board, scratch, out = context.board, context.scratch, context.out
    edges = tree.edges
    before = -1
    edge = tree.nodes[node][FIRST_EDGE]
    shared = 0
    has_context = False
    for i in range(n):
        while edge >= 0 and edges[edge][ACTION] < out[i]:
            before = edge
            edge = edges[edge][NEXT]
        if edge < 0 or edges[edge][ACTION] != out[i]:
            if not has_context:
                shared = action_context(board, s, scratch)
                has_context = True
            prior = action_prior(board, s, scratch, out[i], shared) + 0.0
            edge = add_edge(tree, node, before, out[i], prior)
            if edge < 0:
                return False
        legal_edges[i] = edge
        before = edge
        edge = edges[edge][NEXT]
    return True


@rule
def learns(counters: list[int], seat: int) -> bool:
    """Return whether a seat's decisions learn from this iteration."""
    if counters[LEARNERS] == ALL:
        return True
    return (seat == counters[SEARCHER]) == (counters[LEARNERS] == ONLY_SEARCHER)


@rule
def count_available(tree: Tree, legal_edges: list[int], n: int) -> None:
    """Count that n actions were available."""
    for i in range(n):
        tree.edges[legal_edges[i]][AVAILABLE] += 1


@rule
def select(
    tree: Tree,
    legal_edges: list[int],
    n: int,
    seat: int,
    fair_share: float,
    parent_edge: int,
    params: SearchParams,
) -> int:
    """Return the edge with the highest PUCT score.

    An edge without visits counts as its parent minus the first-play urgency reduction.
    """
    edges, sums = tree.edges, tree.sums
    total = 0.0
    for i in range(n):
        total += sums[legal_edges[i]][PRIOR]
    uniform = params.uniform_mix / n
    scale = 0.0
    if total > 0.0:
        scale = (1.0 - params.uniform_mix) / total
    else:
        uniform = 1.0 / n
    unvisited = fair_share
    if edges[parent_edge][VISITS] > 0:
        unvisited = sums[parent_edge][seat] / edges[parent_edge][VISITS]
    unvisited -= params.fpu_reduction * fair_share
    exploration = params.c_puct * fair_share
    best = legal_edges[0]
    highest = -1e9
    for i in range(n):
        edge = legal_edges[i]
        visits = edges[edge][VISITS]
        prior = uniform + scale * sums[edge][PRIOR]
        score = unvisited
        if visits > 0:
            score = sums[edge][seat] / visits
        score += exploration * prior * sqrt(max(1, edges[edge][AVAILABLE])) / (1.0 + visits)
        if score > highest:
            highest = score
            best = edge
    return best


@rule
def is_decided(tree: Tree, iterations_left: int) -> bool:
    """Return whether the root's most visited edge cannot change any more."""
    edges = tree.edges
    highest = 0
    second = 0
    edge = tree.nodes[ROOT][FIRST_EDGE]
    while edge >= 0:
        visits = edges[edge][VISITS]
        if visits > highest:
            second = highest
            highest = visits
        elif visits > second:
            second = visits
        edge = edges[edge][NEXT]
    return highest - second > iterations_left


@rule
def back_up(tree: Tree, search_buffers: SearchBuffers, depth: int) -> None:
    """Add the result to the edge of the root, and to those of the seats that learn."""
    edges, sums = tree.edges, tree.sums
    path, result, counters = search_buffers.path, search_buffers.result, search_buffers.counters
    for step in range(depth):
        edge = path[step]
        if step > 0 and counters[LEARNERS] != ALL:
            node = edges[path[step - 1]][CHILD]
            if not learns(counters, tree.nodes[node][SEAT]):
                continue
        edges[edge][VISITS] += 1
        for seat in range(MAX_SEATS):
            sums[edge][seat] += result[seat]


@rule
def fingerprint(state_bytes: Any) -> int:
    """Return a hash of a state's bytes, or 0 when there are none."""
    number = 0
    for byte in state_bytes:
        number = (number ^ byte) * 1099511628211 + 1
    return number


@rule
def find_node(tree: Tree, number: int) -> int:
    """Return the expanded node with this fingerprint, or -1."""
    nodes = tree.nodes
    for node in range(tree.used[NODES]):
        if nodes[node][FINGERPRINT] == number and nodes[node][FIRST_EDGE] >= 0:
            return node
    return -1


@rule
def copy_subtree(old: Tree, root: int, new: Tree) -> None:
    """Copy the subtree below `root` into an empty tree, breadth first."""
    reset_tree(new)
    new.nodes[ROOT][ORIGIN] = root
    node = 0
    while node < new.used[NODES]:
        origin = new.nodes[node][ORIGIN]
        new.nodes[node][NODE_VISITS] = old.nodes[origin][NODE_VISITS]
        new.nodes[node][FINGERPRINT] = old.nodes[origin][FINGERPRINT]
        new.nodes[node][SEAT] = old.nodes[origin][SEAT]
        edge = old.nodes[origin][FIRST_EDGE]
        copied = -1
        while edge >= 0:
            copied = add_edge(new, node, copied, old.edges[edge][ACTION], old.sums[edge][PRIOR])
            new.edges[copied][VISITS] = old.edges[edge][VISITS]
            new.edges[copied][AVAILABLE] = old.edges[edge][AVAILABLE]
            for seat in range(MAX_SEATS):
                new.sums[copied][seat] = old.sums[edge][seat]
            if node == ROOT:
                new.edges[ROOT][VISITS] += old.edges[edge][VISITS]
                for seat in range(MAX_SEATS):
                    new.sums[ROOT][seat] += old.sums[edge][seat]
            if old.edges[edge][CHILD] >= 0:
                child = add_node(new)
                new.nodes[child][ORIGIN] = old.edges[edge][CHILD]
                new.edges[copied][CHILD] = child
            edge = old.edges[edge][NEXT]
        node += 1
