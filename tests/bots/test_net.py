"""The network in compiled loops is the network: compared with NumPy, on random weights."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.net import NetBot, Weights, trained
from roundhouse.bots.net.factors import NONE, factors
from roundhouse.bots.net.net_bot import doubt_what_stands_alone
from roundhouse.bots.net.network import EVEN, Net, expect, like, look
from roundhouse.core.contract import MOST_SEATS
from roundhouse.core.game import Game
from roundhouse.play import registry

WIDTH, LIKING = 12, 8


def some_weights(game: Game) -> Weights:
    rng = np.random.default_rng(1)
    shapes = {
        "enter.weight": (len(game.scales), WIDTH),
        "enter.bias": (WIDTH,),
        **{f"blocks.{n}.{part}.weight": (WIDTH, WIDTH) for n in (0, 1) for part in SIDES},
        **{f"blocks.{n}.{part}.bias": (WIDTH,) for n in (0, 1) for part in SIDES},
        "share.weight": (WIDTH, MOST_SEATS),
        "share.bias": (MOST_SEATS,),
        "liking.weight": (WIDTH, LIKING),
        "liking.bias": (LIKING,),
        "gain.weight": (WIDTH, 1),
        "gain.bias": (1,),
        "vectors.weight": (factors(game.codec).count, LIKING),
    }
    numbers = {
        name: rng.normal(0.0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()
    }
    about = {
        "game": game.meta.id,
        "rules": game.rules,
        "board": game.board_file.digest,
        "observation": len(game.scales),
    }
    return Weights(numbers, about)


SIDES = ("first", "second")


def by_numpy(
    game: Game,
    weights: Weights,
    seen: Any,
    legal: list[int],
    priors: list[float],
    heed: float,
    seats: int,
) -> Any:
    n = weights.numbers
    x = seen @ n["enter.weight"] + n["enter.bias"]
    for block in (0, 1):
        first = n[f"blocks.{block}.first.weight"], n[f"blocks.{block}.first.bias"]
        second = n[f"blocks.{block}.second.weight"], n[f"blocks.{block}.second.bias"]
        x = x + np.maximum(np.maximum(x, 0) @ first[0] + first[1], 0) @ second[0] + second[1]
    x = np.maximum(x, 0)
    shares = soft((x @ n["share.weight"] + n["share.bias"])[:seats])
    vectors = n["vectors.weight"].copy()[factors(game.codec).table[legal]].sum(1)
    logits = vectors @ (x @ n["liking.weight"] + n["liking.bias"]) / LIKING**0.5
    advice = np.log((1.0 - EVEN) * np.array(priors) + EVEN / len(legal))
    return shares, soft(logits + (x @ n["gain.weight"] + n["gain.bias"] + heed) * advice)


def soft(x: Any) -> Any:
    found = np.exp(x - x.max())
    return found / found.sum()


def test_it_computes_what_numpy_does() -> None:
    game = registry.load("northern", speed="interpreted")
    weights = some_weights(game)
    weights.numbers["vectors.weight"][NONE] = 0.0
    engine = game.engine.fork()
    net = Net.of(game, engine, weights)
    memory = Memory.of(engine, 1, engine.generator(1))
    bench = Workbench(memory.boards[0], memory.scratches[0], memory.out, memory.likings, memory.rng)
    rng = random.Random(2)
    state = game.start(4)
    for _ in range(12):
        legal = state.legal()
        engine.put(memory.states, 0, state.pack())
        engine.bind(look)(bench, memory.states[0], state.turn, net)
        expect(net, 4)
        priors = [rng.random() for _ in legal]
        priors = [prior / sum(priors) for prior in priors]
        likings = [*priors, *[0.0] * engine.size]
        heed = rng.choice([0.0, 1.5])
        like(net, legal, len(legal), heed, likings)
        seen = np.array(net.seen, np.float32)
        shares, liked = by_numpy(game, weights, seen, legal, priors, heed, 4)
        assert np.allclose(net.shares[:4], shares, atol=1e-4)
        assert np.allclose(likings[: len(legal)], liked, atol=1e-4)
        state.apply(rng.choice(legal))


@pytest.mark.slow
def test_a_seed_gives_one_game_and_moves_are_legal() -> None:
    game = registry.load("northern", speed="compiled")
    weights = some_weights(game)
    games = []
    for _ in range(2):
        bot, state, made = NetBot(game, random.Random(5), weights), game.start(3), []
        while not state.over:
            made.append(bot.choose(state))
            assert made[-1] in state.legal()
            state.apply(made[-1])
        games.append(made)
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("likings", "sure", "left"),
    [
        ([0.6, 0.1, 0.2, 0.1], 0.7, [0.0, 0.1, 0.2, 0.1]),  # 0 has a verb of its own
        ([0.6, 0.1, 0.2, 0.1], 0.5, [0.6, 0.1, 0.2, 0.1]),  # sure enough
        ([0.1, 0.8, 0.1, 0.0], 0.7, [0.1, 0.8, 0.1, 0.0]),  # a bid that it is sure of
    ],
)
def test_what_stands_alone_is_doubted(likings: list[float], sure: float, left: list[float]) -> None:
    verbs = [4, 7, 7, 7, 9]
    doubt_what_stands_alone([0, 1, 2, 3], 4, verbs, sure, likings)
    assert likings == left
    alone = [0.6, 0.4]  # to pass or to accept: nothing else is there
    doubt_what_stands_alone([0, 4], 2, verbs, sure, alone)
    assert alone == [0.6, 0.4]


def test_weights_are_for_one_board_and_version() -> None:
    game = registry.load("texas", speed="interpreted")
    older = registry.load("texas", speed="interpreted", rules=1)
    assert some_weights(game).fits(game)
    assert not some_weights(game).fits(older)
    assert trained(game) is None  # interpreted, it would take for ever
