"""The tree by itself: lists of edges, full tables, moving a subtree to the front."""

from __future__ import annotations

from typing import Any

from roundhouse.bots import tree


def tables(nodes: int, edges: int) -> tuple[Any, Any, Any, Any]:
    laid = (
        [[0] * tree.NODE_WIDTH for _ in range(nodes)],
        [[0] * tree.EDGE_WIDTH for _ in range(edges)],
        [[0.0] * tree.SUM_WIDTH for _ in range(edges)], [0] * tree.COUNTS,
    )
    tree.plant(*laid)
    return laid


def test_edges_are_found_in_order() -> None:
    nodes, edges, sums, counts = tables(4, 6)
    made = [tree.add_edge(nodes, edges, sums, counts, 0, action, 1.0) for action in (3, 5, 9)]
    assert made == [1, 2, 3]
    assert [tree.find_edge(nodes, edges, 0, action) for action in (3, 5, 9, 4)] == [1, 2, 3, -1]
    assert tree.add_edge(nodes, edges, sums, counts, 0, 11, 1.0) == 4
    assert tree.add_edge(nodes, edges, sums, counts, 0, 12, 1.0) == 5
    assert tree.add_edge(nodes, edges, sums, counts, 0, 13, 1.0) == -1  # full


def test_select_prefers_what_is_liked_then_what_is_good() -> None:
    nodes, edges, sums, counts = tables(4, 6)
    found = [tree.add_edge(nodes, edges, sums, counts, 0, a, liking) for a, liking in
             ((0, 10.0), (1, 80.0), (2, 10.0))]
    tune = [0.0] * tree.TUNES
    tune[tree.EXPLORE], tune[tree.EVEN] = 1.0, 0.1
    assert tree.select(edges, sums, found, 3, 0, 0, 0.5, tune) == found[1]
    edges[found[1]][tree.VISITS] = 20  # tried often, and never won
    edges[found[0]][tree.VISITS] = 20
    sums[found[0]][0] = 15.0
    assert tree.select(edges, sums, found, 3, 0, 0, 0.5, tune) == found[0]
    assert edges[found[2]][tree.CHANCES] == 2


def test_transplant_keeps_what_lies_below() -> None:
    old = tables(8, 8)
    nodes, edges, sums, counts = old
    first = tree.add_edge(*old, 0, 3, 1.0)
    child = tree.add_node(nodes, counts)
    edges[first][tree.CHILD] = child
    below = [tree.add_edge(*old, child, action, 2.0) for action in (4, 6)]
    grandchild = tree.add_node(nodes, counts)
    edges[below[1]][tree.CHILD] = grandchild
    edges[below[1]][tree.VISITS] = 5
    sums[below[1]][2] = 2.5
    nodes[child][tree.PRINT] = 77
    assert tree.find_node(nodes, counts, 77) == child
    new = tables(8, 8)
    tree.transplant(*old, child, *new)
    assert new[3][tree.NODES] == 2
    assert new[3][tree.EDGES] == 3  # the edge into the root, and two below it
    kept = tree.find_edge(new[0], new[1], 0, 6)
    assert new[1][kept][tree.VISITS] == 5
    assert new[1][kept][tree.CHILD] == 1
    assert new[2][kept][2] == 2.5
    assert new[1][tree.ROOT][tree.VISITS] == 5
    assert new[0][0][tree.PRINT] == 77


def test_fingerprints_differ() -> None:
    assert tree.fingerprint([]) == 0
    assert tree.fingerprint([1, 2]) != tree.fingerprint([2, 1])
