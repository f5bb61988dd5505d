"""Drawings, event cards and texts of Union Pacific, and that they leak nothing."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from tests.games.rulebook import check_rulebook
from tests.games.view_checks import check_choices, check_legibility

from roundhouse.core.view import account
from roundhouse.play import registry

from .states import VERSIONS, game, opened, play, random_walk


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_sheets_and_hands_are_legible(seats: int) -> None:
    walk = random_walk(seats, seats)
    for state, _ in [*walk[30::60], walk[-1]]:
        check_legibility(state, max(state.turn, 0))
    check_legibility(walk[-1][0], None)
    check_legibility(walk[len(walk) // 2][0], None)


@pytest.mark.parametrize("seats", [2, 5])
def test_choices_have_texts(seats: int) -> None:
    for state, _ in random_walk(seats, 7, stuck_cards="replace"):
        if state.turn >= 0:
            check_choices(state)


@pytest.mark.parametrize("seats", [2, 4])
def test_drawings_and_events_show_no_more_than_a_seat_may_know(seats: int) -> None:
    """Redealing what the seat cannot know must not change anything it sees."""
    walk = random_walk(seats, 11)
    for n, (before, action) in enumerate(walk[:-1]):
        after = walk[n + 1][0]
        for seat in (*range(seats), None):
            rng = random.Random(n)
            text = game().events(before, action, after, seat)
            imagined = before.redeal(seat, rng), after.redeal(seat, rng)
            assert game().events(imagined[0], action, imagined[1], seat) == text
            if n % 40 == 0:
                for drawing in game().drawings:
                    seen = game().draw(before.view(seat), drawing.name)
                    assert game().draw(imagined[0].view(seat), drawing.name) == seen


def test_the_hand_shows_own_cards() -> None:
    state = opened(3)
    mine = game().draw(state.view(0), "hand")
    for ref in ("hand:green", "hand:red", "hand:white", "card:none", "card:dashed"):
        assert f'data-ref="{ref}"' in mine
    assert 'data-ref="hand:grey"' not in mine
    assert "<rect" not in game().draw(state.view(None), "hand")
    assert "<text" not in game().draw(state.view(None), "hand")


def test_a_drawing_does_not_depend_on_the_choices() -> None:
    """Changes of a drawing mark moved pieces only."""
    state = opened(3)
    offered = state.view(0)
    quiet = offered.copy()
    quiet["choices"] = []
    for drawing in game().drawings:
        assert game().draw(offered, drawing.name) == game().draw(quiet, drawing.name)


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_dividends_have_cards_that_add_up(seats: int, rules: int) -> None:
    for seed in range(3):
        walk = random_walk(seats, seed, rules=rules)
        for (before, action), (after, _) in pairwise(walk):
            events = game().events(before, action, after, None)
            paid = [event for event in events if event.title.startswith("Dividend")]
            assert len(paid) == after.py_state.paid - before.py_state.paid
            for seat in range(seats):
                got = sum(n for event in paid for who, n, _ in event.rows if who == seat)
                assert got == after.py_state.money[seat] - before.py_state.money[seat]
            for event in paid:
                for _, amount, why in event.rows:
                    parts = [
                        int(part.split()[-1])
                        for part in why.replace(" and ", ", ").split(", ")
                        if part
                    ]
                    assert sum(parts) == amount
            assert any(event.title == "The end" for event in events) == after.over


@pytest.mark.parametrize("seats", [2, 4])
def test_the_breakdown_adds_up(seats: int) -> None:
    for seed in range(4):
        state = random_walk(seats, seed)[-1][0]
        parts = state.breakdown()
        assert [sum(column) for column in zip(*(p.by_seat for p in parts), strict=True)] == (
            state.scores()
        )
        assert all(n >= 0 for part in parts for n in part.by_seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_account_lists_companies(seats: int) -> None:
    walk = random_walk(seats, 1)
    last = walk[-1][0]
    messages = [
        event
        for (before, action), (after, _) in pairwise(walk)
        for event in game().events(before, action, after, None)
    ]
    parts = account([0] * seats, last.scores(), messages)
    assert [sum(column) for column in zip(*(p.by_seat for p in parts), strict=True)] == (
        last.scores()
    )
    assert len(parts) > 2
    assert all(part.label.endswith(" dividends") for part in parts)


def test_a_share_that_cannot_pay_is_warned_about() -> None:
    state = opened(3)
    s = state.py_state
    green = 0
    s.front[1][green], s.front[2][green] = 5, 4
    choices = {c["move"]: c for c in state.view(0)["choices"]}
    assert choices["play green"]["warning"] == (
        "even all 2 of your shares would earn nothing at a dividend"
    )
    assert choices["play red"]["warning"] == ""
    play(state, "play red")
    assert state.view(0)["focus"] == "table"


def test_the_rules_are_numbered() -> None:
    assert check_rulebook(registry.load("union", speed="interpreted")) >= 20
