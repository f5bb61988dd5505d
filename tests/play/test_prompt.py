"""Prompts: complete instructions, strict reading, explanations of mistakes."""

from __future__ import annotations

import random

import pytest

from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.play.prompt import (
    explain_mistake,
    list_moves,
    read_move,
    write_instructions,
    write_notation,
    write_position,
)

GAMES = ("northern", "texas", "southern", "union", "rails")


def start(name: str, moves: int = 0) -> State:
    """Return a position of a random game in which a seat has a choice."""
    game, rng = registry.load(name, speed=INTERPRETED), random.Random(name)
    state = game.start(3)
    while moves > 0 or state.turn < 0:
        if state.turn < 0:
            state.play_chance(rng)
        else:
            state.apply(rng.choice(state.legal()))
            moves -= 1
    return state


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("The track goes west.\nMove: lay fargo", "lay fargo"),
        ("**Move:** `lay fargo`.", "lay fargo"),
        ("Move: LAY  Fargo\n\n", "lay fargo"),
        ("First I thought of Move: lay minot.\nFinal move: lay fargo", "lay fargo"),
        ("I play [lay fargo].", "lay fargo"),
        ("So \\boxed{lay fargo}", "lay fargo"),
        ("lay fargo", "lay fargo"),
        ("Move: place gunpowder|crew", "place gunpowder|crew"),
        ("I lay track to Fargo.\nThat is my answer.", ""),
        ("Move: lay minot\nMove:", ""),
        ("", ""),
    ],
)
def test_the_last_named_move_counts(answer: str, words: str) -> None:
    assert read_move(answer) == words


@pytest.mark.parametrize("name", GAMES)
def test_every_move_can_be_written_from_the_instructions(name: str) -> None:
    state = start(name)
    text = write_instructions(state.game, 3, 1)
    assert "You are seat 1" in text
    assert registry.short_rules(name).strip() in text
    listed = " ".join(write_notation(state.game)).replace("<", " ").replace(">", " ").split()
    words = {word for a in state.game.codec.actions() for word in state.game.text(a).split()}
    numbers_and_cells = {word for word in words if any(map(str.isdigit, word)) and len(word) < 4}
    assert words - set(listed) <= numbers_and_cells
    view = state.view(None)
    for place in state.game.definition.describe(view, state.game.board_file.data).places:
        assert f"- {place.name}: " in text


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_listed_only_on_request(name: str) -> None:
    state = start(name, 12)
    listed, plain = write_position(state, True), write_position(state, False)
    assert all(f"- `{move}`: " in listed for move in list_moves(state))
    assert "Legal moves" not in plain
    assert plain.startswith(state.describe(state.turn))


def test_mistakes_are_explained() -> None:
    state = start("northern")
    assert "does not name a move" in explain_mistake(state, "")
    assert "'lay oz' is no move of this game" in explain_mistake(state, "lay oz")
    late = explain_mistake(state, "lay seattle")
    assert late.startswith("`lay seattle` is a move of this game, but it is not legal now.")
    assert "Similar legal moves: " in late
    assert len(explain_mistake(state, "x" * 10_000)) < 600
