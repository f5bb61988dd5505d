"""MAKE: a specialist of the train turns resources into tiles (F)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import MAKE_TILES
from roundhouse.games.rails.names import RESOURCE_NAMES, TILE_NAMES, amount, specialist_name
from roundhouse.games.rails.rules.cargo import give_item, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, item_piece, on_map
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.rules.phases.hiring import recipe
from roundhouse.games.rails.rules.phases.train import part_at_work
from roundhouse.games.rails.state import RESOURCES, Board, Scratch, State


@rule
def most_made(board: Board, s: State, seat: int) -> int:
    """At most the times allowed, the resource in the cargo, the tiles in the supply."""
    top = s.depth - 1
    specialist = s.first[top]
    most = min(s.second[top], s.cargo[seat][board.recipe_from[specialist]])
    return min(most, s.supply[RESOURCES + board.recipe_to[specialist]])


@rule
def list_makes(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
    most = most_made(board, s, seat)
    for n in range(most + 1):
        out[n] = MAKE_TILES + n
    return most + 1


@rule
def make(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    specialist = s.first[s.depth - 1]
    pop(s)
    give_item(s, seat, board.recipe_from[specialist], action - MAKE_TILES)
    take_item(s, seat, RESOURCES + board.recipe_to[specialist], action - MAKE_TILES)


def ask(d: Decision) -> str:
    who, times = specialist_name(d.first), count(d.second, "conversion")
    return f"Train: {part_at_work(d.s)}, {who}, up to {times}"


def offer(d: Decision, action: int) -> Choice:
    n, made = action - MAKE_TILES, d.board.recipe_to[d.first]
    paid, tile = d.board.recipe_from[d.first], TILE_NAMES[made]
    label = f"Make {count(n, tile)}" if n else "Make nothing"
    keeps = amount(d.s.cargo[d.seat][paid] - n, RESOURCE_NAMES[paid])
    have = count(d.s.cargo[d.seat][RESOURCES + made] + n, tile)
    note = f"for {amount(n, RESOURCE_NAMES[paid])}; then you have {have} and {keeps}"
    if not n:
        note = f"you keep {keeps}"
    group = specialist_name(d.first)
    ghost = item_piece(RESOURCES + made) if n else None
    return d.choice(action, label, [f"tile:{tile}"] if n else [], group, note, "", ghost)


def why(d: Decision) -> str:
    paid = d.board.recipe_from[d.first]
    held = amount(d.s.cargo[d.seat][paid], RESOURCE_NAMES[paid])
    return f"{recipe(d.board, d.first)}: you have {held}, up to {count(d.second, 'time')}"


def tell(d: Decision, action: int, then: State) -> str:
    n = action - MAKE_TILES
    return f"{d.who} makes {count(n, TILE_NAMES[d.board.recipe_to[d.first]])}" if n else ""


PHASE = Phase("train", ask, offer, tell, on_map, why)
