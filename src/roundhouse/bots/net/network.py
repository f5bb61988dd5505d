"""The network as compiled code reads it: plain sums over rows, skipping what is zero.

Most of what a seat sees is zero, and half of what comes out of a layer, so that skipping makes it
several times cheaper than a product of matrices. The same layers are trained in train/network.py.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from roundhouse.bots.memory import Workbench
from roundhouse.bots.net.factors import factors
from roundhouse.bots.net.weights import Weights
from roundhouse.core.contract import MOST_SEATS, observe
from roundhouse.core.engine import Engine
from roundhouse.core.game import Game
from roundhouse.core.rule import rule


class Net(NamedTuple):
    """Weights, shared by all threads, and what one thread works in."""

    enter: Any
    enter_bias: Any
    first: Any  # a layer a block
    first_bias: Any
    second: Any
    second_bias: Any
    share: Any
    share_bias: Any
    liking: Any
    liking_bias: Any
    actions: Any  # a vector each
    seen: Any
    x: Any
    y: Any
    meaning: Any  # of the position, where it meets the actions' vectors
    shares: Any  # from the seat that looks on

    @classmethod
    def of(cls, game: Game, engine: Engine, weights: Weights) -> Net:
        numbers = weights.numbers
        blocks = range(sum(name.endswith("first.weight") for name in numbers))
        vectors = numbers["vectors.weight"]
        actions = vectors[factors(game.codec).table].sum(1) / vectors.shape[1] ** 0.5

        def layers(name: str) -> Any:
            return np.stack([numbers[f"blocks.{n}.{name}"] for n in blocks])

        return cls(
            numbers["enter.weight"],
            numbers["enter.bias"],
            layers("first.weight"),
            layers("first.bias"),
            layers("second.weight"),
            layers("second.bias"),
            numbers["share.weight"],
            numbers["share.bias"],
            numbers["liking.weight"],
            numbers["liking.bias"],
            np.ascontiguousarray(actions, np.float32),
            engine.buffer(len(game.scales)),
            np.zeros_like(numbers["enter.bias"]),
            np.zeros_like(numbers["enter.bias"]),
            np.zeros_like(numbers["liking.bias"]),
            np.zeros_like(numbers["share.bias"]),
        )


@rule
def add_row(to: Any, row: Any, times: Any) -> None:
    for k in range(len(to)):
        to[k] += times * row[k]


@rule
def layer(to: Any, bias: Any, weights: Any, x: Any) -> None:
    """`to` = bias + x weights, where x is zero below zero."""
    for k in range(len(to)):
        to[k] = bias[k]
    for n in range(len(x)):
        if x[n] > 0.0:
            add_row(to, weights[n], x[n])


@rule
def look(bench: Workbench, s: Any, seat: int, net: Net) -> None:
    """Let the network see what the seat sees: afterwards `x` is what it makes of it."""
    observe(bench.board, s, bench.scratch, seat, net.seen)
    x, y = net.x, net.y
    for k in range(len(x)):
        x[k] = net.enter_bias[k]
    for n in range(len(net.seen)):
        if net.seen[n] != 0:
            add_row(x, net.enter[n], np.float32(net.seen[n]))
    for k in range(len(x)):
        x[k] = max(x[k], np.float32(0.0))
    for block in range(len(net.first)):
        for k in range(len(y)):
            y[k] = net.first_bias[block][k]
        for n in range(len(x)):  # not `layer`: after a block x may be below zero
            if x[n] != 0.0:
                add_row(y, net.first[block][n], x[n])
        for k in range(len(x)):
            x[k] += net.second_bias[block][k]
        for n in range(len(y)):
            if y[n] > 0.0:
                add_row(x, net.second[block][n], y[n])


@rule
def expect(net: Net, seats: int) -> None:
    """What each seat may expect to win, from the one that looks on, into `shares`."""
    shares = net.shares
    layer(shares, net.share_bias, net.share, net.x)
    most = shares[0]
    for n in range(seats):
        most = max(most, shares[n])
    total = 0.0
    for n in range(MOST_SEATS):
        shares[n] = np.float32(exp(shares[n] - most)) if n < seats else np.float32(0.0)
        total += shares[n]
    for n in range(seats):
        shares[n] = np.float32(shares[n] / total)


@rule
def like(net: Net, actions: list[int], n: int, likings: list[float]) -> None:
    """How likely the network is to choose each of n actions, into `likings`."""
    meaning = net.meaning
    layer(meaning, net.liking_bias, net.liking, net.x)
    most = -1e30
    for i in range(n):
        vector = net.actions[actions[i]]
        liking = 0.0
        for k in range(len(meaning)):
            liking += meaning[k] * vector[k]
        likings[i] = liking
        most = max(most, liking)
    total = 0.0
    for i in range(n):
        likings[i] = exp(likings[i] - most)
        total += likings[i]
    for i in range(n):
        likings[i] /= total
