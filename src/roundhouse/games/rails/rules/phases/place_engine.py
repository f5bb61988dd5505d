"""ENGINE_ONE, ENGINE_TWO: each seat places an engine on either coast, then one opposite (B)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import ENGINE_START
from roundhouse.games.rails.rules.decision import Decision, Phase, on_map
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.opening import NOWHERE
from roundhouse.games.rails.state import ENGINE_ONE, ENGINE_TWO, WORKER, Board, Scratch, State


@rule
def start_taken(s: State, cell: int) -> bool:
    for seat in range(s.seats):
        if s.engines[seat][0] == cell or s.engines[seat][1] == cell:
            return True
    return False


@rule
def list_starts(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    """Empty starts; for the second engine those of the other coast."""
    n = 0
    for start in range(board.starts):
        if not start_taken(s, board.start_cell[start]):
            first = s.engines[seat][0]
            if first == NOWHERE or (
                board.start_east[start] != board.start_east[board.start_at[first]]
            ):
                out[n] = ENGINE_START + start
                n += 1
    return n


@rule
def place_engine(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    """First the last seat down to the first, then back; engines are kept by ascending cells."""
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
        return "Place your first engine, on either coast"
    return "Place your second engine, on the other coast"


def offer_start(d: Decision, action: int) -> Choice:
    """An engine at a start: placed now, or where a route begins."""
    row = d.places.starts[action - ENGINE_START]
    ref = f"start:{row['id']}"
    begins = d.phase not in (ENGINE_ONE, ENGINE_TWO)
    note = f"{row['side']} coast" + ("; a route begins there" if begins else "")
    ghost = None if begins else d.piece("disc")
    return d.choice(action, row["name"], [ref], "Engine at", note, "", ghost)


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} places an engine at {d.places.starts[action - ENGINE_START]['name']}"


def why(d: Decision) -> str:
    return "routes begin at engines; a line from coast to coast is worth 15 VP"


PHASE = Phase("setup", ask, offer_start, tell, on_map, why)
