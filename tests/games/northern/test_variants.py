"""How each variant of Northern Pacific ends, and how it ranks (N4, N6)."""

from __future__ import annotations

import pytest

from roundhouse.core.game import Position
from roundhouse.core.view import End

from .positions import before_seattle, city, play, table

CITIES, SEATS = 32, 6


def lost(state: Position, *cubes: int) -> dict[str, list[int] | list[list[int]]]:
    """Small cubes of each seat in Terry, never to come back."""
    terry = city(state, "terry")
    there = [[0] * SEATS for _ in range(CITIES)]
    there[terry][: len(cubes)] = cubes
    filled = [0] * CITIES
    filled[terry] = sum(cubes)
    return {"small_at": there, "filled": filled}


def ended(state: Position, **fields: object) -> Position:
    end = before_seattle(state, **fields)
    play(end, "lay seattle")
    return end


def test_standard_ends_after_three_rounds() -> None:
    state = ended(table(3))
    assert state.twin.round_number == 2
    state = ended(state)
    assert state.twin.round_number == 3
    state = ended(state)
    assert state.over
    assert state.scores() == [12, 12, 12]  # four cubes, kept in hand for three rounds
    assert state.ranks() == [0, 0, 0]


def test_standard_most_good_then_fewest_bad_then_shared() -> None:
    last = table(4)
    state = ended(last, round_number=3, good=[5, 9, 9, 9], bad=[0, 3, 2, 2])
    assert state.ranks() == [3, 2, 0, 0]


def test_standard_can_be_won_with_few_cubes() -> None:
    state = ended(table(3), round_number=3, small=[1, 0, 0], large=[0, 0, 0])
    assert state.ranks() == [0, 1, 1]


def test_single_most_cubes_in_hand() -> None:
    state = ended(table(3, variant="single"), small=[4, 6, 4], large=[1, 1, 1])
    assert state.over
    assert state.scores() == [5, 7, 5]
    assert state.ranks() == [1, 0, 1]


def test_single_ties_go_to_fewest_left_on_the_map() -> None:
    state = table(3, variant="single")
    state = ended(state, small=[5, 5, 5], large=[0, 0, 0], **lost(state, 2, 1, 1))
    assert state.ranks() == [2, 0, 0]


@pytest.mark.parametrize(("most", "ranks"), [(4, [1, 2, 2]), (5, [0, 1, 1])])
def test_n6_single_the_game_wins_when_nobody_has_more_than_four(
    most: int, ranks: list[int]
) -> None:
    state = ended(table(3, variant="single"), small=[most, 2, 2], large=[0, 0, 0])
    assert state.ranks() == ranks


def test_n6_the_best_of_the_beaten_share_rank_one() -> None:
    state = ended(table(3, variant="single"), small=[3, 3, 2], large=[0, 0, 0])
    assert state.ranks() == [1, 1, 3]


def test_scoreless_first_to_two_round_wins() -> None:
    state = ended(table(3, variant="scoreless"), small=[9, 1, 1])
    assert not state.over
    assert state.twin.wins[:3] == [1, 0, 0]
    state = ended(state, small=[1, 9, 1])
    state = ended(state, small=[9, 1, 1])
    assert state.over
    assert state.ranks() == [0, 1, 2]


def test_n4_a_shared_round_counts_for_each() -> None:
    state = ended(table(3, variant="scoreless"), small=[9, 9, 1])
    assert state.twin.wins[:3] == [1, 1, 0]
    assert not state.over


def test_n4_a_round_that_the_game_wins_counts_for_nobody() -> None:
    state = ended(table(3, variant="scoreless"))  # four cubes each
    assert state.twin.wins[:3] == [0, 0, 0]
    assert not state.over


def test_n6_two_who_win_their_second_round_together_share_the_victory() -> None:
    state = ended(table(3, variant="scoreless"), small=[9, 9, 1], wins=[1, 1, 1])
    assert state.over
    assert state.ranks() == [0, 0, 2]


def test_n4_the_match_ends_after_twenty_rounds() -> None:
    start = table(3, variant="scoreless")
    assert not ended(start, round_number=19).over
    state = ended(start, round_number=20, wins=[1, 0, 1])
    assert state.over
    assert state.ranks() == [0, 2, 0]


def test_n6_twenty_rounds_without_a_win_are_won_by_the_game() -> None:
    state = ended(table(3, variant="scoreless"), round_number=20)
    assert state.ranks() == [1, 1, 1]


@pytest.mark.parametrize("variant", ["standard", "single", "scoreless"])
def test_n6_the_score_is_good_and_moves_at_the_end_of_a_round(variant: str) -> None:
    state = before_seattle(table(3, variant=variant), small=[7, 1, 1])
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
            "the only round is over and nobody holds more than 4 cubes: the game wins",
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
            "after 20 rounds nobody has won 2 rounds",
        ),
    ],
)
def test_every_variant_says_how_it_ended(
    variant: str, fields: dict[str, object], code: str, sentence: str
) -> None:
    assert ended(table(3, variant=variant), **fields).end() == End(code, sentence)
