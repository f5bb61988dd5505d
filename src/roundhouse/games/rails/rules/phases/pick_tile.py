"""PICK_TILE: a tile of one's choice from the supply, so many times (D)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capital
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import GAIN_TILE
from roundhouse.games.rails.names import TILE_NAMES, amount
from roundhouse.games.rails.rules.cargo import stow, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market, item_piece
from roundhouse.games.rails.rules.frames import use_one
from roundhouse.games.rails.state import RESOURCES, TILES, Board, Scratch, State


@rule
def can_pick_tile(s: State) -> bool:
    return s.supply[RESOURCES] + s.supply[RESOURCES + 1] + s.supply[RESOURCES + 2] > 0


@rule
def list_tiles(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    n = 0
    for tile in range(TILES):
        if s.supply[RESOURCES + tile] > 0:
            out[n] = GAIN_TILE + tile
            n += 1
    return n


@rule
def pick_tile(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    use_one(s)
    take_item(s, seat, RESOURCES + action - GAIN_TILE, 1)
    stow(board, s, seat)  # the limit is checked at each pick


def ask(d: Decision) -> str:
    return "Choose a tile to gain"


def offer(d: Decision, action: int) -> Choice:
    tile = action - GAIN_TILE
    name, held = TILE_NAMES[tile], d.s.cargo[d.seat][RESOURCES + tile]
    full = "" if d.room > 0 else "the cargo is full: something must be dropped"
    ghost = item_piece(RESOURCES + tile)
    ref, note = f"tile:{name}", f"you have {held}"
    return d.choice(action, capital(name), [ref], "Gain a tile", note, full, ghost)


def tell(d: Decision, action: int, then: State) -> str:
    return f"{d.who} gains {amount(1, TILE_NAMES[action - GAIN_TILE])}"


def why(d: Decision) -> str:
    return f"{d.first} to take; the cargo has room for {max(d.room, 0)}"


PHASE = Phase("choice", ask, offer, tell, at_market, why)
