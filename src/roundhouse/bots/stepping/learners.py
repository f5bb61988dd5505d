"""Steps many games of one learner each together, in compiled code.

Each row of the arrays is a game with its own random stream. It draws random numbers in the same
order as a single environment does (`research/opponents.py`), so the results are equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.bots.stepping.episodes import EXTERNAL, ILLEGAL, play_bots, play_decision
from roundhouse.core.constants import OVER
from roundhouse.core.drivers import NO_ACTION, advance
from roundhouse.core.placeholders import legal, observe
from roundhouse.core.rng import next_word, seed
from roundhouse.core.rule import rule


class Rows(NamedTuple):
    """The arrays of the games; the last row of `states` is the initial state."""

    states: Any  # three per game: the true state, and two buffers for bots
    rngs: Any  # random streams of four words each (core/rng.py)
    choices: Any  # the legal actions of the learner, ascending
    count: Any  # the number of legal actions; 0 when the game is over
    seat: Any  # the learner's seat
    kinds: Any  # by seat: the kind of player (episodes.py)
    error_rates: Any  # by seat: error rate per thousand moves


@rule
def assign_seats(rows: Rows, i: int, kinds: list[int], error_rates: list[int]) -> None:
    """Give the seats to the left of the learner's to the opponents."""
    seats = len(rows.kinds[i])
    rows.kinds[i][rows.seat[i]] = EXTERNAL
    for step in range(seats - 1):
        place = (rows.seat[i] + 1 + step) % seats
        rows.kinds[i][place] = kinds[step]
        rows.error_rates[i][place] = error_rates[step]


@rule
def start_rows(
    boards: Any,
    scratches: Any,
    rows: Rows,
    which: Any,
    numbers: Any,
    learner_seat: int,
    kinds: list[int],
    error_rates: list[int],
    options: list[int],
    out: list[int],
) -> None:
    """Start new games in these rows, up to the learner's first choice.

    A negative seed continues the random stream; a negative seat is drawn. A game that ends before
    the learner's first choice is followed by another.
    """
    seats = len(rows.kinds[0])
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
            n = advance(boards[0], states[0], scratches[0], NO_ACTION, rows.choices[i], rng)
            rows.seat[i] = learner_seat
            if learner_seat < 0:
                rows.seat[i] = (next_word(rng) * seats) >> 32
            assign_seats(rows, i, kinds, error_rates)
            n = play_bots(
                boards,
                states,
                scratches,
                rows.kinds[i],
                rows.error_rates[i],
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
    """Play the learner's action in each game, then the bots' until its next turn."""
    for i in range(len(actions)):
        states = rows.states[i]
        choices = rows.choices[i]
        n = play_decision(
            boards, states, scratches, actions[i], choices, rows.count[i], rows.rngs[i]
        )
        illegal[i] = n == ILLEGAL
        if n != ILLEGAL:
            rows.count[i] = play_bots(
                boards,
                states,
                scratches,
                rows.kinds[i],
                rows.error_rates[i],
                choices,
                n,
                options,
                out,
                rows.rngs[i],
            )


@rule
def restore_rows(
    boards: Any, scratches: Any, rows: Rows, kinds: list[int], error_rates: list[int]
) -> None:
    """Assign the seats and list the choices after states and seats were restored."""
    for i in range(len(rows.count)):
        assign_seats(rows, i, kinds, error_rates)
        rows.count[i] = 0
        if rows.states[i][0].turn != OVER:
            rows.count[i] = legal(boards[0], rows.states[i][0], scratches[0], rows.choices[i])


@rule
def observe_rows(
    boards: Any,
    scratches: Any,
    rows: Rows,
    which: Any,
    illegal: Any,
    raw_observation: list[int],
    scales: Any,
    observation: Any,
    mask: Any,
) -> None:
    """Write the observations and the masks of some games."""
    for k in range(len(which)):
        i = which[k]
        observe(boards[0], rows.states[i][0], scratches[0], rows.seat[i], raw_observation)
        for m in range(len(scales)):
            observation[i][m] = raw_observation[m] * scales[m]
        mask[i][:] = 0
        if not illegal[i]:
            for m in range(rows.count[i]):
                mask[i][rows.choices[i][m]] = 1
