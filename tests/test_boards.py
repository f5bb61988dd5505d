"""Boards of every room: damaged ones get a clear error, and nothing else ever comes out."""

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
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=4,
)


def damage(data: st.DataObject, root: dict[str, Any]) -> None:
    """Walk down to some entry; change it, remove it or repeat it."""
    node: Any = root
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        inner = node[key]
        if not (isinstance(inner, dict | list) and inner) or data.draw(st.integers(0, 3)) == 0:
            break
        node = inner
    what = data.draw(st.sampled_from(["change", "remove", "repeat"]))
    if what == "remove":
        del node[key]
    elif what == "repeat" and isinstance(node, list):
        node.append(deepcopy(inner))
    else:
        node[key] = data.draw(JUNK)


@pytest.mark.parametrize("game", GAMES)
# The same damage every time, and no shrinking: one draw already names the entry.
@settings(max_examples=40, derandomize=True, phases=[Phase.generate])
@given(data=st.data())
def test_a_damaged_board_is_refused_or_playable(game: str, data: st.DataObject) -> None:
    broken = deepcopy(DATA[game])
    for _ in range(data.draw(st.integers(1, 2))):
        damage(data, broken)
    file = BoardFile("damaged.toml", broken)
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
def test_every_board_says_where_it_comes_from(game: str) -> None:
    assert len(list(origins(DATA[game]))) > 10
