"""Redeals: hidden cards are drawn again with the right odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from typing import Any

import pytest
from tests.speeds import for_repetition

from roundhouse.core.constants import CHANCE
from roundhouse.games.union.state import UP, State

from .states import VERSIONS, dealt, game, number, opened, play

Cards = tuple[int, ...]
Hidden = tuple[tuple[Cards, Cards], ...]  # companies of hand and trades, per other seat

DRAWS = 6000


def position(
    rules: int, seats: int, hands: list[int], seen: list[list[list[int]]], pool: list[int]
) -> State:
    """Return a turn of seat 0, or by rules 2 the refill that ends it.

    `seen` has the rows of each other seat, oldest first: the companies it took after 0, 1, ...
    trades. A seat has one row more than trades. `pool` has the companies of the unseen cards,
    which fill hands, trades and the deck, in this order.
    """
    state = opened(seats, rules=rules)
    if rules == 2:
        play(state, "build grey cheyenne-denver dashed", "take red", "keep")
    s = state.py_state
    s.undrawn = [0] * 10
    s.seen = [[0] * 10 for _ in s.seen]
    s.hand = [[0] * 11 for _ in s.hand]
    s.hand_size = [0] * 6
    rest = list(pool)
    for seat, (size, rows) in enumerate(zip(hands, seen, strict=True), 1):
        s.trades[seat] = len(rows) - 1
        s.hand_size[seat] = size
        oldest_first = [c for row in rows for c in row]
        gone = oldest_first[: max(0, len(oldest_first) - size)]
        in_hand = oldest_first[len(gone) :]
        gone += [rest.pop() for _ in range(s.trades[seat] - len(gone))]
        in_hand += [rest.pop() for _ in range(size - len(in_hand))]
        for company in in_hand:
            s.hand[seat][company] += 1
        for company in gone:
            s.traded[seat][company] += 1
        for n, row in enumerate(rows):
            for company in row:
                s.seen[seat + sum(s.trades[:seat]) + n][company] += 1
    for company in rest:
        s.undrawn[company] += 1
    s.undrawn_total = len(rest)
    return state


def hidden(state: State) -> Hidden:
    s = state.py_state

    def cards(counts: list[int]) -> Cards:
        return tuple(c for c in range(10) for _ in range(counts[c]))

    return tuple((cards(s.hand[n]), cards(s.traded[n])) for n in range(1, s.seats))


def may_be_gone(ages: list[int]) -> bool:
    """Return whether U4 allows a set of recorded shares with these ages to be gone."""
    return all(sum(age <= j for age in ages) <= j for j in range(30))


def enumerate_hidden(
    hands: list[int], seen: list[list[list[int]]], pool: list[int]
) -> dict[Hidden, Fraction]:
    """Return the probability of each arrangement that agrees with the record."""
    match: Counter[Hidden] = Counter()

    def deal(seat: int, left: frozenset[int], so_far: Hidden) -> None:
        if seat == len(hands):
            match[so_far] += 1
            return
        rows = seen[seat]
        trades = len(rows) - 1
        own = [(c, trades - n) for n, row in enumerate(rows) for c in row]
        for gone in product((False, True), repeat=len(own)):
            lost = [card for card, is_gone in zip(own, gone, strict=True) if is_gone]
            in_hand = [c for (c, _), is_gone in zip(own, gone, strict=True) if not is_gone]
            if len(lost) > trades or len(in_hand) > hands[seat]:
                continue
            if not may_be_gone([age for _, age in lost]):
                continue
            for more in combinations(sorted(left), hands[seat] - len(in_hand)):
                rest = left - set(more)
                for less in combinations(sorted(rest), trades - len(lost)):
                    hand = tuple(sorted(in_hand + [pool[n] for n in more]))
                    traded = tuple(sorted([c for c, _ in lost] + [pool[n] for n in less]))
                    deal(seat + 1, rest - set(less), (*so_far, (hand, traded)))

    deal(0, frozenset(range(len(pool))), ())
    total = sum(match.values())
    return {key: Fraction(n, total) for key, n in match.items()}


CASES = {
    "no trade": ([3], [[[0, 1]]], [0, 0, 1, 2, 2, 2]),
    "one trade": ([3], [[[0, 1], [1]]], [0, 1, 1, 2]),
    "one trade, all seen": ([2], [[[0, 1, 2], []]], [0, 1, 1, 2]),
    "young ones stay": ([4], [[[0], [1], [2, 2]]], [0, 1, 2, 2]),
    "three trades": ([3], [[[0], [1, 1], [2], []]], [0, 1, 2]),
    "many of one age": ([4], [[[], [0, 1, 1, 2], [0]]], [0, 1, 2, 2]),
    "two others": ([2, 2], [[[0], [1]], [[0, 2]]], [0, 1, 2, 2]),
    "two others trade": ([2, 1], [[[0, 1], []], [[1], [], []]], [0, 1, 2, 2, 0]),
}


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_odds_against_enumeration(case: str, rules: int) -> None:
    hands, seen, pool = CASES[case]
    exact = enumerate_hidden(hands, seen, pool)
    state = for_repetition(position(rules, len(hands) + 1, hands, seen, pool))
    assert hidden(state) in exact  # the true state is one of them
    rng = random.Random(case)
    drawn = Counter(hidden(state.redeal(0, rng)) for _ in range(DRAWS))
    assert set(drawn) <= set(exact)
    for key, odds in exact.items():
        spread = sqrt(DRAWS * odds * (1 - odds))
        assert abs(drawn[key] - DRAWS * odds) <= 5 * spread + 1, key


def test_odds_of_track_cards() -> None:
    state = opened(3)
    s = state.py_state
    s.track_deck = [1, 0, 2, 0, 1]
    s.track = [[1, 1, 1, 1, 0], [0, 3, 0, 0, 0], [0, 0, 0, 2, 1], *([0] * 5 for _ in range(3))]
    state, rng = for_repetition(state), random.Random(1)
    wild = none = 0
    for _ in range(DRAWS):
        r = state.redeal(0, rng).py_state
        assert r.track[0] == s.track[0]
        assert [sum(hand) for hand in r.track[:3]] == [4, 3, 3]
        none += r.track[1][0]
        wild += r.track[2][4]
    assert abs(none / DRAWS - 3 / 10) < 0.03  # 1 card, 10 hidden places, 3 of them in that hand
    assert abs(wild / DRAWS - 6 / 10) < 0.03  # 2 cards


def test_a_pending_choice_is_any_card_of_the_hand() -> None:
    state = for_repetition(play(dealt(3), "show up", "show up"))
    rng = random.Random(2)
    up = own = 0
    for _ in range(DRAWS):
        r = state.redeal(2, rng).py_state
        for seat in (0, 1):
            choice = r.pending[seat] - 1
            assert r.hand[seat][choice] > 0
        up += r.pending[0] == UP + 1
        own += state.redeal(0, rng).py_state.pending[0] == UP + 1
    assert abs(up / DRAWS - 1 / 5) < 0.03
    assert own == DRAWS  # a seat knows its own choice


def test_a_seat_knows_its_own_trades() -> None:
    state = play(opened(3), "build grey cheyenne-denver dashed", "take up", "trade white")
    rng = random.Random(3)
    mine = {tuple(state.redeal(0, rng).py_state.traded[0]) for _ in range(200)}
    theirs = {tuple(state.redeal(1, rng).py_state.traded[0]) for _ in range(200)}
    assert mine == {tuple(state.py_state.traded[0])}
    assert len(theirs) == 10


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_odds_of_a_trade(rules: int) -> None:
    """Seat 0 took a red share in public and traded that or one of four unseen shares.

    By rules 1 the display is refilled before the trade, by rules 2 after it.
    """
    state = play(opened(3, rules=rules), "build grey cheyenne-denver dashed", "take red")
    state = for_repetition(play(state, *["deal grey"] * (2 - rules), "trade white"))
    rng = random.Random(4)
    red = number(state, "red")
    reds = gone = 0
    for _ in range(DRAWS):
        s = state.redeal(1, rng).py_state
        assert (sum(s.hand[0][:UP]), sum(s.traded[0])) == (4, 1)
        reds += s.hand[0][red]
        gone += s.traded[0][red]
    # Seat 1 has four shares, none of them red; one red share lies in the display of 3 or 4.
    unseen = 13 / (98 - 4 - 1 - state.py_state.displayed)
    assert abs(gone / DRAWS - (1 / 5 + 4 / 5 * unseen)) < 0.03
    assert abs(reds / DRAWS - (4 / 5 + 16 / 5 * unseen)) < 0.05


def test_a_finished_game_is_not_redealt() -> None:
    state = next(s for s in random_states(3, seed=1, chance=0) if s.over)
    assert state.redeal(0, random.Random(1)) == state


def random_states(seats: int, seed: int, chance: float, **options: Any) -> list[State]:
    """Sample states of a random game with this chance, and always the last one."""
    rng = random.Random(seed)
    state = for_repetition(game(**options).start(seats))
    states = []
    while not state.over:
        if rng.random() < chance:
            states.append(state.clone())
        actions = state.legal()
        if state.turn == CHANCE:
            state.apply(rng.choices(actions, state.weights())[0])
        else:
            state.apply(rng.choice(actions))
    return [*states, state]


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_redeal_does_not_change_the_view(seats: int, rules: int) -> None:
    for state in random_states(seats, seed=seats, chance=0.2, rules=rules):
        for seat in (*range(seats), None):
            again = state.redeal(seat, random.Random(seats))
            assert again.view(seat) == state.view(seat)
            if state.turn == seat:
                assert again.legal() == state.legal()
