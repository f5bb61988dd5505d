"""Observation features of Southern Pacific; every seat sees everything."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.observation import Feature, by_seat, one, one_of, row, which_seat
from roundhouse.core.rule import rule
from roundhouse.games.southern.state import (
    AUCTION,
    BULL_AUCTION,
    CITIES,
    LINKS,
    RAILROADS,
    SEATS,
    TRACK,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

PHASES = 12

OBSERVATION = (
    Feature("seats", SEATS, "one-hot: number of players, from 1"),
    Feature("turn", SEATS, "by seat: 1 if it is this seat's turn"),
    Feature(
        "phase",
        PHASES,
        "one-hot: opening draw, auction, free link, stock, track, price, "
        "answer, reply, income, bull market, bull market auction, ended",
    ),
    Feature("round", 1, "the round; 0 in the initial auctions", 1 / 8),
    Feature("railroad", RAILROADS, "1 for the railroad that is auctioned or operates"),
    Feature("cash", SEATS, "by seat: cash", 1 / 32),
    Feature("card", SEATS, "by seat: 1 if it has the Bull Market card"),
    Feature("bidders", SEATS, "by seat: 1 if it is still in the auction"),
    Feature("best", SEATS, "by seat: 1 if it holds the best bid"),
    Feature("price", 1, "the best bid, or the last price named", 1 / 16),
    Feature("floor", 1, "the lowest bid that may be made", 1 / 16),
    Feature("built", 1, "links built by the railroad this turn"),
    Feature("bought", 1, "links bought by the railroad this turn"),
    Feature("shares", SEATS * RAILROADS, "by seat, then by railroad: shares", 1 / 2),
    Feature("president", SEATS * RAILROADS, "by seat, then by railroad: 1 if president"),
    Feature("sold", RAILROADS, "by railroad: shares sold", 1 / 4),
    Feature("treasury", RAILROADS, "by railroad: treasury", 1 / 32),
    Feature("income", RAILROADS, "by railroad: income", 1 / 16),
    Feature("cubes", RAILROADS, "by railroad: cubes left", 1 / 16),
    Feature(
        "share_income", RAILROADS, "by railroad: income per share sold, in hundredths", 1 / 512
    ),
    Feature("link", LINKS, "by link: 1 if it is under negotiation"),
    Feature("free", LINKS, "by link: 1 if it is unbuilt"),
    Feature("mine", LINKS, "by link: 1 if the railroad owns it"),
    Feature("reach", LINKS, "by link: 1 if it touches the railroad's network"),
    Feature("cities", CITIES, "by city: railroads there", 1 / 2),
)


@rule
def observe(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> None:
    at = one_of(out, 0, SEATS, s.seats - 1)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    at = one_of(out, at, PHASES, s.phase)
    at = one(out, at, s.round_number)
    at = one_of(out, at, RAILROADS, s.railroad)
    at = by_seat(out, at, SEATS, s.cash, seat, s.seats)
    at = which_seat(out, at, SEATS, s.card, seat, s.seats)
    at = by_seat(out, at, SEATS, s.bidders, seat, s.seats)
    # Outside auctions `best_seat` is 0, which is not a seat.
    best = s.best_seat if s.phase == AUCTION or s.phase == BULL_AUCTION else NO_SEAT
    at = which_seat(out, at, SEATS, best, seat, s.seats)
    at = one(out, at, s.price)
    at = one(out, at, s.floor)
    at = one(out, at, s.built)
    at = one(out, at, s.bought)
    at = observe_shares(s, seat, out, at)
    observe_map(board, s, out, at)


@rule
def observe_shares(s: StateLayout, seat: int, out: list[int], at: int) -> int:
    for step in range(SEATS):
        if step < s.seats:
            at = row(out, at, RAILROADS, s.shares[(seat + step) % s.seats])
        else:
            at = one_of(out, at, RAILROADS, -1)
    for step in range(SEATS):
        for railroad in range(RAILROADS):
            presides = step < s.seats and s.president[railroad] == (seat + step) % s.seats
            at = one(out, at, 1 if presides else 0)
    at = row(out, at, RAILROADS, s.sold)
    at = row(out, at, RAILROADS, s.treasury)
    at = row(out, at, RAILROADS, s.income)
    at = row(out, at, RAILROADS, s.cubes)
    for railroad in range(RAILROADS):
        at = one(out, at, 100 * s.income[railroad] // max(1, s.sold[railroad]))
    return at


@rule
def observe_map(board: BoardLayout, s: StateLayout, out: list[int], at: int) -> None:
    negotiating = s.phase > TRACK and s.phase < TRACK + 4
    at = one_of(out, at, LINKS, s.link if negotiating else -1)
    mine = s.mine[s.railroad]
    reach = s.reach[s.railroad]
    for link in range(LINKS):
        bit = board.bit[link]
        word = board.word[link]
        out[at + link] = 1 if s.free[word] & bit != 0 else 0
        out[at + LINKS + link] = 1 if mine[word] & bit != 0 else 0
        out[at + 2 * LINKS + link] = 1 if reach[word] & bit != 0 else 0
    at += 3 * LINKS
    for city in range(CITIES):
        here = 0
        for railroad in range(RAILROADS):
            here += (s.cities[railroad] >> city) & 1
        out[at + city] = here
