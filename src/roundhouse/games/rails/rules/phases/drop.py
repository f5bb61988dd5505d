"""DROP: discard items over the cargo limit, one at a time (RULES 3.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import DROP_ONE
from roundhouse.games.rails.names import ITEM_NAMES, amount, item_ref
from roundhouse.games.rails.rules.cargo import cargo_limit, cargo_load, return_item
from roundhouse.games.rails.rules.decision import Decision, Phase, item_piece
from roundhouse.games.rails.state import ITEMS, BoardLayout, ScratchLayout, StateLayout


@rule
def list_drops(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    for item in range(ITEMS):
        if s.cargo[seat][item] > 0:
            out[n] = DROP_ONE + item
            n += 1
    return n


@rule
def drop(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    return_item(s, seat, action - DROP_ONE, 1)


def ask(d: Decision) -> str:
    excess = cargo_load(d.s, d.seat) - cargo_limit(d.board, d.s, d.seat)
    return ngettext("Drop {n} item", "Drop {n} items", excess)


def explain(d: Decision) -> str:
    load, slots = cargo_load(d.s, d.seat), cargo_limit(d.board, d.s, d.seat)
    return _("You have {load} items for {slots} cargo slots.", load=load, slots=slots)


def offer(d: Decision, action: int) -> Choice:
    item = action - DROP_ONE
    note = _("You keep {number}", number=d.s.cargo[d.seat][item] - 1)
    label, refs = capitalize_first(_(ITEM_NAMES[item])), [item_ref(item)]
    return with_ghost(item_piece(item), d.choice(action, label, refs, _("Drop"), note))


def describe(d: Decision, action: int, then: StateLayout) -> str:
    item = amount(1, ITEM_NAMES[action - DROP_ONE])
    return _("{who} drops {item}", who=d.who, item=item)


PHASE = Phase(mark("choice"), ask, offer, describe, explain=explain)
