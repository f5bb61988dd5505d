"""FREE: choose the specialist that comes with the first carriage (RULES 5.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import FREE_ONE
from roundhouse.games.rails.names import SPECIALIST_NAMES, specialist_name
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.rules.phases.hiring import add_specialist, recipe
from roundhouse.games.rails.state import SPECIALISTS, BoardLayout, ScratchLayout, StateLayout


@rule
def can_be_free(s: StateLayout) -> bool:
    for specialist in range(SPECIALISTS):
        if s.specialists[specialist] > 0:
            return True
    return False


@rule
def list_free(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    for specialist in range(SPECIALISTS):
        if s.specialists[specialist] > 0:
            out[n] = FREE_ONE + specialist
            n += 1
    return n


@rule
def take_free_specialist(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    pop(s)
    add_specialist(board, s, seat, action - FREE_ONE, 0)


def ask(d: Decision) -> str:
    return _("Choose a free specialist")


def offer(d: Decision, action: int) -> Choice:
    who = action - FREE_ONE
    ref = f"specialist:{SPECIALIST_NAMES[who]}"
    group, note = _("Free specialist"), recipe(d.board, who)
    return d.choice(action, specialist_name(who), [ref], group, note)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    name = specialist_name(action - FREE_ONE)
    return _("{who} gets a free {specialist}", who=d.who, specialist=name)


def explain(d: Decision) -> str:
    return _("Your first railway station brings a carriage and a free specialist.")


PHASE = Phase("choice", ask, offer, describe, at_market, explain)
