"""The structs of Southern Pacific.

Sets of cities and of links are bit masks: connection, reach and shared cities are then a few
operations on whole words. A word is a signed 64-bit integer of which 63 bits are used, so that
the interpreter's integers and the compiler's agree; links take two words.
"""

from __future__ import annotations

from roundhouse.core import game
from roundhouse.core.layout import Struct, i8, i16, i32, i64

SEATS = 5
RAILROADS = 6
SHARES = 5  # of each railroad
CUBES = 15  # of each railroad for links; its sixteenth marks the income (S1)
ROUNDS = 20  # S9

BITS = 63  # used of a word
WORDS = 2  # for a set of links
CITIES = BITS  # the most a board may have
LINKS = BITS * WORDS
HASH = 67  # the powers of two below 2**66 all differ modulo this prime

OPEN, AUCTION, FREE_LINK, STOCK, TRACK, PRICE, ANSWER, REPLY, INCOME, BULL, ONCE, ENDED = range(12)
TALKS = (PRICE, ANSWER, REPLY)  # about the price of a link


class State(Struct):
    """Money and shares, the track of each railroad, and where in the round we are."""

    turn = i8()
    seats = i8()
    rules = i8()  # the version that is played
    phase = i8()
    round_number = i8()  # 0 in the initial auctions, then from 1
    railroad = i8()  # auctioned or operating
    cash = i16(SEATS)
    shares = i8(SEATS, RAILROADS)
    president = i8(RAILROADS)  # or NOBODY
    sold = i8(RAILROADS)  # shares held by players
    treasury = i16(RAILROADS)
    income = i16(RAILROADS)  # kept with every change of track
    cubes = i8(RAILROADS)  # left for links
    card = i8()  # who has the Bull Market card, or NOBODY
    first_opener = i8()  # of the first auction, until the card is first given (S4)

    free = i64(WORDS)  # links nobody has built
    mine = i64(RAILROADS, WORDS)  # links of a railroad
    reach = i64(RAILROADS, WORDS)  # links that touch its network, whoever has them
    loose = i64(RAILROADS, WORDS)  # its links that can go, the rest staying tied to its home
    cities = i64(RAILROADS)  # cities it is in

    built = i8()  # by the railroad this turn
    bought = i8()  # by the railroad this turn
    talked = i64(WORDS)  # links that were refused it this turn (S2)
    link = i8()  # being talked about

    offered = i8()  # seats that have had their offer in this Bull Market
    bidders = i8(SEATS)  # from here on as core/auction.py says
    opener = i8()
    best_seat = i8()
    price = i16()  # the best bid; in a talk the last price named
    floor = i16()
    must_open = i8()


class Board(Struct):
    """What the rules read of a board."""

    cities = i8()
    links = i8()
    start_cash = i16(SEATS + 1)  # by seats
    link_cost = i8()
    pay = i8(RAILROADS + 1)  # what a city pays each railroad in it, by how many are
    home = i8(RAILROADS)
    end_a = i8(LINKS)
    end_b = i8(LINKS)
    word = i8(LINKS)  # where a link is in a set of links
    bit = i64(LINKS)
    links_at = i64(CITIES, WORDS)
    place = i8(HASH)  # of a bit in its word, by the bit modulo HASH


class Scratch(Struct):
    """What the rules think in."""

    own = i8(CUBES)  # the links of one railroad
    ends = i64(CUBES)  # the two cities of each of them, as a set
    keys = i32(SEATS)  # for ranks


Position = game.Position[Board, State, Scratch]
