"""GAIN: take resources of your choice from the supply (RULES 3.2, 6.2, 7.2)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first, count
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import GAIN_ONE
from roundhouse.games.rails.names import RESOURCE_NAMES, amount
from roundhouse.games.rails.rules.cargo import check_cargo, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market, item_piece
from roundhouse.games.rails.rules.frames import use_one
from roundhouse.games.rails.state import RESOURCES, BoardLayout, ScratchLayout, StateLayout


@rule
def is_offered(s: StateLayout, resource: int) -> bool:
    """Return whether a resource can be picked; `second` has a bit for each."""
    return (s.second[s.depth - 1] >> resource) & 1 == 1 and s.supply[resource] > 0


@rule
def can_gain(s: StateLayout) -> bool:
    for resource in range(RESOURCES):
        if is_offered(s, resource):
            return True
    return False


@rule
def list_gains(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    for resource in range(RESOURCES):
        if is_offered(s, resource):
            out[n] = GAIN_ONE + resource
            n += 1
    return n


@rule
def gain(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    use_one(s)
    take_item(s, seat, action - GAIN_ONE, 1)
    check_cargo(board, s, seat)  # the cargo limit applies after each pick


def ask(d: Decision) -> str:
    return _("Choose a resource to gain")


def offer(d: Decision, action: int) -> Choice:
    resource = action - GAIN_ONE
    name, number = RESOURCE_NAMES[resource], d.s.cargo[d.seat][resource]
    note = _("You have {number} · {left} in the supply", number=number, left=d.s.supply[resource])
    full = "" if d.free_slots > 0 else _("your cargo is full: you must drop an item")
    label, ref = capitalize_first(_(name)), f"resource:{name}"
    return with_ghost(item_piece(resource), d.choice(action, label, [ref], _("Gain"), note, full))


def describe(d: Decision, action: int, then: StateLayout) -> str:
    item = amount(1, RESOURCE_NAMES[action - GAIN_ONE])
    return _("{who} gains {item}", who=d.who, item=item)


def explain(d: Decision) -> str:
    slots = count(max(d.free_slots, 0), "free cargo slot")
    return _("{number} to take · {slots}", number=d.first, slots=slots)


PHASE = Phase("choice", ask, offer, describe, at_market, explain)
