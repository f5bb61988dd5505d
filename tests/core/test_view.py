"""The score breakdown of a game."""

from __future__ import annotations

from roundhouse.core.view import Event, ScorePart, account

SALE = Event("Sold", "", ((0, -4, "the price"),), "$", "paid")
DIVIDEND = Event("Dividend", "", ((0, 3, ""), (1, 5, "")), "$", "dividends")
NEWS = Event("Round 2", "begins", ((1, 99, "no score"),))


def test_score_parts_add_up() -> None:
    parts = account([10, 10], [12, 20], [SALE, DIVIDEND, NEWS, DIVIDEND])
    assert parts == (
        ScorePart("at the start", (10, 10)),
        ScorePart("paid", (-4, 0)),
        ScorePart("dividends", (6, 10)),
    )


def test_points_without_an_event_are_counted_at_the_start() -> None:
    parts = account([10, 10], [12, 21], [SALE, DIVIDEND, DIVIDEND])
    assert parts[0] == ScorePart("at the start, and otherwise", (10, 11))


def test_start_of_zero_is_omitted() -> None:
    assert account([0, 0], [3, 5], [DIVIDEND]) == (ScorePart("dividends", (3, 5)),)
