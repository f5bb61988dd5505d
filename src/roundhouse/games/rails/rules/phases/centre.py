"""CENTRE: choose between hiring and laying track in the yard (RULES 5.2, 8.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
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
    return _("Hire specialists or lay track")


def offer(d: Decision, action: int) -> Choice:
    if action == GO_HIRE:
        warning = ""
        if not can_hire(d):
            warning = _("{reason}: you hire no one", reason=explain_no_hire(d))
        refs = [f"specialist:{name}" for name in SPECIALIST_NAMES]
        note = _("Up to {number}", number=d.first)
        return d.choice(action, _("Hire specialists"), refs, _("Yard"), note, warning)
    note = ngettext("Up to {n} route", "Up to {n} routes", d.first)
    return d.choice(action, _("Lay track"), [], _("Yard"), note)


def explain(d: Decision) -> str:
    return tiles_in_cargo(d)


def focus(d: Decision) -> str:
    """Show the map when whole routes can be chosen there."""
    return "map" if GO_LAY in d.legal() else "market"


PHASE = Phase(mark("centre"), ask, offer, describe_nothing, focus, explain)
