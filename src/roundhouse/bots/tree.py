"""The search's tree: nodes and edges in tables that are laid out once.

A node is a decision as one seat sees it: the same node is visited in many redealt states, so the
legal actions may differ from visit to visit. An edge is an action there, with what it led to,
added up for every seat (any seat may be the one to choose). An edge's chances count how often the
action was legal when its node was visited: an action that is rarely possible is not thought bad for
being rarely tried. A node's edges are a list in the order of the actions, so that the legal
actions, which come in that order too, are found in one pass. Chance and forced moves have no nodes
of their own.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from roundhouse.core.contract import hunch, prefer
from roundhouse.core.rule import rule

SEATS = 6

# Columns of `nodes`
FIRST, SEEN, PRINT, ORIGIN, SEAT = 0, 1, 2, 3, 4
NODE_WIDTH = 5

# Columns of `edges`
ACTION, NEXT, CHILD, VISITS, CHANCES = 0, 1, 2, 3, 4
EDGE_WIDTH = 5

# Columns of `sums`: one for each seat, then the room's liking for the action
LIKING = SEATS
SUM_WIDTH = SEATS + 1

# `counts`
STOP, NODES, EDGES, ITERATIONS, DECISIONS = 0, 1, 2, 3, 4
COUNTS = 5

# `tune`, see bots/tuning.py
EXPLORE, EVEN, CAUTION, TURNS, PLIES, SHARP, MARGIN, SCALE, CLOSED, STRAY, GLANCE = range(11)
TUNES = 11

ROOT = 0  # the node; the edge of the same number stands for whatever led to it


@rule
def plant(nodes: Any, edges: Any, sums: Any, counts: list[int]) -> None:
    """An empty tree: the root and the edge into it."""
    counts[NODES] = 0
    counts[EDGES] = 0
    add_node(nodes, counts)
    add_edge(nodes, edges, sums, counts, -1, -1, -1, 0.0)
    edges[ROOT][CHILD] = ROOT


@rule
def add_node(nodes: Any, counts: list[int]) -> int:
    """A new leaf, or -1 when the table is full."""
    node = counts[NODES]
    if node >= len(nodes):
        return -1
    counts[NODES] = node + 1
    nodes[node][FIRST] = -1
    nodes[node][SEEN] = 0
    nodes[node][PRINT] = 0
    return node


@rule
def add_edge(
    nodes: Any,
    edges: Any,
    sums: Any,
    counts: list[int],
    node: int,
    after: int,
    action: int,
    liking: float,
) -> int:
    """A new edge in a node's list, behind the edge `after` (-1: in front), or -1 when the table
    is full."""
    edge = counts[EDGES]
    if edge >= len(edges):
        return -1
    counts[EDGES] = edge + 1
    edges[edge][ACTION] = action
    edges[edge][NEXT] = -1
    edges[edge][CHILD] = -1
    edges[edge][VISITS] = 0
    edges[edge][CHANCES] = 0
    for seat in range(SEATS):
        sums[edge][seat] = 0.0
    sums[edge][LIKING] = liking
    if after >= 0:
        edges[edge][NEXT] = edges[after][NEXT]
        edges[after][NEXT] = edge
    elif node >= 0:
        edges[edge][NEXT] = nodes[node][FIRST]
        nodes[node][FIRST] = edge
    return edge


@rule
def find_edge(nodes: Any, edges: Any, sums: Any, counts: list[int], node: int, action: int) -> int:
    """A node's edge of an action, made if it is missing; -1 when the table is full."""
    before = -1
    edge: int = nodes[node][FIRST]
    while edge >= 0 and edges[edge][ACTION] < action:
        before = edge
        edge = edges[edge][NEXT]
    if edge < 0 or edges[edge][ACTION] != action:
        edge = add_edge(nodes, edges, sums, counts, node, before, action, 0.0)
    return edge


@rule
def gather(
    board: Any,
    s: Any,
    scratch: Any,
    nodes: Any,
    edges: Any,
    sums: Any,
    counts: list[int],
    node: int,
    out: list[int],
    n: int,
    found: list[int],
) -> bool:
    """Write the edge of each of the n actions in `out` to `found`, making what is missing; says
    whether there was room."""
    before = -1
    edge = nodes[node][FIRST]
    feeling = 0
    felt = False
    for i in range(n):
        while edge >= 0 and edges[edge][ACTION] < out[i]:
            before = edge
            edge = edges[edge][NEXT]
        if edge < 0 or edges[edge][ACTION] != out[i]:
            if not felt:
                feeling = hunch(board, s, scratch)
                felt = True
            liking = prefer(board, s, scratch, out[i], feeling) + 0.0
            edge = add_edge(nodes, edges, sums, counts, node, before, out[i], liking)
            if edge < 0:
                return False
        found[i] = edge
        before = edge
        edge = edges[edge][NEXT]
    return True


@rule
def select(
    edges: Any,
    sums: Any,
    found: list[int],
    n: int,
    seat: int,
    above: int,
    fair: float,
    tune: list[float],
) -> int:
    """The edge most worth a visit: what it brought so far, and a bonus for what the room likes and
    was tried little (PUCT). What was never tried counts a little less than its parent."""
    total = 0.0
    for i in range(n):
        total += sums[found[i]][LIKING]
    even = tune[EVEN] / n
    known = 0.0
    if total > 0.0:
        known = (1.0 - tune[EVEN]) / total
    else:
        even = 1.0 / n
    unknown = fair
    if edges[above][VISITS] > 0:
        unknown = sums[above][seat] / edges[above][VISITS]
    unknown -= tune[CAUTION] * fair
    explore = tune[EXPLORE] * fair
    best = found[0]
    most = -1e9
    for i in range(n):
        edge = found[i]
        edges[edge][CHANCES] += 1
        visits = edges[edge][VISITS]
        prior = even + known * sums[edge][LIKING]
        worth = unknown
        if visits > 0:
            worth = sums[edge][seat] / visits
        worth += explore * prior * sqrt(edges[edge][CHANCES]) / (1.0 + visits)
        if worth > most:
            most = worth
            best = edge
    return best


@rule
def settled(nodes: Any, edges: Any, left: int) -> bool:
    """Whether the root's most visited edge stays so, whatever `left` more visits bring."""
    most = 0
    next_most = 0
    edge = nodes[ROOT][FIRST]
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
def back_up(edges: Any, sums: Any, path: list[int], depth: int, result: list[float]) -> None:
    """Credit every edge of the path with the result."""
    for step in range(depth):
        edge = path[step]
        edges[edge][VISITS] += 1
        for seat in range(SEATS):
            sums[edge][seat] += result[seat]


@rule
def fingerprint(row: Any) -> int:
    """A number for a state's bytes; 0 when there are none to see."""
    number = 0
    for byte in row:
        number = (number ^ byte) * 1099511628211 + 1
    return number


@rule
def find_node(nodes: Any, counts: list[int], number: int) -> int:
    """The node that was opened in a state of this fingerprint, or -1."""
    for node in range(counts[NODES]):
        if nodes[node][PRINT] == number and nodes[node][FIRST] >= 0:
            return node
    return -1


@rule
def transplant(
    nodes: Any,
    edges: Any,
    sums: Any,
    counts: list[int],
    root: int,
    new_nodes: Any,
    new_edges: Any,
    new_sums: Any,
    new_counts: list[int],
) -> None:
    """Copy the subtree below `root` into an empty tree, breadth first."""
    plant(new_nodes, new_edges, new_sums, new_counts)
    new_nodes[ROOT][ORIGIN] = root
    node = 0
    while node < new_counts[NODES]:
        old = new_nodes[node][ORIGIN]
        new_nodes[node][SEEN] = nodes[old][SEEN]
        new_nodes[node][PRINT] = nodes[old][PRINT]
        new_nodes[node][SEAT] = nodes[old][SEAT]
        edge = nodes[old][FIRST]
        twin = -1
        while edge >= 0:
            twin = add_edge(
                new_nodes,
                new_edges,
                new_sums,
                new_counts,
                node,
                twin,
                edges[edge][ACTION],
                sums[edge][LIKING],
            )
            new_edges[twin][VISITS] = edges[edge][VISITS]
            new_edges[twin][CHANCES] = edges[edge][CHANCES]
            for seat in range(SEATS):
                new_sums[twin][seat] = sums[edge][seat]
            if node == ROOT:
                new_edges[ROOT][VISITS] += edges[edge][VISITS]
                for seat in range(SEATS):
                    new_sums[ROOT][seat] += sums[edge][seat]
            if edges[edge][CHILD] >= 0:
                child = add_node(new_nodes, new_counts)
                new_nodes[child][ORIGIN] = edges[edge][CHILD]
                new_edges[twin][CHILD] = child
            edge = edges[edge][NEXT]
        node += 1
