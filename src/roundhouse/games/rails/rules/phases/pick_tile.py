"""PICK_TILE: take tiles of your choice from the supply (RULES 3.2, 7.2)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first, count
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import GAIN_TILE
from roundhouse.games.rails.names import TILE_NAMES, amount
from roundhouse.games.rails.rules.cargo import check_cargo, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, at_market, item_piece
from roundhouse.games.rails.rules.frames import use_one
from roundhouse.games.rails.state import RESOURCES, TILES, BoardLayout, ScratchLayout, StateLayout


@rule
def can_pick_tile(s: StateLayout) -> bool:
    return s.supply[RESOURCES] + s.supply[RESOURCES + 1] + s.supply[RESOURCES + 2] > 0


@rule
def list_tiles(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    n = 0
    for tile in range(TILES):
        if s.supply[RESOURCES + tile] > 0:
            out[n] = GAIN_TILE + tile
            n += 1
    return n


@rule
def pick_tile(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    use_one(s)
    take_item(s, seat, RESOURCES + action - GAIN_TILE, 1)
    check_cargo(board, s, seat)  # the cargo limit applies after each pick


def ask(d: Decision) -> str:
    return _("Choose a tile to gain")


def offer(d: Decision, action: int) -> Choice:
    tile = action - GAIN_TILE
    name, number = TILE_NAMES[tile], d.s.cargo[d.seat][RESOURCES + tile]
    full = "" if d.free_slots > 0 else _("your cargo is full: you must drop an item")
    ghost = item_piece(RESOURCES + tile)
    ref, note = f"tile:{name}", _("You have {number}", number=number)
    label = capitalize_first(_(name))
    return with_ghost(ghost, d.choice(action, label, [ref], _("Gain a tile"), note, full))


def describe(d: Decision, action: int, then: StateLayout) -> str:
    item = amount(1, TILE_NAMES[action - GAIN_TILE])
    return _("{who} gains {item}", who=d.who, item=item)


def explain(d: Decision) -> str:
    slots = count(max(d.free_slots, 0), "free cargo slot")
    return _("{number} to take · {slots}", number=d.first, slots=slots)


PHASE = Phase("choice", ask, offer, describe, at_market, explain)
