"""Perft and route counts of Northern Pacific."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.game import Game
from roundhouse.core.state import State

from .states import new_state

COUNTS = {
    3: [50, 2_485, 122_664],
    4: [50, 2_485, 122_848],
    5: [50, 2_485, 122_848],
    6: [50, 2_485, 122_848],
}


@pytest.mark.parametrize("seats", COUNTS)
def test_perft(northern_at_speed: Game, seats: int) -> None:
    state = northern_at_speed.start(seats)
    assert [state.perft(depth) for depth in (1, 2, 3)] == COUNTS[seats]


def test_4680_routes_of_7_to_16_links() -> None:
    start = new_state(3, variant="single")
    first_lay = start.game.parse("lay duluth")  # `lay` actions follow in board order
    lengths: Counter[int] = Counter()

    def count_routes(state: State, links: int) -> None:
        for action in state.legal():
            if action >= first_lay:
                after = state.clone()
                after.apply(action)
                if after.over:
                    lengths[links + 1] += 1
                else:
                    count_routes(after, links + 1)

    count_routes(start, 0)
    assert lengths.total() == 4_680
    assert (min(lengths), max(lengths)) == (7, 16)


def test_packed_state_of_six_seats_is_small(northern: Game) -> None:
    assert len(northern.start(6).pack()) < 600
