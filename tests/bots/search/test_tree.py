"""The tree by itself: lists of edges, full tables, moving a subtree to the front."""

from __future__ import annotations

from types import FunctionType

from roundhouse.bots.memory import Workbench
from roundhouse.bots.search import tree as trees
from roundhouse.bots.search.tree import Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.search_settings import SearchSettings


def planted(nodes: int, edges: int) -> Tree:
    tree = Tree(
        [[0] * trees.NODE_WIDTH for _ in range(nodes)],
        [[0] * trees.EDGE_WIDTH for _ in range(edges)],
        [[0.0] * trees.SUM_WIDTH for _ in range(edges)],
        [0] * trees.TABLES,
    )
    trees.plant(tree)
    return tree


def actions_at(tree: Tree, node: int) -> list[int]:
    found = []
    edge = tree.nodes[node][trees.FIRST]
    while edge >= 0:
        found.append(tree.edges[edge][trees.ACTION])
        edge = tree.edges[edge][trees.NEXT]
    return found


def test_edges_are_kept_in_the_order_of_actions() -> None:
    tree = planted(4, 6)
    made = [trees.find_edge(tree, 0, action) for action in (5, 9, 3, 7, 5, 3)]
    assert made == [1, 2, 3, 4, 1, 3]
    assert actions_at(tree, 0) == [3, 5, 7, 9]
    assert trees.find_edge(tree, 0, 1) == 5
    assert trees.find_edge(tree, 0, 4) == -1  # full
    assert actions_at(tree, 0) == [1, 3, 5, 7, 9]


def test_gather_finds_and_makes_edges_in_one_pass() -> None:
    scope = {
        **vars(trees),
        "hunch": lambda board, s, scratch: 0,
        "prefer": lambda board, s, scratch, action, shared: action,
    }
    bound = FunctionType(trees.gather.__code__, scope)
    bench = Workbench(None, None, [0] * 6, [0] * 6, [0] * 4)
    tree = planted(4, 7)
    found = [0] * 6

    def gather(*actions: int) -> bool:
        bench.out[: len(actions)] = actions
        fitted: bool = bound(bench, None, len(actions), tree, 0, found)
        return fitted

    assert gather(4, 8)
    assert found[:2] == [1, 2]
    assert gather(2, 4, 6, 9)
    assert found[:4] == [3, 1, 4, 5]
    assert gather(2, 8)
    assert found[:2] == [3, 2]
    assert actions_at(tree, 0) == [2, 4, 6, 8, 9]
    assert tree.sums[4][trees.LIKING] == 6
    assert not gather(1, 3, 5)  # one more fits


def test_settled_when_the_rest_cannot_matter() -> None:
    tree = planted(4, 6)
    for action, visits in ((3, 20), (5, 31), (9, 7)):
        tree.edges[trees.find_edge(tree, 0, action)][trees.VISITS] = visits
    assert trees.settled(tree, 10)
    assert not trees.settled(tree, 11)


def test_select_prefers_what_is_liked_then_what_is_good() -> None:
    tree = planted(4, 6)
    found = [trees.find_edge(tree, 0, action) for action in range(3)]
    for edge, liking in zip(found, (10.0, 80.0, 10.0), strict=True):
        tree.sums[edge][trees.LIKING] = liking
    tuning = Tuning.of(SearchSettings(explore=1.0, even=0.1, caution=0.0))
    assert trees.select(tree, found, 3, 0, 0.5, 0, tuning) == found[1]
    tree.edges[found[1]][trees.VISITS] = 20  # tried often, and never won
    tree.edges[found[0]][trees.VISITS] = 20
    tree.sums[found[0]][0] = 15.0
    assert trees.select(tree, found, 3, 0, 0.5, 0, tuning) == found[0]
    assert tree.edges[found[2]][trees.POSSIBLE] == 2


def test_transplant_keeps_what_lies_below() -> None:
    old = planted(8, 8)
    first = trees.find_edge(old, 0, 3)
    child = trees.add_node(old)
    old.edges[first][trees.CHILD] = child
    below = [trees.find_edge(old, child, action) for action in (4, 6)]
    grandchild = trees.add_node(old)
    old.edges[below[1]][trees.CHILD] = grandchild
    old.edges[below[1]][trees.VISITS] = 5
    old.sums[below[1]][2] = 2.5
    old.nodes[child][trees.PRINT] = 77
    assert trees.find_node(old, 77) == child
    new = planted(8, 8)
    trees.transplant(old, child, new)
    assert new.used[trees.NODES] == 2
    assert new.used[trees.EDGES] == 3  # the edge into the root, and two below it
    kept = trees.find_edge(new, 0, 6)
    assert new.edges[kept][trees.VISITS] == 5
    assert new.edges[kept][trees.CHILD] == 1
    assert new.sums[kept][2] == 2.5
    assert new.edges[trees.ROOT][trees.VISITS] == 5
    assert new.nodes[0][trees.PRINT] == 77


def test_fingerprints_differ() -> None:
    assert trees.fingerprint([]) == 0
    assert trees.fingerprint([1, 2]) != trees.fingerprint([2, 1])
