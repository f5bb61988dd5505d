"""Drivers: what can be done with any game, written over the contract.

The functions here are bound to a game by its engine. They take batches (`boards`, `states`: an
array of structs when compiled, a list of twins when interpreted) because a struct can be
passed into compiled code cheaply only as an element of one.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import (
    CHANCE,
    OVER,
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
from roundhouse.core.rng import below, next_word
from roundhouse.core.rule import rule


@rule
def set_up(boards: Any, states: Any, rules: int, seats: int, options: list[int]) -> None:
    states[0].rules = rules
    setup(boards[0], states[0], seats, options)


@rule
def list_legal(boards: Any, states: Any, scratches: Any, out: list[int]) -> int:
    return legal(boards[0], states[0], scratches[0], out)


@rule
def weigh(boards: Any, states: Any, action: int) -> int:
    return weight(boards[0], states[0], action)


@rule
def play(boards: Any, states: Any, scratches: Any, action: int) -> None:
    apply(boards[0], states[0], scratches[0], action)


@rule
def score(boards: Any, states: Any, out: list[int]) -> None:
    scores(boards[0], states[0], out)


@rule
def rank(boards: Any, states: Any, scratches: Any, out: list[int]) -> None:
    ranks(boards[0], states[0], scratches[0], out)


@rule
def look(boards: Any, states: Any, scratches: Any, seat: int, out: list[int]) -> None:
    observe(boards[0], states[0], scratches[0], seat, out)


@rule
def deal_again(boards: Any, states: Any, scratches: Any, seat: int, rng: list[int]) -> None:
    redeal(boards[0], states[0], scratches[0], seat, rng)


@rule
def draw(board: Any, s: Any, out: list[int], n: int, rng: list[int]) -> int:
    """One of the n outcomes in `out`, by weight."""
    return outcome(board, s, out, n, next_word(rng))


@rule
def outcome(board: Any, s: Any, out: list[int], n: int, bits: int) -> int:
    """The one of the n outcomes in `out` that 32 random bits draw, by weight."""
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
    """An outcome by weight at a chance state, an even draw of the legal actions elsewhere."""
    n = legal(board, s, scratch, out)
    if s.turn == CHANCE:
        return draw(board, s, out, n, rng)
    return out[below(rng, n)]


@rule
def play_out(board: Any, s: Any, scratch: Any, out: list[int], rng: list[int], limit: int) -> int:
    """Play at random to the end, or for `limit` plies; says how many were played."""
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
    """Play `games` random games from states[0] in states[1]; says how many plies in all."""
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
    """How many sequences of `depth` actions start at states[0] (chance outcomes count one each).

    One state, one buffer and one counter for each level, so nothing is allocated; sequences that
    end early are not counted.
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
