"""The room's own advice as a search's guide: a first look by `value`, and a sensible playout."""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.bots.memory import Workbench
from roundhouse.bots.search.first_look import first_look
from roundhouse.bots.search.notes import Notes
from roundhouse.bots.search.playout import judge, play_on
from roundhouse.bots.search.tree import Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.rule import rule


class OwnAdvice(NamedTuple):
    """It needs nothing that the rules do not have. (Compiled code knows guides by their type.)"""

    nothing: int = 0


@rule
def consider(
    bench: Workbench,
    states: Any,
    tree: Tree,
    notes: Notes,
    n: int,
    tuning: Tuning,
    guide: OwnAdvice,
) -> None:
    """`prefer` has been asked already; what `value` says is mixed in."""
    if tuning.glance > 0.0:
        first_look(bench, states, tree, notes, n, tuning)


@rule
def foresee(bench: Workbench, s: Any, notes: Notes, tuning: Tuning, guide: OwnAdvice) -> int:
    plies = play_on(bench, s, tuning, int(tuning.turns), int(tuning.plies))
    judge(bench, s, tuning, notes.result)
    return plies


ADVICE = {"consider": consider, "foresee": foresee}
