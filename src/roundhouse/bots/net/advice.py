"""The network as a search's guide: its likings beside the room's, its shares beside a playout's."""

from __future__ import annotations

from typing import Any

from roundhouse.bots.memory import Workbench
from roundhouse.bots.net.network import Net, expect, like, look
from roundhouse.bots.search.first_look import first_look, mix_in
from roundhouse.bots.search.notes import PLAYED, Notes
from roundhouse.bots.search.playout import judge, play_on
from roundhouse.bots.search.tree import ACTION, LIKING, Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import CHANCE, OVER, apply, legal
from roundhouse.core.drivers import draw
from roundhouse.core.rule import rule

FORCED = 60  # moves without a choice that are made before the network looks, at most


@rule
def consider(
    bench: Workbench, states: Any, tree: Tree, notes: Notes, n: int, tuning: Tuning, guide: Net
) -> None:
    """Mix in what `value` says, and what the network makes of both."""
    if tuning.glance > 0.0:
        first_look(bench, states, tree, notes, n, tuning)
    look(bench, states[PLAYED], states[PLAYED].turn, guide)
    total = 0.0
    for i in range(n):
        bench.likings[i] = tree.edges[notes.found[i]][ACTION]
        total += tree.sums[notes.found[i]][LIKING]
    for i in range(n):
        liking = tree.sums[notes.found[i]][LIKING]
        notes.leads[i] = liking / total if total > 0.0 else 1.0 / n
    like(guide, bench.likings, n, 0.0, notes.leads)
    mix_in(tree, notes, n, tuning.learned, 1.0)


@rule
def to_a_choice(bench: Workbench, s: Any) -> int:
    """Go on to the next choice that somebody has, or to the end; says by how many plies."""
    board, scratch, out = bench.board, bench.scratch, bench.out
    for ply in range(FORCED):
        if s.turn == OVER:
            return ply
        n = legal(board, s, scratch, out)
        action = out[0]
        if s.turn == CHANCE:
            action = draw(board, s, out, n, bench.rng)
        elif n > 1:
            return ply
        apply(board, s, scratch, action)
    return FORCED


@rule
def foresee(bench: Workbench, s: Any, notes: Notes, tuning: Tuning, guide: Net) -> int:
    """Ask the network at the next choice, and trust it so far; the rest is played on and judged."""
    plies = to_a_choice(bench, s)
    if s.turn < 0 or tuning.trust <= 0.0:
        plies += play_on(bench, s, tuning, int(tuning.turns), int(tuning.plies))
        judge(bench, s, tuning, notes.result)
        return plies
    seat, seats = s.turn + 0, s.seats + 0
    look(bench, s, seat, guide)
    expect(guide, seats)
    trust = 1.0
    if tuning.trust < 1.0:
        plies += play_on(bench, s, tuning, int(tuning.turns), int(tuning.plies))
        judge(bench, s, tuning, notes.result)
        trust = tuning.trust
    else:
        for other in range(len(notes.result)):
            notes.result[other] = 0.0
    for n in range(seats):
        other = (seat + n) % seats
        notes.result[other] = trust * guide.shares[n] + (1.0 - trust) * notes.result[other]
    return plies


ADVICE = {"consider": consider, "foresee": foresee}
