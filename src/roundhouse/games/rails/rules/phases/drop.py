"""DROP: what the cargo does not hold goes back, one item at a time (D)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capital
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DROP_ONE
from roundhouse.games.rails.names import ITEM_NAMES, amount, item_ref
from roundhouse.games.rails.rules.cargo import give_item, limit, load
from roundhouse.games.rails.rules.decision import Decision, Phase, item_piece
from roundhouse.games.rails.state import ITEMS, Board, Scratch, State


@rule
def list_drops(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    n = 0
    for item in range(ITEMS):
        if s.cargo[seat][item] > 0:
            out[n] = DROP_ONE + item
            n += 1
    return n


@rule
def drop(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    give_item(s, seat, action - DROP_ONE, 1)


def ask(d: Decision) -> str:
    holds = limit(d.board, d.s, d.seat)
    return f"Drop {load(d.s, d.seat) - holds} of your cargo"


def why(d: Decision) -> str:
    holds = limit(d.board, d.s, d.seat)
    return f"the cargo holds {holds}, you have {load(d.s, d.seat)}"


def offer(d: Decision, action: int) -> Choice:
    item = action - DROP_ONE
    note = f"you keep {d.s.cargo[d.seat][item] - 1} of {d.s.cargo[d.seat][item]}"
    refs = [item_ref(item)]
    return d.choice(action, capital(ITEM_NAMES[item]), refs, "Drop", note, "", item_piece(item))


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} drops {amount(1, ITEM_NAMES[action - DROP_ONE])}"


PHASE = Phase("choice", ask, offer, tell, why=why)
