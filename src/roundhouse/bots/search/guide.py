"""What a search is guided by: placeholders, as the contract's are.

A search asks two things of its guide: how the actions of a node that is visited often are to be
liked, and what a leaf is worth to each seat. The room's own advice answers them (own_advice.py), or
a network that has learned (bots/net/advice.py); a workspace binds one or the other.
"""

from __future__ import annotations

from typing import Any

from roundhouse.bots.memory import Workbench
from roundhouse.bots.search.notes import Notes
from roundhouse.bots.search.tree import Tree
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.rule import placeholder


@placeholder
def consider(
    bench: Workbench, states: Any, tree: Tree, notes: Notes, n: int, tuning: Tuning, guide: Any
) -> None:
    """Change the likings of the n edges in `notes.found` of a node that has proved worth it, for
    the seat to act in states[PLAYED]."""
    raise NotImplementedError


@placeholder
def foresee(bench: Workbench, s: Any, notes: Notes, tuning: Tuning, guide: Any) -> int:
    """Write each seat's share of the win at a leaf to `notes.result`; says how many plies were
    played for it."""
    raise NotImplementedError
