"""The silent owner of a two-player game: views, log and drawings (U12)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from roundhouse.games.union.log import sentence
from roundhouse.games.union.state import UP, State

from .states import VERSIONS, game, grow, number, opened, own, play, random_walk


def before_the_third(rules: int = 2) -> State:
    """Return a turn of seat 0 after two dividends."""
    state = opened(2, rules=rules)
    state.py_state.paid = 2
    state.py_state.stack_dividends = [0, 0, 2, 0, 0, 0, 0, 0]
    return state


def silent(state: State, seat: int | None = None) -> Any:
    return state.view(seat)["facts"]["silent"]


def test_it_is_shown_when_the_third_dividend_is_the_next() -> None:
    state = opened(2)
    for paid, turned, revealed in (
        (0, 0, 0),
        (1, 0, 0),
        (1, 1, 0),
        (2, 0, 1),
        (1, 2, 1),
        (0, 3, 1),
    ):
        state.py_state.paid, state.py_state.turned = paid, turned
        assert (silent(state) is not None) == revealed
    three = opened(3)
    three.py_state.paid = 2
    assert silent(three) is None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_deck_is_hidden_before_the_end(seat: int | None) -> None:
    state = before_the_third()
    expected = {"red": 2, "yellow": 1, "black": 1, "up": 18}
    assert silent(state, seat) == {"shares": expected, "exact": False, "gets": None}
    notes = {note["label"]: note["value"] for note in state.view(seat)["notes"]}
    assert notes["silent owner"] == (
        "at the third dividend: 2 Billings Northern Light, 1 Miami Southern, 1 Denver Midland "
        "and 18 Union Pacific, plus the share deck"
    )
    for seed in range(20):
        assert silent(state.redeal(seat, random.Random(seed)), seat) == silent(state, seat)


def test_choices_include_it() -> None:
    state = before_the_third()
    own(state, 0, red=2, up=1)
    own(state, 1, yellow=2)
    notes = {c["move"]: c["note"] for c in state.view(0)["choices"]}
    assert notes["play green"] == (
        "You'd be 1st with 1 as far as known · silent owner has 0 or more · pays 3 / 1"
    )
    assert notes["play red"] == (
        "You'd be 1st with 3 as far as known · silent owner has 2 or more · pays 2 / 1"
    )
    play(state, "build grey cheyenne-denver dashed")
    notes = {c["move"]: c["note"] for c in state.view(0)["choices"]}
    assert notes["take yellow"] == (
        "Pays 2 / 1 · @1 leads with 2, 1 ahead · silent owner has 1 or more · you have none"
    )
    assert notes["take up"] == (
        "Pays 15 / 12 / 9 / 6 / 3 · the silent owner leads · silent owner has 17 · "
        "you have 2 played, 0 in hand"
    )


@pytest.mark.parametrize("rules", VERSIONS)
def test_it_is_revealed_at_the_end(rules: int) -> None:
    state = play(before_the_third(rules), "build grey cheyenne-denver dashed", "take up")
    s = state.py_state
    s.turned = 1
    keep = [0, number(state, "orange")]
    s.undrawn = [3 if n in keep else 0 for n in range(10)]
    s.undrawn_total, s.stack_shares = 6, [0, 0, 6, 0, 0, 0, 0, 0]
    s.stack, s.up_left = 2, 2
    s.display = [1, 3, *[0] * 8]
    own(state, 0, green=2)  # of four, the silent owner keeps three
    grow(state, "green", 6)
    before = state.clone()
    play(state, "keep")
    owned = {"green": 2, "red": 3, "orange": 3, "up": 2}
    # green: tied, (7 + 3) / 2; red and orange alone: 2 + 1; Union Pacific: first, others tied
    assert silent(state) == {"shares": owned, "exact": True, "gets": 5 + 3 + 3 + 15}
    assert state.scores() == [5 + (12 + 9) // 2, (12 + 9) // 2]
    assert state.view(None)["facts"]["companies"]["green"]["leaders"] == [0]
    shares = (
        "2 El Paso & Rio Grande, 3 Billings Northern Light, 3 Empire State Line and 2 Union Pacific"
    )
    for seat in (0, 1, None):
        assert sentence(before, game().parse("keep"), state, seat) == (
            f"Dividend 3: @0 $15M, @1 $10M; silent owner ({shares}): $26M not paid out; "
            "the game is over"
        )
    notes = {note["label"]: note["value"] for note in state.view(None)["notes"]}
    assert notes["silent owner"] == f"had {shares}; its $26M was not paid out"


@pytest.mark.parametrize("rules", VERSIONS)
def test_it_owns_all_shares_that_are_left(rules: int) -> None:
    for seed in range(3):
        state = random_walk(2, seed, rules=rules)[-1][0]
        s, match = state.py_state, silent(state, 1)
        assert match["exact"]
        assert sum(match["shares"].values()) == s.undrawn_total + s.displayed + s.up_left
        assert (
            match["shares"].get("up", 0)
            == s.up_left
            == 20 - sum(pile[UP] for piles in (s.hand, s.front) for pile in piles)
        )


def test_it_is_drawn() -> None:
    drawn = game().draw(before_the_third().view(0), "table")
    assert ">silent owner<" in drawn
    assert ">2+<" in drawn
    assert "silent" not in game().draw(opened(2).view(0), "table")
    over = random_walk(2, 3)[-1][0]
    assert f">+{silent(over)['gets']}<" in game().draw(over.view(None), "table")
