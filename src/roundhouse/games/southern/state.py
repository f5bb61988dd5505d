"""The structs of Southern Pacific.

Sets of cities and links are bit masks, so that connection and reach take a few operations. A word
is a signed 64-bit integer of which 63 bits are used, so that interpreted and compiled code agree.
A set of links takes two words.
"""

from __future__ import annotations

from roundhouse.core import state
from roundhouse.core.layout import Struct, i8, i16, i32, i64

SEATS = 5
RAILROADS = 6
SHARES = 5  # per railroad
CUBES = 15  # of each railroad for links; the sixteenth marks the income (S1)
ROUNDS = 20  # S9

BITS = 63  # used per word
WORDS = 2  # words per set of links
CITIES = BITS  # maximum on a board
LINKS = BITS * WORDS
HASH = 67  # the powers of two below 2**66 all differ modulo this prime

OPEN, AUCTION, FREE_LINK, STOCK, TRACK, PRICE = 0, 1, 2, 3, 4, 5
ANSWER, REPLY, INCOME, BULL, BULL_AUCTION, ENDED = 6, 7, 8, 9, 10, 11
NEGOTIATIONS = (PRICE, ANSWER, REPLY)  # phases in which two presidents agree on a price


class StateLayout(Struct):
    """Money, shares and track of the railroads, and the stage of the round."""

    turn = i8()
    seats = i8()
    rules = i8()  # version of the rules
    phase = i8()
    round_number = i8()  # 0 in the initial auctions, then from 1
    railroad = i8()  # the railroad in auction or operating
    cash = i16(SEATS)
    shares = i8(SEATS, RAILROADS)
    president = i8(RAILROADS)  # or NO_SEAT
    sold = i8(RAILROADS)  # shares held by players
    treasury = i16(RAILROADS)
    income = i16(RAILROADS)  # updated with every change of track
    cubes = i8(RAILROADS)  # not on the map yet
    card = i8()  # seat with the Bull Market card, or NO_SEAT
    first_opener = i8()  # of the first auction, until the card is first assigned (S4)

    free = i64(WORDS)  # unbuilt links
    mine = i64(RAILROADS, WORDS)  # its links
    reach = i64(RAILROADS, WORDS)  # links that touch its network, built or not
    loose = i64(RAILROADS, WORDS)  # its links that can be sold: the rest stays connected
    cities = i64(RAILROADS)  # cities of its network

    built = i8()  # links built this turn
    bought = i8()  # links bought this turn
    refused = i64(WORDS)  # links whose negotiation failed this turn (S2)
    link = i8()  # the link under negotiation

    offered = i8()  # seats that have offered or passed in this Bull Market
    bidders = i8(SEATS)  # this and the following fields: see core/auction.py
    opener = i8()
    best_seat = i8()
    price = i16()  # the best bid; in a negotiation the last price
    floor = i16()
    must_open = i8()


class BoardLayout(Struct):
    """Board tables that the rules read."""

    cities = i8()
    links = i8()
    start_cash = i16(SEATS + 1)  # by number of seats
    link_cost = i8()
    pay = i8(RAILROADS + 1)  # income from a city, by the number of railroads in it
    home = i8(RAILROADS)
    end_a = i8(LINKS)
    end_b = i8(LINKS)
    word = i8(LINKS)  # word of a link in a set of links
    bit = i64(LINKS)
    links_at = i64(CITIES, WORDS)
    place = i8(HASH)  # index of a bit in its word, by the bit modulo HASH


class ScratchLayout(Struct):
    """Working memory of the rules."""

    own = i8(CUBES)  # links of one railroad
    ends = i64(CUBES)  # the two cities of each link, as a set
    keys = i32(SEATS)  # ranking keys


State = state.State[BoardLayout, StateLayout, ScratchLayout]
