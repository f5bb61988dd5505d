"""The structs of Texas & Pacific: state, board and scratch memory."""

from __future__ import annotations

from roundhouse.core import state
from roundhouse.core.layout import Struct, i8, i16, i64

SEATS = 6
HEXES = 128  # maximum on a board
RANCHES = 22
RAILROADS = 5
GHH, KATY, MP, SP, TP = range(RAILROADS)  # in the order of the auctions
STOCK, RANCH, TRACK = range(3)  # the Decisions
DECISIONS = 3

# Phases. `turn` is the next bidder in an auction, otherwise the same as `mover`.
CHANCE_OPENS, INITIAL_AUCTION, CHOOSE, OFFER_STOCK, STOCK_AUCTION = range(5)
CLAIM_RANCH, TP_AUCTION, RUN_RAILROAD, BUILDING = range(5, 9)

# Values of `reach`: NEAR means that the railroad may build there, costs aside.
FAR, NEAR, BUILT = 0, 1, 2
# Values of `west`: no track in the West, may go West, has gone West.
EAST, MAY_GO, GONE = 0, 1, 2


class StateLayout(Struct):
    """Money, certificates, track and the Decision cubes; unused fields are zero."""

    turn = i8()
    seats = i8()
    rules = i8()  # version of the rules
    phase = i8()
    mover = i8()  # the seat whose Decision it is
    round_number = i8()  # from 1
    steps = i8(DECISIONS)  # steps of each Decision cube from its Start box
    running = i8()  # the railroad that builds track
    builds = i8()  # built in this Decision
    selling = i8()  # the railroad whose certificate is up for auction
    bidders = i8(SEATS)  # this and the next five fields: see core/auction.py
    opener = i8()
    best_seat = i8()
    price = i16()
    floor = i16()
    must_open = i8()
    cash = i16(SEATS)
    owned = i8(SEATS, RAILROADS)  # certificates
    ranches = i8(SEATS)
    claimed = i8()  # ranches claimed by all seats
    markers = i8(RANCHES)  # 1: the ranch is unclaimed
    treasury = i16(RAILROADS)
    income = i16(RAILROADS)
    sold = i8(RAILROADS)  # certificates
    cubes = i8(RAILROADS)  # not built yet
    west = i8(RAILROADS)  # EAST, MAY_GO or GONE
    reach = i8(RAILROADS, HEXES)  # FAR, NEAR or BUILT
    tracks = i8(HEXES)  # railroads in the hex


class BoardLayout(Struct):
    """Board tables that the rules read."""

    hexes = i8()
    sides = i8(HEXES)  # number of neighbours
    side = i8(HEXES, 6)  # the neighbours, ascending
    gain = i8(HEXES)  # income of track there
    closed = i8(HEXES)  # 1: a Start City, closed to the other starting railroads (T2)
    tp_enters = i8()  # 1: T&P may enter Start Cities (T2)
    western = i8(HEXES)  # 1: a Go West hex
    west_distance = i8(HEXES)  # distance to the nearest Go West hex; for heuristics
    ranch_hex = i8(RANCHES)  # ascending
    ranch_number = i8(HEXES)  # index in ranch_hex; -1: no ranch
    start_hex = i8(RAILROADS)
    start_income = i16(RAILROADS)
    cubes = i8(RAILROADS)  # track cubes at the start
    shares = i8(RAILROADS)  # certificates
    max_builds = i8(RAILROADS)  # per Decision
    start_cash = i16(SEATS + 1)  # by number of seats
    base_cost = i8()
    last_step = i8(DECISIONS)  # steps to the End box
    rounds = i8()
    tp_opens_after = i8()  # claimed ranches
    end_track = i8()  # the game ends with this many railroads out of track,
    end_stock = i8()  # this many out of certificates,
    end_markers = i8()  # or this few ranch markers left


class ScratchLayout(Struct):
    """Working memory of the rules."""

    keys = i64(SEATS)  # ranking keys


State = state.State[BoardLayout, StateLayout, ScratchLayout]
