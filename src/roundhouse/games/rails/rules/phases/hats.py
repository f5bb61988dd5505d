"""HATS: spend hats for action bonuses, then start the action (RULES 2.4)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first, count
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
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
    return _("{district}: spend hats?", district=d.places.district(d.first))


def explain(d: Decision) -> str:
    hats = count(d.s.hats[d.seat], "hat")
    return _("Each hat adds 1 to the action. You have {hats}.", hats=hats)


def offer(d: Decision, action: int) -> Choice:
    hats, district = action - SPEND_HATS, d.first
    bonus = hats + count_bonus_workers(d.board, d.s, d.seat, district) - d.second
    label = ngettext("Spend {n} hat", "Spend {n} hats", hats) if hats else _("Spend no hats")
    preview = preview_district(d, district, bonus)
    note = capitalize_first(preview.note)
    return d.choice(action, label, [], _("Hats"), note, preview.warning)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    hats, district = action - SPEND_HATS, d.first
    words = {"who": d.who, "district": d.places.district(district), "hats": count(hats, "hat")}
    if d.board.kind[district] != RESOURCE_KIND:
        if hats:
            return _("{who} uses {district} with {hats}", **words)
        return _("{who} uses {district}", **words)
    resource = d.board.about[district]
    got = then.cargo[d.seat][resource] - d.s.cargo[d.seat][resource]
    words["resources"] = amount(got, RESOURCE_NAMES[resource])
    if hats:
        return _("{who} uses {district} with {hats} and collects {resources}", **words)
    return _("{who} uses {district} and collects {resources}", **words)


PHASE = Phase(mark("hats"), ask, offer, describe, explain=explain)
