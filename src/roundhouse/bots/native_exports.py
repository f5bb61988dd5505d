"""What a game's native library contains: everything that bots and stepping call.

The arguments are examples; only their types matter. A function that a library lacks is an error
when it is called, so add it here when a bot calls a new one.

This module loads the compiler.
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.buffers import ThreadBuffers
from roundhouse.bots.greedy_bot import greedy_action
from roundhouse.bots.net import network_guide
from roundhouse.bots.net.heuristic_policy import heuristic_policy
from roundhouse.bots.net.net_bot import sample_network_action
from roundhouse.bots.net.network import Net, add_feature_vectors
from roundhouse.bots.prior_bot import sample_action
from roundhouse.bots.search import heuristic_guide, tree
from roundhouse.bots.search.heuristic_guide import HeuristicGuide
from roundhouse.bots.search.iteration import run_iterations
from roundhouse.bots.search.rollout import measure_value_spread
from roundhouse.bots.search.search_buffers import STATE_COUNT, SearchBuffers
from roundhouse.bots.search.tree import Tree
from roundhouse.bots.search.utility import record_root_values
from roundhouse.core.backends.native_compiler import Export
from roundhouse.core.engine import Engine
from roundhouse.core.rng import WORDS
from roundhouse.core.search_params import SearchParams

NET_DIMENSIONS = (2, 1, 3, 2, 3, 2, 2, 1, 2, 1, 1, 1, 2)  # of the weights in `Net`, in order


def bot_exports(engine: Engine) -> list[Export]:
    """Return the functions that bots call."""
    buffers = ThreadBuffers.of(engine, STATE_COUNT, engine.buffer(WORDS))
    searching, nodes = SearchBuffers.of(engine, buffers.states), Tree.of(engine, 4)
    params, net = SearchParams().as_floats(), _net(engine)
    numbers, floats = engine.buffer(1), engine.floats(1)

    def export(function: Any, *arguments: Any, more: Any = None) -> Export:
        return Export(function, arguments, more or {})

    def search(guide: Any, rules: Any) -> Export:
        return export(run_iterations, buffers, nodes, searching, params, guide, 0, 1, more=rules)

    return [
        export(sample_action, buffers),
        export(greedy_action, buffers, numbers),
        export(heuristic_policy, buffers, numbers, params, floats, floats),
        export(sample_network_action, buffers, net, numbers, numbers, params, floats, floats, 1),
        export(add_feature_vectors, numbers, net.input, 1.0, net.actions),
        search(HeuristicGuide(), heuristic_guide.RULES),
        search(net, network_guide.RULES),
        export(measure_value_spread, buffers, searching, params, 0, 1, 1),
        export(record_root_values, buffers, searching, 0),
        export(tree.reset_tree, nodes),
        export(tree.is_decided, nodes, 1),
        export(tree.fingerprint, searching.state_bytes),
        export(tree.find_node, nodes, 1),
        export(tree.copy_subtree, nodes, 1, nodes),
    ]


def _net(engine: Engine) -> Net:
    """Return a network without weights."""
    weights = [engine.tensor((1,) * n) for n in NET_DIMENSIONS]
    numbers, floats = engine.buffer(1), engine.tensor((1,))
    return Net._make([*weights, numbers, floats, floats, numbers, floats, floats, floats])
