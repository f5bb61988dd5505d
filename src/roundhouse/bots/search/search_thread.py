"""One thread of a search: a tree and buffers that no other thread touches."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.buffers import ThreadBuffers
from roundhouse.bots.net import network_guide
from roundhouse.bots.net.network import Net
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search import heuristic_guide
from roundhouse.bots.search import tree as trees
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.iteration import run_iterations
from roundhouse.bots.search.rollout import measure_value_spread
from roundhouse.bots.search.search_buffers import (
    DECISIONS,
    ITERATIONS,
    ROOT_STATE,
    STATE_COUNT,
    STOP,
    SearchBuffers,
)
from roundhouse.bots.search.tree import ROOT, Tree
from roundhouse.bots.search.utility import record_root_values
from roundhouse.core.game import Game
from roundhouse.core.search_params import SearchParams
from roundhouse.core.state import State

CHUNK_SECONDS = 0.02  # target duration of one call into compiled code
DECIDED_CHECK_EVERY = 128  # iterations; independent of the clock, so searches are repeatable
MAX_SAMPLES = 24  # rollouts that measure the spread of values
MIN_SAMPLES = 4
SAMPLE_PLIES = 600
MIN_LINE_VISITS = 4  # visits a node needs to continue a principal variation

Line = list[tuple[int, int]]  # (seat, action) in order of play


@dataclass(frozen=True)
class Edge:
    """A copy of an edge of the tree."""

    action: int
    visits: int
    child: int  # the node it leads to, or -1
    sums: tuple[float, ...]  # of the results, by seat
    prior: float


class SearchThread:
    """Searches with an engine of its own, which gives it a scratch of its own."""

    def __init__(
        self,
        game: Game,
        seed: int,
        stream: int,
        params: SearchParams,
        pool: int,
        weights: Weights | None = None,
    ) -> None:
        self.engine = engine = game.engine.fork()
        self._seed, self._stream, self._pool = seed, stream, pool
        self._params = self._scaled_params = params.as_floats()
        self.buffers = ThreadBuffers.of(engine, STATE_COUNT, engine.generator(seed, stream))
        self.search_buffers = SearchBuffers.of(engine, self.buffers.states)
        self.tree = Tree.of(engine, pool)
        self._guide: Any = (
            Net.of(game, engine, weights) if weights else heuristic_guide.HeuristicGuide()
        )
        guide_rules = network_guide.RULES if weights else heuristic_guide.RULES
        self._run_iterations = engine.binder(guide_rules)(run_iterations)
        self._is_decided = engine.bind(trees.is_decided)
        self._reset_tree = engine.bind(trees.reset_tree)
        self._record_root_values = engine.bind(record_root_values)
        self._reset_tree(self.tree)
        self._earlier_edges: list[Edge] = []  # at the roots of finished trees
        self._earlier_lines: dict[int, Line] = {}  # of these trees, by first action

    def clear(self) -> None:
        """Drop the tree and restart the random numbers."""
        self._reset_tree(self.tree)
        self._discard_earlier_trees()
        self.buffers = self.buffers._replace(rng=self.engine.generator(self._seed, self._stream))

    def stop(self) -> None:
        """Make `run` return soon."""
        self.search_buffers.counters[STOP] = 1

    def resume(self) -> None:
        """Withdraw an earlier `stop`."""
        self.search_buffers.counters[STOP] = 0

    @property
    def is_compiled(self) -> bool:
        """Whether the search runs without being compiled first."""
        return not self.engine.needs_compiler or bool(self._run_iterations.signatures)

    @property
    def iterations(self) -> int:
        """The iterations since the root was set."""
        return int(self.search_buffers.counters[ITERATIONS])

    @property
    def decisions(self) -> int:
        """The plies played in the tree and in rollouts."""
        return int(self.search_buffers.counters[DECISIONS])

    def set_root(self, state: State, seat: int, iterations: int) -> None:
        """Make `state` the root, keeping the part of the tree below it."""
        engine, counters = self.engine, self.search_buffers.counters
        engine.put(self.buffers.states, ROOT_STATE, state.pack())
        node = self._find_root()
        if node < 0:
            self._reset_tree(self.tree)
            # Results in a tree that is kept refer to the values of its first root.
            self._record_root_values(self.buffers, self.search_buffers, seat)
        elif node != ROOT:
            self.promote(node)
        self._discard_earlier_trees()
        counters[ITERATIONS] = counters[DECISIONS] = 0
        samples = max(
            MIN_SAMPLES, min(MAX_SAMPLES if engine.compiled else MIN_SAMPLES, iterations // 20)
        )
        scale = self._params.value_scale * self._measure_spread(seat, samples)
        self._scaled_params = self._params._replace(value_scale=scale)

    def _measure_spread(self, seat: int, games: int) -> float:
        measure = self.engine.bind(measure_value_spread)
        spread = measure(self.buffers, self.search_buffers, self._params, seat, games, SAMPLE_PLIES)
        return float(spread)

    def _find_root(self) -> int:
        """Return the node of the new root, or -1 if there is none or little space left."""
        engine = self.engine
        state_bytes = engine.rows(self.buffers.states)[ROOT_STATE]
        number = engine.bind(trees.fingerprint)(state_bytes)
        if not number or self.tree.used[trees.EDGES] > self._pool * 3 // 4:
            return -1
        return int(engine.bind(trees.find_node)(self.tree, number))

    def promote(self, node: int) -> None:
        """Make a node the root, dropping everything outside its subtree."""
        new = Tree.of(self.engine, self._pool)
        self.engine.bind(trees.copy_subtree)(self.tree, node, new)
        self.tree = new

    def run(self, seat: int, budget: Budget, deadline: float) -> None:
        """Search until the budget is spent or the deadline passes, but at least once."""
        tree, counters = self.tree, self.search_buffers.counters
        chunk = 8 if self.engine.compiled else 1
        per_tree = int(self._params.restart_every) or budget.iterations
        for_later_trees = budget.iterations - per_tree
        while True:
            left = per_tree + min(for_later_trees, 0) - int(tree.edges[ROOT][trees.VISITS])
            started = time.perf_counter()
            if counters[ITERATIONS] and (counters[STOP] or started >= deadline):
                return
            since_check = int(counters[ITERATIONS]) % DECIDED_CHECK_EVERY
            if left <= 0 or (
                budget.stop_when_decided
                and since_check == 0
                and self._is_decided(tree, self._root_visits_left(left))
            ):
                if for_later_trees <= 0:
                    return
                for_later_trees -= per_tree
                self._restart()
                continue
            count = min(chunk, left)
            if budget.stop_when_decided:
                count = min(count, DECIDED_CHECK_EVERY - since_check)
            self._run_iterations(
                self.buffers,
                tree,
                self.search_buffers,
                self._scaled_params,
                self._guide,
                seat,
                count,
            )
            seconds = time.perf_counter() - started
            if seconds < CHUNK_SECONDS / 2:
                chunk *= 2
            elif seconds > CHUNK_SECONDS * 2:
                chunk = max(1, chunk // 2)

    def _root_visits_left(self, iterations: int) -> int:
        """Return how many of the iterations can still visit the edges of the root."""
        return iterations - int(iterations * self._params.redeal_fraction)

    def _restart(self) -> None:
        """Start another tree from the same root."""
        edges = self.edges_at(ROOT)
        best = max(edges, key=lambda edge: edge.visits).action
        self._earlier_lines[best] = self._most_visited_line(best)
        self._earlier_edges += edges
        self._reset_tree(self.tree)

    def _discard_earlier_trees(self) -> None:
        """Drop the results of trees that had another root."""
        self._earlier_edges.clear()
        self._earlier_lines.clear()

    def root_edges(self) -> list[Edge]:
        """Return the edges of the root, for one tree after the other."""
        return [*self._earlier_edges, *self.edges_at(ROOT)]

    def edges_at(self, node: int) -> list[Edge]:
        """Return the edges of a node in ascending order of actions."""
        nodes, edges, sums, _ = self.tree
        children = []
        edge = int(nodes[node][trees.FIRST_EDGE]) if node >= 0 else -1
        while edge >= 0:
            row = edges[edge]
            *totals, prior = (float(x) for x in sums[edge])
            children.append(
                Edge(
                    int(row[trees.ACTION]),
                    int(row[trees.VISITS]),
                    int(row[trees.CHILD]),
                    tuple(totals),
                    prior,
                )
            )
            edge = int(row[trees.NEXT])
        return children

    def principal_variation(self, action: int, max_length: int) -> Line:
        """Return the longest most visited line, of any tree, that starts with an action."""
        lines = [self._most_visited_line(action), self._earlier_lines.get(action, [])]
        return max(lines, key=len)[:max_length]

    def _most_visited_line(self, action: int) -> Line:
        nodes = self.tree.nodes
        line = [(int(nodes[ROOT][trees.SEAT]), action)]
        node = next((edge.child for edge in self.edges_at(ROOT) if edge.action == action), -1)
        while True:
            edges = self.edges_at(node)
            if sum(edge.visits for edge in edges) < MIN_LINE_VISITS:
                return line
            seat = int(nodes[node][trees.SEAT])
            best = max(edges, key=lambda edge: edge.visits)
            line.append((seat, best.action))
            node = best.child
