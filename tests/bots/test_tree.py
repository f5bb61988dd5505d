"""The tree by itself: lists of edges, full tables, moving a subtree to the front."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from roundhouse.bots import tree


def tables(nodes: int, edges: int) -> tuple[Any, Any, Any, Any]:
    laid = (
        [[0] * tree.NODE_WIDTH for _ in range(nodes)],
        [[0] * tree.EDGE_WIDTH for _ in range(edges)],
        [[0.0] * tree.SUM_WIDTH for _ in range(edges)],
        [0] * tree.COUNTS,
    )
    tree.plant(*laid)
    return laid


def actions_at(laid: tuple[Any, Any, Any, Any], node: int) -> list[int]:
    nodes, edges = laid[:2]
    found = []
    edge = nodes[node][tree.FIRST]
    while edge >= 0:
        found.append(edges[edge][tree.ACTION])
        edge = edges[edge][tree.NEXT]
    return found


def test_edges_are_kept_in_the_order_of_actions() -> None:
    laid = tables(4, 6)
    made = [tree.find_edge(*laid, 0, action) for action in (5, 9, 3, 7, 5, 3)]
    assert made == [1, 2, 3, 4, 1, 3]
    assert actions_at(laid, 0) == [3, 5, 7, 9]
    assert tree.find_edge(*laid, 0, 1) == 5
    assert tree.find_edge(*laid, 0, 4) == -1  # full
    assert actions_at(laid, 0) == [1, 3, 5, 7, 9]


def test_gather_finds_and_makes_edges_in_one_pass() -> None:
    scope = {
        **tree.gather.__globals__,
        "hunch": lambda board, s, scratch: 0,
        "prefer": lambda board, s, scratch, action, feeling: action,
    }
    gather = FunctionType(tree.gather.__code__, scope)  # type: ignore[attr-defined]
    laid = tables(4, 7)
    found = [0] * 6
    assert gather(None, None, None, *laid, 0, [4, 8], 2, found)
    assert found[:2] == [1, 2]
    assert gather(None, None, None, *laid, 0, [2, 4, 6, 9], 4, found)
    assert found[:4] == [3, 1, 4, 5]
    assert gather(None, None, None, *laid, 0, [2, 8], 2, found)
    assert found[:2] == [3, 2]
    assert actions_at(laid, 0) == [2, 4, 6, 8, 9]
    assert laid[2][4][tree.LIKING] == 6
    assert not gather(None, None, None, *laid, 0, [1, 3, 5], 3, found)  # one more fits


def test_settled_when_the_rest_cannot_matter() -> None:
    laid = tables(4, 6)
    nodes, edges = laid[:2]
    for action, visits in ((3, 20), (5, 31), (9, 7)):
        edges[tree.find_edge(*laid, 0, action)][tree.VISITS] = visits
    assert tree.settled(nodes, edges, 10)
    assert not tree.settled(nodes, edges, 11)


def test_select_prefers_what_is_liked_then_what_is_good() -> None:
    nodes, edges, sums, counts = tables(4, 6)
    found = [tree.find_edge(nodes, edges, sums, counts, 0, action) for action in range(3)]
    for edge, liking in zip(found, (10.0, 80.0, 10.0), strict=True):
        sums[edge][tree.LIKING] = liking
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
    first = tree.find_edge(*old, 0, 3)
    child = tree.add_node(nodes, counts)
    edges[first][tree.CHILD] = child
    below = [tree.find_edge(*old, child, action) for action in (4, 6)]
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
    kept = tree.find_edge(*new, 0, 6)
    assert new[1][kept][tree.VISITS] == 5
    assert new[1][kept][tree.CHILD] == 1
    assert new[2][kept][2] == 2.5
    assert new[1][tree.ROOT][tree.VISITS] == 5
    assert new[0][0][tree.PRINT] == 77


def test_fingerprints_differ() -> None:
    assert tree.fingerprint([]) == 0
    assert tree.fingerprint([1, 2]) != tree.fingerprint([2, 1])
