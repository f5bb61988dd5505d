"""The functions of a Kaggle harness: JSON observations, prompts, answers."""

from __future__ import annotations

import json
import random

import pytest

from roundhouse.core.errors import IllegalAction
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.research import kaggle_harness as harness


def start(game: str = "northern") -> Match:
    match = Match(registry.load(game, speed=INTERPRETED), 3)
    match.advance(random.Random(1))
    return match


def test_moves_are_listed_on_request_only() -> None:
    observation = json.loads(json.dumps(harness.observe(start())))
    legal = harness.get_legal_moves(observation)
    assert legal[str(start().game.parse("lay fargo"))] == "lay fargo"
    prompt = harness.generate_prompt(observation)
    assert "- `lay fargo`: " not in prompt
    assert "- `lay fargo`: " in harness.generate_prompt(observation, legal_moves=True)
    assert "Move: lay oz" in harness.generate_prompt(observation, ["Move: lay oz"])


@pytest.mark.parametrize(
    ("response", "words"),
    [("Move: lay fargo", "lay fargo"), ("Move: lay seattle", None), ("I do not know\n!", None)],
)
def test_a_response_is_a_legal_move_or_none(response: str, words: str | None) -> None:
    legal = harness.get_legal_moves(harness.observe(start()))
    id_ = harness.parse_response(response, legal)
    assert (None if id_ is None else legal[id_]) == words


def test_an_id_is_a_response() -> None:
    legal = harness.get_legal_moves(harness.observe(start()))
    assert harness.parse_response(f"Move: {next(iter(legal))}", legal) == next(iter(legal))


@pytest.mark.parametrize("name", ["northern", "union"])
def test_a_whole_game_by_its_functions(name: str) -> None:
    match, rng = start(name), random.Random(2)
    while not match.over:
        observation = harness.observe(match)
        legal = harness.get_legal_moves(observation)
        answer = f"Move: {rng.choice(list(legal.values()))}"
        id_ = harness.parse_response(answer, legal)
        assert id_ is not None
        match.submit(observation["seat"], legal[id_], match.ply)
        match.advance(rng)
    with pytest.raises(IllegalAction, match="no seat has to act"):
        harness.observe(match)
