"""A glance at every action of a node, as the greedy player takes it, to know better what to try.

The room's `prefer` judges an action by itself; `value` judges what comes of it, but costs more. So
the root gets a glance at once, and other nodes when they have proved worth it.
"""

from __future__ import annotations

from math import exp
from typing import Any

from roundhouse.bots.greedy import follow_up
from roundhouse.bots.tree import ACTION, GLANCE, LIKING
from roundhouse.core.contract import apply, copy, value
from roundhouse.core.rule import rule

WORTH = 8  # visits after which a node gets a glance
SPARE = 2  # the state used for trying
WHOLE = 1000.0  # likings add up to this where the room likes nothing


@rule
def glance(
    board: Any,
    states: Any,
    scratch: Any,
    edges: Any,
    sums: Any,
    found: list[int],
    n: int,
    out: list[int],
    leads: list[float],
    rng: list[int],
    tune: list[float],
) -> None:
    """Mix what the value after each action says into the likings of the n edges in `found`, for
    the seat to act in states[1]. Their sum stays what it was, for edges that come later (another
    redeal, other actions) are liked in the room's own measure."""
    seat = states[1].turn + 0
    seats = states[1].seats + 0
    total = 0.0
    most = -1e18
    mean = 0.0
    for i in range(n):
        total += sums[found[i]][LIKING]
        copy(states, SPARE, 1)
        apply(board, states[SPARE], scratch, edges[found[i]][ACTION])
        follow_up(board, states[SPARE], scratch, seat, out, rng)
        value(board, states[SPARE], scratch, out)
        lead = 0.0
        for other in range(seats):
            lead -= out[other] / (seats - 1)
        lead += out[seat] * (1.0 + 1.0 / (seats - 1))
        leads[i] = lead
        most = max(most, lead)
        mean += lead / n
    # What the average action is behind the best is the measure: rooms choose their own units.
    gap = max(1e-9, (most - mean) / 2.0)
    sum_of_looks = 0.0
    for i in range(n):
        leads[i] = exp((leads[i] - most) / gap)
        sum_of_looks += leads[i]
    weight = tune[GLANCE]
    whole = total if total > 0.0 else WHOLE
    for i in range(n):
        liking = sums[found[i]][LIKING] if total > 0.0 else WHOLE / n
        look = whole * leads[i] / sum_of_looks
        sums[found[i]][LIKING] = (1.0 - weight) * liking + weight * look
