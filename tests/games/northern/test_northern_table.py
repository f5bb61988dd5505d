"""What the room owes the table: legible drawings, words for people, an account of the score."""

from __future__ import annotations

import pytest
from tests.games.rulebook import check_rulebook
from tests.games.table_checks import check_drawings, check_hand, check_money, check_words

import roundhouse

GAME = roundhouse.load("northern", speed="interpreted")


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_drawings_are_legible(seats: int) -> None:
    assert check_drawings(GAME, seats) > 30


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_words_are_for_people(seats: int) -> None:
    assert check_words(GAME, seats) > 500


def test_a_hand_is_its_seats_own() -> None:
    check_hand(GAME, 3)


def test_events_account_for_the_score() -> None:
    titles = check_money(GAME, 4)
    assert titles == {"Round 1 is over", "Round 2 is over", "Round 3 is over", "The end"}


@pytest.mark.parametrize("variant", ["single", "scoreless"])
def test_events_of_the_variants(variant: str) -> None:
    game = roundhouse.load("northern", speed="interpreted", variant=variant)
    assert "The end" in check_money(game, 4)


def test_the_rules_are_plain_and_numbered() -> None:
    assert check_rulebook(GAME) >= 14
