"""What a seat cannot know is drawn again, with the right odds and nothing more."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from typing import Any

import pytest

from roundhouse.core.contract import CHANCE
from roundhouse.games.union.state import UP, Position

from .union_table import VERSIONS, dealt, game, number, opened, play

Cards = tuple[int, ...]
Hidden = tuple[tuple[Cards, Cards], ...]  # for each other seat: hand and trades, as companies

DRAWS = 6000


def position(
    rules: int, seats: int, hands: list[int], seen: list[list[list[int]]], pool: list[int]
) -> Position:
    """A turn of seat 0, or the refill that ends it by rules 2. `seen` has for each other seat its
    rows, oldest first: the companies seen taken with 0, 1, ... trades made, so that there is one
    row more than trades; `pool` are the companies of the unseen cards, which fill hands, trades
    and the deck in this order."""
    state = opened(seats, rules=rules)
    if rules == 2:
        play(state, "build grey cheyenne-denver dashed", "take red", "keep")
    s = state.twin
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
        held = oldest_first[len(gone) :]
        gone += [rest.pop() for _ in range(s.trades[seat] - len(gone))]
        held += [rest.pop() for _ in range(size - len(held))]
        for company in held:
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


def hidden(state: Position) -> Hidden:
    s = state.twin

    def cards(counts: list[int]) -> Cards:
        return tuple(c for c in range(10) for _ in range(counts[c]))

    return tuple((cards(s.hand[n]), cards(s.traded[n])) for n in range(1, s.seats))


def may_be_gone(ages: list[int]) -> bool:
    """The condition of U4, word for word."""
    return all(sum(age <= j for age in ages) <= j for j in range(30))


def enumerate_hidden(
    hands: list[int], seen: list[list[list[int]]], pool: list[int]
) -> dict[Hidden, Fraction]:
    """Every arrangement of single cards that agrees with the memory, all alike."""
    found: Counter[Hidden] = Counter()

    def deal(seat: int, left: frozenset[int], so_far: Hidden) -> None:
        if seat == len(hands):
            found[so_far] += 1
            return
        rows = seen[seat]
        trades = len(rows) - 1
        own = [(c, trades - n) for n, row in enumerate(rows) for c in row]
        for gone in product((False, True), repeat=len(own)):
            lost = [card for card, is_gone in zip(own, gone, strict=True) if is_gone]
            held = [c for (c, _), is_gone in zip(own, gone, strict=True) if not is_gone]
            if len(lost) > trades or len(held) > hands[seat]:
                continue
            if not may_be_gone([age for _, age in lost]):
                continue
            for more in combinations(sorted(left), hands[seat] - len(held)):
                rest = left - set(more)
                for less in combinations(sorted(rest), trades - len(lost)):
                    hand = tuple(sorted(held + [pool[n] for n in more]))
                    traded = tuple(sorted([c for c, _ in lost] + [pool[n] for n in less]))
                    deal(seat + 1, rest - set(less), (*so_far, (hand, traded)))

    deal(0, frozenset(range(len(pool))), ())
    total = sum(found.values())
    return {key: Fraction(n, total) for key, n in found.items()}


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
    state = position(rules, len(hands) + 1, hands, seen, pool)
    assert hidden(state) in exact  # the truth is possible
    rng = random.Random(case)
    drawn = Counter(hidden(state.redeal(0, rng)) for _ in range(DRAWS))
    assert set(drawn) <= set(exact)
    for key, odds in exact.items():
        spread = sqrt(DRAWS * odds * (1 - odds))
        assert abs(drawn[key] - DRAWS * odds) <= 5 * spread + 1, key


def test_odds_of_track_cards() -> None:
    state = opened(3)
    s = state.twin
    s.track_deck = [1, 0, 2, 0, 1]
    s.track = [[1, 1, 1, 1, 0], [0, 3, 0, 0, 0], [0, 0, 0, 2, 1], *([0] * 5 for _ in range(3))]
    rng = random.Random(1)
    wild = none = 0
    for _ in range(DRAWS):
        r = state.redeal(0, rng).twin
        assert r.track[0] == s.track[0]
        assert [sum(hand) for hand in r.track[:3]] == [4, 3, 3]
        none += r.track[1][0]
        wild += r.track[2][4]
    assert abs(none / DRAWS - 3 / 10) < 0.03  # 1 card, 10 hidden places, 3 of them his
    assert abs(wild / DRAWS - 6 / 10) < 0.03  # 2 cards


def test_a_pending_choice_is_any_card_of_the_hand() -> None:
    state = play(dealt(3), "show up", "show up")
    rng = random.Random(2)
    up = own = 0
    for _ in range(DRAWS):
        r = state.redeal(2, rng).twin
        for seat in (0, 1):
            choice = r.pending[seat] - 1
            assert r.hand[seat][choice] > 0
        up += r.pending[0] == UP + 1
        own += state.redeal(0, rng).twin.pending[0] == UP + 1
    assert abs(up / DRAWS - 1 / 5) < 0.03
    assert own == DRAWS  # a seat knows what it chose


def test_a_seat_knows_its_own_trades() -> None:
    state = play(opened(3), "build grey cheyenne-denver dashed", "take up", "trade white")
    rng = random.Random(3)
    mine = {tuple(state.redeal(0, rng).twin.traded[0]) for _ in range(200)}
    theirs = {tuple(state.redeal(1, rng).twin.traded[0]) for _ in range(200)}
    assert mine == {tuple(state.twin.traded[0])}
    assert len(theirs) == 10


@pytest.mark.parametrize("rules", VERSIONS)
def test_the_odds_of_a_trade(rules: int) -> None:
    """Seat 0 took a red share that all have seen, and traded that or one of four unseen ones; by
    rules 1 the display is filled up by then, by rules 2 it is not."""
    state = play(opened(3, rules=rules), "build grey cheyenne-denver dashed", "take red")
    play(state, *["deal grey"] * (2 - rules), "trade white")
    rng = random.Random(4)
    red = number(state, "red")
    held = gone = 0
    for _ in range(DRAWS):
        s = state.redeal(1, rng).twin
        assert (sum(s.hand[0][:UP]), sum(s.traded[0])) == (4, 1)
        held += s.hand[0][red]
        gone += s.traded[0][red]
    # Seat 1 has four shares, none of them red; one red share lies in the display of 3 or 4.
    unseen = 13 / (98 - 4 - 1 - state.twin.displayed)
    assert abs(gone / DRAWS - (1 / 5 + 4 / 5 * unseen)) < 0.03
    assert abs(held / DRAWS - (4 / 5 + 16 / 5 * unseen)) < 0.05


def test_at_the_end_nothing_is_drawn_again() -> None:
    state = next(s for s in random_states(3, seed=1, chance=0) if s.over)
    assert state.redeal(0, random.Random(1)) == state


def random_states(seats: int, seed: int, chance: float, **options: Any) -> list[Position]:
    """States of a random game, each kept with this chance; the last one always."""
    rng = random.Random(seed)
    state = game(**options).start(seats)
    kept = []
    while not state.over:
        if rng.random() < chance:
            kept.append(state.clone())
        actions = state.legal()
        if state.turn == CHANCE:
            state.apply(rng.choices(actions, state.weights())[0])
        else:
            state.apply(rng.choice(actions))
    return [*kept, state]


@pytest.mark.parametrize("rules", VERSIONS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_redeal_looks_the_same(seats: int, rules: int) -> None:
    for state in random_states(seats, seed=seats, chance=0.2, rules=rules):
        for seat in (*range(seats), None):
            again = state.redeal(seat, random.Random(seats))
            assert again.view(seat) == state.view(seat)
            if state.turn == seat:
                assert again.legal() == state.legal()
