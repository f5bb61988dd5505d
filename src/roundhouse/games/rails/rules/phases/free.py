"""FREE: the specialist that comes with the first carriage (H)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import FREE_ONE
from roundhouse.games.rails.names import SPECIALIST_NAMES, specialist_name
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.rules.phases.hiring import board_train, recipe
from roundhouse.games.rails.state import SPECIALISTS, Board, Scratch, State


@rule
def can_be_free(s: State) -> bool:
    for specialist in range(SPECIALISTS):
        if s.specialists[specialist] > 0:
            return True
    return False


@rule
def list_free(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    n = 0
    for specialist in range(SPECIALISTS):
        if s.specialists[specialist] > 0:
            out[n] = FREE_ONE + specialist
            n += 1
    return n


@rule
def welcome(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    pop(s)
    board_train(board, s, seat, action - FREE_ONE, 0)


def ask(d: Decision) -> str:
    return "Choose the free specialist of your first carriage"


def offer(d: Decision, action: int) -> Choice:
    who = action - FREE_ONE
    ref = f"specialist:{SPECIALIST_NAMES[who]}"
    return d.choice(action, specialist_name(who), [ref], "Free specialist", recipe(d.board, who))


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} gets a free {specialist_name(action - FREE_ONE)}"


def why(d: Decision) -> str:
    return "your first railway station brings a carriage with a specialist in it"


PHASE = Phase("choice", ask, offer, tell, at_market, why)
