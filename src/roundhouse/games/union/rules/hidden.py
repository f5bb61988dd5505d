"""Redeal: draw everything again that a seat cannot know.

A seat knows its own cards and trades and the public record (U4). All other hidden cards can be in
any hand, traded away or undrawn. Every arrangement of the individual cards that agrees with the
record is equally likely.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.rng import below, next_word
from roundhouse.core.rule import rule
from roundhouse.games.union.rules.deck import cards_in
from roundhouse.games.union.rules.memory import first_row
from roundhouse.games.union.state import CARDS, UP, BoardLayout, ScratchLayout, StateLayout


@rule
def redeal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    if s.turn == OVER:
        return
    redeal_track(s, seat, rng)
    for other in range(s.seats):
        if other != seat:
            collect_shares(board, s, other)
    unknown = s.undrawn_total
    for other in range(s.seats):
        if other != seat:
            unknown += s.hand_size[other] + s.trades[other] - seen_by(board, s, other)
    for other in range(s.seats):
        if other != seat:
            lose_seen(board, s, scratch, other, rng)
            unknown = fill_hand(board, s, other, unknown, rng)
            if s.pending[other] > 0:
                choose_pending(board, s, other, rng)


@rule
def redeal_track(s: StateLayout, seat: int, rng: list[int]) -> None:
    """Shuffle the other track hands and the track deck, and deal them again."""
    for other in range(s.seats):
        if other != seat:
            hand = s.track[other]
            for card in range(CARDS):
                s.track_deck[card] += hand[card]
    left = cards_in(s.track_deck)
    for other in range(s.seats):
        if other != seat:
            hand = s.track[other]
            size = cards_in(hand)
            for card in range(CARDS):
                hand[card] = 0
            for _ in range(size):
                pick = below(rng, left)
                left -= 1
                card = 0
                while pick >= s.track_deck[card]:
                    pick -= s.track_deck[card]
                    card += 1
                s.track_deck[card] -= 1
                hand[card] += 1


@rule
def collect_shares(board: BoardLayout, s: StateLayout, seat: int) -> None:
    """Move a seat's hidden shares to the deck, but leave the seen ones in its hand."""
    hand = s.hand[seat]
    traded = s.traded[seat]
    first = first_row(s, seat)
    for company in range(board.companies):
        seen = 0
        for row in range(first, first + s.trades[seat] + 1):
            seen += s.seen[row][company]
        s.undrawn[company] += hand[company] + traded[company] - seen
        hand[company] = seen
        traded[company] = 0


@rule
def seen_by(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Count the recorded shares that a seat has not played."""
    first = first_row(s, seat)
    seen = 0
    for row in range(first, first + s.trades[seat] + 1):
        seen += row_total(board, s, row)
    return seen


@rule
def row_total(board: BoardLayout, s: StateLayout, row: int) -> int:
    total = 0
    seen = s.seen[row]
    for company in range(board.companies):
        total += seen[company]
    return total


@rule
def lose_seen(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    """Choose which seen shares were traded away, and move them out of the hand.

    A possible set has `trades` of the shares that the seat has or traded. For every age j it
    contains at most j recorded shares of age j or less (U4). All possible sets are equally likely.
    The number gone of each age is drawn from the youngest on, weighted by the number of sets that
    complete it.
    """
    trades = s.trades[seat]
    if trades == 0:
        return
    ways = scratch.ways
    first = first_row(s, seat)
    unseen = s.hand_size[seat] + trades - seen_by(board, s, seat)
    gone = 0
    for age in range(1, trades + 1):
        row = first + trades - age
        there = row_total(board, s, row)
        most = min(there, age - gone)
        if most > 0:
            count_ways(board, s, first, trades, age + 1, unseen, ways)
            total = 0
            choices = 1
            for more in range(most + 1):
                total += choices * ways[gone + more]
                choices = choices * (there - more) // (more + 1)
            pick = wide_below(rng, total)
            choices = 1
            lost = 0
            pick -= ways[gone]
            while pick >= 0 and lost < most:
                choices = choices * (there - lost) // (lost + 1)
                lost += 1
                pick -= choices * ways[gone + lost]
            gone += lost
            lose_of_row(board, s, seat, row, there, lost, rng)


@rule
def count_ways(
    board: BoardLayout,
    s: StateLayout,
    first: int,
    trades: int,
    from_age: int,
    unseen: int,
    ways: list[int],
) -> None:
    """Write to ways[k] how many sets of older or unseen shares complete k younger.

    The counts are at most the number of ways to choose `trades` of the shares that a seat has or
    traded. A seat takes one share per turn, so they fit into 63 bits.
    """
    for gone in range(trades + 1):
        choices = 1
        for n in range(trades - gone):
            choices = choices * max(unseen - n, 0) // (n + 1)
        ways[gone] = choices
    for age in range(trades, from_age - 1, -1):
        there = row_total(board, s, first + trades - age)
        if there == 0:
            for gone in range(age + 1, trades + 1):
                ways[gone] = 0
            continue
        for gone in range(trades + 1):
            total = 0
            choices = 1
            for more in range(min(there, age - gone) + 1):
                total += choices * ways[gone + more]
                choices = choices * (there - more) // (more + 1)
            ways[gone] = total


@rule
def lose_of_row(
    board: BoardLayout, s: StateLayout, seat: int, row: int, there: int, lost: int, rng: list[int]
) -> None:
    """Move `lost` random shares of a row from the hand to the trades."""
    for company in range(board.companies):
        for _ in range(s.seen[row][company]):
            if lost > 0 and below(rng, there) < lost:
                lost -= 1
                s.hand[seat][company] -= 1
                s.traded[seat][company] += 1
            there -= 1


@rule
def fill_hand(board: BoardLayout, s: StateLayout, seat: int, unknown: int, rng: list[int]) -> int:
    """Deal the unseen shares of a seat; return the number of unknown shares left."""
    hand = s.hand[seat]
    traded = s.traded[seat]
    certain = 0
    lost = 0
    for company in range(board.companies):
        certain += hand[company]
        lost += traded[company]
    for _ in range(s.hand_size[seat] - certain):
        hand[draw_unknown(s, unknown, rng)] += 1
        unknown -= 1
    for _ in range(s.trades[seat] - lost):
        traded[draw_unknown(s, unknown, rng)] += 1
        unknown -= 1
    return unknown


@rule
def draw_unknown(s: StateLayout, unknown: int, rng: list[int]) -> int:
    pick = below(rng, unknown)
    company = 0
    while pick >= s.undrawn[company]:
        pick -= s.undrawn[company]
        company += 1
    s.undrawn[company] -= 1
    return company


@rule
def choose_pending(board: BoardLayout, s: StateLayout, seat: int, rng: list[int]) -> None:
    """Draw an opening choice that is still secret: any card of the hand."""
    pick = below(rng, s.hand_size[seat] + s.hand[seat][UP])
    s.pending[seat] = UP + 1
    for company in range(board.companies):
        if 0 <= pick < s.hand[seat][company]:
            s.pending[seat] = company + 1
        pick -= s.hand[seat][company]


@rule
def wide_below(rng: list[int], n: int) -> int:
    """Return a uniform random number from 0 to n - 1, for n far below 2**62."""
    if n < 1 << 31:
        return below(rng, n)
    word = next_word(rng) << 30
    return (word | (next_word(rng) >> 2)) % n
