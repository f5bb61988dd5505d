"""Advice on Northern Pacific: what a position is worth, and what is worth trying."""

from __future__ import annotations

from dataclasses import replace

from roundhouse.core.contract import OVER
from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.northern.actions import INVEST_LARGE, LAY
from roundhouse.games.northern.state import SCORELESS, Board, Scratch, State

IDLE = 300  # what a cube still in hand may earn before the round ends, per mille

# All were chosen in games against other values: docs/bots.md.
SEARCH = SearchSettings(trust=0.8, keen=3)
GUIDED = replace(SEARCH, explore=1.5)
# Steps of about the same height; a master takes a second or more: docs/bots.md.
LADDER = Ladder(
    easy=Rung(25, 0.3),
    medium=Rung(180, 0.17),
    hard=Rung(1_000, 0.07),
    master=Rung(160_000, trust=1.0),
)


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Good cubes, expected, in thousandths; a bad one costs a little, for it breaks ties."""
    odds = board.odds[s.railhead]
    for seat in range(s.seats):
        worth = 1000 * s.good[seat] - 10 * s.bad[seat]
        if s.variant == SCORELESS:
            worth += 20000 * s.wins[seat]
        if s.turn != OVER:
            worth += (1000 + IDLE * odds_left(board, s) // 1000) * (s.small[seat] + s.large[seat])
        out[seat] = worth
    if s.turn == OVER:
        return
    for city in range(board.cities):
        if s.filled[city] > 0:
            for seat in range(s.seats):
                small = s.small_at[city][seat] * (1 + board.bonus_small)
                large = s.large_at[city][seat] * (1 + board.bonus_large)
                out[seat] += odds[city] * (small + large)


@rule
def odds_left(board: Board, s: State) -> int:
    """How much of the round is still to come, per mille."""
    if s.links >= 10:
        return 0
    return 1000 - 100 * s.links


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """Nothing: every city has its own odds."""
    return 0


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, nothing: int) -> int:
    """Cities that are likely to be reached; track that pays oneself and not the others."""
    seat = s.turn
    if action >= LAY:
        city = action - LAY
        mine = s.small_at[city][seat] * board.bonus_small
        mine += s.large_at[city][seat] * board.bonus_large
        return max(1, min(1000, 120 + 300 * mine - 60 * (s.filled[city] - (mine > 0))))
    if action >= INVEST_LARGE:
        return 1 + board.odds[s.railhead][action - INVEST_LARGE] // 6
    return 1 + board.odds[s.railhead][action] // 10
