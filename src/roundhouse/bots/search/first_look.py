"""A first look at what each action of a node leads to, to know better what to try.

The room's `prefer` judges an action by itself; `value` judges what comes of it, but costs more. So
the root gets this look at once, and other nodes when they have proved worth it.
"""

from __future__ import annotations

from math import exp
from typing import Any

from roundhouse.bots.greedy_bot import follow_up
from roundhouse.bots.memory import Workbench
from roundhouse.bots.search.notes import PLAYED, TRIED, Notes
from roundhouse.bots.search.tree import ACTION, LIKING, Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import apply, copy, value
from roundhouse.core.rule import rule

WHOLE = 1000.0  # likings add up to this where the room likes nothing


@rule
def lead_after(bench: Workbench, states: Any, action: int) -> float:
    """How far ahead of the others' mean the seat to act is after an action, by `value`."""
    board, scratch, out = bench.board, bench.scratch, bench.out
    seat = states[PLAYED].turn + 0
    seats = states[PLAYED].seats + 0
    copy(states, TRIED, PLAYED)
    apply(board, states[TRIED], scratch, action)
    follow_up(bench, states[TRIED], seat)
    value(board, states[TRIED], scratch, out)
    lead: float = 0.0
    for other in range(seats):
        lead -= out[other] / (seats - 1)
    lead += out[seat] * (1.0 + 1.0 / (seats - 1))
    return lead


@rule
def mix_in(tree: Tree, notes: Notes, n: int, weight: float, total_of_leads: float) -> None:
    """Make so much of the likings of the n edges found what `leads` says. Their sum stays what it
    was, for edges that come later (another redeal, other actions) are liked in the room's own
    measure."""
    sums, found, leads = tree.sums, notes.found, notes.leads
    total = 0.0
    for i in range(n):
        total += sums[found[i]][LIKING]
    whole = total if total > 0.0 else WHOLE
    for i in range(n):
        liking = sums[found[i]][LIKING] if total > 0.0 else WHOLE / n
        look = whole * leads[i] / total_of_leads
        sums[found[i]][LIKING] = (1.0 - weight) * liking + weight * look


@rule
def looks(
    bench: Workbench, states: Any, actions: list[int], n: int, keen: float, leads: list[float]
) -> float:
    """What the value after each of n actions says for the seat to act in states[PLAYED], into
    `leads`, as parts of the sum that is returned."""
    most = -1e18
    mean = 0.0
    for i in range(n):
        lead = lead_after(bench, states, actions[i])
        leads[i] = lead
        most = max(most, lead)
        mean += lead / n
    # What the average action is behind the best is the measure: rooms choose their own units. Where
    # most actions are absurd (a hundred bids) that is too kind to the others: rooms may be keen.
    gap = max(1e-9, (most - mean) / (2.0 * keen))
    sum_of_looks = 0.0
    for i in range(n):
        leads[i] = exp((leads[i] - most) / gap)
        sum_of_looks += leads[i]
    return sum_of_looks


@rule
def first_look(
    bench: Workbench, states: Any, tree: Tree, notes: Notes, n: int, tuning: Tuning
) -> None:
    """Mix what the value after each action says into the likings of the n edges found."""
    for i in range(n):
        bench.likings[i] = tree.edges[notes.found[i]][ACTION]
    total = looks(bench, states, bench.likings, n, tuning.keen, notes.leads)
    mix_in(tree, notes, n, tuning.glance, total)
