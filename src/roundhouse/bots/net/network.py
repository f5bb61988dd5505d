"""The network as compiled code reads it: plain sums over rows, skipping what is zero.

Most of what a seat sees is zero, and half of what goes into a layer, so that skipping makes it
several times cheaper than a product of matrices; rows are added four at a time, for the sum is read
and written each time. The same layers are trained in train/network.py.
"""

from __future__ import annotations

from math import exp, log
from typing import Any, NamedTuple

import numpy as np

from roundhouse.bots.memory import Workbench
from roundhouse.bots.net.factors import factors
from roundhouse.bots.net.weights import Weights
from roundhouse.core.contract import MOST_SEATS, observe
from roundhouse.core.engine import Engine
from roundhouse.core.game import Game
from roundhouse.core.rule import rule

EVEN = 0.02  # of the room's advice is spread evenly: what it would never do has a chance, too


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
    gain: Any  # how much the room's own advice counts
    gain_bias: Any
    actions: Any  # a vector each
    seen: Any
    x: Any
    y: Any
    which: Any  # the rows that count
    times: Any  # ... and by how much
    meaning: Any  # of the position, where it meets the actions' vectors
    shares: Any  # from the seat that looks on

    @classmethod
    def of(cls, game: Game, engine: Engine, weights: Weights) -> Net:
        numbers = weights.numbers
        blocks = range(sum(name.endswith("first.weight") for name in numbers))
        vectors = numbers["vectors.weight"]
        longest = max(len(game.scales), len(numbers["enter.bias"]))
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
            numbers["gain.weight"][:, 0],
            numbers["gain.bias"],
            np.ascontiguousarray(actions, np.float32),
            engine.buffer(len(game.scales)),
            np.zeros_like(numbers["enter.bias"]),
            np.zeros_like(numbers["enter.bias"]),
            np.zeros(longest, np.int64),
            np.zeros(longest, np.float32),
            np.zeros_like(numbers["liking.bias"]),
            np.zeros_like(numbers["share.bias"]),
        )


@rule
def above_zero(x: Any, which: Any, times: Any) -> int:
    """Which of `x` are, into `which` and `times`; says how many."""
    found = 0
    for n in range(len(x)):
        if x[n] > 0:
            which[found] = n
            times[found] = x[n]
            found += 1
    return found


@rule
def add_rows(to: Any, rows: Any, which: Any, times: Any, n: int) -> None:
    """Add n of the rows, each so many times."""
    i = 0
    while i + 4 <= n:
        a, b, c, d = times[i], times[i + 1], times[i + 2], times[i + 3]
        p, q, r, s = rows[which[i]], rows[which[i + 1]], rows[which[i + 2]], rows[which[i + 3]]
        for k in range(len(to)):
            to[k] += a * p[k] + b * q[k] + c * r[k] + d * s[k]
        i += 4
    while i < n:
        a, p = times[i], rows[which[i]]
        for k in range(len(to)):
            to[k] += a * p[k]
        i += 1


@rule
def layer(to: Any, bias: Any, weights: Any, x: Any, net: Net) -> None:
    """`to` = bias + x weights, where x is zero below zero."""
    for k in range(len(to)):
        to[k] = bias[k]
    n = above_zero(x, net.which, net.times)
    add_rows(to, weights, net.which, net.times, n)


@rule
def look(bench: Workbench, s: Any, seat: int, net: Net) -> None:
    """Let the network see what the seat sees: afterwards `x` is what it makes of it."""
    observe(bench.board, s, bench.scratch, seat, net.seen)
    x, y, which, times = net.x, net.y, net.which, net.times
    for k in range(len(x)):
        x[k] = net.enter_bias[k]
    found = 0
    for n in range(len(net.seen)):
        if net.seen[n] != 0:
            which[found] = n
            times[found] = net.seen[n]
            found += 1
    add_rows(x, net.enter, which, times, found)
    for block in range(len(net.first)):
        layer(y, net.first_bias[block], net.first[block], x, net)
        for k in range(len(x)):
            x[k] += net.second_bias[block][k]
        found = above_zero(y, which, times)
        add_rows(x, net.second[block], which, times, found)


@rule
def expect(net: Net, seats: int) -> None:
    """What each seat may expect to win, from the one that looks on, into `shares`."""
    shares = net.shares
    layer(shares, net.share_bias, net.share, net.x, net)
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
def like(net: Net, actions: list[int], n: int, heed: float, likings: list[float]) -> None:
    """How likely the network is to choose each of n actions, into `likings`, which held how likely
    the room's own advice is to: that counts `heed` more than the network has learned."""
    meaning = net.meaning
    layer(meaning, net.liking_bias, net.liking, net.x, net)
    gain = net.gain_bias[0] + heed
    for k in range(len(net.x)):
        gain += max(net.x[k], np.float32(0.0)) * net.gain[k]
    most = -1e30
    for i in range(n):
        vector = net.actions[actions[i]]
        liking = gain * log((1.0 - EVEN) * likings[i] + EVEN / n)
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
