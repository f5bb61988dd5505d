"""GAIN: a resource of one's choice from the supply, so many times (D)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capital
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import GAIN_ONE
from roundhouse.games.rails.names import RESOURCE_NAMES, amount
from roundhouse.games.rails.rules.cargo import stow, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase
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
    return f"Choose a resource ({d.first} to take)"


def offer(d: Decision, action: int) -> Choice:
    resource = action - GAIN_ONE
    name, note = RESOURCE_NAMES[resource], f"{d.s.supply[resource]} in the supply"
    return d.choice(action, capital(name), [f"resource:{name}"], "Gain", note)


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} gains {amount(1, RESOURCE_NAMES[action - GAIN_ONE])}"


PHASE = Phase("choice", ask, offer, tell)
