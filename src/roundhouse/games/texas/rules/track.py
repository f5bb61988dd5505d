"""Track on the map, and going West."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.texas.rules.money import dividend
from roundhouse.games.texas.state import (
    BUILT,
    FAR,
    GONE,
    MAY_GO,
    NEAR,
    TP,
    BoardLayout,
    StateLayout,
)


@rule
def lay_track(board: BoardLayout, s: StateLayout, railroad: int, hex_: int) -> None:
    """Put the railroad's cube into the hex and open the hexes around it."""
    reach = s.reach[railroad]
    reach[hex_] = BUILT
    s.tracks[hex_] += 1
    side = board.side[hex_]
    for i in range(board.sides[hex_]):
        if reach[side[i]] == FAR and may_enter(board, s, railroad, side[i]):
            reach[side[i]] = NEAR
    if board.western[hex_] == 1:
        s.west[railroad] = MAY_GO


@rule
def may_enter(board: BoardLayout, s: StateLayout, railroad: int, hex_: int) -> bool:
    """Return whether a railroad that does not start in the hex may build there (T2)."""
    if board.closed[hex_] == 0:
        return True
    return railroad == TP and board.tp_enters == 1 and s.rules >= 2


@rule
def build_cost(board: BoardLayout, s: StateLayout, hex_: int) -> int:
    """Return the cost of track in the hex."""
    return board.base_cost * (1 + s.tracks[hex_])


@rule
def build(board: BoardLayout, s: StateLayout, hex_: int) -> None:
    """Build track in the hex."""
    railroad = s.running
    s.treasury[railroad] -= build_cost(board, s, hex_)
    s.income[railroad] += board.gain[hex_]  # T3, T5, T8
    s.cubes[railroad] -= 1
    s.builds += 1
    lay_track(board, s, railroad, hex_)


@rule
def go_west(s: StateLayout) -> None:
    """Pay the railroad's final dividend and remove its track and treasury."""
    railroad = s.running
    share = dividend(s, railroad)
    for seat in range(s.seats):
        s.cash[seat] += share * s.owned[seat][railroad]
    s.west[railroad] = GONE
    s.cubes[railroad] = 0  # T4: counts as out of track
    s.treasury[railroad] = 0
