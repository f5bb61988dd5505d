"""REWARD_CHOOSE: a senator's reward, a house on a site or an upgrade into an empty slot (G)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.building import (
    empty_slot,
    erect,
    house_left,
    list_houses,
    list_upgrades,
    offer_building,
    site_free,
    tell_building,
    token_level,
)
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import RESOURCES, TOKENS, Board, Scratch, State


@rule
def can_choose(board: Board, s: State, seat: int) -> bool:
    """Whether a house or an upgrade is possible."""
    if house_left(s, seat):
        for resource in range(RESOURCES):
            if site_free(board, s, resource):
                return True
    slot = empty_slot(s, seat)
    for token in range(TOKENS):
        if token_level(token) == slot and s.tokens[token] > 0:
            return True
    return False


@rule
def list_choose(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    n = list_houses(board, s, seat, out, 0)
    return list_upgrades(s, seat, False, out, n)


@rule
def choose(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    end_choose(s, seat)
    erect(board, s, scratch, seat, action)


@rule
def end_choose(s: State, seat: int) -> None:
    """The reward's VP come in any case."""
    s.score[seat] += s.first[s.depth - 1]
    pop(s)


def ask(d: Decision) -> str:
    return "Reward: a house on a site, or an upgrade"


def tell(d: Decision, action: int, then: State) -> str:
    return tell_building(d, action)


def why(d: Decision) -> str:
    return f"the senator's reward, with {d.first} VP in any case"


PHASE = Phase("reward", ask, offer_building, tell, why=why)
