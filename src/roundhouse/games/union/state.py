"""The structs of Union Pacific: state, board tables and working memory.

Decks are counts: they have no order until a card is drawn. The state includes hidden information
(hands, traded shares); `rules/hidden.py` redeals it for a seat.
"""

from __future__ import annotations

from roundhouse.core import state
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 6
COMPANIES = 10
UP = COMPANIES  # Union Pacific, which has shares but no locomotives
SHARES = COMPANIES + 1
SECTIONS = 96  # maximum on a board
NEAR = 32  # maximum number of sections that share a city with one
KINDS = 4
WILD = KINDS
CARDS = KINDS + 1
KIND_NAMES = ("none", "dashed", "black", "white")
STACKS = 8
PLACES = 5  # places that Union Pacific pays
DIVIDENDS = 4
ROWS = 20  # rows of the public record: the maximum number of Union Pacific shares

STANDARD, EVEN = 0, 1
KEEP_STUCK, REPLACE_STUCK = 0, 1

# Phases. The first four are the setup. DRAW, TAKE and REFILL are chance.
OPEN_TRACK, OPEN_SHARES, OPEN_SHOW, OPEN_DISPLAY = 0, 1, 2, 3
DRAW, TURN, SHARE, TAKE, REFILL, TRADE, INVEST, DISCARD, ENDED = 4, 5, 6, 7, 8, 9, 10, 11, 12

BY_DIVIDENDS, BY_DEADLOCK = 1, 2


class StateLayout(Struct):
    """Cards, locomotives and money."""

    turn = i8()
    seats = i8()
    rules = i8()  # version of the rules
    deck = i8()  # option
    stuck_cards = i8()  # option
    phase = i8()
    active = i8()  # seat whose turn it is; during the deal, the seat that gets the card

    track_deck = i8(CARDS)
    discards = i8(CARDS)
    scrapped = i8(CARDS)  # track cards out of the game (U11)
    track = i8(SEATS, CARDS)  # in hand

    undrawn = i8(COMPANIES)  # shares in the share deck
    undrawn_total = i8()
    stack = i8()  # index of the top stack; earlier ones are used up
    stack_shares = i8(STACKS)
    stack_dividends = i8(STACKS)
    display = i8(COMPANIES)
    displayed = i8()  # cards in the display
    removed = i8(COMPANIES)  # four alike in the display; public
    hand = i8(SEATS, SHARES)
    hand_size = i8(SEATS)  # company shares in hand
    front = i8(SEATS, SHARES)
    traded = i8(SEATS, COMPANIES)  # removed from the game; known to that seat only
    trades = i8(SEATS)
    seen = i8(ROWS, COMPANIES)  # the public record; see rules/memory.py
    up_left = i8()
    pending = i8(SEATS)  # company + 1 of a secret opening choice, or 0
    invested = i8()  # the company of the first share played this turn
    played = i8()  # shares played this turn

    locomotives = i8(COMPANIES)  # left in the supply
    trains = i16(SECTIONS)  # bit mask: companies with a locomotive there
    free = i8(SECTIONS)  # free neutral spaces
    free_by_kind = i16(KINDS)
    reach = i16(SECTIONS)  # bit mask: companies that could build there, given a card
    placements = i16()  # bits set in `reach`

    money = i16(SEATS)
    turned = i8()  # dividend cards drawn this turn
    paid = i8()  # dividends paid
    ended = i8()  # BY_DIVIDENDS or BY_DEADLOCK, or 0


class BoardLayout(Struct):
    """Board tables that the rules read."""

    companies = i8()
    sections = i8()
    kind = i8(SECTIONS)
    spaces = i8(SECTIONS)
    start = i16(SECTIONS)  # bit mask: companies with a start locomotive there
    near = i8(SECTIONS, NEAR)  # sections that share a city
    near_count = i8(SECTIONS)
    users = i8(KINDS, COMPANIES)  # companies that may use a kind of track, in order
    user_count = i8(KINDS)
    uses = i8(COMPANIES, KINDS)
    locomotives = i8(COMPANIES)
    shares = i8(COMPANIES)
    track_cards = i8(CARDS)
    up_shares = i8()
    up_table = i8(PLACES, DIVIDENDS)


class ScratchLayout(Struct):
    """Working memory of the rules."""

    keys = i64(SEATS)  # ranking keys
    ways = i64(ROWS + 1)  # for `redeal`: see `count_ways`


State = state.State[BoardLayout, StateLayout, ScratchLayout]
