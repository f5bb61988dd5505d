"""Observation features of Texas & Pacific; every seat sees everything."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.observation import Feature, by_seat, one, one_of, row, which_seat
from roundhouse.core.rule import rule
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.rules.money import dividend, minimum_bid
from roundhouse.games.texas.state import (
    BUILT,
    DECISIONS,
    HEXES,
    INITIAL_AUCTION,
    NEAR,
    RAILROADS,
    RANCHES,
    SEATS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

PHASES = 9

OBSERVATION = (
    Feature("seats", SEATS, "one-hot: number of players, from 1"),
    Feature("turn", SEATS, "by seat: 1 if it is this seat's turn"),
    Feature("mover", SEATS, "by seat: 1 if the Decision is its own"),
    Feature(
        "phase",
        PHASES,
        "one-hot: opening draw, initial auction, choosing a Decision, offering "
        "stock, stock auction, claiming, T&P's auction, choosing a railroad, building",
    ),
    Feature("round", 1, "the round, from 1", 1 / 8),
    Feature("steps", DECISIONS, "how far each Decision cube has come: stock, ranch, track", 1 / 4),
    Feature("steps_left", DECISIONS, "steps left for each Decision cube", 1 / 4),
    Feature("running", RAILROADS, "1 for the railroad that builds"),
    Feature("builds", 1, "hexes built in this Decision", 1 / 2),
    Feature("selling", RAILROADS, "1 for the railroad whose certificate is auctioned"),
    Feature("bidders", SEATS, "by seat: 1 if it is still in the auction"),
    Feature("best", SEATS, "by seat: 1 if it holds the best bid"),
    Feature("price", 1, "the best bid", 1 / 16),
    Feature("floor", 1, "the lowest bid that may be made", 1 / 16),
    Feature("cash", SEATS, "by seat: cash", 1 / 32),
    Feature("ranches", SEATS, "by seat: ranches", 1 / 4),
    Feature("owned", SEATS * RAILROADS, "by seat, then by railroad: certificates", 1 / 2),
    Feature("treasury", RAILROADS, "by railroad: treasury", 1 / 32),
    Feature("income", RAILROADS, "by railroad: income", 1 / 16),
    Feature("sold", RAILROADS, "by railroad: certificates sold", 1 / 4),
    Feature("cubes", RAILROADS, "by railroad: cubes left", 1 / 16),
    Feature("west", RAILROADS, "by railroad: 0 no track in the West, 1 may go, 2 has gone", 1 / 2),
    Feature("dividend", RAILROADS, "by railroad: what a certificate pays", 1 / 8),
    Feature("least_bid", RAILROADS, "by railroad: minimum bid for the next certificate", 1 / 8),
    Feature("markers", RANCHES, "by ranch: 1 if it is unclaimed"),
    Feature("open_ranches", RANCHES, "by ranch: 1 if it is unclaimed and has track"),
    Feature("tracks", HEXES, "by hex: railroads there", 1 / 2),
    Feature("near", HEXES, "by hex: 1 if the railroad that builds may build there next"),
    Feature("built", HEXES, "by hex: 1 if it has built there"),
)


@rule
def observe(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> None:
    """Write the observation of a seat."""
    at = one_of(out, 0, SEATS, s.seats - 1)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    # Without a mover or best bidder the state has 0, which is also a seat.
    mover = s.mover if s.phase > INITIAL_AUCTION else NO_SEAT
    best = s.best_seat if in_auction(s) else NO_SEAT
    at = which_seat(out, at, SEATS, mover, seat, s.seats)
    at = one_of(out, at, PHASES, s.phase)
    at = one(out, at, s.round_number)
    at = row(out, at, DECISIONS, s.steps)
    for decision in range(DECISIONS):
        at = one(out, at, board.last_step[decision] - s.steps[decision])
    at = one_of(out, at, RAILROADS, s.running)
    at = one(out, at, s.builds)
    at = one_of(out, at, RAILROADS, s.selling)
    at = by_seat(out, at, SEATS, s.bidders, seat, s.seats)
    at = which_seat(out, at, SEATS, best, seat, s.seats)
    at = one(out, at, s.price)
    at = one(out, at, s.floor)
    at = by_seat(out, at, SEATS, s.cash, seat, s.seats)
    at = by_seat(out, at, SEATS, s.ranches, seat, s.seats)
    for step in range(SEATS):
        if step < s.seats:
            at = row(out, at, RAILROADS, s.owned[(seat + step) % s.seats])
        else:
            at = one_of(out, at, RAILROADS, -1)
    at = row(out, at, RAILROADS, s.treasury)
    at = row(out, at, RAILROADS, s.income)
    at = row(out, at, RAILROADS, s.sold)
    at = row(out, at, RAILROADS, s.cubes)
    at = row(out, at, RAILROADS, s.west)
    for railroad in range(RAILROADS):
        at = one(out, at, dividend(s, railroad))
    for railroad in range(RAILROADS):
        at = one(out, at, minimum_bid(s, railroad))
    observe_map(board, s, out, at)


@rule
def observe_map(board: BoardLayout, s: StateLayout, out: list[int], at: int) -> None:
    """Write the features of ranches and hexes."""
    at = row(out, at, RANCHES, s.markers)
    for ranch in range(RANCHES):
        open_ = s.markers[ranch] == 1 and s.tracks[board.ranch_hex[ranch]] > 0
        at = one(out, at, 1 if open_ else 0)
    at = row(out, at, HEXES, s.tracks)
    reach = s.reach[s.running]
    for hex_ in range(HEXES):
        out[at + hex_] = 1 if reach[hex_] == NEAR else 0
        out[at + HEXES + hex_] = 1 if reach[hex_] == BUILT else 0
