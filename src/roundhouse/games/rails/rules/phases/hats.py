"""HATS: spend hats for action bonuses, then start the action (RULES 2.4)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first, count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import SPEND_HATS
from roundhouse.games.rails.names import RESOURCE_NAMES, amount
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.outlook import preview_district
from roundhouse.games.rails.rules.phases.special import collect
from roundhouse.games.rails.rules.phases.train import activate
from roundhouse.games.rails.rules.phases.worker import count_bonus_workers
from roundhouse.games.rails.state import (
    CENTRE,
    RESOURCE_KIND,
    TRAIN_KIND,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def list_hats(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    for n in range(s.hats[seat] + 1):
        out[n] = SPEND_HATS + n
    return s.hats[seat] + 1


@rule
def spend_hats(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    top = s.depth - 1
    district = s.first[top]
    hats = action - SPEND_HATS
    # P2: a worker just placed is not an extra worker. One taken back is already gone.
    bonus = hats + count_bonus_workers(board, s, seat, district) - s.second[top]
    pop(s)
    s.hats[seat] -= hats
    kind = board.kind[district]
    if kind == RESOURCE_KIND:
        collect(board, s, seat, board.about[district], bonus)
    elif kind == TRAIN_KIND:
        activate(board, s, seat, board.about[district], bonus)
    else:
        push(s, CENTRE, seat, 1 + bonus, 0)


def ask(d: Decision) -> str:
    return f"{d.places.district(d.first)}: spend hats?"


def explain(d: Decision) -> str:
    return f"Each hat adds 1 to the action. You have {count(d.s.hats[d.seat], 'hat')}."


def offer(d: Decision, action: int) -> Choice:
    hats, district = action - SPEND_HATS, d.first
    bonus = hats + count_bonus_workers(d.board, d.s, d.seat, district) - d.second
    label = f"Spend {count(hats, 'hat')}" if hats else "Spend no hats"
    note, warning = preview_district(d, district, bonus)
    return d.choice(action, label, [], "Hats", capitalize_first(note), warning)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    hats, district = action - SPEND_HATS, d.first
    text = f"{d.who} uses {d.places.district(district)}"
    if hats:
        text += f" with {count(hats, 'hat')}"
    if d.board.kind[district] == RESOURCE_KIND:
        resource = d.board.about[district]
        got = then.cargo[d.seat][resource] - d.s.cargo[d.seat][resource]
        text += f" and collects {amount(got, RESOURCE_NAMES[resource])}"
    return text


PHASE = Phase("hats", ask, offer, describe, explain=explain)
