"""Heuristics of Northern Pacific: state evaluation and action priors."""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams
from roundhouse.games.northern.actions import INVEST_LARGE, LAY
from roundhouse.games.northern.state import SCORELESS, BoardLayout, ScratchLayout, StateLayout

# Values are in thousandths of a cube. The weights are judgements.
CUBE = 1000
BAD_CUBE = 10  # a bad cube only breaks ties between equal numbers of good ones
ROUND_WIN = 20_000  # in the scoreless game, more than all cubes of a round
IDLE_CUBE_GAIN = 300  # what a cube in hand can still earn if the whole round is left
USUAL_LINKS = 10  # links of a typical round

# Priors.
LAY_PRIOR = 120  # a link to a city without cubes
OWN_GAIN_PRIOR = 300  # per cube that laying the link gains the seat
OTHER_CUBE_PRIOR = 60  # less, per cube in the city that gains another seat
SMALL_ODDS, LARGE_ODDS = 10, 6  # per mille of the city's odds that add 1 to the prior

# All were chosen in games against other values: lab/2026-11-15-search-settings.md.
SEARCH = SearchParams(value_weight=0.8, value_prior_sharpness=3)
GUIDED = SEARCH._replace(c_puct=1.5)
# Steps of about the same height; a master takes a second or more: lab/2026-11-17-level-ladders.md.
LADDER = Ladder(
    easy=Rung(25, 0.3),
    medium=Rung(180, 0.17),
    hard=Rung(1_000, 0.07),
    master=Rung(160_000, network_weight=1.0),
)


@rule
def evaluate(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Estimate each seat's good cubes, in thousandths; a bad cube breaks ties."""
    odds = board.odds[s.railhead]
    for seat in range(s.seats):
        value = CUBE * s.good[seat] - BAD_CUBE * s.bad[seat]
        if s.variant == SCORELESS:
            value += ROUND_WIN * s.wins[seat]
        if s.turn != OVER:
            value += (CUBE + IDLE_CUBE_GAIN * estimate_round_left(board, s) // 1000) * (
                s.small[seat] + s.large[seat]
            )
        out[seat] = value
    if s.turn == OVER:
        return
    for city in range(board.cities):
        if s.filled[city] > 0:
            for seat in range(s.seats):
                small = s.small_at[city][seat] * (1 + board.bonus_small)
                large = s.large_at[city][seat] * (1 + board.bonus_large)
                out[seat] += odds[city] * (small + large)


@rule
def estimate_round_left(board: BoardLayout, s: StateLayout) -> int:
    """Return how much of the round is left, per mille."""
    if s.links >= USUAL_LINKS:
        return 0
    return 1000 - 1000 // USUAL_LINKS * s.links


@rule
def action_context(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Return no context: every city has its own odds."""
    return 0


@rule
def action_prior(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
) -> int:
    """Favour cities that are likely to be reached, and track that pays only you."""
    seat = s.turn
    if action >= LAY:
        city = action - LAY
        own_gain = s.small_at[city][seat] * board.bonus_small
        own_gain += s.large_at[city][seat] * board.bonus_large
        others = s.filled[city] - (own_gain > 0)  # counts all own cubes but one
        prior = LAY_PRIOR + OWN_GAIN_PRIOR * own_gain - OTHER_CUBE_PRIOR * others
        return max(1, min(1000, prior))
    if action >= INVEST_LARGE:
        return 1 + board.odds[s.railhead][action - INVEST_LARGE] // LARGE_ODDS
    return 1 + board.odds[s.railhead][action] // SMALL_ODDS
