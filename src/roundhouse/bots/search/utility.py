"""What a seat values besides its share of the win: the playing styles.

A search backs up every seat's share of the win. Before that, the share of the searching seat is
changed here by the parameters of its style, in the same way in every game. The shares of the other
seats stay as they are.
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.search.search_buffers import LEADER, ROOT_STATE, SearchBuffers
from roundhouse.core.floats import exp, power
from roundhouse.core.placeholders import evaluate
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams


@rule
def record_root_values(buffers: ThreadBuffers, search_buffers: SearchBuffers, seat: int) -> None:
    """Record each seat's value at states[ROOT_STATE] and the leading opponent."""
    s, out = buffers.states[ROOT_STATE], buffers.out
    evaluate(buffers.boards[0], s, buffers.scratches[0], out)
    leader = -1
    for other in range(s.seats):
        search_buffers.root_values[other] = out[other]
        is_ahead = (
            leader < 0 or search_buffers.root_values[other] > search_buffers.root_values[leader]
        )
        if other != seat and is_ahead:
            leader = other
    search_buffers.counters[LEADER] = leader


@rule
def own_value_growth(
    context: RuleContext, s: Any, search_buffers: SearchBuffers, params: SearchParams, seat: int
) -> float:
    """Return how much the seat's own value has grown since the root, from 0 to 1.

    0.5 means no growth. The unit is the spread of values.
    """
    evaluate(context.board, s, context.scratch, context.out)
    growth = (context.out[seat] - search_buffers.root_values[seat]) / params.value_scale
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, growth))))


@rule
def apply_utility(
    search_buffers: SearchBuffers, params: SearchParams, seat: int, growth: float
) -> None:
    """Change the searching seat's share of the win at a leaf by its style."""
    result = search_buffers.result
    utility = result[seat] + 0.0
    if params.risk_exponent != 1.0:
        utility = power(utility, params.risk_exponent)
    if params.own_value_weight > 0.0:
        utility = (1.0 - params.own_value_weight) * utility + params.own_value_weight * growth
    if params.leader_penalty > 0.0:
        utility -= params.leader_penalty * result[search_buffers.counters[LEADER]]
    result[seat] = utility
