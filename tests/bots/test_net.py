"""The network as rules, compared with NumPy on random weights."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from roundhouse.bots.buffers import RuleContext, ThreadBuffers
from roundhouse.bots.net import NetBot, Weights, trained_weights
from roundhouse.bots.net.net_bot import drop_lone_actions
from roundhouse.bots.net.network import (
    NONE,
    UNIFORM_MIX,
    Net,
    action_features,
    forward,
    predict_policy,
    predict_shares,
)
from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play import registry

WIDTH, VECTOR_SIZE = 12, 8
SIDES = ("first", "second")


def random_weights(game: Game) -> Weights:
    rng = np.random.default_rng(1)
    shapes = {
        "enter.weight": (len(game.scales), WIDTH),
        "enter.bias": (WIDTH,),
        **{f"blocks.{n}.{part}.weight": (WIDTH, WIDTH) for n in (0, 1) for part in SIDES},
        **{f"blocks.{n}.{part}.bias": (WIDTH,) for n in (0, 1) for part in SIDES},
        "share.weight": (WIDTH, MAX_SEATS),
        "share.bias": (MAX_SEATS,),
        "liking.weight": (WIDTH, VECTOR_SIZE),
        "liking.bias": (VECTOR_SIZE,),
        "gain.weight": (WIDTH, 1),
        "gain.bias": (1,),
        "vectors.weight": (action_features(game.codec).count, VECTOR_SIZE),
    }
    arrays = {
        name: rng.normal(0.0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()
    }
    metadata = {
        "game": game.meta.id,
        "rules": game.rules,
        "board": game.board_file.digest,
        "observation": len(game.scales),
    }
    return Weights(arrays, metadata)


def evaluate_with_numpy(
    state: State, weights: Weights, observation: Any, priors: list[float], heuristic_exponent: float
) -> Any:
    n = weights.arrays
    x = observation @ n["enter.weight"] + n["enter.bias"]
    for block in (0, 1):
        first = n[f"blocks.{block}.first.weight"], n[f"blocks.{block}.first.bias"]
        second = n[f"blocks.{block}.second.weight"], n[f"blocks.{block}.second.bias"]
        x = x + np.maximum(np.maximum(x, 0) @ first[0] + first[1], 0) @ second[0] + second[1]
    x = np.maximum(x, 0)
    shares = softmax((x @ n["share.weight"] + n["share.bias"])[: state.seats])
    vectors = (
        n["vectors.weight"]
        .copy()[np.array(action_features(state.game.codec).table)[state.legal()]]
        .sum(1)
    )
    logits = vectors @ (x @ n["liking.weight"] + n["liking.bias"]) / VECTOR_SIZE**0.5
    heuristic_logits = np.log((1.0 - UNIFORM_MIX) * np.array(priors) + UNIFORM_MIX / len(priors))
    return shares, softmax(
        logits + (x @ n["gain.weight"] + n["gain.bias"] + heuristic_exponent) * heuristic_logits
    )


def softmax(x: Any) -> Any:
    exponentials = np.exp(x - x.max())
    return exponentials / exponentials.sum()


def test_network_agrees_with_numpy() -> None:
    game = registry.load("northern", speed="interpreted")
    weights = random_weights(game)
    weights.arrays["vectors.weight"][NONE] = 0.0
    engine = game.engine.fork()
    net = Net.of(game, engine, weights)
    buffers = ThreadBuffers.of(engine, 1, engine.generator(1))
    context = RuleContext(
        buffers.boards[0], buffers.scratches[0], buffers.out, buffers.priors, buffers.rng
    )
    rng = random.Random(2)
    state = game.start(4)
    for _ in range(12):
        legal = state.legal()
        engine.put(buffers.states, 0, state.pack())
        engine.bind(forward)(context, buffers.states[0], state.turn, net)
        predict_shares(net, 4)
        priors = [rng.random() for _ in legal]
        priors = [prior / sum(priors) for prior in priors]
        policy = [*priors, *[0.0] * engine.size]
        exponent = rng.choice([0.0, 1.5])
        predict_policy(net, legal, len(legal), exponent, policy)
        observation = np.array(net.observation, np.float32)
        shares, expected = evaluate_with_numpy(state, weights, observation, priors, exponent)
        assert np.allclose(net.shares[:4], shares, atol=1e-4)
        assert np.allclose(policy[: len(legal)], expected, atol=1e-4)
        state.apply(rng.choice(legal))


@pytest.mark.slow
def test_net_bot_is_reproducible_and_plays_legal_moves(fast_northern: Game) -> None:
    game = fast_northern
    weights = random_weights(game)
    games = []
    for _ in range(2):
        bot, state, actions = NetBot(game, random.Random(5), weights), game.start(3), []
        while not state.over:
            actions.append(bot.choose(state))
            assert actions[-1] in state.legal()
            state.apply(actions[-1])
        games.append(actions)
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("priors", "threshold", "expected"),
    [
        ([0.6, 0.1, 0.2, 0.1], 0.7, [0.0, 0.1, 0.2, 0.1]),  # no other action has the verb of 0
        ([0.6, 0.1, 0.2, 0.1], 0.5, [0.6, 0.1, 0.2, 0.1]),  # above the threshold
        ([0.1, 0.8, 0.1, 0.0], 0.7, [0.1, 0.8, 0.1, 0.0]),  # one bid above the threshold
    ],
)
def test_lone_actions_below_the_threshold_are_dropped(
    priors: list[float], threshold: float, expected: list[float]
) -> None:
    verbs = [4, 7, 7, 7, 9]
    drop_lone_actions([0, 1, 2, 3], 4, verbs, threshold, priors)
    assert priors == expected
    two_lone_actions = [0.6, 0.4]  # all actions are lone, such as pass and accept
    drop_lone_actions([0, 4], 2, verbs, threshold, two_lone_actions)
    assert two_lone_actions == [0.6, 0.4]


def test_weights_fit_one_version_of_the_rules() -> None:
    game = registry.load("texas", speed="interpreted")
    older = registry.load("texas", speed="interpreted", rules=1)
    assert random_weights(game).fits(game)
    assert not random_weights(game).fits(older)
    assert trained_weights(game) is None  # a network is too slow interpreted
