"""The structs of Texas & Pacific: state, board and working memory."""

from __future__ import annotations

from roundhouse.core import game
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 6
HEXES = 128  # the most a board may have
RANCHES = 22
RAILROADS = 5
GHH, KATY, MP, SP, TP = range(RAILROADS)  # the order of the initial auctions; T&P comes later
STOCK, RANCH, TRACK = range(3)  # the Decisions
DECISIONS = 3

# Phases. In an auction `turn` is the bidder; in the others it is `mover`.
CHANCE_OPENS, INITIAL_AUCTION, CHOOSE, OFFER_STOCK, STOCK_AUCTION = range(5)
CLAIM_RANCH, TP_AUCTION, RUN_RAILROAD, BUILDING = range(5, 9)

# What a hex is to a railroad: out of reach, beside its track and open to it, or built.
FAR, NEAR, BUILT = 0, 1, 2
# How a railroad stands with the West: no track there, may go, has gone.
EAST, MAY_GO, GONE = 0, 1, 2


class State(Struct):
    """Money, certificates, track and the three Decision cubes; what is over is zero."""

    turn = i8()
    seats = i8()
    rules = i8()  # the version that is played
    phase = i8()
    mover = i8()  # whose Decision it is
    round_number = i8()  # from 1
    steps = i8(DECISIONS)  # how far each Decision cube has come from Start
    running = i8()  # the railroad that builds
    builds = i8()  # in this Decision so far
    selling = i8()  # the railroad whose certificate is up for auction
    bidders = i8(SEATS)  # these six: see core/auction.py
    opener = i8()
    best_seat = i8()
    price = i16()
    floor = i16()
    must_open = i8()
    cash = i16(SEATS)
    owned = i8(SEATS, RAILROADS)  # certificates
    ranches = i8(SEATS)
    claimed = i8()  # ranches, of all seats
    markers = i8(RANCHES)  # 1: the ranch is still to be had
    treasury = i16(RAILROADS)
    income = i16(RAILROADS)
    sold = i8(RAILROADS)  # certificates
    cubes = i8(RAILROADS)  # left to build
    west = i8(RAILROADS)  # EAST, MAY_GO or GONE
    reach = i8(RAILROADS, HEXES)  # FAR, NEAR or BUILT
    tracks = i8(HEXES)  # railroads in the hex


class Board(Struct):
    """What the rules read of a board."""

    hexes = i8()
    sides = i8(HEXES)  # how many neighbours
    side = i8(HEXES, 6)  # which
    gain = i8(HEXES)  # income from building there
    closed = i8(HEXES)  # 1: a Start City, closed to the starting railroads but its own
    tp_enters = i8()  # 1: not to T&P
    western = i8(HEXES)  # 1: a Go West hex
    west_distance = i8(HEXES)  # hexes to the nearest of them; for advice only
    ranch_hex = i8(RANCHES)  # ascending
    ranch_number = i8(HEXES)  # in ranch_hex; -1: no ranch
    start_hex = i8(RAILROADS)
    start_income = i16(RAILROADS)
    cubes = i8(RAILROADS)  # to build
    shares = i8(RAILROADS)  # certificates
    most_builds = i8(RAILROADS)  # in one Decision
    start_cash = i16(SEATS + 1)  # by seats
    base_cost = i8()
    last_step = i8(DECISIONS)  # the End box
    rounds = i8()
    tp_opens_after = i8()  # ranches
    end_track = i8()  # railroads out of track
    end_stock = i8()  # railroads out of certificates
    end_markers = i8()  # ranch markers left


class Scratch(Struct):
    """What the rules need to think."""

    keys = i64(SEATS)  # by which the seats are ranked


Position = game.Position[Board, State, Scratch]
