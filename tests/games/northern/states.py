"""States of Northern Pacific for tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.play import registry


def new_state(seats: int, *moves: str, **options: str) -> State:
    """Return the state after moves: `new_state(3, "lay fargo", variant="single")`."""
    state = _game(**options).start(seats)
    play(state, *moves)
    return state


@cache
def _game(**options: str) -> Game:
    return registry.open_game("northern", None, options, INTERPRETED)


def play(state: State, *moves: str) -> None:
    for words in moves:
        state.apply(state.game.parse(words))


def legal_moves(state: State, verb: str) -> set[str]:
    """Return the legal moves that start with a verb, without the verb."""
    words = [state.game.text(action) for action in state.legal()]
    return {each.removeprefix(f"{verb} ") for each in words if each.startswith(f"{verb} ")}


def city_index(state: State, name: str) -> int:
    return [each["id"] for each in state.game.board_file.data["city"]].index(name)


def with_fields(state: State, **fields: Any) -> State:
    """Return the state with some fields replaced."""
    s = state.py_state.copy()
    for name, value in fields.items():
        if isinstance(value, list):
            getattr(s, name)[: len(value)] = value
        else:
            setattr(s, name, value)
    return state.game.unpack(s.pack())


def set_up_last_link(state: State, **fields: Any) -> State:
    """Move the railhead to one link before Seattle, the end of a round."""
    return with_fields(state, railhead=city_index(state, "richland"), **fields)
