"""Worked examples of dividends."""

from __future__ import annotations

import pytest

from roundhouse.games.union.rules.dividend import pay_dividend
from roundhouse.games.union.state import State

from .states import grow, opened, own

TABLE = [[0, 10, 15, 20], [0, 8, 12, 16], [0, 6, 9, 12], [0, 4, 6, 8], [0, 2, 3, 4]]


def clear(state: State) -> State:
    for seat in range(state.seats):
        state.py_state.front[seat] = [0] * len(state.py_state.front[seat])
    return state


def paid(state: State, nth: int = 1) -> list[int]:
    s = state.py_state
    s.money, s.paid = [0] * 6, nth - 1
    pay_dividend(state.board, s)
    return s.money[: s.seats]


def test_the_table_of_union_pacific() -> None:
    for nth in range(4):
        state = clear(opened(6))
        for seat in range(5):
            own(state, seat, up=1)
        for seat in range(4):
            state.py_state.front[seat][10] = 5 - seat
        assert paid(state, nth + 1) == [*(row[nth] for row in TABLE), 0]


@pytest.mark.parametrize(
    ("shares", "nth", "expected"),
    [
        ([3, 2, 2, 2, 1], 4, [20, 12, 12, 12, 4]),  # (16 + 12 + 8) / 3
        ([3, 2, 2, 2, 1], 3, [15, 9, 9, 9, 3]),
        ([3, 2, 2, 2, 0], 2, [10, 6, 6, 6, 0]),
        ([2, 2, 0, 0, 0], 3, [13, 13, 0, 0, 0]),  # 27 / 2, rounded down
        ([0, 4, 0, 0, 0], 4, [0, 20, 0, 0, 0]),  # unused places are not paid
        ([1, 1, 1, 1, 1], 1, [0, 0, 0, 0, 0]),
        ([5, 4, 3, 2, 1, 1], 4, [20, 16, 12, 8, 2, 2]),  # fifth and sixth place (U12)
        ([1, 1, 1, 1, 1, 1], 4, [10] * 6),
    ],
)
def test_ties_at_union_pacific(shares: list[int], nth: int, expected: list[int]) -> None:
    state = clear(opened(len(shares)))
    for seat, count in enumerate(shares):
        state.py_state.front[seat][10] = count
    assert paid(state, nth) == expected


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ([2, 1, 0, 0], [7, 3, 0, 0]),
        ([2, 0, 0, 0], [10, 0, 0, 0]),  # the only owner gets both
        ([2, 2, 1, 0], [5, 5, 0, 0]),  # no second after a tie for first
        ([3, 1, 1, 0], [7, 1, 1, 0]),
        ([1, 1, 1, 0], [3, 3, 3, 0]),
        ([4, 3, 2, 1], [7, 3, 0, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_a_company_with_six_locomotives(shares: list[int], expected: list[int]) -> None:
    state = clear(opened(4))
    grow(state, "red", 6)
    for seat, count in enumerate(shares):
        own(state, seat, red=count)
    assert paid(state) == expected


def test_start_locomotives_count() -> None:  # U5
    state = clear(opened(2))
    own(state, 0, green=1)
    own(state, 1, grey=1)
    assert paid(state) == [3 + 1, 2 + 1]


def test_shares_in_hand_do_not_count() -> None:
    assert paid(clear(opened(4)), 4) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("mine", "yours", "silent", "expected"),
    [
        (3, 2, 0, [7, 3]),
        (3, 2, 1, [7, 3]),
        (3, 1, 2, [7, 0]),
        (3, 1, 3, [5, 0]),  # tied with the silent owner: (7 + 3) / 2
        (3, 1, 4, [3, 0]),
        (2, 2, 4, [1, 1]),
        (3, 0, 0, [10, 0]),
        (3, 0, 1, [7, 0]),
        (2, 1, 1, [7, 1]),
        (0, 0, 5, [0, 0]),
    ],
)
def test_the_silent_owner_of_a_two_player_game(
    mine: int, yours: int, silent: int, expected: list[int]
) -> None:  # U12
    state = clear(opened(2))
    grow(state, "orange", 6)
    s = state.py_state
    orange = 6
    s.display[orange], s.undrawn[orange] = min(silent, 1), max(silent - 1, 0)
    s.front[0][orange], s.front[1][orange] = mine, yours
    s.up_left = 0
    assert paid(state, 3) == expected


def test_the_silent_owner_comes_with_the_third_dividend() -> None:
    state = clear(opened(2))
    own(state, 0, red=1)
    assert paid(state, 2) == [2 + 1, 0]
    assert paid(state, 3) == [1, 0]


def test_the_silent_owner_of_union_pacific() -> None:  # U12
    state = clear(opened(2))
    s = state.py_state
    s.front[0][10], s.front[1][10] = 4, 2
    for left, expected in ((1, [15, 12]), (2, [15, 10]), (3, [15, 9]), (4, [13, 9]), (9, [12, 9])):
        s.up_left = left
        assert paid(state, 3) == expected


def test_only_a_two_player_game_has_a_silent_owner() -> None:
    state = clear(opened(3))
    own(state, 0, orange=1)
    assert paid(state, 3) == [2 + 1, 0, 0]
