"""Drivers: functions over the rules of any game.

An engine binds them to its game. The first ones are entries: Python calls them with the address of
a state. The others take batches (an array of structs when compiled, a list of PyStates when
interpreted), because only an element of an array can be passed to compiled code cheaply.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.placeholders import (
    apply,
    copy,
    legal,
    observe,
    ranks,
    redeal,
    scores,
    setup,
    weight,
)
from roundhouse.core.rng import below, next_word, seed
from roundhouse.core.rule import rule

NO_ACTION = -1
ILLEGAL = -1  # returned by `play`
# What `play` returns: a turn (-2 to 5) and a number of actions, n * TURNS + turn - OVER; after a
# chance event also its outcome, times OUTCOMES.
TURNS = 16
OUTCOMES = 1 << 32
SEAT_BASE = 8  # two numbers in one: number * SEAT_BASE + seat + 1, or rules * SEAT_BASE + seats


# Entries. They write into `results` and return one number. The last of the results is the number of
# legal actions that `list_actions` has written; it and `play` leave them for the next entry.


@rule
def set_up(board: Any, s: Any, scratch: Any, results: list[int], rules_and_seats: int) -> int:
    """Set up a game in a blank state; `results` holds the options."""
    s.rules = rules_and_seats // SEAT_BASE
    setup(board, s, rules_and_seats % SEAT_BASE, results)
    return 0


@rule
def list_actions(board: Any, s: Any, scratch: Any, results: list[int], unused: int) -> int:
    """List the legal actions; return their number and the turn (see TURNS)."""
    turn = int(s.turn)
    n = 0
    if turn != OVER:
        n = legal(board, s, scratch, results)
    results[len(results) - 1] = n
    return n * TURNS + turn - OVER


@rule
def play(board: Any, s: Any, scratch: Any, results: list[int], action: int) -> int:
    """Apply a listed action and list the next ones; change nothing if it is ILLEGAL."""
    if find_action(results, results[len(results) - 1], action) < 0:
        return ILLEGAL
    apply(board, s, scratch, action)
    return list_actions(board, s, scratch, results, 0)


@rule
def play_chance(board: Any, s: Any, scratch: Any, results: list[int], bits: int) -> int:
    """Apply the outcome that 32 random bits select, and list the next actions."""
    action = outcome(board, s, results, results[len(results) - 1], bits)
    apply(board, s, scratch, action)
    return action * OUTCOMES + list_actions(board, s, scratch, results, 0)


@rule
def list_weights(board: Any, s: Any, scratch: Any, results: list[int], unused: int) -> int:
    """Write the weights of the listed outcomes behind them; return their number."""
    n = results[len(results) - 1]
    for i in range(n):
        results[n + i] = weight(board, s, results[i])
    return n


@rule
def list_scores(board: Any, s: Any, scratch: Any, results: list[int], unused: int) -> int:
    """Write each seat's score; return the number of seats."""
    scores(board, s, results)
    return int(s.seats)


@rule
def list_ranks(board: Any, s: Any, scratch: Any, results: list[int], unused: int) -> int:
    """Write each seat's rank; return the number of seats."""
    ranks(board, s, scratch, results)
    return int(s.seats)


@rule
def write_observation(board: Any, s: Any, scratch: Any, results: list[int], seat: int) -> int:
    """Write the observation of a seat."""
    observe(board, s, scratch, seat, results)
    return 0


@rule
def redeal_seeded(board: Any, s: Any, scratch: Any, results: list[int], seed_and_seat: int) -> int:
    """Randomize what a seat cannot know; seat -1 is a spectator."""
    seed(results, seed_and_seat // SEAT_BASE, 0)
    redeal(board, s, scratch, seed_and_seat % SEAT_BASE - 1, results)
    return 0


# Rules over one state, for the drivers below and in other packages.


@rule
def advance(board: Any, s: Any, scratch: Any, action: int, out: list[int], rng: list[int]) -> int:
    """Apply an action, then play chance and forced moves until a seat has a choice.

    NO_ACTION applies none. Returns the number of choices, which are in `out`; 0 at the end. Each
    rule is called once, because GPU compilers inline every call.
    """
    while True:
        if action != NO_ACTION:
            apply(board, s, scratch, action)
        if s.turn == OVER:
            return 0
        n = legal(board, s, scratch, out)
        if s.turn == CHANCE:
            action = draw(board, s, out, n, rng)
        elif n == 1:
            action = out[0]
        else:
            return n


@rule
def find_action(actions: list[int], n: int, action: int) -> int:
    """Return the index of an action among the first n, ascending; -1 if absent."""
    low = 0
    high = n
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    if low < n and actions[low] == action:
        return low
    return -1


@rule
def draw(board: Any, s: Any, out: list[int], n: int, rng: list[int]) -> int:
    """Draw one of the n outcomes in `out` by weight."""
    return outcome(board, s, out, n, next_word(rng))


@rule
def outcome(board: Any, s: Any, out: list[int], n: int, bits: int) -> int:
    """Return the one of the n outcomes in `out` that 32 random bits select by weight."""
    total = 0
    for i in range(n):
        total += weight(board, s, out[i])
    pick = (bits * total) >> 32
    for i in range(n):
        pick -= weight(board, s, out[i])
        if pick < 0:
            return out[i]
    return out[n - 1]


@rule
def random_action(board: Any, s: Any, scratch: Any, out: list[int], rng: list[int]) -> int:
    """Draw an outcome by weight at a chance state, else a uniform legal action."""
    n = legal(board, s, scratch, out)
    if s.turn == CHANCE:
        return draw(board, s, out, n, rng)
    return out[below(rng, n)]


@rule
def play_out(board: Any, s: Any, scratch: Any, out: list[int], rng: list[int], limit: int) -> int:
    """Play randomly to the end or for `limit` plies; return the number of plies."""
    ply = 0
    while s.turn != OVER and ply < limit:
        apply(board, s, scratch, random_action(board, s, scratch, out, rng))
        ply += 1
    return ply


@rule
def play_outs(
    boards: Any,
    states: Any,
    scratches: Any,
    games: int,
    out: list[int],
    rng: list[int],
    lengths: list[int],
) -> int:
    """Play random games from states[0] in states[1]; return the total of plies."""
    total = 0
    for game in range(games):
        copy(states, 1, 0)
        lengths[game] = play_out(boards[0], states[1], scratches[0], out, rng, 1 << 30)
        total += lengths[game]
    return total


@rule
def perft(
    boards: Any, states: Any, scratches: Any, outs: Any, counts: list[int], depth: int
) -> int:
    """Count sequences of `depth` actions from states[0], chance outcomes included.

    Each level has its own state, buffer and counter, so nothing is allocated. Sequences that end
    early are not counted.
    """
    if depth == 0:
        return 1
    board, scratch = boards[0], scratches[0]
    total = 0
    level = 0
    counts[0] = 0
    if states[0].turn != OVER:
        counts[0] = legal(board, states[0], scratch, outs[0])
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            counts[level] = 0
        if counts[level] == 0:
            level -= 1
            continue
        counts[level] -= 1
        copy(states, level + 1, level)
        apply(board, states[level + 1], scratch, outs[level][counts[level]])
        level += 1
        counts[level] = 0
        if states[level].turn != OVER:
            counts[level] = legal(board, states[level], scratch, outs[level])
    return total
