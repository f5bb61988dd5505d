"""The interface of a guide, as placeholders like those of core/placeholders.py.

A guide sets the priors of the actions of a node that is visited often, and evaluates leaves. A
search thread binds the game's heuristic (heuristic_guide.py) or a network (net/network_guide.py).
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.search.search_buffers import SearchBuffers
from roundhouse.bots.search.tree import Tree
from roundhouse.core.rule import placeholder
from roundhouse.core.search_params import SearchParams


@placeholder
def expand_priors(
    context: RuleContext,
    states: Any,
    tree: Tree,
    search_buffers: SearchBuffers,
    n: int,
    params: SearchParams,
    guide: Any,
) -> None:
    """Update the priors of the n edges in `legal_edges` for states[CURRENT]."""
    raise NotImplementedError


@placeholder
def evaluate_leaf(
    context: RuleContext, s: Any, search_buffers: SearchBuffers, params: SearchParams, guide: Any
) -> int:
    """Write each seat's share of the win to `result`; return the plies played for it."""
    raise NotImplementedError
