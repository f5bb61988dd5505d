"""MAKE: a specialist turns resources into tiles (RULES 6.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import MAKE_TILES
from roundhouse.games.rails.names import RESOURCE_NAMES, TILE_NAMES, amount, specialist_name
from roundhouse.games.rails.rules.cargo import return_item, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase, item_piece, on_map
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.rules.phases.hiring import recipe
from roundhouse.games.rails.rules.phases.train import name_train_part
from roundhouse.games.rails.state import RESOURCES, BoardLayout, ScratchLayout, StateLayout


@rule
def max_tiles(board: BoardLayout, s: StateLayout, seat: int) -> int:
    """Return how many tiles the specialist can make now.

    The limits are its uses, the resource in the cargo and the tiles in the supply.
    """
    top = s.depth - 1
    specialist = s.first[top]
    most = min(s.second[top], s.cargo[seat][board.recipe_from[specialist]])
    return min(most, s.supply[RESOURCES + board.recipe_to[specialist]])


@rule
def list_makes(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    most = max_tiles(board, s, seat)
    for n in range(most + 1):
        out[n] = MAKE_TILES + n
    return most + 1


@rule
def make(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    specialist = s.first[s.depth - 1]
    pop(s)
    return_item(s, seat, board.recipe_from[specialist], action - MAKE_TILES)
    take_item(s, seat, RESOURCES + board.recipe_to[specialist], action - MAKE_TILES)


def ask(d: Decision) -> str:
    who, tile = specialist_name(d.first), TILE_NAMES[d.board.recipe_to[d.first]]
    return _(
        "{specialist} ({part}): make up to {tiles}",
        specialist=who,
        part=name_train_part(d.s),
        tiles=amount(d.second, tile),
    )


def offer(d: Decision, action: int) -> Choice:
    n, result = action - MAKE_TILES, d.board.recipe_to[d.first]
    paid, tile = d.board.recipe_from[d.first], TILE_NAMES[result]
    label = _("Make {tiles}", tiles=amount(n, tile)) if n else _("Make nothing")
    keeps = amount(d.s.cargo[d.seat][paid] - n, RESOURCE_NAMES[paid])
    note = _(
        "Costs {cost} · you then have {tiles} and {resources}",
        cost=amount(n, RESOURCE_NAMES[paid]),
        tiles=amount(d.s.cargo[d.seat][RESOURCES + result] + n, tile),
        resources=keeps,
    )
    if not n:
        note = _("You keep {items}", items=keeps)
    group = specialist_name(d.first)
    ghost = item_piece(RESOURCES + result) if n else None
    return with_ghost(ghost, d.choice(action, label, [f"tile:{tile}"] if n else [], group, note))


def explain(d: Decision) -> str:
    paid = d.board.recipe_from[d.first]
    in_cargo = amount(d.s.cargo[d.seat][paid], RESOURCE_NAMES[paid])
    return _("{recipe} · you have {resources}", recipe=recipe(d.board, d.first), resources=in_cargo)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    n = action - MAKE_TILES
    if not n:
        return ""
    tiles = amount(n, TILE_NAMES[d.board.recipe_to[d.first]])
    return _("{who} makes {tiles}", who=d.who, tiles=tiles)


PHASE = Phase(mark("train"), ask, offer, describe, on_map, explain)
