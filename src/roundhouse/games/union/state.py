"""The structs of Union Pacific: its state, the tables of its board, working memory.

Decks are counts: no order exists until a card is drawn. What nobody may know (hands, who traded
which share) lies in the state too; `rules/hidden.py` says how it is drawn again for a seat.
"""

from __future__ import annotations

from roundhouse.core import game
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 6
COMPANIES = 10
UP = COMPANIES  # Union Pacific, shares only
SHARES = COMPANIES + 1
SECTIONS = 96  # the most a board may have
NEAR = 32  # sections that share a city with one
KINDS = 4
WILD = KINDS
CARDS = KINDS + 1
KIND_NAMES = ("none", "dashed", "black", "white")
STACKS = 8
PLACES = 5  # places of the Union Pacific table
DIVIDENDS = 4
ROWS = 20  # of the memory; one for each Union Pacific share there is

STANDARD, EVEN = 0, 1
KEEP_STUCK, REPLACE_STUCK = 0, 1

# Phases. The first four lay the table; DRAW, TAKE and REFILL are chance.
OPEN_TRACK, OPEN_SHARES, OPEN_SHOW, OPEN_DISPLAY = 0, 1, 2, 3
DRAW, TURN, SHARE, TAKE, REFILL, TRADE, INVEST, DISCARD, ENDED = 4, 5, 6, 7, 8, 9, 10, 11, 12

BY_DIVIDENDS, BY_DEADLOCK = 1, 2


class State(Struct):
    """Cards by place, locomotives by section, money."""

    turn = i8()
    seats = i8()
    rules = i8()  # the version that is played
    deck = i8()  # option
    stuck_cards = i8()  # option
    phase = i8()
    active = i8()  # whose turn it is; at chance: whose card it is (unless it is for the display)

    track_deck = i8(CARDS)
    discards = i8(CARDS)
    scrapped = i8(CARDS)  # track cards out of the game (U11)
    track = i8(SEATS, CARDS)  # in hand

    undrawn = i8(COMPANIES)  # shares in the deck
    undrawn_total = i8()
    stack = i8()  # the stack on top of the deck; those above it are used up
    stack_shares = i8(STACKS)
    stack_dividends = i8(STACKS)
    display = i8(COMPANIES)
    displayed = i8()  # cards in the display
    removed = i8(COMPANIES)  # fours of a kind, seen by all
    hand = i8(SEATS, SHARES)
    hand_size = i8(SEATS)  # without Union Pacific
    front = i8(SEATS, SHARES)
    traded = i8(SEATS, COMPANIES)  # out of the game, known to that seat alone
    trades = i8(SEATS)
    seen = i8(ROWS, COMPANIES)  # the public memory; see rules/memory.py
    up_left = i8()
    pending = i8(SEATS)  # company + 1 of an opening choice that is not shown yet
    invested = i8()  # the company of the first share played this turn
    played = i8()  # shares played this turn

    locomotives = i8(COMPANIES)  # left in the supply
    trains = i16(SECTIONS)  # bit mask: whose locomotives stand there
    free = i8(SECTIONS)  # neutral spaces free
    free_by_kind = i16(KINDS)
    reach = i16(SECTIONS)  # bit mask: who could build there, given a card
    placements = i16()  # bits set in `reach`

    money = i16(SEATS)
    turned = i8()  # dividend cards that came up this turn
    paid = i8()  # dividends paid
    ended = i8()  # how the game ended


class Board(Struct):
    """What the rules read of a board."""

    companies = i8()
    sections = i8()
    kind = i8(SECTIONS)
    spaces = i8(SECTIONS)
    start = i16(SECTIONS)  # bit mask: whose start locomotive stands there
    near = i8(SECTIONS, NEAR)  # the sections that share a city with one
    near_count = i8(SECTIONS)
    users = i8(KINDS, COMPANIES)  # companies that may use a kind of track, ascending
    user_count = i8(KINDS)
    uses = i8(COMPANIES, KINDS)
    locomotives = i8(COMPANIES)
    shares = i8(COMPANIES)
    track_cards = i8(CARDS)
    up_shares = i8()
    up_table = i8(PLACES, DIVIDENDS)


class Scratch(Struct):
    """Working memory of the rules."""

    keys = i64(SEATS)  # what seats are ranked by
    ways = i64(ROWS + 1)  # of `redeal`: in how many ways so many shares that are gone come about


Position = game.Position[Board, State, Scratch]
