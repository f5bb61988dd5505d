"""The rules of Northern Pacific. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.northern.actions import INVEST_LARGE, INVEST_SMALL, LAY
from roundhouse.games.northern.state import SCORELESS, SINGLE, STANDARD, Board, Scratch, State

SCORELESS_ROUNDS = 20  # N4
GOOD = 1 << 16  # one good cube decides before any number of bad ones


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.variant = options[0]
    s.round_number = 1
    s.turn = 0
    start_round(board, s)


@rule
def start_round(board: Board, s: State) -> None:
    """An empty map and new hands."""
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
def legal(board: Board, s: State, scratch: Scratch, out: list[int]) -> int:
    n = 0
    if s.small[s.turn] > 0:
        for city in range(board.cities):
            if takes_a_cube(board, s, city):
                out[n] = INVEST_SMALL + city
                n += 1
    if s.large[s.turn] > 0:
        for city in range(board.cities):
            if takes_a_cube(board, s, city):
                out[n] = INVEST_LARGE + city
                n += 1
    exits = board.exit_to[s.railhead]
    for i in range(board.exits[s.railhead]):
        if s.arrivals[exits[i]] == 0:  # N2
            out[n] = LAY + exits[i]
            n += 1
    return n


@rule
def takes_a_cube(board: Board, s: State, city: int) -> bool:
    """Whether the city may be invested in: not connected, not the end, not full (N3)."""
    return s.arrivals[city] == 0 and s.filled[city] < board.limit[s.seats] and city != board.end


@rule
def weight(board: Board, s: State, action: int) -> int:
    return 1  # there is no chance in this game


@rule
def apply(board: Board, s: State, scratch: Scratch, action: int) -> None:
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
def arrive(board: Board, s: State, city: int) -> None:
    """The track reaches a city: its cubes go home, and more with them."""
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
def end_round(board: Board, s: State) -> None:
    for city in range(board.cities):
        if s.filled[city] > 0:
            for seat in range(s.seats):
                s.bad[seat] += s.small_at[city][seat] + s.large_at[city][seat]
    for seat in range(s.seats):
        s.good[seat] += s.small[seat] + s.large[seat]
    won = False
    if s.variant != STANDARD:
        won = judge_round(board, s)
    if s.variant == STANDARD:
        last = s.round_number == board.rounds
    elif s.variant == SINGLE:
        last = True
    else:
        last = won or s.round_number == SCORELESS_ROUNDS  # N4
    if last:
        s.turn = OVER
    else:
        s.round_number += 1
        start_round(board, s)


@rule
def left_on_map(board: Board, s: State, seat: int) -> int:
    left = 0
    for city in range(board.cities):
        left += s.small_at[city][seat] + s.large_at[city][seat]
    return left


@rule
def judge_round(board: Board, s: State) -> bool:
    """Credit the winners of a round as in `single`; says whether one has won the match."""
    best_hand = 0
    fewest_left = 0
    for seat in range(s.seats):
        hand = s.small[seat] + s.large[seat]
        left = left_on_map(board, s, seat)
        if hand > best_hand or (hand == best_hand and left < fewest_left):
            best_hand = hand
            fewest_left = left
    if best_hand <= board.game_wins:
        return False  # the game wins
    won = False
    for seat in range(s.seats):
        hand = s.small[seat] + s.large[seat]
        if hand == best_hand and left_on_map(board, s, seat) == fewest_left:
            s.wins[seat] += 1  # N4: a shared round counts for each
            won = won or s.wins[seat] >= board.wins_needed
    return won


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.good[seat]  # N6


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    for seat in range(s.seats):
        if s.variant == SCORELESS:
            scratch.keys[seat] = s.wins[seat]  # N6
        else:
            scratch.keys[seat] = GOOD * s.good[seat] - s.bad[seat]
    rank_by_keys(scratch.keys, s.seats, out)
    if s.variant != STANDARD and not anybody_won(s):
        for seat in range(s.seats):
            out[seat] += 1  # the game itself is first (N6)


@rule
def anybody_won(s: State) -> bool:
    """Whether some seat, and not the game, has won a round."""
    for seat in range(s.seats):
        if s.wins[seat] > 0:
            return True
    return False


@rule
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    return  # nothing is hidden
