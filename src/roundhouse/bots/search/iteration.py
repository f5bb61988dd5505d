"""One iteration of the search: down the tree, on from the leaf, and back."""

from __future__ import annotations

from typing import Any

from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.search.guide import consider, foresee
from roundhouse.bots.search.notes import DECISIONS, DEEPEST, ITERATIONS, PLAYED, START, STOP, Notes
from roundhouse.bots.search.temper import gain, temper
from roundhouse.bots.search.tree import (
    ACTION,
    CHILD,
    FIRST,
    PRINT,
    ROOT,
    SEAT,
    SEEN,
    Tree,
    add_node,
    back_up,
    find_edge,
    fingerprint,
    gather,
    select,
)
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import CHANCE, OVER, apply, copy, legal, redeal
from roundhouse.core.drivers import draw
from roundhouse.core.rule import rule


@rule
def descend(
    bench: Workbench, states: Any, tree: Tree, notes: Notes, tuning: Tuning, guide: Any
) -> int:
    """Walk from the root to a leaf, playing in states[PLAYED]; says how many edges `path` has."""
    board, scratch, out = bench.board, bench.scratch, bench.out
    nodes, edges, path = tree.nodes, tree.edges, notes.path
    s = states[PLAYED]
    fair = 1.0 / s.seats
    path[0] = ROOT
    depth = 1
    node = ROOT
    while s.turn != OVER and depth < DEEPEST:
        n = legal(board, s, scratch, out)
        edge = -1
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, bench.rng)
            if tuning.closed == 0.0:
                apply(board, s, scratch, action)
                continue
            edge = find_edge(tree, node, action)
        elif n == 1:
            apply(board, s, scratch, action)
            continue
        else:
            nodes[node][SEEN] += 1
            if nodes[node][FIRST] < 0:
                if node != ROOT and nodes[node][SEEN] == 1:
                    return depth  # opened when it is visited again
                nodes[node][SEAT] = s.turn
            if gather(bench, s, n, tree, node, notes.found):
                if nodes[node][SEEN] == (1 if node == ROOT else int(tuning.worth)):
                    nodes[node][PRINT] = fingerprint(notes.row)  # worth keeping, too
                    consider(bench, states, tree, notes, n, tuning, guide)
                edge = select(tree, notes.found, n, s.turn, fair, path[depth - 1], tuning)
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
def iterate(
    memory: Memory, tree: Tree, notes: Notes, tuning: Tuning, guide: Any, seat: int, times: int
) -> None:
    """Search on from states[START] in states[PLAYED], `times` times, or until told to stop:
    once at least."""
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    states, counts = memory.states, notes.counts
    for _ in range(times):
        copy(states, PLAYED, START)
        s = states[PLAYED]
        redeal(bench.board, s, bench.scratch, seat, bench.rng)
        depth = descend(bench, states, tree, notes, tuning, guide)
        gained = 0.0
        if tuning.haste > 0.0:
            gained = gain(bench, s, notes, tuning, seat)
        plies = foresee(bench, s, notes, tuning, guide)
        temper(notes, tuning, seat, gained)
        back_up(tree, notes.path, depth, notes.result)
        counts[DECISIONS] += depth - 1 + plies
        counts[ITERATIONS] += 1
        if counts[STOP] != 0:
            return
