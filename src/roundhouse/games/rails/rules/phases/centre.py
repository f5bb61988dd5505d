"""CENTRE: choose between hiring and laying track in the yard (RULES 5.2, 8.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import GO_HIRE, GO_LAY
from roundhouse.games.rails.names import SPECIALIST_NAMES
from roundhouse.games.rails.rules.decision import Decision, Phase, describe_nothing, tiles_in_cargo
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.outlook import can_hire, explain_no_hire
from roundhouse.games.rails.rules.phases.lay_engine import can_lay
from roundhouse.games.rails.state import HIRING, LAY_ENGINE, BoardLayout, ScratchLayout, StateLayout


@rule
def list_centre(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    out[0] = GO_HIRE  # always legal (P7)
    if can_lay(board, s, scratch, seat):
        out[1] = GO_LAY
        return 2
    return 1


@rule
def choose_centre(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    uses = s.first[s.depth - 1]
    pop(s)
    if action == GO_HIRE:
        push(s, HIRING, seat, uses, 0)
    else:
        push(s, LAY_ENGINE, seat, uses, 1)


def ask(d: Decision) -> str:
    return "Hire specialists or lay track"


def offer(d: Decision, action: int) -> Choice:
    if action == GO_HIRE:
        warning = "" if can_hire(d) else f"{explain_no_hire(d)}: you hire no one"
        refs = [f"specialist:{name}" for name in SPECIALIST_NAMES]
        return d.choice(action, "Hire specialists", refs, "Yard", f"Up to {d.first}", warning)
    return d.choice(action, "Lay track", [], "Yard", f"Up to {count(d.first, 'route')}")


def explain(d: Decision) -> str:
    return tiles_in_cargo(d)


def focus(d: Decision) -> str:
    """Show the map when whole routes can be chosen there."""
    return "map" if GO_LAY in d.legal() else "market"


PHASE = Phase("centre", ask, offer, describe_nothing, focus, explain)
