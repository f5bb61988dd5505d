"""REWARD_CHOOSE: senator 4's reward, a house on a site or an upgrade (RULES 7.3)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.rules.building import (
    describe_building,
    find_upgrade_carriage,
    has_free_site,
    has_house,
    list_houses,
    list_upgrades,
    offer_building,
    place_building,
    token_level,
)
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import RESOURCES, TOKENS, BoardLayout, ScratchLayout, StateLayout


@rule
def can_choose(board: BoardLayout, s: StateLayout, seat: int) -> bool:
    """Return whether a house or an upgrade can be placed."""
    if has_house(s, seat):
        for resource in range(RESOURCES):
            if has_free_site(board, s, resource):
                return True
    slot = find_upgrade_carriage(s, seat)
    for token in range(TOKENS):
        if token_level(token) == slot and s.tokens[token] > 0:
            return True
    return False


@rule
def list_choose(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = list_houses(board, s, seat, out, 0)
    return list_upgrades(s, seat, False, out, n)


@rule
def choose(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    end_choose(s, seat)
    place_building(board, s, scratch, seat, action)


@rule
def end_choose(s: StateLayout, seat: int) -> None:
    """Score the reward's VP, which do not depend on placing anything."""
    s.score[seat] += s.first[s.depth - 1]
    pop(s)


def ask(d: Decision) -> str:
    return _("Reward: place a house on a site or an upgrade")


def describe(d: Decision, action: int, then: StateLayout) -> str:
    return describe_building(d, action)


def explain(d: Decision) -> str:
    return _("You get {points} VP either way.", points=d.first)


PHASE = Phase(mark("reward"), ask, offer_building, describe, explain=explain)
