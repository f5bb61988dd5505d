"""Checks shared by all games: drawings, texts, score events and rules."""

from __future__ import annotations

import pytest
from tests.games.rulebook import check_rulebook
from tests.games.view_checks import check_drawings, check_hand, check_score_events, check_texts

import roundhouse

GAME = roundhouse.load("southern", speed="interpreted")


@pytest.mark.parametrize("seats", [3, 5])
def test_drawings_are_legible(seats: int) -> None:
    assert check_drawings(GAME, seats) > 30


@pytest.mark.parametrize("seats", [3, 5])
def test_texts_contain_no_ids(seats: int) -> None:
    assert check_texts(GAME, seats) > 500


def test_hand_shows_one_seat_only() -> None:
    check_hand(GAME, 3)


def test_events_explain_the_score() -> None:
    titles = check_score_events(GAME, 4)
    expected = {"SP share sold", "SP pays a dividend", "Bull Market, round 1", "Round 2"}
    assert {*expected, "The end"} <= titles


def test_rules_are_plain_and_numbered() -> None:
    assert check_rulebook(GAME) >= 20
