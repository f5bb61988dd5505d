"""ENGINE_ONE, ENGINE_TWO: place an engine on each coast (RULES 1.4)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import ENGINE_START
from roundhouse.games.rails.rules.decision import Decision, Phase, on_map
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.opening import NOWHERE
from roundhouse.games.rails.state import (
    ENGINE_ONE,
    ENGINE_TWO,
    WORKER,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def is_start_taken(s: StateLayout, cell: int) -> bool:
    for seat in range(s.seats):
        if s.engines[seat][0] == cell or s.engines[seat][1] == cell:
            return True
    return False


@rule
def list_starts(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    """List the empty starts; for a second engine, those on the other coast."""
    n = 0
    for start in range(board.starts):
        if not is_start_taken(s, board.start_cell[start]):
            first = s.engines[seat][0]
            if first == NOWHERE or (
                board.start_east[start] != board.start_east[board.start_at[first]]
            ):
                out[n] = ENGINE_START + start
                n += 1
    return n


@rule
def place_engine(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    """Place an engine.

    Seats go from last to first, then back; engines stay in cell order.
    """
    cell = board.start_cell[action - ENGINE_START]
    phase = s.phase[0]
    pop(s)
    if phase == ENGINE_ONE:
        s.engines[seat][0] = cell
        if seat > 0:
            push(s, ENGINE_ONE, seat - 1, 0, 0)
        else:
            push(s, ENGINE_TWO, 0, 0, 0)
    else:
        first = s.engines[seat][0]
        s.engines[seat][0] = min(first, cell)
        s.engines[seat][1] = max(first, cell)
        if seat + 1 < s.seats:
            push(s, ENGINE_TWO, seat + 1, 0, 0)
        else:
            push(s, WORKER, 0, 0, 0)


def ask(d: Decision) -> str:
    if d.phase == ENGINE_ONE:
        return _("Place the first engine on either coast")
    return _("Place the second engine on the other coast")


def offer_start(d: Decision, action: int) -> Choice:
    """Offer an engine at a start: placed there now, or starting a route there."""
    row = d.places.starts[action - ENGINE_START]
    ref = f"start:{row['id']}"
    begins = d.phase not in (ENGINE_ONE, ENGINE_TWO)
    note = _("East coast") if row["side"] == "east" else _("West coast")
    note += f" · {_('start a route here')}" if begins else ""
    ghost = None if begins else d.piece("disc")
    return with_ghost(ghost, d.choice(action, row["name"], [ref], _("Engine at"), note))


def describe(d: Decision, action: int, then: StateLayout) -> str:
    start = d.places.starts[action - ENGINE_START]["name"]
    return _("{who} places an engine at {start}", who=d.who, start=start)


def explain(d: Decision) -> str:
    return _("Routes start at your engines. Joining the coasts earns 15 VP.")


PHASE = Phase("setup", ask, offer_start, describe, on_map, explain)
