"""OpenSpiel games: OpenSpiel's test suites, golden playthroughs, and bots."""

from __future__ import annotations

import json
import random
import re
import unittest
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.observation import make_observation
from tests.research.conftest import few

import roundhouse
from roundhouse.bots.bot import Bot
from roundhouse.bots.greedy_bot import GreedyBot
from roundhouse.bots.registry import BOTS
from roundhouse.core.errors import RoundhouseError
from roundhouse.lab.arena import compete
from roundhouse.lab.bot_game import play_through
from roundhouse.lab.journal import Execution
from roundhouse.play import registry
from roundhouse.research import openspiel

openspiel.register()

GOLDEN = Path(__file__).parent / "golden"
Options = dict[str, Any]


def load(game: str, **parameters: Any) -> Any:
    words = ",".join(f"{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"roundhouse_{game}({words})" if words else f"roundhouse_{game}")


def test_random_simulations(game: str, seats: int, options: Options, scale: int) -> None:
    if scale == 1 and seats > min(registry.meta(game).seats):
        pytest.skip("takes seconds; runs in make research")
    loaded = load(game, seats=seats, **options)
    pyspiel.random_sim_test(loaded, num_sims=scale, serialize=True, verbose=False)


def test_the_api(game: str, seats: int, options: Options) -> None:
    """Run EnforceAPIOnPartialTreeBase as OpenSpiel's integration tests do."""
    random.seed(0)  # the suite samples the tree
    loaded = load(game, seats=seats, **options)
    case = type(
        "Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": loaded, "game_name": game}
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert result.wasSuccessful(), result.failures + result.errors


def test_playthroughs(
    game: str, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare a playthrough with the fewest seats to its golden file.

    Of long playthroughs the file has the beginning and the end. Observation strings are left out,
    because views change often; `test_states_equal_roundhouse_states` checks them.
    """
    # OpenSpiel rounds millions of NumPy's numbers, most of them zero.
    remember = lru_cache(maxsize=None, typed=True)
    monkeypatch.setattr(generate_playthrough, "round", remember(round), raising=False)
    fewest = min(registry.meta(game).seats)
    text = generate_playthrough.playthrough(f"roundhouse_{game}(seats={fewest})", [], seed=20)
    text = re.sub(r'(?m)^(\w*ObservationString\(.*?\) = )"\{.*$', r"\1(a view)", text)
    states = re.split(r"(?m)^(?=# State \d+$)", text)
    saved = states if len(states) < 6 else [*states[:4], "...\n\n", states[-1]]
    golden(GOLDEN / f"{game}.playthrough", "".join(saved))


def random_play(state: Any, seed: int, plies: int = 10**9) -> Any:
    rng = random.Random(seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_states_equal_roundhouse_states(game: str) -> None:
    """Compare legal actions, weights, observations and the result, move by move."""
    state, rng = load(game).new_initial_state(), random.Random(3)
    position = roundhouse.load(game).start(state.num_players())
    for plies in count():
        if position.over:
            break
        assert state.legal_actions() == position.legal()
        assert state.is_chance_node() == (position.turn == roundhouse.CHANCE)
        if position.turn == roundhouse.CHANCE:
            weights = position.weights()
            expected = [weight / sum(weights) for weight in weights]
            assert [odds for _, odds in state.chance_outcomes()] == pytest.approx(expected)
        else:
            assert state.current_player() == position.turn
            seen = state.observation_tensor(position.turn)
            assert seen == position.observe(position.turn).tolist()
            if plies % 25 == 0:
                data = json.loads(state.observation_string(position.turn))
                view = json.loads(json.dumps(position.view(position.turn)))
                assert data == {name: view[name] for name in data}
                assert {"seat", "panels", "facts"} <= set(data)
        action = rng.choice(position.legal())
        words = state.action_to_string(state.current_player(), action)
        assert words == position.game.text(action)
        state.apply_action(action)
        position.apply(action)
        assert state.position == position
    assert state.is_terminal()
    winners = [seat for seat, rank in enumerate(position.ranks()) if rank == 0]
    assert [seat for seat, value in enumerate(state.returns()) if value > 0] == winners
    assert sum(state.returns()) == pytest.approx(0.0)


def test_game_type_matches_the_metadata(game: str) -> None:
    """A game has chance nodes exactly if its type declares them."""
    meta, kind = registry.meta(game), load(game).get_type()
    luck = kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    secrets = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (luck, secrets) == (meta.chance, meta.secrets)
    position, rng, seen = roundhouse.load(game).start(min(meta.seats)), random.Random(1), False
    while not position.over:
        seen = seen or position.turn == roundhouse.CHANCE
        position.apply(rng.choice(position.legal()))
    assert seen == meta.chance


def test_copies_are_independent_and_serializable(game: str) -> None:
    loaded = load(game)
    state = random_play(loaded.new_initial_state(), 1)
    assert loaded.new_initial_state().clone().history() == []
    half = loaded.new_initial_state()
    for action in state.history()[: len(state.history()) // 2]:
        half.apply_action(action)
    text, copy = str(half), half.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(half) == text != str(copy)
    _, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, half))
    assert str(back) == text
    assert back.history() == half.history()
    assert half.child(half.legal_actions()[-1]).move_number() == half.move_number() + 1


def test_invalid_players() -> None:
    state = load("northern", seats=3).new_initial_state()
    assert state.legal_actions(1) == []
    assert state.legal_actions(0) == state.legal_actions()
    with pytest.raises(RuntimeError):
        state.legal_actions(-1)
    with pytest.raises(RuntimeError, match="player <"):
        state.observation_tensor(3)


def test_parameters() -> None:
    loaded = load("northern", seats=5, variant="single", margin=0.25)
    assert loaded.num_players() == 5
    assert loaded.get_parameters() == {"seats": 5, "variant": "single", "margin": 0.25}
    state = random_play(loaded.new_initial_state(), 1)
    low, high = loaded.min_utility(), loaded.max_utility()
    assert all(low <= value <= high for value in state.returns())
    with pytest.raises(RoundhouseError):
        load("northern", seats=9)
    assert openspiel.register() == []


def test_private_observations(game: str) -> None:
    """The private part is not empty exactly in games with secrets."""
    loaded = load(game)
    kinds = {
        "public": (True, pyspiel.PrivateInfoType.NONE),
        "private": (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    }
    seen: dict[str, set[str]] = {name: set() for name in kinds}
    state, rng = loaded.new_initial_state(), random.Random(2)
    for _ in range(30):
        if state.is_terminal():
            break
        for name, (public, private) in kinds.items():
            request = pyspiel.IIGObservationType(
                public_info=public, perfect_recall=False, private_info=private
            )
            seen[name].add(make_observation(loaded, request).string_from(state, 0))
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(seen["public"]) > 5
    assert (seen["private"] == {""}) != registry.meta(game).secrets
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    assert make_observation(loaded, recall) is None


# Bots.


def make_search_bot(game: Any, seed: int, simulations: int = 6) -> Any:
    rng = np.random.RandomState(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 1.0, simulations, rollouts, random_state=rng)
    return ismcts.ISMCTSBot(
        game,
        rollouts,
        1.0,
        simulations,
        random_state=rng,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )


def test_openspiel_searches_play_roundhouse_games(game: str) -> None:
    """Only searches in Python: OpenSpiel's C++ search cannot play games in Python."""
    loaded = load(game)
    bots = [make_search_bot(loaded, 1, 2)]
    bots += [UniformRandomBot(seat, random.Random(seat)) for seat in range(1, 6)]
    state, rng = loaded.new_initial_state(), random.Random(1)
    for _ in range(few(40, 12)):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, odds)[0]
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
        state.apply_action(action)


def test_resampled_states_look_the_same(secret_game: str) -> None:
    loaded = load(secret_game)
    state, rng = loaded.new_initial_state(), random.Random(5)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for _ in range(60):
        if not state.is_chance_node():
            seat = state.current_player()
            other = state.resample_from_infostate(seat, sampler)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == state.history()
            different += str(other) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    assert different > 0


def test_roundhouse_bots_play_in_openspiel(game: str, scale: int) -> None:
    loaded = load(game, seats=min(registry.meta(game).seats))
    seats = loaded.num_players()
    bots: list[Any] = [openspiel.RoundhouseBot(loaded, "greedy", 1)]
    bots += [openspiel.RoundhouseBot(loaded, "random", seat) for seat in range(1, seats)]
    start = loaded.new_initial_state()
    if scale == 1:  # one-ply search is slow: play only the last moves of a random game
        random_play(start, 2, len(random_play(start.clone(), 2).history()) - 40)
    returns = pyspiel.evaluate_bots(start.clone(), bots, 1)
    assert len(returns) == seats
    assert sum(returns) == pytest.approx(0.0)
    again: list[Any] = [openspiel.RoundhouseBot(loaded, "greedy", 1)]
    again += [openspiel.RoundhouseBot(loaded, "random", seat) for seat in range(1, seats)]
    assert pyspiel.evaluate_bots(start.clone(), again, 1) == returns
    policy, action = bots[0].step_with_policy(loaded.new_initial_state().clone())
    assert action == pyspiel.INVALID_ACTION or dict(policy)[action] == 1.0


def test_openspiel_bots_play_in_roundhouse() -> None:
    game = roundhouse.load("northern", variant="single")
    openspiel_bot: Bot = openspiel.OpenSpielBot(
        make_search_bot(load("northern", seats=3, variant="single"), 1)
    )
    players: list[Bot] = [
        openspiel_bot,
        GreedyBot(game, random.Random(1)),
        GreedyBot(game, random.Random(2)),
    ]
    rng = random.Random(1)
    record, position = play_through(game, players, ("mcts", "a", "b"), rng, rng)
    assert position.over
    assert record.result is not None


def test_openspiel_bots_play_in_the_arena() -> None:
    openspiel.register_bot("their-search", lambda game, seed: make_search_bot(game, seed, 3))
    try:
        (result,) = compete(
            ["northern"], ["their-search", "random"], [3], 2, execution=Execution(jobs=1)
        )
        assert {row.bot for row in result.table} == {"their-search", "random"}
        with pytest.raises(RoundhouseError, match="already"):
            openspiel.register_bot("their-search", make_search_bot)
    finally:
        del BOTS["their-search"]
