"""Information-set Monte Carlo tree search, one for every game.

Each iteration draws the hidden cards again for the seat that thinks (`redeal`), walks down the
tree by PUCT with the room's `prefer` as prior, plays on sensibly from the leaf for some turns, and
credits the outcome to every seat (max^n: each seat looks after its own share of the win). Chance is
drawn by its weights. See bots/tree.py for the tree and bots/playout.py for what a leaf is worth.

Compiled code runs without the interpreter's lock, in short chunks, so threads search side by side
(each its own tree; the roots are added up) and a search ends within milliseconds when told to.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, replace
from typing import Any

from roundhouse.bots import tree
from roundhouse.bots.glance import WORTH, glance
from roundhouse.bots.playout import judge, play_on, waver
from roundhouse.bots.tree import (
    ACTION,
    CHILD,
    CLOSED,
    DECISIONS,
    FIRST,
    GLANCE,
    ITERATIONS,
    PLIES,
    PRINT,
    ROOT,
    SEAT,
    SEATS,
    SEEN,
    STOP,
    TURNS,
    VISITS,
    add_node,
    back_up,
    find_edge,
    fingerprint,
    gather,
    select,
)
from roundhouse.core.contract import CHANCE, OVER, apply, copy, legal, redeal
from roundhouse.core.drivers import draw
from roundhouse.core.game import Game, Position
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings

DEEPEST = 400  # edges from the root
CHUNK_SECONDS = 0.02
PAUSE = 128  # iterations between looks at whether the choice is settled: whatever the clock says
SAMPLES = 24  # games played to see how values waver, at most
FEWEST = 4  # ... and at least
SAMPLE_PLIES = 600
POOL = 300_000  # edges of a tree at most: some 40 MB
SMALL_POOL = 20_000  # interpreted


@rule
def descend(
    board: Any,
    states: Any,
    scratch: Any,
    row: Any,
    nodes: Any,
    edges: Any,
    sums: Any,
    counts: list[int],
    path: list[int],
    found: list[int],
    out: list[int],
    rng: list[int],
    tune: list[float],
    leads: list[float],
) -> int:
    """Walk from the root to a leaf, playing in states[1]; says how many edges `path` has."""
    s = states[1]
    fair = 1.0 / s.seats
    path[0] = ROOT
    depth = 1
    node = ROOT
    while s.turn != OVER and depth < DEEPEST:
        n = legal(board, s, scratch, out)
        edge = -1
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, rng)
            if tune[CLOSED] == 0.0:
                apply(board, s, scratch, action)
                continue
            edge = find_edge(nodes, edges, sums, counts, node, action)
        elif n == 1:
            apply(board, s, scratch, action)
            continue
        else:
            nodes[node][SEEN] += 1
            if nodes[node][FIRST] < 0:
                if node != ROOT and nodes[node][SEEN] == 1:
                    return depth  # opened when it is visited again
                nodes[node][SEAT] = s.turn
            if gather(board, s, scratch, nodes, edges, sums, counts, node, out, n, found):
                worth = 1 if node == ROOT else WORTH
                if nodes[node][SEEN] == worth:
                    nodes[node][PRINT] = fingerprint(row)  # worth keeping, too
                if nodes[node][SEEN] == worth and tune[GLANCE] > 0.0:
                    glance(board, states, scratch, edges, sums, found, n, out, leads, rng, tune)
                edge = select(edges, sums, found, n, s.turn, path[depth - 1], fair, tune)
                action = edges[edge][ACTION]
        if edge < 0:
            return depth
        apply(board, s, scratch, action)
        path[depth] = edge
        depth += 1
        if edges[edge][CHILD] < 0:
            edges[edge][CHILD] = add_node(nodes, counts)
            if edges[edge][CHILD] < 0:
                return depth
        node = edges[edge][CHILD]
    return depth


@rule
def iterate(
    boards: Any,
    states: Any,
    scratches: Any,
    rows: Any,
    seat: int,
    times: int,
    nodes: Any,
    edges: Any,
    sums: Any,
    counts: list[int],
    path: list[int],
    found: list[int],
    out: list[int],
    rng: list[int],
    tune: list[float],
    result: list[float],
    leads: list[float],
) -> None:
    """Search on from states[0] in states[1], `times` times or until told to stop."""
    board, scratch = boards[0], scratches[0]
    for _ in range(times):
        if counts[STOP] != 0:
            return
        copy(states, 1, 0)
        s = states[1]
        redeal(board, s, scratch, seat, rng)
        depth = descend(
            board,
            states,
            scratch,
            rows[1],
            nodes,
            edges,
            sums,
            counts,
            path,
            found,
            out,
            rng,
            tune,
            leads,
        )
        counts[DECISIONS] += depth - 1
        play_on(
            board, s, scratch, out, found, rng, tune, int(tune[TURNS]), int(tune[PLIES]), counts
        )
        judge(board, s, scratch, out, tune, result)
        back_up(edges, sums, path, depth, result)
        counts[ITERATIONS] += 1


@dataclass(frozen=True)
class Budget:
    """When to stop thinking: whichever comes first."""

    iterations: int = 1 << 30  # with what was kept of the last search
    seconds: float = 3600.0
    settle: bool = False  # stop early when nothing left could change the choice


@dataclass(frozen=True)
class Option:
    """A move at the root of a search."""

    action: int
    visits: int
    shares: tuple[float, ...]  # expected share of the win of each seat
    prior: float  # how readily the room would play it, before any search


@dataclass(frozen=True)
class Verdict:
    """What a search found, best move first."""

    options: tuple[Option, ...]
    shares: tuple[float, ...]  # of the position
    iterations: int  # of this search, without what was kept of the last one
    decisions: int  # played in the tree and in playouts
    seconds: float
    line: tuple[tuple[int, int], ...]  # (seat, action) most looked at, without forced and chance

    @property
    def best(self) -> int:
        return self.options[0].action


class Workspace:
    """One thread's tree and buffers."""

    def __init__(
        self, game: Game, seed: int, stream: int, setting: SearchSettings, pool: int
    ) -> None:
        self.engine = engine = game.engine.fork()
        self.setting = setting
        self.rng = engine.generator(seed, stream)
        self.states = engine.batch(3)
        self.rows = engine.rows(self.states)
        self.path = engine.buffer(DEEPEST)
        self.found = engine.buffer(engine.size)
        self.tune = engine.floats(tree.TUNES)
        self.leads = engine.floats(engine.size)
        self.result = engine.floats(SEATS)
        self.moments = engine.floats(2 * SEATS)
        self.pool = pool
        self._tables = self._lay()
        self._iterate = engine.bind(iterate)
        self._settled = engine.bind(tree.settled)
        engine.bind(tree.plant)(*self._tables)

    @property
    def counts(self) -> Any:
        return self._tables[3]

    def _lay(self) -> tuple[Any, Any, Any, Any]:
        engine, pool = self.engine, self.pool
        return (
            engine.buffer(pool // 2, tree.NODE_WIDTH),
            engine.buffer(pool, tree.EDGE_WIDTH),
            engine.floats(pool, tree.SUM_WIDTH),
            engine.buffer(tree.COUNTS),
        )

    def place(self, state: Position, seat: int, iterations: int) -> None:
        """Make `state` the root, keeping what the tree already knows below it."""
        engine = self.engine
        engine.put(self.states, 0, state.pack())
        if not self._keep():
            engine.bind(tree.plant)(*self._tables)
        self.counts[STOP] = self.counts[ITERATIONS] = self.counts[DECISIONS] = 0
        for n, number in enumerate(self.setting.numbers()):
            self.tune[n] = number
        samples = max(FEWEST, min(SAMPLES if engine.compiled else FEWEST, iterations // 20))
        self.tune[tree.SCALE] *= self.sample(seat, samples, SAMPLE_PLIES)

    def sample(self, seat: int, games: int, plies: int) -> float:
        """How values waver in games played on from the root."""
        engine = self.engine
        return float(
            engine.bind(waver)(
                engine.boards,
                self.states,
                engine.scratches,
                seat,
                games,
                plies,
                engine.out,
                self.found,
                self.rng,
                self.tune,
                self.counts,
                self.moments,
            )
        )

    def _keep(self) -> bool:
        """Find the new root in the old tree and move what is below it to the front."""
        engine, old = self.engine, self._tables
        number = engine.bind(tree.fingerprint)(self.rows[0])
        node = engine.bind(tree.find_node)(old[0], old[3], number) if number else -1
        if node < 0 or old[3][tree.EDGES] > self.pool * 3 // 4:
            return False
        if node != ROOT:
            new = self._lay()
            engine.bind(tree.transplant)(*old, node, *new)
            self._tables = new
        return True

    def run(self, seat: int, budget: Budget, ends: float) -> None:
        """Search until the budget is spent."""
        engine = self.engine
        chunk = 8 if engine.compiled else 1
        while self.counts[STOP] == 0:
            nodes, edges, sums, counts = self._tables
            left = budget.iterations - int(edges[ROOT][VISITS])
            begun = time.perf_counter()
            if left <= 0 or begun >= ends:
                return
            now = min(chunk, left)
            if budget.settle:
                since = int(counts[ITERATIONS]) % PAUSE
                if since == 0 and self._settled(nodes, edges, left):
                    return
                now = min(now, PAUSE - since)
            self._iterate(
                engine.boards,
                self.states,
                engine.scratches,
                self.rows,
                seat,
                now,
                nodes,
                edges,
                sums,
                counts,
                self.path,
                self.found,
                engine.out,
                self.rng,
                self.tune,
                self.result,
                self.leads,
            )
            if time.perf_counter() - begun < CHUNK_SECONDS / 2:
                chunk *= 2
            elif time.perf_counter() - begun > CHUNK_SECONDS * 2:
                chunk = max(1, chunk // 2)

    def edges_at(self, node: int) -> list[tuple[int, int, int, list[float]]]:
        """(action, visits, child, sums) of each edge of a node."""
        nodes, edges, sums, _ = self._tables
        found = []
        edge = int(nodes[node][FIRST]) if node >= 0 else -1
        while edge >= 0:
            row = edges[edge]
            found.append(
                (
                    int(row[tree.ACTION]),
                    int(row[VISITS]),
                    int(row[CHILD]),
                    [float(x) for x in sums[edge]],
                )
            )
            edge = int(row[tree.NEXT])
        return found

    def line(self, action: int, longest: int) -> list[tuple[int, int]]:
        """(seat, action) of the most visited way down, starting with `action`."""
        nodes = self._tables[0]
        made = [(int(nodes[ROOT][SEAT]), action)]
        node = next((c for a, _, c, _ in self.edges_at(ROOT) if a == action), -1)
        while len(made) < longest:
            after = self.edges_at(node)
            if not after or sum(visits for _, visits, _, _ in after) < 4:
                break
            seat = int(nodes[node][SEAT])
            action, _, node, _ = max(after, key=lambda edge: edge[1])
            made.append((seat, action))
        return made


class Search:
    """Thinks about positions of one game; keeps its tree from move to move."""

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        threads: int = 1,
        setting: SearchSettings | None = None,
        pool: int = POOL,
    ) -> None:
        self.game = game
        pool = pool if game.engine.compiled else min(pool, SMALL_POOL)
        seed = rng.getrandbits(60)
        self._spaces = [
            Workspace(game, seed, stream, setting or game.room.search, pool)
            for stream in range(threads if game.engine.compiled else 1)
        ]

    def stop(self) -> None:
        """End the search that is running in another thread."""
        for space in self._spaces:
            space.counts[STOP] = 1

    def think(self, state: Position, budget: Budget, *, longest: int = 12) -> Verdict:
        """Search from a state for the seat to act, which must have a choice."""
        begun = time.perf_counter()
        ends = begun + budget.seconds
        seat = state.turn
        for space in self._spaces:
            space.place(state, seat, budget.iterations)
        share = replace(budget, iterations=-(-budget.iterations // len(self._spaces)))
        helpers = [
            threading.Thread(target=space.run, args=(seat, share, ends))
            for space in self._spaces[1:]
        ]
        for helper in helpers:
            helper.start()
        try:
            self._spaces[0].run(seat, share, ends)
        except BaseException:
            self.stop()
            raise
        finally:
            for helper in helpers:
                helper.join()
        return self._verdict(state, time.perf_counter() - begun, longest)

    def _verdict(self, state: Position, seconds: float, longest: int) -> Verdict:
        seats = state.seats
        visits: dict[int, int] = dict.fromkeys(state.legal(), 0)
        sums: dict[int, list[float]] = {action: [0.0] * seats for action in visits}
        likings: dict[int, float] = dict.fromkeys(visits, 0.0)
        for space in self._spaces:
            for action, seen, _, totals in space.edges_at(ROOT):
                if action in visits:
                    visits[action] += seen
                    likings[action] = totals[tree.LIKING]
                    sums[action] = [a + b for a, b in zip(sums[action], totals, strict=False)]
        all_likings = sum(likings.values()) or 1.0
        options = [
            Option(
                action,
                visits[action],
                tuple(total / (visits[action] or 1) for total in sums[action]),
                likings[action] / all_likings,
            )
            for action in visits
        ]
        options.sort(key=lambda o: (-o.visits, -o.shares[state.turn], -o.prior, o.action))
        in_all = sum(visits.values()) or 1
        shares = tuple(sum(sums[a][n] for a in visits) / in_all for n in range(seats))
        return Verdict(
            tuple(options),
            shares,
            sum(int(space.counts[ITERATIONS]) for space in self._spaces),
            sum(int(space.counts[DECISIONS]) for space in self._spaces),
            seconds,
            tuple(self._spaces[0].line(options[0].action, longest)),
        )


class SearchBot:
    """Plays what the search finds best."""

    def __init__(
        self, game: Game, rng: random.Random, budget: Budget, setting: SearchSettings | None = None
    ) -> None:
        pool = min(POOL, 2000 + 40 * budget.iterations)
        self._search = Search(game, rng, setting=setting, pool=pool)
        self._budget = replace(budget, settle=True)

    def choose(self, state: Position) -> int:
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        return self._search.think(state, self._budget).best

    def stop(self) -> None:
        self._search.stop()
