"""Damaged boards of every game are playable or raise BadBoard, no other error."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from roundhouse.core.board import BoardFile, origins
from roundhouse.core.errors import BadBoard
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]
DATA = {game: tomllib.loads(registry.text(game, "board.toml")) for game in GAMES}

JUNK = st.recursive(
    st.booleans() | st.integers(-5, 40) | st.integers() | st.floats() | st.text(max_size=8),
    lambda child: (
        st.lists(child, max_size=3) | st.dictionaries(st.text(max_size=4), child, max_size=3)
    ),
    max_leaves=4,
)


def damage(data: st.DataObject, root: dict[str, Any]) -> None:
    """Choose a random entry, and change, remove or duplicate it."""
    node: Any = root
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        child = node[key]
        if not (isinstance(child, dict | list) and child) or data.draw(st.integers(0, 3)) == 0:
            break
        node = child
    operation = data.draw(st.sampled_from(["change", "remove", "repeat"]))
    if operation == "remove":
        del node[key]
    elif operation == "repeat" and isinstance(node, list):
        node.append(deepcopy(child))
    else:
        node[key] = data.draw(JUNK)


@pytest.mark.parametrize("game", GAMES)
# Reproducible, and without shrinking, because the first example already names the entry.
@settings(max_examples=40, derandomize=True, phases=[Phase.generate])
@given(data=st.data())
def test_damaged_board_is_refused_or_playable(game: str, data: st.DataObject) -> None:
    damaged = deepcopy(DATA[game])
    for _ in range(data.draw(st.integers(1, 2))):
        damage(data, damaged)
    file = BoardFile("damaged.toml", damaged)
    try:
        loaded = registry.load(game, file, speed=INTERPRETED)
    except BadBoard as error:
        assert str(error).startswith("damaged.toml: ")
        return
    for seats in loaded.meta.seats:
        state = loaded.start(seats)
        assert state.legal()
        assert [loaded.text(action) for action in state.legal()]
    for drawing in loaded.drawings:
        assert loaded.draw(state.view(None), drawing.name).startswith("<svg")


@pytest.mark.parametrize("game", GAMES)
def test_every_board_names_its_sources(game: str) -> None:
    assert len(list(origins(DATA[game]))) > 10
