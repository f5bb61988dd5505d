"""Train activation (F): the foreman, then carriage by carriage its upgrade and specialists."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import MAKE_TILES
from roundhouse.games.rails.rules.building import token_level
from roundhouse.games.rails.rules.cargo import carriages, give_item, stow, take_item
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.workers import ALL_RESOURCES
from roundhouse.games.rails.state import (
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


@rule
def most_made(board: Board, s: State, seat: int) -> int:
    """At most the times allowed, the resource in the cargo, the tiles in the supply."""
    top = s.depth - 1
    specialist = s.first[top]
    most = min(s.second[top], s.cargo[seat][board.recipe_from[specialist]])
    return min(most, s.supply[RESOURCES + board.recipe_to[specialist]])


@rule
def list_makes(board: Board, s: State, seat: int, out: list[int]) -> int:
    most = most_made(board, s, seat)
    for n in range(most + 1):
        out[n] = MAKE_TILES + n
    return most + 1


@rule
def make(board: Board, s: State, seat: int, count: int) -> None:
    specialist = s.first[s.depth - 1]
    pop(s)
    give_item(s, seat, board.recipe_from[specialist], count)
    take_item(s, seat, RESOURCES + board.recipe_to[specialist], count)
