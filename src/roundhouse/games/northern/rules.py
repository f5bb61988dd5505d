"""The rules of Northern Pacific. Codes such as N2 cite the rulings in RULES.md."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.state import (
    SCORELESS,
    SINGLE,
    STANDARD,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

SCORELESS_ROUNDS = 20  # N4
GOOD = 1 << 16  # one good cube outweighs any number of bad ones


@rule
def setup(board: BoardLayout, s: StateLayout, seats: int, options: list[int]) -> None:
    """Set up the first round."""
    s.seats = seats
    s.variant = options[0]
    s.round_number = 1
    s.turn = 0
    start_round(board, s)


@rule
def start_round(board: BoardLayout, s: StateLayout) -> None:
    """Clear the map and give every seat new cubes."""
    for city in range(board.cities):
        s.arrivals[city] = 0
        s.filled[city] = 0
        for seat in range(s.seats):
            s.small_at[city][seat] = 0
            s.large_at[city][seat] = 0
    s.railhead = board.start
    s.arrivals[board.start] = 1
    s.links = 0
    for seat in range(s.seats):
        s.small[seat] = board.start_small
        s.large[seat] = board.start_large


@rule
def legal(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> int:
    """List the legal actions in ascending order."""
    n = 0
    if s.small[s.turn] > 0:
        for city in range(board.cities):
            if can_invest_in(board, s, city):
                out[n] = INVEST_SMALL + city
                n += 1
    if s.large[s.turn] > 0:
        for city in range(board.cities):
            if can_invest_in(board, s, city):
                out[n] = INVEST_LARGE + city
                n += 1
    exits = board.exit_to[s.railhead]
    for i in range(board.exits[s.railhead]):
        if s.arrivals[exits[i]] == 0:  # N2
            out[n] = LAY + exits[i]
            n += 1
    return n


@rule
def can_invest_in(board: BoardLayout, s: StateLayout, city: int) -> bool:
    """Return whether the city takes a cube: not reached, not the end, not full (N3)."""
    return s.arrivals[city] == 0 and s.filled[city] < board.limit[s.seats] and city != board.end


@rule
def weight(board: BoardLayout, s: StateLayout, action: int) -> int:
    """Return the weight of a chance outcome; this game has none."""
    return 1


@rule
def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    """Apply an action."""
    seat = s.turn
    if action < INVEST_LARGE:
        city = action - INVEST_SMALL
        s.small[seat] -= 1
        s.small_at[city][seat] += 1
        s.filled[city] += 1
    elif action < LAY:
        city = action - INVEST_LARGE
        s.large[seat] -= 1
        s.large_at[city][seat] += 1
        s.filled[city] += 1
    else:
        arrive(board, s, action - LAY)
    s.turn = (seat + 1) % s.seats  # N7
    if s.railhead == board.end:
        end_round(board, s)


@rule
def arrive(board: BoardLayout, s: StateLayout, city: int) -> None:
    """Move the track to a city and return the cubes there with their bonus."""
    s.links += 1
    s.arrivals[city] = s.links + 1
    s.railhead = city
    if s.filled[city] == 0:
        return
    for seat in range(s.seats):
        small = s.small_at[city][seat]
        large = s.large_at[city][seat]
        s.small[seat] += small * (1 + board.bonus_small) + large * board.bonus_large
        s.large[seat] += large
        s.small_at[city][seat] = 0
        s.large_at[city][seat] = 0
    s.filled[city] = 0


@rule
def end_round(board: BoardLayout, s: StateLayout) -> None:
    """Add up the round, then start the next one or end the game."""
    for city in range(board.cities):
        if s.filled[city] > 0:
            for seat in range(s.seats):
                s.bad[seat] += s.small_at[city][seat] + s.large_at[city][seat]
    for seat in range(s.seats):
        s.good[seat] += s.small[seat] + s.large[seat]
    is_match_won = False
    if s.variant != STANDARD:
        is_match_won = judge_round(board, s)
    if s.variant == STANDARD:
        is_last = s.round_number == board.rounds
    elif s.variant == SINGLE:
        is_last = True
    else:
        is_last = is_match_won or s.round_number == SCORELESS_ROUNDS  # N4
    if is_last:
        s.turn = OVER
    else:
        s.round_number += 1
        start_round(board, s)


@rule
def count_on_map(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Count the cubes that a seat has on the map."""
    left = 0
    for city in range(board.cities):
        left += s.small_at[city][seat] + s.large_at[city][seat]
    return left


@rule
def judge_round(board: BoardLayout, s: StateLayout) -> bool:
    """Credit the winners of a single round; return whether one has won the match."""
    best_hand = 0
    fewest_left = 0
    for seat in range(s.seats):
        hand = s.small[seat] + s.large[seat]
        left = count_on_map(board, s, seat)
        if hand > best_hand or (hand == best_hand and left < fewest_left):
            best_hand = hand
            fewest_left = left
    if best_hand <= board.game_wins:
        return False  # N6: the game wins
    is_match_won = False
    for seat in range(s.seats):
        hand = s.small[seat] + s.large[seat]
        if hand == best_hand and count_on_map(board, s, seat) == fewest_left:
            s.wins[seat] += 1  # N4: a shared round counts for each
            is_match_won = is_match_won or s.wins[seat] >= board.wins_needed
    return is_match_won


@rule
def scores(board: BoardLayout, s: StateLayout, out: list[int]) -> None:
    """Write the score of each seat."""
    for seat in range(s.seats):
        out[seat] = s.good[seat]  # N6


@rule
def ranks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Write the rank of each seat; 0 is the winner."""
    for seat in range(s.seats):
        if s.variant == SCORELESS:
            scratch.keys[seat] = s.wins[seat]  # N6
        else:
            scratch.keys[seat] = GOOD * s.good[seat] - s.bad[seat]
    rank_by_keys(scratch.keys, s.seats, out)
    if s.variant != STANDARD and not has_round_winner(s):
        for seat in range(s.seats):
            out[seat] += 1  # N6: the game is first, so the best players are second


@rule
def has_round_winner(s: StateLayout) -> bool:
    """Return whether a seat, and not the game, has won a round."""
    for seat in range(s.seats):
        if s.wins[seat] > 0:
            return True
    return False


@rule
def redeal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    """Do nothing: no information is hidden."""
    return
