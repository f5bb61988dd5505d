"""The search tree: lists of edges, selection, and copying a subtree."""

from __future__ import annotations

from types import FunctionType

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.search import tree as trees
from roundhouse.bots.search.tree import Tree
from roundhouse.core.search_params import SearchParams


def empty_tree(nodes: int, edges: int) -> Tree:
    tree = Tree(
        [[0] * trees.NODE_WIDTH for _ in range(nodes)],
        [[0] * trees.EDGE_WIDTH for _ in range(edges)],
        [[0.0] * trees.SUM_WIDTH for _ in range(edges)],
        [0] * trees.TABLE_COUNT,
    )
    trees.reset_tree(tree)
    return tree


def actions_at(tree: Tree, node: int) -> list[int]:
    actions = []
    edge = tree.nodes[node][trees.FIRST_EDGE]
    while edge >= 0:
        actions.append(tree.edges[edge][trees.ACTION])
        edge = tree.edges[edge][trees.NEXT]
    return actions


def test_edges_are_kept_in_the_order_of_actions() -> None:
    tree = empty_tree(4, 6)
    edges = [trees.find_or_add_edge(tree, 0, action) for action in (5, 9, 3, 7, 5, 3)]
    assert edges == [1, 2, 3, 4, 1, 3]
    assert actions_at(tree, 0) == [3, 5, 7, 9]
    assert trees.find_or_add_edge(tree, 0, 1) == 5
    assert trees.find_or_add_edge(tree, 0, 4) == -1  # full
    assert actions_at(tree, 0) == [1, 3, 5, 7, 9]


def test_expand_finds_and_adds_edges_in_one_pass() -> None:
    scope = {
        **vars(trees),
        "action_context": lambda board, s, scratch: 0,
        "action_prior": lambda board, s, scratch, action, shared: action,
    }
    bound_expand = FunctionType(trees.expand.__code__, scope)
    context = RuleContext(None, None, [0] * 6, [0] * 6, [0] * 4)
    tree = empty_tree(4, 7)
    legal_edges = [0] * 6

    def expand(*actions: int) -> bool:
        context.out[: len(actions)] = actions
        has_space: bool = bound_expand(context, None, len(actions), tree, 0, legal_edges)
        return has_space

    assert expand(4, 8)
    assert legal_edges[:2] == [1, 2]
    assert expand(2, 4, 6, 9)
    assert legal_edges[:4] == [3, 1, 4, 5]
    assert expand(2, 8)
    assert legal_edges[:2] == [3, 2]
    assert actions_at(tree, 0) == [2, 4, 6, 8, 9]
    assert tree.sums[4][trees.PRIOR] == 6
    assert not expand(1, 3, 5)  # only one more fits


def test_decided_if_the_other_moves_cannot_catch_up() -> None:
    tree = empty_tree(4, 6)
    for action, visits in ((3, 20), (5, 31), (9, 7)):
        tree.edges[trees.find_or_add_edge(tree, 0, action)][trees.VISITS] = visits
    assert trees.is_decided(tree, 10)
    assert not trees.is_decided(tree, 11)


def test_select_prefers_high_priors_then_high_values() -> None:
    tree = empty_tree(4, 6)
    legal_edges = [trees.find_or_add_edge(tree, 0, action) for action in range(3)]
    for edge, prior in zip(legal_edges, (10.0, 80.0, 10.0), strict=True):
        tree.sums[edge][trees.PRIOR] = prior
    params = SearchParams(c_puct=1.0, uniform_mix=0.1, fpu_reduction=0.0).as_floats()
    trees.count_available(tree, legal_edges, 3)
    assert trees.select(tree, legal_edges, 3, 0, 0.5, 0, params) == legal_edges[1]
    trees.count_available(tree, legal_edges, 3)
    tree.edges[legal_edges[1]][trees.VISITS] = 20  # many visits and no wins
    tree.edges[legal_edges[0]][trees.VISITS] = 20
    tree.sums[legal_edges[0]][0] = 15.0
    assert trees.select(tree, legal_edges, 3, 0, 0.5, 0, params) == legal_edges[0]
    assert tree.edges[legal_edges[2]][trees.AVAILABLE] == 2


def test_copy_subtree_copies_nodes_and_edges() -> None:
    old = empty_tree(8, 8)
    first = trees.find_or_add_edge(old, 0, 3)
    child = trees.add_node(old)
    old.edges[first][trees.CHILD] = child
    child_edges = [trees.find_or_add_edge(old, child, action) for action in (4, 6)]
    grandchild = trees.add_node(old)
    old.edges[child_edges[1]][trees.CHILD] = grandchild
    old.edges[child_edges[1]][trees.VISITS] = 5
    old.sums[child_edges[1]][2] = 2.5
    old.nodes[child][trees.FINGERPRINT] = 77
    assert trees.find_node(old, 77) == child
    new = empty_tree(8, 8)
    trees.copy_subtree(old, child, new)
    assert new.used[trees.NODES] == 2
    assert new.used[trees.EDGES] == 3  # the edge into the root and two others
    edge = trees.find_or_add_edge(new, 0, 6)
    assert new.edges[edge][trees.VISITS] == 5
    assert new.edges[edge][trees.CHILD] == 1
    assert new.sums[edge][2] == 2.5
    assert new.edges[trees.ROOT][trees.VISITS] == 5
    assert new.nodes[0][trees.FINGERPRINT] == 77


def test_fingerprint_depends_on_the_order_of_bytes() -> None:
    assert trees.fingerprint([]) == 0
    assert trees.fingerprint([1, 2]) != trees.fingerprint([2, 1])
