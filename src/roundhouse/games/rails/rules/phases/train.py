"""TRAIN: run the foreman, then each carriage's upgrade and specialists (RULES 6).

This frame has no decision of its own. It advances whenever it reaches the top of the stack.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.rules.building import token_level
from roundhouse.games.rails.rules.cargo import check_cargo, count_carriages, take_item
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
    BoardLayout,
    StateLayout,
)

STEPS = 1 + WINDOWS  # per carriage: its upgrade, then its windows


@rule
def activate(board: BoardLayout, s: StateLayout, seat: int, foreman: int, bonus: int) -> None:
    push(s, TRAIN, seat, 0, 0)
    run_specialist(s, seat, foreman, 1 + bonus)


@rule
def run_specialist(s: StateLayout, seat: int, specialist: int, times: int) -> None:
    """Let a specialist act up to `times` times."""
    if specialist == FINANCIER:
        s.budget += times
        push(s, CONGRESS, seat, 0, 0)
    else:
        push(s, MAKE, seat, specialist, times)


@rule
def advance_train(board: BoardLayout, s: StateLayout) -> None:
    """Take the next step of the train as it is now; pop the frame at its end."""
    top = s.depth - 1
    seat = s.actor[top]
    step = s.first[top]
    carriage = step // STEPS
    part = step % STEPS
    if carriage >= count_carriages(s, seat):
        pop(s)
        s.budget = 0  # unspent budget is lost after the last Financier
        return
    s.first[top] += 1
    if part == 0:
        upgrade = s.upgrades[seat][carriage]
        if upgrade > 0:
            use_upgrade(board, s, seat, upgrade - 1)
    else:
        specialist = s.windows[seat][carriage * WINDOWS + part - 1]
        if specialist > 0:
            run_specialist(s, seat, specialist - 1, carriage + 1)


@rule
def use_upgrade(board: BoardLayout, s: StateLayout, seat: int, token: int) -> None:
    amount = board.upgrade_amount[token_level(token)]
    if token == ANY_TOKEN:
        push(s, GAIN, seat, amount, ALL_RESOURCES)
    else:
        take_item(s, seat, token % RESOURCES, amount)
        check_cargo(board, s, seat)


def name_train_part(s: StateLayout) -> str:
    """Name the part of the train at work. The frame already holds the following step."""
    step = next(s.first[n] for n in range(s.depth) if s.phase[n] == TRAIN)
    return _("foreman") if step == 0 else _("carriage {number}", number=(step - 1) // STEPS + 1)
