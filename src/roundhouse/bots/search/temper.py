"""What a seat wants besides its share of the win: how a personality plays.

A search looks after its own seat's share of the win and credits every leaf with it. Here that one
number may be changed before it is credited, by settings that say what the seat is like, in every
game alike. What the others want is left as it is.
"""

from __future__ import annotations

from math import exp
from typing import Any

from roundhouse.bots.memory import Memory, Workbench
from roundhouse.bots.search.notes import LEADER, START, Notes
from roundhouse.bots.search.tuning import Tuning
from roundhouse.core.contract import value
from roundhouse.core.rule import rule


@rule
def stand(memory: Memory, notes: Notes, seat: int) -> None:
    """Note how all stand at states[START], by `value`, and who leads the others."""
    s, out = memory.states[START], memory.out
    value(memory.boards[0], s, memory.scratches[0], out)
    leader = -1
    for other in range(s.seats):
        notes.standing[other] = out[other]
        ahead = leader < 0 or notes.standing[other] > notes.standing[leader]
        if other != seat and ahead:
            leader = other
    notes.counts[LEADER] = leader


@rule
def gain(bench: Workbench, s: Any, notes: Notes, tuning: Tuning, seat: int) -> float:
    """What the seat's own value has grown by since the root, whatever the others': 0.5 if it has
    not, more the more it has, measured by how far values stray."""
    value(bench.board, s, bench.scratch, bench.out)
    grown = (bench.out[seat] - notes.standing[seat]) / tuning.scale
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, grown))))


@rule
def temper(notes: Notes, tuning: Tuning, seat: int, gained: float) -> None:
    """Make what a leaf is worth to the seat that thinks what its nature makes of it."""
    result = notes.result
    worth = result[seat] + 0.0
    if tuning.risk != 1.0:
        worth = max(0.0, worth) ** tuning.risk
    if tuning.haste > 0.0:
        worth = (1.0 - tuning.haste) * worth + tuning.haste * gained
    if tuning.spite > 0.0:
        worth -= tuning.spite * result[notes.counts[LEADER]]
    result[seat] = worth
