"""HATS: hats are spent for more, and the action of the district begins (C)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import SPEND_HATS
from roundhouse.games.rails.names import RESOURCE_NAMES, amount
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.rules.outlook import outlook
from roundhouse.games.rails.rules.phases.special import collect
from roundhouse.games.rails.rules.phases.train import activate
from roundhouse.games.rails.rules.phases.worker import workers_at
from roundhouse.games.rails.state import CENTRE, RESOURCE_KIND, TRAIN_KIND, Board, Scratch, State


@rule
def list_hats(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    for n in range(s.hats[seat] + 1):
        out[n] = SPEND_HATS + n
    return s.hats[seat] + 1


@rule
def spend_hats(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    top = s.depth - 1
    district = s.first[top]
    hats = action - SPEND_HATS
    # The worker just put there is not an extra one (P2); one taken away is gone already.
    bonus = hats + workers_at(board, s, seat, district) - s.second[top]
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
    return f"{d.places.district(d.first)}: spend hats for more?"


def why(d: Decision) -> str:
    return f"each hat is one more; you have {count(d.s.hats[d.seat], 'hat')}"


def offer(d: Decision, action: int) -> Choice:
    hats, district = action - SPEND_HATS, d.first
    bonus = hats + workers_at(d.board, d.s, d.seat, district) - d.second
    label = f"Spend {count(hats, 'hat')}" if hats else "Spend no hat"
    note, warning = outlook(d, district, bonus)
    return d.choice(action, label, [], "Hats", note, warning)


def tell(d: Decision, action: int, then: State) -> str:
    hats, district = action - SPEND_HATS, d.first
    said = f"{d.who} acts at {d.places.district(district)}"
    if hats:
        said += f" with {count(hats, 'hat')}"
    if d.board.kind[district] == RESOURCE_KIND:
        resource = d.board.about[district]
        got = then.cargo[d.seat][resource] - d.s.cargo[d.seat][resource]
        said += f" and collects {amount(got, RESOURCE_NAMES[resource])}"
    return said


PHASE = Phase("hats", ask, offer, tell, why=why)
