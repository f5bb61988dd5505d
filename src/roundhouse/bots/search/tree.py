"""The search's tree: nodes and edges in tables that are laid out once.

A node is a decision as one seat sees it: the same node is visited in many redealt states, so the
legal actions may differ from visit to visit. An edge is an action there, with what it led to,
added up for every seat (any seat may be the one to choose). An edge counts how often its action was
legal when its node was visited: an action that is rarely possible is not thought bad for being
rarely tried. A node's edges are a list in the order of the actions, so that the legal actions,
which come in that order too, are found in one pass. Chance and forced moves have no nodes of their
own.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from roundhouse.bots.memory import Workbench
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import MOST_SEATS, hunch, prefer
from roundhouse.core.engine import Engine
from roundhouse.core.rule import rule

# Columns of `nodes`
FIRST, SEEN, PRINT, ORIGIN, SEAT = 0, 1, 2, 3, 4
NODE_WIDTH = 5

# Columns of `edges`
ACTION, NEXT, CHILD, VISITS, POSSIBLE = 0, 1, 2, 3, 4
EDGE_WIDTH = 5

# Columns of `sums`: one for each seat, then the room's liking for the action
LIKING = MOST_SEATS
SUM_WIDTH = MOST_SEATS + 1

# `used`: how many rows of the tables are
NODES, EDGES = 0, 1
TABLES = 2

ROOT = 0  # the node; the edge of the same number stands for whatever led to it


class Tree(NamedTuple):
    """Tables; compiled they are arrays."""

    nodes: list[list[int]]
    edges: list[list[int]]
    sums: list[list[float]]
    used: list[int]

    @classmethod
    def of(cls, engine: Engine, size: int) -> Tree:
        """Tables for so many edges, not yet a tree (`plant`)."""
        return cls(
            engine.buffer(size // 2, NODE_WIDTH),
            engine.buffer(size, EDGE_WIDTH),
            engine.floats(size, SUM_WIDTH),
            engine.buffer(TABLES),
        )


@rule
def plant(tree: Tree) -> None:
    """An empty tree: the root and the edge into it."""
    tree.used[NODES] = 0
    tree.used[EDGES] = 0
    add_node(tree)
    add_edge(tree, -1, -1, -1, 0.0)
    tree.edges[ROOT][CHILD] = ROOT


@rule
def add_node(tree: Tree) -> int:
    """A new leaf, or -1 when the table is full."""
    nodes = tree.nodes
    node = tree.used[NODES]
    if node >= len(nodes):
        return -1
    tree.used[NODES] = node + 1
    nodes[node][FIRST] = -1
    nodes[node][SEEN] = 0
    nodes[node][PRINT] = 0
    return node


@rule
def add_edge(tree: Tree, node: int, after: int, action: int, liking: float) -> int:
    """A new edge in a node's list, behind the edge `after` (-1: in front), or -1 when the table
    is full."""
    edges, sums = tree.edges, tree.sums
    edge = tree.used[EDGES]
    if edge >= len(edges):
        return -1
    tree.used[EDGES] = edge + 1
    edges[edge][ACTION] = action
    edges[edge][NEXT] = -1
    edges[edge][CHILD] = -1
    edges[edge][VISITS] = 0
    edges[edge][POSSIBLE] = 0
    for seat in range(MOST_SEATS):
        sums[edge][seat] = 0.0
    sums[edge][LIKING] = liking
    if after >= 0:
        edges[edge][NEXT] = edges[after][NEXT]
        edges[after][NEXT] = edge
    elif node >= 0:
        edges[edge][NEXT] = tree.nodes[node][FIRST]
        tree.nodes[node][FIRST] = edge
    return edge


@rule
def find_edge(tree: Tree, node: int, action: int) -> int:
    """A node's edge of an action, made if it is missing; -1 when the table is full."""
    edges = tree.edges
    before = -1
    edge = tree.nodes[node][FIRST]
    while edge >= 0 and edges[edge][ACTION] < action:
        before = edge
        edge = edges[edge][NEXT]
    if edge < 0 or edges[edge][ACTION] != action:
        edge = add_edge(tree, node, before, action, 0.0)
    return edge


@rule
def gather(bench: Workbench, s: Any, n: int, tree: Tree, node: int, found: list[int]) -> bool:
    """Write the edge of each of the n actions in `out` to `found`, making what is missing; says
    whether there was room."""
    board, scratch, out = bench.board, bench.scratch, bench.out
    edges = tree.edges
    before = -1
    edge = tree.nodes[node][FIRST]
    shared = 0
    known = False
    for i in range(n):
        while edge >= 0 and edges[edge][ACTION] < out[i]:
            before = edge
            edge = edges[edge][NEXT]
        if edge < 0 or edges[edge][ACTION] != out[i]:
            if not known:
                shared = hunch(board, s, scratch)
                known = True
            liking = prefer(board, s, scratch, out[i], shared) + 0.0
            edge = add_edge(tree, node, before, out[i], liking)
            if edge < 0:
                return False
        found[i] = edge
        before = edge
        edge = edges[edge][NEXT]
    return True


@rule
def select(
    tree: Tree, found: list[int], n: int, seat: int, fair: float, above: int, tuning: Tuning
) -> int:
    """The edge most worth a visit: what it brought so far, and a bonus for what the room likes and
    was tried little (PUCT). What was never tried counts a little less than its parent, which the
    edge `above` led to."""
    edges, sums = tree.edges, tree.sums
    total = 0.0
    for i in range(n):
        total += sums[found[i]][LIKING]
    even = tuning.even / n
    known = 0.0
    if total > 0.0:
        known = (1.0 - tuning.even) / total
    else:
        even = 1.0 / n
    unknown = fair
    if edges[above][VISITS] > 0:
        unknown = sums[above][seat] / edges[above][VISITS]
    unknown -= tuning.caution * fair
    explore = tuning.explore * fair
    best = found[0]
    most = -1e9
    for i in range(n):
        edge = found[i]
        edges[edge][POSSIBLE] += 1
        visits = edges[edge][VISITS]
        prior = even + known * sums[edge][LIKING]
        worth = unknown
        if visits > 0:
            worth = sums[edge][seat] / visits
        worth += explore * prior * sqrt(edges[edge][POSSIBLE]) / (1.0 + visits)
        if worth > most:
            most = worth
            best = edge
    return best


@rule
def settled(tree: Tree, left: int) -> bool:
    """Whether the root's most visited edge stays so, whatever `left` more visits bring."""
    edges = tree.edges
    most = 0
    next_most = 0
    edge = tree.nodes[ROOT][FIRST]
    while edge >= 0:
        visits = edges[edge][VISITS]
        if visits > most:
            next_most = most
            most = visits
        elif visits > next_most:
            next_most = visits
        edge = edges[edge][NEXT]
    return most - next_most > left


@rule
def back_up(tree: Tree, path: list[int], depth: int, result: list[float]) -> None:
    """Credit every edge of the path with the result."""
    edges, sums = tree.edges, tree.sums
    for step in range(depth):
        edge = path[step]
        edges[edge][VISITS] += 1
        for seat in range(MOST_SEATS):
            sums[edge][seat] += result[seat]


@rule
def fingerprint(row: Any) -> int:
    """A number for a state's bytes; 0 when there are none to see."""
    number = 0
    for byte in row:
        number = (number ^ byte) * 1099511628211 + 1
    return number


@rule
def find_node(tree: Tree, number: int) -> int:
    """The node that was opened in a state of this fingerprint, or -1."""
    nodes = tree.nodes
    for node in range(tree.used[NODES]):
        if nodes[node][PRINT] == number and nodes[node][FIRST] >= 0:
            return node
    return -1


@rule
def transplant(old: Tree, root: int, new: Tree) -> None:
    """Copy the subtree below `root` into an empty tree, breadth first."""
    plant(new)
    new.nodes[ROOT][ORIGIN] = root
    node = 0
    while node < new.used[NODES]:
        origin = new.nodes[node][ORIGIN]
        new.nodes[node][SEEN] = old.nodes[origin][SEEN]
        new.nodes[node][PRINT] = old.nodes[origin][PRINT]
        new.nodes[node][SEAT] = old.nodes[origin][SEAT]
        edge = old.nodes[origin][FIRST]
        twin = -1
        while edge >= 0:
            twin = add_edge(new, node, twin, old.edges[edge][ACTION], old.sums[edge][LIKING])
            new.edges[twin][VISITS] = old.edges[edge][VISITS]
            new.edges[twin][POSSIBLE] = old.edges[edge][POSSIBLE]
            for seat in range(MOST_SEATS):
                new.sums[twin][seat] = old.sums[edge][seat]
            if node == ROOT:
                new.edges[ROOT][VISITS] += old.edges[edge][VISITS]
                for seat in range(MOST_SEATS):
                    new.sums[ROOT][seat] += old.sums[edge][seat]
            if old.edges[edge][CHILD] >= 0:
                child = add_node(new)
                new.nodes[child][ORIGIN] = old.edges[edge][CHILD]
                new.edges[twin][CHILD] = child
            edge = old.edges[edge][NEXT]
        node += 1
