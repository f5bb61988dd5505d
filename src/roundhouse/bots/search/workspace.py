"""What one thread of a search has: its tree, and memory that no other thread touches."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.memory import Memory
from roundhouse.bots.net import advice as learned
from roundhouse.bots.net.network import Net
from roundhouse.bots.net.weights import Weights
from roundhouse.bots.search import own_advice
from roundhouse.bots.search import tree as trees
from roundhouse.bots.search.budget import Budget
from roundhouse.bots.search.iteration import iterate
from roundhouse.bots.search.notes import DECISIONS, ITERATIONS, START, STATES, STOP, Notes
from roundhouse.bots.search.playout import spread_of_values
from roundhouse.bots.search.temper import stand
from roundhouse.bots.search.tree import ROOT, Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.game import Game, Position
from roundhouse.core.search_settings import SearchSettings

CHUNK_SECONDS = 0.02
PAUSE = 128  # iterations between looks at whether the choice is settled: whatever the clock says
SAMPLES = 24  # games played to see how far values stray from each other, at most
FEWEST = 4  # ... and at least
SAMPLE_PLIES = 600

Line = list[tuple[int, int]]  # (seat, action), one after the other


@dataclass(frozen=True)
class Edge:
    """An edge of the tree, for reading."""

    action: int
    visits: int
    child: int  # the node it leads to, or -1
    sums: tuple[float, ...]  # of the results, by seat
    liking: float


class Workspace:
    """Runs on an engine of its own, so its scratch is its own, too."""

    def __init__(
        self,
        game: Game,
        seed: int,
        stream: int,
        settings: SearchSettings,
        pool: int,
        weights: Weights | None = None,
    ) -> None:
        self.engine = engine = game.engine.fork()
        self._seed, self._stream, self._pool = seed, stream, pool
        self._settings = self._tuning = Tuning.of(settings)
        self.memory = Memory.of(engine, STATES, engine.generator(seed, stream))
        self.notes = Notes.of(engine, self.memory.states)
        self.tree = Tree.of(engine, pool)
        self._guide: Any = Net.of(game, engine, weights) if weights else own_advice.OwnAdvice()
        advice = learned.ADVICE if weights else own_advice.ADVICE
        self._iterate = engine.binder(advice)(iterate)
        self._settled = engine.bind(trees.settled)
        self._plant = engine.bind(trees.plant)
        self._stand = engine.bind(stand)
        self._plant(self.tree)
        self._reaped: list[Edge] = []  # of the roots of trees that were grown and left
        self._lines: dict[int, Line] = {}  # ... and how they went on from their best moves

    def forget(self) -> None:
        """Become as it was made: no tree, and the random numbers from the first on."""
        self._plant(self.tree)
        self._leave()
        self.memory = self.memory._replace(rng=self.engine.generator(self._seed, self._stream))

    def stop(self) -> None:
        self.notes.counts[STOP] = 1

    def resume(self) -> None:
        self.notes.counts[STOP] = 0

    @property
    def compiled(self) -> bool:
        """Whether this process has compiled it, or loaded what was compiled; or need not."""
        return not self.engine.compiled or bool(self._iterate.signatures)

    @property
    def iterations(self) -> int:
        """Since the root was placed."""
        return int(self.notes.counts[ITERATIONS])

    @property
    def decisions(self) -> int:
        return int(self.notes.counts[DECISIONS])

    def place(self, state: Position, seat: int, iterations: int) -> None:
        """Make `state` the root, keeping what the tree already knows below it."""
        engine, counts = self.engine, self.notes.counts
        engine.put(self.memory.states, START, state.pack())
        node = self._known()
        if node < 0:
            self._plant(self.tree)
            self._stand(self.memory, self.notes, seat)  # what is kept was measured by it
        elif node != ROOT:
            self.keep(node)
        self._leave()
        counts[ITERATIONS] = counts[DECISIONS] = 0
        samples = max(FEWEST, min(SAMPLES if engine.compiled else FEWEST, iterations // 20))
        scale = self._settings.scale * self._spread(seat, samples)
        self._tuning = self._settings._replace(scale=scale)

    def _spread(self, seat: int, games: int) -> float:
        spread = self.engine.bind(spread_of_values)
        return float(spread(self.memory, self.notes, self._settings, seat, games, SAMPLE_PLIES))

    def _known(self) -> int:
        """The node of the new root in the tree, or -1; and -1 if the tree is nearly full."""
        engine = self.engine
        row = engine.rows(self.memory.states)[START]
        number = engine.bind(trees.fingerprint)(row)
        if not number or self.tree.used[trees.EDGES] > self._pool * 3 // 4:
            return -1
        return int(engine.bind(trees.find_node)(self.tree, number))

    def keep(self, node: int) -> None:
        """Make a node the root, with what lies below it and no more."""
        new = Tree.of(self.engine, self._pool)
        self.engine.bind(trees.transplant)(self.tree, node, new)
        self.tree = new

    def run(self, seat: int, budget: Budget, ends: float) -> None:
        """Search until the budget is spent, in one tree or in several, one after the other. However
        little time there is, there is some of it: the first legal move is nobody's choice."""
        tree, counts = self.tree, self.notes.counts
        chunk = 8 if self.engine.compiled else 1
        whole = int(self._settings.regrow) or budget.iterations  # a tree that is grown
        later = budget.iterations - whole  # iterations for the trees after this one
        while True:
            left = whole + min(later, 0) - int(tree.edges[ROOT][trees.VISITS])
            begun = time.perf_counter()
            if counts[ITERATIONS] and (counts[STOP] or begun >= ends):
                return
            since = int(counts[ITERATIONS]) % PAUSE
            if left <= 0 or (budget.settle and since == 0 and self._settled(tree, left)):
                if later <= 0:
                    return
                later -= whole
                self._regrow()
                continue
            now = min(chunk, left)
            if budget.settle:
                now = min(now, PAUSE - since)
            self._iterate(self.memory, tree, self.notes, self._tuning, self._guide, seat, now)
            took = time.perf_counter() - begun
            if took < CHUNK_SECONDS / 2:
                chunk *= 2
            elif took > CHUNK_SECONDS * 2:
                chunk = max(1, chunk // 2)

    def _regrow(self) -> None:
        """Begin another tree from the same root."""
        grown = self.edges_at(ROOT)
        best = max(grown, key=lambda edge: edge.visits).action
        self._lines[best] = self._line(best)
        self._reaped += grown
        self._plant(self.tree)

    def _leave(self) -> None:
        """What was grown is of another root."""
        self._reaped.clear()
        self._lines.clear()

    def root_edges(self) -> list[Edge]:
        """The edges of the root, of one tree after the other."""
        return [*self._reaped, *self.edges_at(ROOT)]

    def edges_at(self, node: int) -> list[Edge]:
        """The edges of a node, in the order of their actions."""
        nodes, edges, sums, _ = self.tree
        found = []
        edge = int(nodes[node][trees.FIRST]) if node >= 0 else -1
        while edge >= 0:
            row = edges[edge]
            *totals, liking = (float(x) for x in sums[edge])
            found.append(
                Edge(
                    int(row[trees.ACTION]),
                    int(row[trees.VISITS]),
                    int(row[trees.CHILD]),
                    tuple(totals),
                    liking,
                )
            )
            edge = int(row[trees.NEXT])
        return found

    def line(self, action: int, longest: int) -> Line:
        """The most visited way down, starting with `action`; of the trees that began with it, one
        that has grown, if the last has hardly begun."""
        lines = [self._line(action), self._lines.get(action, [])]
        return max(lines, key=len)[:longest]

    def _line(self, action: int) -> Line:
        nodes = self.tree.nodes
        made = [(int(nodes[ROOT][trees.SEAT]), action)]
        node = next((edge.child for edge in self.edges_at(ROOT) if edge.action == action), -1)
        while True:
            after = self.edges_at(node)
            if not after or sum(edge.visits for edge in after) < 4:
                return made
            seat = int(nodes[node][trees.SEAT])
            most = max(after, key=lambda edge: edge.visits)
            made.append((seat, most.action))
            node = most.child
