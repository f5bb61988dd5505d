"""Observation features of Union Pacific: own cards, card counts and open cards."""

from __future__ import annotations

from roundhouse.core.observation import Feature, by_seat, one, one_of, row, which_seat
from roundhouse.core.rule import rule
from roundhouse.games.union.rules.dividend import first_payment, last_dividend
from roundhouse.games.union.rules.memory import certain
from roundhouse.games.union.state import (
    CARDS,
    COMPANIES,
    DRAW,
    PLACES,
    SEATS,
    SECTIONS,
    SHARES,
    UP,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

PHASES = 13

OBSERVATION = (
    Feature("seats", SEATS, "one-hot: number of players, from 1"),
    Feature("turn", SEATS, "by seat: 1 if this seat decides"),
    Feature("active", SEATS, "by seat: 1 if it is this seat's turn"),
    Feature(
        "phase",
        PHASES,
        "one-hot: dealing track, dealing shares, opening choice, dealing the "
        "display, draw, turn, taking a share, top card, refill, trade, investing, discard, over",
    ),
    Feature("deck", 2, "one-hot: setup of the share deck"),
    Feature("stuck_cards", 2, "one-hot: option for unplayable track cards"),
    Feature("money", SEATS, "by seat: money", 1 / 64),
    Feature("hand_shares", SEATS, "by seat: shares in hand, without Union Pacific", 1 / 8),
    Feature("hand_up", SEATS, "by seat: Union Pacific shares in hand", 1 / 4),
    Feature("trades", SEATS, "by seat: shares traded", 1 / 4),
    Feature("track_cards", SEATS, "by seat: track cards in hand", 1 / 4),
    Feature("chosen", SEATS, "by seat: 1 if its opening choice is made and still secret"),
    Feature("choice", SHARES, "1 for the share of the own opening choice"),
    Feature("hand", SHARES, "own shares in hand, by company, Union Pacific last", 1 / 4),
    Feature("track", CARDS, "own track cards, by kind, wild last", 1 / 4),
    Feature("traded", COMPANIES, "own shares traded, by company", 1 / 4),
    Feature("front", SEATS * SHARES, "by seat, then by company: shares in front", 1 / 4),
    Feature(
        "certain",
        SEATS * COMPANIES,
        "by seat, then by company: shares that are certainly in its hand",
        1 / 4,
    ),
    Feature("locomotives", COMPANIES, "by company: locomotives left", 1 / 16),
    Feature("payment", COMPANIES, "by company: what its first owner gets", 1 / 8),
    Feature("display", COMPANIES, "by company: shares in the display", 1 / 2),
    Feature("removed", COMPANIES, "by company: shares removed as four alike", 1 / 4),
    Feature("unknown", COMPANIES, "by company: shares unknown to this seat", 1 / 8),
    Feature("undrawn", 1, "shares in the deck", 1 / 64),
    Feature("stack", 2, "cards and dividends in the stack on top", 1 / 8),
    Feature("paid", 1, "dividends paid", 1 / 4),
    Feature("turned", 1, "dividends drawn this turn", 1 / 4),
    Feature("up_left", 1, "Union Pacific shares left", 1 / 16),
    Feature("up_places", PLACES, "what Union Pacific pays next, by place", 1 / 16),
    Feature("discards", CARDS, "discarded track cards, by kind", 1 / 8),
    Feature("invested", SHARES, "1 for the company of the first share played this turn"),
    Feature("played", 1, "shares played this turn"),
    Feature("free", SECTIONS, "by section: free spaces", 1 / 2),
    Feature("reach", SECTIONS, "by section: companies that could build there, given a card", 1 / 4),
)


@rule
def observe(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> None:
    at = one_of(out, 0, SEATS, s.seats - 1)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    at = which_seat(out, at, SEATS, s.active, seat, s.seats)
    at = one_of(out, at, PHASES, s.phase)
    at = one_of(out, at, 2, s.deck)
    at = one_of(out, at, 2, s.stuck_cards)
    at = observe_seats(s, seat, out, at)
    at = observe_own(s, seat, out, at)
    at = observe_shares(board, s, seat, out, at)
    at = observe_decks(board, s, out, at)
    at = row(out, at, SECTIONS, s.free)
    for section in range(SECTIONS):
        able = 0
        for company in range(COMPANIES):
            able += (s.reach[section] >> company) & 1
        at = one(out, at, able)


@rule
def observe_seats(s: StateLayout, seat: int, out: list[int], at: int) -> int:
    """Write the public counts of each seat."""
    at = by_seat(out, at, SEATS, s.money, seat, s.seats)
    at = by_seat(out, at, SEATS, s.hand_size, seat, s.seats)
    for step in range(4 * SEATS):
        out[at + step] = 0
    for step in range(s.seats):
        who = (seat + step) % s.seats
        cards = 0
        for kind in range(CARDS):
            cards += s.track[who][kind]
        out[at + step] = s.hand[who][UP]
        out[at + SEATS + step] = s.trades[who]
        out[at + 2 * SEATS + step] = cards
        out[at + 3 * SEATS + step] = 1 if s.pending[who] > 0 else 0
    return at + 4 * SEATS


@rule
def observe_own(s: StateLayout, seat: int, out: list[int], at: int) -> int:
    """Write what only this seat knows."""
    at = one_of(out, at, SHARES, s.pending[seat] - 1)
    at = row(out, at, SHARES, s.hand[seat])
    at = row(out, at, CARDS, s.track[seat])
    return row(out, at, COMPANIES, s.traded[seat])


@rule
def observe_shares(board: BoardLayout, s: StateLayout, seat: int, out: list[int], at: int) -> int:
    for step in range(SEATS):
        if step < s.seats:
            at = row(out, at, SHARES, s.front[(seat + step) % s.seats])
        else:
            at = one_of(out, at, SHARES, -1)
    for step in range(SEATS):
        for company in range(COMPANIES):
            surely = 0
            if step < s.seats:
                surely = certain(s, (seat + step) % s.seats, company)
            at = one(out, at, surely)
    at = row(out, at, COMPANIES, s.locomotives)
    for company in range(COMPANIES):
        at = one(out, at, first_payment(board, s, company))
    at = row(out, at, COMPANIES, s.display)
    at = row(out, at, COMPANIES, s.removed)
    for company in range(COMPANIES):
        known = s.display[company] + s.removed[company]
        known += s.hand[seat][company] + s.traded[seat][company]
        for other in range(s.seats):
            known += s.front[other][company]
        at = one(out, at, board.shares[company] - known)
    return at


@rule
def observe_decks(board: BoardLayout, s: StateLayout, out: list[int], at: int) -> int:
    at = one(out, at, s.undrawn_total)
    laid = s.phase >= DRAW
    at = one(out, at, s.stack_shares[s.stack] + s.stack_dividends[s.stack] if laid else 0)
    at = one(out, at, s.stack_dividends[s.stack] if laid else 0)
    at = one(out, at, s.paid)
    at = one(out, at, s.turned)
    at = one(out, at, s.up_left)
    column = min(s.paid, last_dividend(s) - 1)
    for place in range(PLACES):
        at = one(out, at, board.up_table[place][column])
    at = row(out, at, CARDS, s.discards)
    at = one_of(out, at, SHARES, s.invested if s.played > 0 else -1)
    return one(out, at, s.played)
