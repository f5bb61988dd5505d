"""Rules never read scratch memory that they have not written.

On a GPU scratch memory is not cleared, so it may contain numbers of another game.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from roundhouse.core.layout import Struct
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.state import State
from roundhouse.play import registry

CASES = [(meta.id, seats) for meta in registry.games() for seats in (meta.seats[0], meta.seats[-1])]


def filled_struct(kind: type[Struct], number: int) -> Struct:
    """Return a struct with every field set to a number."""

    def fill(value: Any) -> Any:
        return [fill(part) for part in value] if isinstance(value, list) else number

    struct = kind()
    for name in kind.fields:
        setattr(struct, name, fill(getattr(struct, name)))
    return struct


def run_rules(position: State, scratch: Struct, action: int | None) -> tuple[Any, ...]:
    """Return the result of every rule on a state with this scratch memory."""
    definition, board, state = position.game.definition, position.board, position.py_state.copy()
    out = [0] * position.game.codec.size
    n = definition.rules["legal"](board, state, scratch, out)
    legal = out[:n]
    if action is not None:
        definition.rules["apply"](board, state, scratch, action)
    observation = [0] * len(position.game.scales)
    definition.rules["observe"](board, state, scratch, 0, observation)
    return legal, state.pack(), observation


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_results_do_not_depend_on_scratch_contents(name: str, seats: int) -> None:
    game = registry.load(name, speed=INTERPRETED)
    rng = random.Random(seats)
    position, ply = game.start(seats), 0
    while not position.over:
        action = rng.choice(position.legal())
        ply += 1
        if ply % 7 == 0 and ply < 1500:
            expected = run_rules(position, game.definition.ScratchLayout(), action)
            for number in (77, -77):
                assert (
                    run_rules(
                        position, filled_struct(game.definition.ScratchLayout, number), action
                    )
                    == expected
                )
        position.apply(action)
    ranks = [0] * seats
    game.definition.rules["ranks"](
        position.board, position.py_state, filled_struct(game.definition.ScratchLayout, 77), ranks
    )
    assert ranks == position.ranks()
