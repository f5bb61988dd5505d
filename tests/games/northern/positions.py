"""Ways to get to a position of Northern Pacific."""

from __future__ import annotations

from functools import cache
from typing import Any

from roundhouse.core.game import Game, Position
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry


def table(seats: int, *moves: str, **options: str) -> Position:
    """A table after some moves: `table(3, "lay fargo", variant="single")`."""
    state = _game(**options).start(seats)
    play(state, *moves)
    return state


@cache
def _game(**options: str) -> Game:
    return registry.open_game("northern", None, options, INTERPRETED)


def play(state: Position, *moves: str) -> None:
    for words in moves:
        state.apply(state.game.parse(words))


def legal(state: Position, verb: str) -> set[str]:
    """What may follow a verb."""
    words = [state.game.text(action) for action in state.legal()]
    return {each.removeprefix(f"{verb} ") for each in words if each.startswith(f"{verb} ")}


def city(state: Position, name: str) -> int:
    return [each["id"] for each in state.game.board_file.data["city"]].index(name)


def changed(state: Position, **fields: Any) -> Position:
    """The same position with some fields of its state written over."""
    s = state.twin.copy()
    for name, value in fields.items():
        if isinstance(value, list):
            getattr(s, name)[: len(value)] = value
        else:
            setattr(s, name, value)
    return state.game.unpack(s.pack())


def before_seattle(state: Position, **fields: Any) -> Position:
    """One link away from the end of a round, on an otherwise empty map."""
    return changed(state, railhead=city(state, "richland"), **fields)
