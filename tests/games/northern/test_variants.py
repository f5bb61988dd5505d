"""Ends and ranks of the variants of Northern Pacific (N4, N6)."""

from __future__ import annotations

import pytest

from roundhouse.core.state import State
from roundhouse.core.view import End

from .states import city_index, new_state, play, set_up_last_link

CITIES, SEATS = 32, 6


def strand_cubes(state: State, *cubes: int) -> dict[str, list[int] | list[list[int]]]:
    """Return fields with small cubes of each seat in Terry, which is not reached."""
    terry = city_index(state, "terry")
    small_at = [[0] * SEATS for _ in range(CITIES)]
    small_at[terry][: len(cubes)] = cubes
    filled = [0] * CITIES
    filled[terry] = sum(cubes)
    return {"small_at": small_at, "filled": filled}


def finish_round(state: State, **fields: object) -> State:
    end = set_up_last_link(state, **fields)
    play(end, "lay seattle")
    return end


def test_standard_ends_after_three_rounds() -> None:
    state = finish_round(new_state(3))
    assert state.py_state.round_number == 2
    state = finish_round(state)
    assert state.py_state.round_number == 3
    state = finish_round(state)
    assert state.over
    assert state.scores() == [12, 12, 12]  # four cubes in hand in each of three rounds
    assert state.ranks() == [0, 0, 0]


def test_standard_ranks_by_good_then_bad() -> None:
    last = new_state(4)
    state = finish_round(last, round_number=3, good=[5, 9, 9, 9], bad=[0, 3, 2, 2])
    assert state.ranks() == [3, 2, 0, 0]


def test_standard_can_be_won_with_few_cubes() -> None:
    state = finish_round(new_state(3), round_number=3, small=[1, 0, 0], large=[0, 0, 0])
    assert state.ranks() == [0, 1, 1]


def test_single_ranks_by_cubes_in_hand() -> None:
    state = finish_round(new_state(3, variant="single"), small=[4, 6, 4], large=[1, 1, 1])
    assert state.over
    assert state.scores() == [5, 7, 5]
    assert state.ranks() == [1, 0, 1]


def test_single_ties_go_to_fewest_cubes_on_the_map() -> None:
    state = new_state(3, variant="single")
    state = finish_round(state, small=[5, 5, 5], large=[0, 0, 0], **strand_cubes(state, 2, 1, 1))
    assert state.ranks() == [2, 0, 0]


@pytest.mark.parametrize(("most", "ranks"), [(4, [1, 2, 2]), (5, [0, 1, 1])])
def test_n6_game_wins_single_if_all_have_at_most_four_cubes(most: int, ranks: list[int]) -> None:
    state = finish_round(new_state(3, variant="single"), small=[most, 2, 2], large=[0, 0, 0])
    assert state.ranks() == ranks


def test_n6_best_players_have_rank_one_when_the_game_wins() -> None:
    state = finish_round(new_state(3, variant="single"), small=[3, 3, 2], large=[0, 0, 0])
    assert state.ranks() == [1, 1, 3]


def test_scoreless_ends_at_two_round_wins() -> None:
    state = finish_round(new_state(3, variant="scoreless"), small=[9, 1, 1])
    assert not state.over
    assert state.py_state.wins[:3] == [1, 0, 0]
    state = finish_round(state, small=[1, 9, 1])
    state = finish_round(state, small=[9, 1, 1])
    assert state.over
    assert state.ranks() == [0, 1, 2]


def test_n4_shared_round_counts_for_each_tied_seat() -> None:
    state = finish_round(new_state(3, variant="scoreless"), small=[9, 9, 1])
    assert state.py_state.wins[:3] == [1, 1, 0]
    assert not state.over


def test_n4_round_won_by_the_game_counts_for_no_seat() -> None:
    state = finish_round(new_state(3, variant="scoreless"))  # four cubes each
    assert state.py_state.wins[:3] == [0, 0, 0]
    assert not state.over


def test_n6_shared_second_round_win_shares_the_victory() -> None:
    state = finish_round(new_state(3, variant="scoreless"), small=[9, 9, 1], wins=[1, 1, 1])
    assert state.over
    assert state.ranks() == [0, 0, 2]


def test_n4_match_ends_after_twenty_rounds() -> None:
    start = new_state(3, variant="scoreless")
    assert not finish_round(start, round_number=19).over
    state = finish_round(start, round_number=20, wins=[1, 0, 1])
    assert state.over
    assert state.ranks() == [0, 2, 0]


def test_n6_game_wins_after_twenty_rounds_without_a_win() -> None:
    state = finish_round(new_state(3, variant="scoreless"), round_number=20)
    assert state.ranks() == [1, 1, 1]


@pytest.mark.parametrize("variant", ["standard", "single", "scoreless"])
def test_n6_score_is_good_and_changes_when_a_round_ends(variant: str) -> None:
    state = set_up_last_link(new_state(3, variant=variant), small=[7, 1, 1])
    assert state.scores() == [0, 0, 0]
    play(state, "lay seattle")
    assert state.scores() == [8, 2, 2]


@pytest.mark.parametrize(
    ("variant", "fields", "code", "sentence"),
    [
        ("standard", {"round_number": 3}, "rounds", "the game ends after 3 rounds"),
        ("single", {"small": [6, 1, 1]}, "round", "the only round is over"),
        (
            "single",
            {},
            "game",
            "the only round is over and no one has more than 4 cubes: the game wins",
        ),
        (
            "scoreless",
            {"small": [9, 1, 1], "wins": [1, 1, 0]},
            "won",
            "the first to win 2 rounds wins the match",
        ),
        (
            "scoreless",
            {"round_number": 20, "wins": [1, 1, 0]},
            "cap",
            "after 20 rounds no one has won 2 rounds",
        ),
    ],
)
def test_end_has_a_code_and_a_reason(
    variant: str, fields: dict[str, object], code: str, sentence: str
) -> None:
    assert finish_round(new_state(3, variant=variant), **fields).end() == End(code, sentence)
