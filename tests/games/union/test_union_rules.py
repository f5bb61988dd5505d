"""The rules of Union Pacific, phase by phase, with every ruling."""

from __future__ import annotations

import pytest

from roundhouse.core.constants import CHANCE
from roundhouse.games.union.invariants import find_violations
from roundhouse.games.union.rules.memory import certain
from roundhouse.games.union.state import UP, State, StateLayout

from .states import (
    VERSIONS,
    dealt,
    edited,
    fill,
    game,
    grow,
    number,
    opened,
    own,
    play,
    section,
    take,
    weights,
    words,
)

TRACK = {"draw none": 14, "draw dashed": 9, "draw black": 7, "draw white": 6, "draw wild": 4}
SHARES = {
    "deal green": 18,
    "deal red": 15,
    "deal yellow": 12,
    "deal black": 10,
    "deal darkblue": 9,
    "deal white": 8,
    "deal orange": 7,
    "deal brown": 7,
    "deal lightblue": 6,
    "deal grey": 6,
}


def test_the_order_of_the_deal() -> None:
    state = game().start(2)
    assert weights(state) == TRACK
    play(state, "draw wild", "draw wild", "draw wild")
    assert state.py_state.active == 1
    assert weights(state) == TRACK | {"draw wild": 1}
    play(state, "draw wild", "draw none", "draw none")
    assert weights(state) == SHARES
    play(state, *["deal grey"] * 4)
    assert state.py_state.active == 1
    assert weights(state) == SHARES | {"deal grey": 2}
    play(state, "deal grey", "deal grey", "deal red", "deal green")
    assert (state.turn, words(state)) == (0, ["show grey", "show up"])
    play(state, "show grey")
    assert (state.turn, words(state)) == (1, ["show green", "show red", "show grey", "show up"])
    assert sum(map(sum, state.py_state.front)) == 0  # secret until all have chosen
    play(state, "show up")
    assert state.py_state.front[0][number(state, "grey")] == 1
    assert state.py_state.front[1][UP] == 1
    assert "deal grey" not in weights(state)
    play(state, "deal red", "deal red", "deal red", "deal red")  # four alike: redealt
    assert state.py_state.removed[number(state, "red")] == 4
    assert weights(state)["deal red"] == 10
    play(state, "deal red", "deal red", "deal red", "deal green")
    assert state.py_state.stack_shares == [6, 18, 98 - 8 - 4 - 4 - 24, 0, 0, 0, 0, 0]
    assert state.py_state.stack_dividends == [0, 1, 3, 0, 0, 0, 0, 0]
    assert (state.turn, state.py_state.active) == (CHANCE, 0)
    assert weights(state) == {"draw none": 12, "draw dashed": 9, "draw black": 7, "draw white": 6}


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_even_deck(seats: int) -> None:  # U9
    s = opened(seats, deck="even").py_state
    left = 98 - 4 * seats - 4
    sizes = s.stack_shares[1::2]
    assert s.stack_shares[::2] == [6] * 4
    assert sum(sizes) == left - 24
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert s.stack_dividends == [0, 1] * 4
    assert s.up_left == 20 - seats


def test_building() -> None:
    state = opened(2)
    builds = [w for w in words(state) if w.startswith("build")]
    assert "build green phoenix-elpaso none" in builds
    assert "build green elpaso-chihuahua none" in builds
    assert "build grey cheyenne-denver dashed" in builds
    assert "build green elpaso-sanantonio none" not in builds  # already has a locomotive there
    assert "build green elpaso-dallas black" not in builds  # cannot use this track
    assert "build white phoenix-elpaso none" not in builds  # not connected
    assert "build red calgary-billings none" in builds
    assert not any(
        "white" in w.split()[3:] or "wild" in w for w in builds
    )  # the hand has no such card
    play(state, "build grey cheyenne-denver dashed")
    s = state.py_state
    assert s.locomotives[number(state, "grey")] == 7 - 2
    assert s.discards == [0, 1, 0, 0, 0]
    assert s.free[section(state, "cheyenne-denver")] == 0
    assert words(state) == ["take red", "take yellow", "take black", "take deck", "take up"]
    assert not find_violations(game().board, None, "", s)


def test_a_wild_card_builds_on_any_track() -> None:
    state = opened(2, "wild")
    builds = words(state)
    assert "build orange newyork-montreal wild" in builds
    assert "build green phoenix-elpaso none" in builds
    assert "build green phoenix-elpaso wild" in builds
    play(state, "build orange newyork-montreal wild")
    assert state.py_state.discards == [0, 0, 0, 0, 1]


def test_no_build_without_a_locomotive_or_a_space() -> None:
    state = opened(2)
    grow(state, "grey", 7)
    assert not any(w.startswith("build grey") for w in words(state.clone()))
    for s in (state.py_state,):
        assert s.locomotives[number(state, "grey")] == 0
        assert not find_violations(game().board, None, "", s)


def deck_weights(state: State) -> dict[str, int]:
    """Return the shares that the first stack can deal."""
    companies = state.game.board_file.ids("company")
    return {f"deal {c}": 6 * n for c, n in zip(companies, state.py_state.undrawn, strict=True) if n}


def test_taking_from_the_display() -> None:
    state = play(opened(2), "build grey cheyenne-denver dashed", "take yellow")
    s = state.py_state
    assert (state.turn, s.displayed) == (0, 3)  # the trade comes before the refill (U8)
    assert words(state) == ["trade green", "trade red", "trade yellow", "trade white", "keep"]
    play(state, "trade white")
    assert s.hand[0][UP] == 1
    assert s.up_left == 17
    assert s.traded[0][number(state, "white")] == 1
    assert (state.turn, s.active) == (CHANCE, 0)
    assert weights(state) == deck_weights(state)
    play(state, "deal grey")
    assert s.displayed == 4
    assert (state.turn, s.active) == (CHANCE, 1)
    assert words(state)[0].startswith("draw")


def test_taking_from_the_display_by_rules_1() -> None:
    state = play(opened(2, rules=1), "build grey cheyenne-denver dashed", "take yellow")
    assert state.turn == CHANCE  # refilled before the trade
    assert weights(state) == deck_weights(state)
    play(state, "deal grey")
    assert state.py_state.displayed == 4
    assert state.turn == 0
    assert words(state) == ["trade green", "trade red", "trade yellow", "trade white", "keep"]
    play(state, "trade white")
    s = state.py_state
    assert s.hand[0][UP] == 1
    assert s.up_left == 17
    assert s.traded[0][number(state, "white")] == 1
    assert (state.turn, s.active) == (CHANCE, 1)


@pytest.mark.parametrize("rules", VERSIONS)
def test_taking_from_the_deck_and_the_stack(rules: int) -> None:
    state = play(opened(2, rules=rules), "build grey cheyenne-denver dashed", "take deck")
    assert state.turn == CHANCE
    play(state, "deal orange")
    assert state.py_state.hand[0][number(state, "orange")] == 1
    assert words(state)[-1] == "keep"
    play(state, "keep")  # the display is full
    assert (state.turn, state.py_state.active) == (CHANCE, 1)
    state = play(opened(2, rules=rules), "build grey cheyenne-denver dashed", "take up")
    assert state.py_state.hand[0][UP] == 1
    assert state.turn == 0
    play(state, "keep")
    assert (state.turn, state.py_state.active) == (CHANCE, 1)


@pytest.mark.parametrize("rules", VERSIONS)
def test_four_alike_are_removed_repeatedly(rules: int) -> None:
    state = opened(2, rules=rules)
    take(play(state, "build grey cheyenne-denver dashed"), "yellow", "red")
    play(state, "draw none", "build red calgary-billings none", "take black")
    play(state, *["keep"] * (rules - 1), "deal red")
    assert state.py_state.displayed == 0
    assert state.py_state.removed[number(state, "red")] == 4
    play(state, "deal green", "deal green", "deal green")
    assert state.turn == CHANCE
    play(state, "deal green")
    assert state.py_state.removed[number(state, "green")] == 4
    play(state, "deal green", "deal green", "deal green", "deal grey")
    assert (state.turn, state.py_state.active) == ((1, 1) if rules == 1 else (CHANCE, 0))
    assert state.py_state.stack_shares[:3] == [0, 14, 98 - 8 - 4 - 24]


def test_weights_with_dividends_in_the_stack() -> None:
    state = play(opened(2), "build grey cheyenne-denver dashed")
    s = state.py_state
    s.stack, s.stack_shares[0] = 1, 0
    s.undrawn_total -= 6
    s.undrawn[0] -= 6
    play(state, "take deck")
    total = sum(s.undrawn)
    assert weights(state)["dividend"] == 1 * total
    assert weights(state)["deal red"] == 18 * s.undrawn[1]
    play(state, "dividend")  # put aside and replaced
    assert s.turned == 1
    assert "dividend" not in weights(state)
    play(state, "deal red")
    assert state.turn == 0


@pytest.mark.parametrize("rules", VERSIONS)
def test_only_the_dividend_is_left_of_a_stack(rules: int) -> None:
    state = play(opened(2, rules=rules), "build grey cheyenne-denver dashed")
    s = state.py_state
    s.stack, s.stack_shares[0], s.stack_shares[1] = 1, 0, 0
    s.undrawn[0], s.undrawn[1] = 0, s.undrawn[1] - (24 - s.undrawn[0])
    s.undrawn_total = sum(s.undrawn)
    play(state, "take red", *["keep"] * (rules - 1))
    assert weights(state) == {"dividend": 1}
    play(state, "dividend")
    assert s.stack == 2
    assert weights(state)["dividend"] == 3 * s.undrawn_total


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_last_cards_of_the_deck(rules: int) -> None:  # U8
    state = play(opened(4, rules=rules), "build grey cheyenne-denver dashed")
    s = state.py_state
    s.undrawn, s.undrawn_total = [0] * 10, 0
    s.stack, s.stack_shares, s.stack_dividends = 2, [0] * 8, [0, 0, 2, 0, 0, 0, 0, 0]
    s.paid = 2
    assert "take deck" not in words(state)
    if rules == 1:
        play(state, "take red", "dividend", "dividend")
        assert state.turn == 0  # the turn is finished first
        play(state, "keep")
    else:
        play(state, "take red", "keep", "dividend")
        assert not state.over  # the deck is drawn to its end
        play(state, "dividend")
    assert s.displayed == 3  # stays short
    assert state.over
    assert s.paid == 4
    assert s.ended == 1


def test_no_share_anywhere() -> None:  # U3
    state = opened(3)
    s = state.py_state
    s.undrawn, s.undrawn_total, s.up_left = [0] * 10, 0, 0
    s.display, s.displayed = [0] * 10, 0
    play(state, "build grey cheyenne-denver dashed")
    assert (state.turn, s.active) == (CHANCE, 1)


def test_keep_alone() -> None:  # U3
    state = play(opened(2), "build grey cheyenne-denver dashed")
    state.py_state.up_left = 1
    play(state, "take up")
    assert words(state) == ["keep"]
    state = play(opened(2), "build grey cheyenne-denver dashed")
    state.py_state.hand[0][:UP], state.py_state.hand_size[0] = [0] * UP, 0
    play(state, "take up")
    assert words(state) == ["keep"]


def test_investing_in_one_company() -> None:
    state = play(opened(2), "play green")
    assert words(state) == ["play green", "play red", "play white", "done"]
    play(state, "play green")
    assert words(state) == ["done"]
    play(state, "done")
    assert words(state) == ["discard none", "discard dashed", "discard black"]
    play(state, "discard none")
    s = state.py_state
    assert s.front[0][0] == 2
    assert s.discards == [1, 0, 0, 0, 0]
    assert s.active == 1


def test_investing_in_two_companies() -> None:
    state = play(opened(2), "play green", "play red")  # the second company ends the play
    assert words(state) == ["discard none", "discard dashed", "discard black"]
    assert (state.py_state.invested, state.py_state.played) == (0, 0)


def test_union_pacific_is_played_like_a_company() -> None:  # U3
    state = opened(2)
    state.py_state.hand[0][UP] = 2
    state = edited(state)
    assert "play up" in words(state)
    assert words(play(state.clone(), "play up"))[-2:] == ["play up", "done"]
    both = play(state.clone(), "play green", "play up")
    assert words(both)[0].startswith("discard")
    assert both.py_state.front[0][UP] == 2


def test_passing() -> None:  # U2
    state = opened(2)
    s = state.py_state
    assert "pass" not in words(state)
    s.hand[0], s.hand_size[0] = [0] * len(s.hand[0]), 0
    s.track[0] = [0, 0, 0, 4, 0]
    fill(state, 3)
    state = edited(state)
    assert words(state) == ["pass"]
    play(state, "pass")
    assert words(state) == ["discard white"]
    play(state, "discard white")
    assert state.py_state.active == 1
    s.hand[0][UP] = 1
    assert words(state.game.unpack(s.pack())) == ["play up"]


def test_the_track_deck_is_renewed_the_moment_it_is_empty() -> None:  # U10
    state = play(opened(2), "play green", "done", "discard none")
    s = state.py_state
    s.track_deck, s.discards = [1, 0, 0, 0, 0], [0, 3, 0, 2, 0]
    state = play(state.game.unpack(s.pack()), "draw none")
    assert state.py_state.track_deck == [0, 3, 0, 2, 0]
    assert state.py_state.discards == [0] * 5


def test_deadlock() -> None:  # U7
    state = play(opened(3), "play green", "done")
    s = state.py_state
    for kind in range(4):
        fill(state, kind)
    own(state, 0, grey=1)
    waiting = play(state.clone(), "discard none")
    assert waiting.turn == CHANCE  # a seat still has a share in hand
    for seat in range(3):
        s.hand[seat], s.hand_size[seat] = [0] * len(s.hand[seat]), 0
    play(state, "discard none")
    assert state.over
    assert s.ended == 2
    assert s.paid == 4
    up = 60 - 12 - 3  # three tied for Union Pacific: places 1 to 3 of all dividends, split
    assert s.money[0] > up // 4
    assert s.money[0] == s.money[1] + 4 * (3 + 4)  # sole owner of green (2 + 1, 1), grey (2, 1)


def test_each_dividend_card_pays_after_the_turn() -> None:
    state = play(opened(4), "build grey cheyenne-denver dashed", "take up")
    s = state.py_state
    s.turned = 2
    own(state, 0, orange=1)
    play(state, "keep")
    assert s.paid == 2
    assert s.turned == 0
    assert s.money[0] == 2 * 3 + 28 // 4  # Union Pacific pays nothing first, then a four-way tie
    assert not state.over


def test_cards_beyond_the_last_dividend_are_ignored() -> None:
    state = play(opened(2), "build grey cheyenne-denver dashed", "take up")
    s = state.py_state
    s.turned, s.paid = 3, 1
    play(state, "keep")
    assert state.over
    assert (s.paid, s.turned, s.ended) == (3, 0, 1)


def test_replacing_stuck_cards() -> None:  # U11
    state = opened(2, "wild", stuck_cards="replace")
    assert not any(w.startswith("replace") for w in words(state))
    fill(state, 1)
    state = edited(state)
    assert [w for w in words(state) if w.startswith("replace")] == ["replace dashed"]
    play(state, "replace dashed")
    assert state.turn == CHANCE
    play(state, "draw dashed")
    s = state.py_state
    assert s.scrapped == [0, 1, 0, 0, 0]
    assert s.track[0] == [1, 1, 1, 0, 1]
    assert "replace dashed" in words(state)  # replacing is not limited
    for kind in (0, 2, 3):
        fill(state, kind)
    s.hand[0], s.hand_size[0] = [0] * len(s.hand[0]), 0
    state = state.game.unpack(s.pack())
    assert words(state) == [
        "replace none",
        "replace dashed",
        "replace black",
        "replace wild",
        "pass",
    ]
    state.py_state.track_deck = [0] * 5
    assert words(state.game.unpack(state.py_state.pack())) == ["pass"]


def test_stuck_cards_stay_by_default() -> None:
    state = opened(2)
    fill(state, 1)
    assert not any(w.startswith("replace") for w in words(state.clone()))


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_public_record(rules: int) -> None:  # U4
    state = opened(2, "wild", rules=rules)
    green, red = number(state, "green"), number(state, "red")
    s = state.py_state
    play(state, "build grey cheyenne-denver dashed", "take red", *["deal red"] * (2 - rules))
    assert certain(s, 0, red) == 1
    play(state, "trade white", *["deal red"] * (rules - 1))
    assert certain(s, 0, red) == 0  # that share may be the traded one
    assert s.seen[0][red] == 1
    take(play(state, "draw none", "build red calgary-billings none"), "red", "red")
    assert certain(s, 1, red) == 1
    take(play(state, "draw none", "build red calgary-bismarck none"), "red", "red")
    assert certain(s, 0, red) == 1  # only one of the two can be gone
    play(state, "draw none", "build red seattle-billings none", "take up", "keep")
    play(state, "draw none", "build green phoenix-elpaso none", "take red")
    play(state, *["deal red"] * (2 - rules))
    assert certain(s, 0, red) == 2
    play(state, "trade green", *["deal red"] * (rules - 1))
    assert certain(s, 0, red) == 1  # ages 2, 1, 1: at most two are gone
    assert certain(s, 1, red) == 1
    play(state, "draw none", "play black", "done", "discard none", "draw none")
    play(state, "play red")
    assert certain(s, 0, red) == 0  # ages 2, 1: both may be gone
    assert certain(s, 0, green) == 0
    assert not find_violations(game().board, None, "", s)


def test_dealt_hands() -> None:
    assert [sum(hand[:UP]) for hand in dealt(6).py_state.hand] == [4] * 6


def test_a_state_is_small() -> None:
    assert StateLayout.packed_size < 1050
