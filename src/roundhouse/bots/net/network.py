"""The network as compiled code evaluates it: sums over rows that skip zeros.

Most inputs are zero, and so are half of the inputs of each layer. Skipping them is several times
faster than a matrix product. Rows are added four at a time to save reads and writes of the sum.
train/network.py trains the same layers; the names of the arrays in a weights file are fixed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from roundhouse.bots.buffers import RuleContext
from roundhouse.bots.net.weights import Weights
from roundhouse.core.codec import Codec
from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.engine import Engine
from roundhouse.core.floats import exp, log
from roundhouse.core.game import Game
from roundhouse.core.placeholders import observe
from roundhouse.core.rule import rule

NONE = 0  # the feature that pads shorter rows; its vector is always 0


@dataclass(frozen=True)
class ActionFeatures:
    """`table[action]` holds the features of an action, padded with NONE."""

    table: list[list[int]]
    count: int  # of different features, NONE included


def action_features(codec: Codec) -> ActionFeatures:
    """Return the features of every action, taken from its words."""
    ids: dict[tuple[str, ...], int] = {}
    rows: list[list[int]] = [[] for _ in range(codec.size)]
    for action in codec.actions():
        verb, *rest = codec.text(action).split()
        row = [ids.setdefault((verb,), len(ids) + 1)]
        for set_root, word in enumerate(rest):
            key = ("number", word) if word.isdigit() else (verb, str(set_root), word)
            row.append(ids.setdefault(key, len(ids) + 1))
        rows[action] = row
    width = max(map(len, rows))
    table = [row + [NONE] * (width - len(row)) for row in rows]
    return ActionFeatures(table, len(ids) + 1)


UNIFORM_MIX = 0.02  # part of the heuristic policy spread evenly, so that no action has none


class Net(NamedTuple):
    """The weights, shared by all threads, and the buffers of one thread."""

    input: Any
    input_bias: Any
    first: Any  # one layer for each block
    first_bias: Any
    second: Any
    second_bias: Any
    share: Any
    share_bias: Any
    policy: Any
    policy_bias: Any
    exponent: Any  # of the heuristic policy
    exponent_bias: Any
    actions: Any  # one vector for each action
    observation: Any
    x: Any
    y: Any
    rows: Any  # the indices of nonzero inputs
    factors: Any  # and their values
    query: Any  # the vector of the state that is multiplied by those of the actions
    shares: Any  # of each seat, starting with the observing one

    @classmethod
    def of(cls, game: Game, engine: Engine, weights: Weights) -> Net:
        """Build the network for a game, with buffers of its own."""
        arrays = weights.arrays
        blocks = range(sum(name.endswith("first.weight") for name in arrays))
        width, longest = len(arrays["enter.bias"]), len(arrays["enter.weight"])

        def layer(name: str) -> Any:
            return engine.tensor(arrays[name].shape, arrays[name].tobytes())

        def layers(name: str) -> Any:
            parts = [arrays[f"blocks.{n}.{name}"] for n in blocks]
            return engine.tensor(
                (len(parts), *parts[0].shape), b"".join(part.tobytes() for part in parts)
            )

        return cls(
            layer("enter.weight"),
            layer("enter.bias"),
            layers("first.weight"),
            layers("first.bias"),
            layers("second.weight"),
            layers("second.bias"),
            layer("share.weight"),
            layer("share.bias"),
            layer("liking.weight"),
            layer("liking.bias"),
            engine.tensor((width,), arrays["gain.weight"].tobytes()),
            layer("gain.bias"),
            _action_vectors(game, engine, layer("vectors.weight")),
            engine.buffer(engine.observation_size),
            engine.tensor((width,)),
            engine.tensor((width,)),
            engine.buffer(max(width, longest)),
            engine.tensor((max(width, longest),)),
            engine.tensor(arrays["liking.bias"].shape),
            engine.tensor(arrays["share.bias"].shape),
        )


def _action_vectors(game: Game, engine: Engine, vectors: Any) -> Any:
    """Return the vector of every action, from those of its features."""
    table = action_features(game.codec).table
    actions = engine.tensor((len(table), len(vectors[0])))
    features = engine.numbers([feature for row in table for feature in row])
    engine.bind(add_feature_vectors)(features, vectors, sqrt(len(vectors[0])), actions)
    return actions


@rule
def add_feature_vectors(features: list[int], vectors: Any, divisor: float, actions: Any) -> None:
    """Write the sum of the vectors of each action's features, divided by a number."""
    width = len(features) // len(actions)
    for action in range(len(actions)):
        vector = actions[action]
        for n in range(width):
            part = vectors[features[action * width + n]]
            for k in range(len(vector)):
                vector[k] += part[k]
        for k in range(len(vector)):
            vector[k] /= divisor


@rule
def collect_positive(x: Any, rows: Any, factors: Any) -> int:
    """Write the indices and values of the positive entries of `x`; return how many."""
    count = 0
    for n in range(len(x)):
        if x[n] > 0:
            rows[count] = n
            factors[count] = x[n]
            count += 1
    return count


@rule
def add_rows(to: Any, matrix: Any, rows: Any, factors: Any, n: int) -> None:
    """Add n rows of a matrix to `to`, each times its factor."""
    i = 0
    while i + 4 <= n:
        a, b, c, d = factors[i], factors[i + 1], factors[i + 2], factors[i + 3]
        p, q, r, s = matrix[rows[i]], matrix[rows[i + 1]], matrix[rows[i + 2]], matrix[rows[i + 3]]
        for k in range(len(to)):
            to[k] += a * p[k] + b * q[k] + c * r[k] + d * s[k]
        i += 4
    while i < n:
        a, p = factors[i], matrix[rows[i]]
        for k in range(len(to)):
            to[k] += a * p[k]
        i += 1


@rule
def apply_layer(to: Any, bias: Any, matrix: Any, x: Any, net: Net) -> None:
    """Write bias + relu(x) matrix to `to`."""
    for k in range(len(to)):
        to[k] = bias[k]
    n = collect_positive(x, net.rows, net.factors)
    add_rows(to, matrix, net.rows, net.factors, n)


@rule
def forward(context: RuleContext, s: Any, seat: int, net: Net) -> None:
    """Compute the last hidden layer, `x`, from what the seat observes."""
    observe(context.board, s, context.scratch, seat, net.observation)
    x, y, rows, factors = net.x, net.y, net.rows, net.factors
    for k in range(len(x)):
        x[k] = net.input_bias[k]
    count = 0
    for n in range(len(net.observation)):
        if net.observation[n] != 0:
            rows[count] = n
            factors[count] = net.observation[n]
            count += 1
    add_rows(x, net.input, rows, factors, count)
    for block in range(len(net.first)):
        apply_layer(y, net.first_bias[block], net.first[block], x, net)
        for k in range(len(x)):
            x[k] += net.second_bias[block][k]
        count = collect_positive(y, rows, factors)
        add_rows(x, net.second[block], rows, factors, count)


@rule
def predict_shares(net: Net, seats: int) -> None:
    """Write each seat's expected share of the win to `shares`, observing seat first."""
    shares = net.shares
    apply_layer(shares, net.share_bias, net.share, net.x, net)
    highest = shares[0]
    for n in range(seats):
        highest = max(highest, shares[n])
    total = 0.0
    for n in range(MAX_SEATS):
        if n < seats:
            shares[n] = exp(shares[n] - highest)
        else:
            shares[n] = 0.0
        total += shares[n]
    for n in range(seats):
        shares[n] = shares[n] / total


@rule
def predict_policy(
    net: Net, actions: list[int], n: int, heuristic_exponent: float, policy: list[float]
) -> None:
    """Turn the heuristic policy over n actions in `policy` into the network's.

    The network multiplies the heuristic policy, to a power that it has learned plus
    `heuristic_exponent`, by factors of its own.
    """
    query = net.query
    apply_layer(query, net.policy_bias, net.policy, net.x, net)
    exponent = net.exponent_bias[0] + heuristic_exponent
    for k in range(len(net.x)):
        if net.x[k] > 0:
            exponent += net.x[k] * net.exponent[k]
    highest = -1e30
    for i in range(n):
        vector = net.actions[actions[i]]
        logit = exponent * log((1.0 - UNIFORM_MIX) * policy[i] + UNIFORM_MIX / n)
        for k in range(len(query)):
            logit += query[k] * vector[k]
        policy[i] = logit
        highest = max(highest, logit)
    total = 0.0
    for i in range(n):
        policy[i] = exp(policy[i] - highest)
        total += policy[i]
    for i in range(n):
        policy[i] /= total
