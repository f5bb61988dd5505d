"""TRAIN: an activation (F): the foreman, then carriage by carriage its upgrade and specialists.

The frame never asks anything itself: it is moved on whenever it comes to the top of the stack.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.building import token_level
from roundhouse.games.rails.rules.cargo import carriages, stow, take_item
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.state import (
    ALL_RESOURCES,
    ANY_TOKEN,
    CONGRESS,
    FINANCIER,
    GAIN,
    MAKE,
    RESOURCES,
    TRAIN,
    WINDOWS,
    Board,
    State,
)

STEPS = 1 + WINDOWS  # of a carriage: its upgrade, then its windows


@rule
def activate(board: Board, s: State, seat: int, foreman: int, bonus: int) -> None:
    push(s, TRAIN, seat, 0, 0)
    work(s, seat, foreman, 1 + bonus)


@rule
def work(s: State, seat: int, specialist: int, times: int) -> None:
    """A specialist's turn to act, up to so many times."""
    if specialist == FINANCIER:
        s.budget += times
        push(s, CONGRESS, seat, 0, 0)
    else:
        push(s, MAKE, seat, specialist, times)


@rule
def advance(board: Board, s: State) -> None:
    """The next step of the train, read as it is reached; at its end the frame goes."""
    top = s.depth - 1
    seat = s.actor[top]
    step = s.first[top]
    carriage = step // STEPS
    part = step % STEPS
    if carriage >= carriages(s, seat):
        pop(s)
        s.budget = 0  # what is left after the last Financier is lost
        return
    s.first[top] += 1
    if part == 0:
        upgrade = s.upgrades[seat][carriage]
        if upgrade > 0:
            use_upgrade(board, s, seat, upgrade - 1)
    else:
        specialist = s.windows[seat][carriage * WINDOWS + part - 1]
        if specialist > 0:
            work(s, seat, specialist - 1, carriage + 1)


@rule
def use_upgrade(board: Board, s: State, seat: int, token: int) -> None:
    gives = board.upgrade_gives[token_level(token)]
    if token == ANY_TOKEN:
        push(s, GAIN, seat, gives, ALL_RESOURCES)
    else:
        take_item(s, seat, token % RESOURCES, gives)
        stow(board, s, seat)


def part_at_work(s: State) -> str:
    """The part of the train that works: the step under way is one before the frame's next."""
    step = next(s.first[n] for n in range(s.depth) if s.phase[n] == TRAIN)
    return "foreman" if step == 0 else f"carriage {(step - 1) // STEPS + 1}"
