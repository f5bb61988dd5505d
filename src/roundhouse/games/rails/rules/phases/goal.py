"""GOAL: chance draws the goals in play, one at a time (RULES 1.3)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DRAW_GOAL
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.rules.opening import continue_after_goals
from roundhouse.games.rails.state import BoardLayout, ScratchLayout, StateLayout


@rule
def list_goals(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    for goal in range(board.goals):
        if s.goals[goal] == 0:
            out[n] = DRAW_GOAL + goal
            n += 1
    return n


@rule
def draw_goal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    s.goals[action - DRAW_GOAL] = 1
    s.first[0] += 1
    if s.first[0] == board.goals_in_play:
        pop(s)
        continue_after_goals(s)


def ask(d: Decision) -> str:
    return _("Drawing goal {number} of {all}", number=d.first + 1, all=d.board.goals_in_play)


def offer(d: Decision, action: int) -> Choice:
    return d.choice(action, _(d.places.goals[action - DRAW_GOAL]["name"]), [], _("Goal"))


def describe(d: Decision, action: int, then: StateLayout) -> str:
    return _("Goal: {name}", name=_(d.places.goals[action - DRAW_GOAL]["name"]))


PHASE = Phase(mark("goals"), ask, offer, describe)
