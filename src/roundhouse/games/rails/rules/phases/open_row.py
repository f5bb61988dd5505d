"""OPEN: choose the resource row that starts with an empty space (RULES 1.2)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import OPEN_ROW
from roundhouse.games.rails.names import RESOURCE_NAMES
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.opening import continue_after_rows
from roundhouse.games.rails.state import OPEN, RESOURCES, BoardLayout, ScratchLayout, StateLayout


@rule
def list_rows(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    for resource in range(RESOURCES):
        out[resource] = OPEN_ROW + resource
    return RESOURCES


@rule
def open_row(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    s.houses[seat][action - OPEN_ROW] -= 1
    pop(s)
    if seat + 1 < s.seats:
        push(s, OPEN, seat + 1, 0, 0)
    else:
        continue_after_rows(s)


def ask(d: Decision) -> str:
    return _("Choose a resource to start with one house already removed")


def offer(d: Decision, action: int) -> Choice:
    name = RESOURCE_NAMES[action - OPEN_ROW]
    return d.choice(
        action,
        capitalize_first(_(name)),
        [f"row:{name}"],
        _("Start with one house removed"),
        _("Collect 2 instead of 1"),
    )


def describe(d: Decision, action: int, then: StateLayout) -> str:
    name = _(RESOURCE_NAMES[action - OPEN_ROW])
    return _("{who} starts with {resource} +1", who=d.who, resource=name)


def explain(d: Decision) -> str:
    return _("Each empty space in a row adds 1 when you collect.")


PHASE = Phase(mark("setup"), ask, offer, describe, explain=explain)
