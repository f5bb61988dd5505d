"""OPEN: each seat names the row that starts with a house less (B)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capital
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import OPEN_ROW
from roundhouse.games.rails.names import RESOURCE_NAMES
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.opening import after_rows
from roundhouse.games.rails.state import OPEN, RESOURCES, Board, Scratch, State


@rule
def list_rows(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    for resource in range(RESOURCES):
        out[resource] = OPEN_ROW + resource
    return RESOURCES


@rule
def open_row(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    s.houses[seat][action - OPEN_ROW] -= 1
    pop(s)
    if seat + 1 < s.seats:
        push(s, OPEN, seat + 1, 0, 0)
    else:
        after_rows(s)


def ask(d: Decision) -> str:
    return "Choose the resource whose row starts with one house less"


def offer(d: Decision, action: int) -> Choice:
    name = RESOURCE_NAMES[action - OPEN_ROW]
    return d.choice(
        action,
        capital(name),
        [f"row:{name}"],
        "Start with one house less in",
        "you will collect 2 instead of 1",
    )


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} opens {RESOURCE_NAMES[action - OPEN_ROW]}"


def why(d: Decision) -> str:
    return "an empty space of a row is one more to collect; you have 11 houses for 12 spaces"


PHASE = Phase("setup", ask, offer, tell, why=why)
