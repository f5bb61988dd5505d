"""Many games of one learner each, stepped together: rules over the contract, as `stepping` is.

A game is a row. It draws from its own random stream in the same order as a single environment
does (`opponents.Company`), so that both are equal number by number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.contract import OVER, legal, observe
from roundhouse.core.rng import next_word, seed
from roundhouse.core.rule import rule
from roundhouse.research.drivers import ILLEGAL, OTHERS, advance, decide, let_bots


class Rows(NamedTuple):
    """The arrays of the games. `states` has one row more: the laid table."""

    states: Any  # three a game: itself, as a bot imagines it, and where that bot tries its moves
    rngs: Any  # four words each (core/rng.py)
    choices: Any  # what the learner may choose from, ascending
    count: Any  # how many; 0 when the game is over
    seat: Any  # the learner's
    seated: Any  # by seat: which bot (research/drivers.py)
    slips: Any  # by seat: how often in a thousand it plays on instinct


@rule
def sit(rows: Rows, i: int, kinds: list[int], slips: list[int]) -> None:
    """Everybody takes a seat, the learner the one that is written down."""
    seats = len(rows.seated[i])
    rows.seated[i][rows.seat[i]] = OTHERS
    for step in range(seats - 1):
        place = (rows.seat[i] + 1 + step) % seats
        rows.seated[i][place] = kinds[step]
        rows.slips[i][place] = slips[step]


@rule
def begin_rows(
    boards: Any,
    scratches: Any,
    rows: Rows,
    which: Any,
    numbers: Any,
    asked: int,
    kinds: list[int],
    slips: list[int],
    options: list[int],
    out: list[int],
) -> None:
    """New games in these rows up to the learner's first choice; a seed below 0 is none, and a seat
    below 0 is drawn. A game that is over before that is followed by the next."""
    seats = len(rows.seated[0])
    table = len(rows.states) - 1
    for k in range(len(which)):
        i = which[k]
        states = rows.states[i]
        rng = rows.rngs[i]
        if numbers[k] >= 0:
            seed(rng, numbers[k], 0)
        n = 0
        while n == 0:
            states[0] = rows.states[table][0]
            n = advance(boards[0], states[0], scratches[0], rows.choices[i], rng)
            rows.seat[i] = asked
            if asked < 0:
                rows.seat[i] = (next_word(rng) * seats) >> 32
            sit(rows, i, kinds, slips)
            n = let_bots(
                boards,
                states,
                scratches,
                rows.seated[i],
                rows.slips[i],
                rows.choices[i],
                n,
                options,
                out,
                rng,
            )
        rows.count[i] = n


@rule
def step_rows(
    boards: Any,
    scratches: Any,
    rows: Rows,
    actions: Any,
    illegal: Any,
    options: list[int],
    out: list[int],
) -> None:
    """The learner's action in each game, and the bots' until it is its turn again."""
    for i in range(len(actions)):
        states = rows.states[i]
        choices = rows.choices[i]
        n = decide(boards, states, scratches, actions[i], choices, rows.count[i], rows.rngs[i])
        illegal[i] = n == ILLEGAL
        if n != ILLEGAL:
            rows.count[i] = let_bots(
                boards,
                states,
                scratches,
                rows.seated[i],
                rows.slips[i],
                choices,
                n,
                options,
                out,
                rows.rngs[i],
            )


@rule
def list_rows(boards: Any, scratches: Any, rows: Rows, kinds: list[int], slips: list[int]) -> None:
    """After states and seats have been written: who sits where, and what there is to choose."""
    for i in range(len(rows.count)):
        sit(rows, i, kinds, slips)
        rows.count[i] = 0
        if rows.states[i][0].turn != OVER:
            rows.count[i] = legal(boards[0], rows.states[i][0], scratches[0], rows.choices[i])


@rule
def look_rows(
    boards: Any,
    scratches: Any,
    rows: Rows,
    which: Any,
    illegal: Any,
    seen: list[int],
    scales: Any,
    observation: Any,
    mask: Any,
) -> None:
    """What the learner sees and may do in these games."""
    for k in range(len(which)):
        i = which[k]
        observe(boards[0], rows.states[i][0], scratches[0], rows.seat[i], seen)
        for m in range(len(scales)):
            observation[i][m] = seen[m] * scales[m]
        mask[i][:] = 0
        if not illegal[i]:
            for m in range(rows.count[i]):
                mask[i][rows.choices[i][m]] = 1
