"""DISTRICT: choose one of the two districts next to the worker (RULES 2.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
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
    return _("Choose a district")


def explain(d: Decision) -> str:
    one, two = (d.places.district(end) for end in d.board.space_ends[d.first])
    if d.second:
        return _("You placed the worker between {one} and {two}.", one=one, two=two)
    return _("You took back the worker between {one} and {two}.", one=one, two=two)


def offer(d: Decision, action: int) -> Choice:
    district = action - AT
    bonus = count_bonus_workers(d.board, d.s, d.seat, district) - d.second
    preview = preview_district(d, district, bonus)
    label, ref = d.places.district(district), d.places.district_ref(district)
    note = capitalize_first(preview.note)
    return d.choice(action, label, [ref], _("Use"), note, preview.warning)


PHASE = Phase(mark("district"), ask, offer, describe_nothing, explain=explain)
