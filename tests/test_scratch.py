"""Rules read nothing from their working memory that they have not written there: on a card it lies
in memory that nobody has cleared, and a number left by another game must not become an index."""

from __future__ import annotations

import random
from typing import Any

import pytest

from roundhouse.core.game import Position
from roundhouse.core.layout import Struct
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry

SEATINGS = [
    (meta.id, seats) for meta in registry.games() for seats in (meta.seats[0], meta.seats[-1])
]


def filled(kind: type[Struct], number: int) -> Struct:
    """Working memory with this number everywhere."""

    def put(value: Any) -> Any:
        return [put(part) for part in value] if isinstance(value, list) else number

    made = kind()
    for name in kind.fields:
        setattr(made, name, put(getattr(made, name)))
    return made


def told(position: Position, scratch: Struct, action: int | None) -> tuple[Any, ...]:
    """What every rule says of a position, and makes of it, thinking in this memory."""
    room, board, state = position.game.room, position.board, position.twin.copy()
    out = [0] * position.game.codec.size
    n = room.rules["legal"](board, state, scratch, out)
    legal = out[:n]
    if action is not None:
        room.rules["apply"](board, state, scratch, action)
    seen = [0] * len(position.game.scales)
    room.rules["observe"](board, state, scratch, 0, seen)
    return legal, state.pack(), seen


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_what_lies_in_working_memory_means_nothing(name: str, seats: int) -> None:
    game = registry.load(name, speed=INTERPRETED)
    rng = random.Random(seats)
    position, ply = game.start(seats), 0
    while not position.over:
        action = rng.choice(position.legal())
        ply += 1
        if ply % 7 == 0 and ply < 1500:
            wanted = told(position, game.room.Scratch(), action)
            for number in (77, -77):
                assert told(position, filled(game.room.Scratch, number), action) == wanted
        position.apply(action)
    ranks = [0] * seats
    game.room.rules["ranks"](position.board, position.twin, filled(game.room.Scratch, 77), ranks)
    assert ranks == position.ranks()
