"""The rules of Texas & Pacific. Numbers in comments are the rulings of RULES.md."""

from __future__ import annotations

from roundhouse.core.auction import (
    HIGHEST,
    NOBODY,
    drop_out,
    list_bids,
    open_auction,
    place_bid,
    sold,
)
from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.rule import rule
from roundhouse.games.texas.actions import (
    BID,
    BUILD,
    CLAIM,
    DECIDE,
    DONE,
    OFFER,
    OPEN,
    PASS,
    RUN,
    WEST,
)
from roundhouse.games.texas.state import (
    BUILDING,
    BUILT,
    CHANCE_OPENS,
    CHOOSE,
    CLAIM_RANCH,
    DECISIONS,
    FAR,
    GHH,
    GONE,
    INITIAL_AUCTION,
    MAY_GO,
    NEAR,
    OFFER_STOCK,
    RAILROADS,
    RANCH,
    RANCHES,
    RUN_RAILROAD,
    SP,
    STOCK,
    STOCK_AUCTION,
    TP,
    TP_AUCTION,
    Board,
    Scratch,
    State,
)


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.turn = CHANCE
    s.phase = CHANCE_OPENS
    s.round_number = 1
    for seat in range(seats):
        s.cash[seat] = board.start_cash[seats]
    for ranch in range(RANCHES):
        s.markers[ranch] = 1
    for railroad in range(RAILROADS):
        s.cubes[railroad] = board.cubes[railroad]
        if railroad != TP:
            s.income[railroad] = board.start_income[railroad]
            lay_track(board, s, railroad, board.start_hex[railroad])


# What may be done


@rule
def legal(board: Board, s: State, scratch: Scratch, out: list[int]) -> int:
    n = 0
    phase = s.phase
    if phase in (STOCK_AUCTION, INITIAL_AUCTION, TP_AUCTION):
        return list_bids(s, s.cash[s.turn], out, 0, PASS, BID)
    if phase == BUILDING:
        return list_builds(board, s, out)
    if phase == CHOOSE:
        for decision in range(DECISIONS):
            if s.steps[decision] < board.last_step[decision] and (
                decision != STOCK or list_offers(board, s, out) > 0  # T1
            ):
                out[n] = DECIDE + decision
                n += 1
        return n
    if phase == RUN_RAILROAD:
        out[0] = PASS
        n = 1
        owned = s.owned[s.turn]
        for railroad in range(RAILROADS):
            if owned[railroad] > 0 and s.west[railroad] != GONE:  # T9
                out[n] = RUN + railroad
                n += 1
        return n
    if phase == CLAIM_RANCH:
        out[0] = PASS
        n = 1
        for ranch in range(RANCHES):
            hex_ = board.ranch_hex[ranch]
            if s.markers[ranch] == 1 and s.tracks[hex_] > 0:
                out[n] = CLAIM + hex_
                n += 1
        return n
    if phase == OFFER_STOCK:
        return list_offers(board, s, out)
    for seat in range(s.seats):
        out[n] = OPEN + seat
        n += 1
    return n


@rule
def weight(board: Board, s: State, action: int) -> int:
    return 1


@rule
def list_builds(board: Board, s: State, out: list[int]) -> int:
    n = 0
    railroad = s.running
    if s.cubes[railroad] > 0 and s.builds < board.most_builds[railroad]:
        affordable = s.treasury[railroad] // board.base_cost  # T8, as railroads in the hex
        if affordable > 0:
            reach = s.reach[railroad]
            for hex_ in range(board.hexes):
                if reach[hex_] == NEAR and s.tracks[hex_] < affordable:
                    out[n] = BUILD + hex_
                    n += 1
    if s.west[railroad] == MAY_GO:  # T9
        out[n] = WEST
        n += 1
    out[n] = DONE
    return n + 1


@rule
def least_bid(s: State, railroad: int) -> int:
    """The least that the next certificate may be sold for: what it would then pay."""
    owners = s.sold[railroad] + 1
    return (s.income[railroad] + owners - 1) // owners


@rule
def list_offers(board: Board, s: State, out: list[int]) -> int:
    """The certificates that the mover can afford; T&P's first is not sold this way."""
    n = 0
    purse = min(s.cash[s.mover], HIGHEST)  # T7
    for railroad in range(RAILROADS):
        if 0 < s.sold[railroad] < board.shares[railroad] and least_bid(s, railroad) <= purse:
            out[n] = OFFER + railroad
            n += 1
    return n


# What it does


@rule
def apply(board: Board, s: State, scratch: Scratch, action: int) -> None:
    if action == PASS or (BID <= action < DECIDE):
        if s.phase in (CLAIM_RANCH, RUN_RAILROAD):
            end_decision(board, s)
        else:
            bid_or_pass(board, s, action)
    elif action >= BUILD:
        if action == DONE:
            end_decision(board, s)
        elif action == WEST:
            go_west(board, s)
        else:
            build(board, s, action - BUILD)
    elif action >= RUN:
        s.running = action - RUN
        s.phase = BUILDING
    elif action >= CLAIM:
        claim(board, s, action - CLAIM)
    elif action >= OFFER:
        s.selling = action - OFFER
        s.phase = STOCK_AUCTION
        open_auction(s, s.mover, least_bid(s, s.selling), True)
    elif action >= DECIDE:
        decision = action - DECIDE
        s.steps[decision] += 1  # T11
        if decision == STOCK:
            s.phase = OFFER_STOCK
        elif decision == RANCH:
            s.phase = CLAIM_RANCH
        else:
            s.phase = RUN_RAILROAD
    else:
        s.phase = INITIAL_AUCTION
        s.selling = GHH
        open_auction(s, action - OPEN, s.income[GHH], False)


@rule
def bid_or_pass(board: Board, s: State, action: int) -> None:
    if action == PASS:
        drop_out(s)
    else:
        place_bid(s, action - BID)
    if not sold(s):
        return
    winner = s.best_seat
    if winner == NOBODY:
        winner = s.opener  # free; T10
    railroad = s.selling
    phase = s.phase
    s.cash[winner] -= s.price
    s.treasury[railroad] += s.price  # T10: a dead treasury too
    s.owned[winner][railroad] += 1
    s.sold[railroad] += 1
    clear_auction(s)
    if phase != INITIAL_AUCTION:
        end_decision(board, s)
    elif railroad < SP:
        s.selling = railroad + 1
        open_auction(s, winner, s.income[railroad + 1], False)
    else:
        for seat in range(s.seats):
            if s.owned[seat][GHH] > 0:
                begin_turn(s, seat)


@rule
def clear_auction(s: State) -> None:
    s.selling = 0
    s.opener = 0
    s.best_seat = 0
    s.price = 0
    s.floor = 0
    s.must_open = 0
    for seat in range(s.seats):
        s.bidders[seat] = 0


@rule
def begin_turn(s: State, seat: int) -> None:
    s.phase = CHOOSE
    s.mover = seat
    s.turn = seat


@rule
def claim(board: Board, s: State, hex_: int) -> None:
    s.markers[board.ranch_number[hex_]] = 0
    s.ranches[s.turn] += 1
    s.claimed += 1
    if s.claimed == board.tp_opens_after:
        s.income[TP] = board.start_income[TP]  # T8: the cube in Dallas adds nothing
        lay_track(board, s, TP, board.start_hex[TP])
        s.phase = TP_AUCTION
        s.selling = TP
        open_auction(s, s.mover, s.income[TP], False)
    else:
        end_decision(board, s)


@rule
def lay_track(board: Board, s: State, railroad: int, hex_: int) -> None:
    """A cube of the railroad is now in the hex; the hexes around it come within reach."""
    reach = s.reach[railroad]
    reach[hex_] = BUILT
    s.tracks[hex_] += 1
    side = board.side[hex_]
    for i in range(board.sides[hex_]):
        if reach[side[i]] == FAR and board.closed[side[i]] == 0:  # T2
            reach[side[i]] = NEAR
    if board.western[hex_] == 1:
        s.west[railroad] = MAY_GO


@rule
def build_cost(board: Board, s: State, hex_: int) -> int:
    return board.base_cost * (1 + s.tracks[hex_])


@rule
def build(board: Board, s: State, hex_: int) -> None:
    railroad = s.running
    s.treasury[railroad] -= build_cost(board, s, hex_)
    s.income[railroad] += board.gain[hex_]  # T3, T5, T8
    s.cubes[railroad] -= 1
    s.builds += 1
    lay_track(board, s, railroad, hex_)


@rule
def go_west(board: Board, s: State) -> None:
    railroad = s.running
    share = dividend(s, railroad)
    for seat in range(s.seats):
        s.cash[seat] += share * s.owned[seat][railroad]
    s.west[railroad] = GONE
    s.cubes[railroad] = 0  # T4: out of track
    s.treasury[railroad] = 0
    end_decision(board, s)


@rule
def dividend(s: State, railroad: int) -> int:
    """What each certificate of the railroad earns now."""
    owners = s.sold[railroad]
    if owners == 0:
        return 0  # T5
    return (s.income[railroad] + owners - 1) // owners


@rule
def end_decision(board: Board, s: State) -> None:
    s.running = 0
    s.builds = 0
    at_end = 0
    for decision in range(DECISIONS):
        if s.steps[decision] >= board.last_step[decision]:
            at_end += 1
    if at_end >= 2:
        pay_general_dividends(s)
        for decision in range(DECISIONS):
            s.steps[decision] = 0
        s.round_number += 1
        if finished(board, s):
            s.turn = OVER
            s.phase = 0
            s.mover = 0
            return
    begin_turn(s, (s.mover + 1) % s.seats)


@rule
def pay_general_dividends(s: State) -> None:
    for railroad in range(RAILROADS):
        share = dividend(s, railroad)
        if share > 0:
            for seat in range(s.seats):
                s.cash[seat] += share * s.owned[seat][railroad]
    for seat in range(s.seats):
        s.cash[seat] += s.ranches[seat]


# How it ends


@rule
def out_of_track(s: State) -> int:
    """How many railroads have no track left; T&P has all of its until it opens (T11)."""
    count = 0
    for railroad in range(RAILROADS):
        if s.cubes[railroad] == 0:
            count += 1
    return count


@rule
def out_of_stock(board: Board, s: State) -> int:
    count = 0
    for railroad in range(RAILROADS):
        if s.sold[railroad] == board.shares[railroad]:
            count += 1
    return count


@rule
def finished(board: Board, s: State) -> bool:
    """Asked when General Dividends have been paid."""
    return (
        out_of_track(s) >= board.end_track
        or out_of_stock(board, s) >= board.end_stock
        or RANCHES - s.claimed <= board.end_markers
        or s.round_number > board.rounds
    )


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.cash[seat]


@rule
def certificates(s: State, seat: int) -> int:
    count = 0
    for railroad in range(RAILROADS):
        count += s.owned[seat][railroad]
    return count


@rule
def better(s: State, seat: int, other: int) -> bool:
    """Whether `seat` stands strictly before `other` at the end."""
    if s.cash[seat] != s.cash[other]:
        return s.cash[seat] > s.cash[other]
    mine = certificates(s, seat)
    theirs = certificates(s, other)
    if mine != theirs:
        return mine < theirs
    return s.ranches[seat] > s.ranches[other]


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 0
        for other in range(s.seats):
            if better(s, other, seat):
                out[seat] += 1


@rule
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    return  # nothing is hidden
