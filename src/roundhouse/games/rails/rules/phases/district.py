"""DISTRICT: at which of the two districts beside its space the worker acts (C)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import AT
from roundhouse.games.rails.rules.decision import Decision, Phase, tell_nothing
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.outlook import outlook
from roundhouse.games.rails.rules.phases.worker import workers_at
from roundhouse.games.rails.state import HATS, Board, Scratch, State


@rule
def list_districts(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    ends = board.space_ends[s.first[s.depth - 1]]
    out[0] = AT + ends[0]
    out[1] = AT + ends[1]
    return 2


@rule
def choose_district(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    just_placed = s.second[s.depth - 1]
    pop(s)
    push(s, HATS, seat, action - AT, just_placed)


def ask(d: Decision) -> str:
    return "Choose the district to act at"


def why(d: Decision) -> str:
    moved = "placed" if d.second else "took back"
    return f"you {moved} the worker between {d.places.space(d.first).replace(' / ', ' and ')}"


def offer(d: Decision, action: int) -> Choice:
    district = action - AT
    bonus = workers_at(d.board, d.s, d.seat, district) - d.second
    note, warning = outlook(d, district, bonus)
    ref = d.places.district_ref(district)
    return d.choice(action, d.places.district(district), [ref], "Act at", note, warning)


PHASE = Phase("district", ask, offer, tell_nothing, why=why)
