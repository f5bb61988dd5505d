"""GAIN: a resource of one's choice from the supply, so many times (D)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capital
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import GAIN_ONE
from roundhouse.games.rails.names import RESOURCE_NAMES, amount
from roundhouse.games.rails.rules.cargo import stow, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market, item_piece
from roundhouse.games.rails.rules.frames import use_one
from roundhouse.games.rails.state import RESOURCES, Board, Scratch, State


@rule
def is_offered(s: State, resource: int) -> bool:
    """`second` has a bit for each resource to pick from."""
    return (s.second[s.depth - 1] >> resource) & 1 == 1 and s.supply[resource] > 0


@rule
def can_gain(s: State) -> bool:
    for resource in range(RESOURCES):
        if is_offered(s, resource):
            return True
    return False


@rule
def list_gains(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    n = 0
    for resource in range(RESOURCES):
        if is_offered(s, resource):
            out[n] = GAIN_ONE + resource
            n += 1
    return n


@rule
def gain(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    use_one(s)
    take_item(s, seat, action - GAIN_ONE, 1)
    stow(board, s, seat)  # the limit is checked at each pick


def ask(d: Decision) -> str:
    return "Choose a resource to gain"


def offer(d: Decision, action: int) -> Choice:
    resource = action - GAIN_ONE
    name, held = RESOURCE_NAMES[resource], d.s.cargo[d.seat][resource]
    note = f"you have {held}; {d.s.supply[resource]} in the supply"
    full = "" if d.room > 0 else "the cargo is full: something must be dropped"
    ref = f"resource:{name}"
    return d.choice(action, capital(name), [ref], "Gain", note, full, item_piece(resource))


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} gains {amount(1, RESOURCE_NAMES[action - GAIN_ONE])}"


def why(d: Decision) -> str:
    return f"{d.first} to take; the cargo has room for {max(d.room, 0)}"


PHASE = Phase("choice", ask, offer, tell, at_market, why)
