"""DISTRICT: choose one of the two districts next to the worker (RULES 2.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import AT
from roundhouse.games.rails.rules.decision import Decision, Phase, describe_nothing
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.outlook import preview_district
from roundhouse.games.rails.rules.phases.worker import count_bonus_workers
from roundhouse.games.rails.state import HATS, BoardLayout, ScratchLayout, StateLayout


@rule
def list_districts(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    ends = board.space_ends[s.first[s.depth - 1]]
    out[0] = AT + ends[0]
    out[1] = AT + ends[1]
    return 2


@rule
def choose_district(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    just_placed = s.second[s.depth - 1]
    pop(s)
    push(s, HATS, seat, action - AT, just_placed)


def ask(d: Decision) -> str:
    return "Choose a district"


def explain(d: Decision) -> str:
    verb = "placed" if d.second else "took back"
    return f"You {verb} the worker between {d.places.space(d.first).replace(' / ', ' and ')}."


def offer(d: Decision, action: int) -> Choice:
    district = action - AT
    bonus = count_bonus_workers(d.board, d.s, d.seat, district) - d.second
    note, warning = preview_district(d, district, bonus)
    ref = d.places.district_ref(district)
    return d.choice(
        action, d.places.district(district), [ref], "Use", capitalize_first(note), warning
    )


PHASE = Phase("district", ask, offer, describe_nothing, explain=explain)
