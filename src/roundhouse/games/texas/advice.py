"""Advice on Texas & Pacific: what a position is worth, and what is worth trying.

Worths are in thousandths of a dollar, numbers of General Dividends in hundredths.
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.texas.actions import BID, BUILD, CLAIM, DECIDE, DONE, OFFER, PASS, RUN, WEST
from roundhouse.games.texas.rules.ending import certificates
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.rules.money import least_bid
from roundhouse.games.texas.rules.track import build_cost, may_enter
from roundhouse.games.texas.state import (
    BUILT,
    GONE,
    MAY_GO,
    NEAR,
    RAILROADS,
    RANCH,
    RANCHES,
    TRACK,
    Board,
    Scratch,
    State,
)

CLAIMS = 3  # ranches claimed in a usual round
SALES = 3  # certificates sold in a usual round
BUILD_PRICE = 3  # dollars that a build costs, by and large
LATER = 900  # income that each certificate sold later will have built, in thousandths
EAGER = 160  # what a dollar is worth more for each dividend left: it buys certificates
# Longer playouts won more games, a network told of a keener look guides better: docs/bots.md
SEARCH = SearchSettings(turns=16, trust=0.3, keen=3)
# Steps of about the same height; a master takes a second or more: docs/bots.md.
LADDER = Ladder(
    easy=Rung(38, 0.29),
    medium=Rung(150, 0.18),
    hard=Rung(900, 0.05),
    master=Rung(120_000, trust=1.0),
)
FAR_WEST = 10  # from farther off nobody heads for the West


@rule
def dividends_left(board: Board, s: State) -> int:
    """How many General Dividends are still to come, in hundredths."""
    if s.turn == OVER:
        return 0
    left = 100 * (board.rounds - s.round_number + 1)
    ranches = RANCHES - board.end_markers - s.claimed
    left = min(left, 100 + 100 * max(0, ranches - 1) // CLAIMS)
    unsold = 0
    most = 0
    for railroad in range(RAILROADS):
        papers = board.shares[railroad] - s.sold[railroad]
        unsold += papers
        most = max(most, papers)
    return min(left, 100 + 100 * max(0, unsold - most // 2 - 1) // SALES)


@rule
def usual_prospects(board: Board, s: State, railroad: int, growth: int, left: int) -> int:
    """What the railroad will pay to all certificates together if it soon earns `growth` more."""
    total = 1000 * s.income[railroad] * left // 100
    total += growth * max(0, left - 60) // 100
    # Certificates sold later fill the treasury again.
    unsold = board.shares[railroad] - s.sold[railroad]
    return total + LATER * min(unsold, s.cubes[railroad]) * max(0, left - 150) // 100


@rule
def prospects(board: Board, s: State, railroad: int, treasury: int, left: int) -> int:
    """The same from a look at the map: what is near, and the West."""
    if s.west[railroad] == GONE:
        return 1000 * s.income[railroad] * left // 100
    near = 0
    far = FAR_WEST
    reach = s.reach[railroad]
    for hex_ in range(board.hexes):
        if reach[hex_] == BUILT:
            far = min(far, board.west_distance[hex_])
        elif reach[hex_] == NEAR and build_cost(board, s, hex_) <= treasury:
            near += board.gain[hex_]
    builds = min(s.cubes[railroad], treasury // BUILD_PRICE)
    growth = min(300 * near + 500 * builds, 1000 * builds)
    total = usual_prospects(board, s, railroad, growth, left)
    if s.west[railroad] == MAY_GO:
        total += 700 * s.income[railroad]
    elif far <= builds:
        total += 500 * s.income[railroad] * (FAR_WEST - far) // FAR_WEST
    return total


@rule
def share_of(board: Board, s: State, railroad: int, sold: int, total: int, left: int) -> int:
    """One certificate's part of a railroad's prospects when `sold` are out already.

    Those still unsold will water it, but not at once.
    """
    papers = 100 * sold + (board.shares[railroad] - sold) * left // 12
    rounding = 1000 * left // 100 * (sold - 1) // (2 * sold)
    return total * 100 // papers + rounding


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Cash, and what certificates and ranches will bring; a bid counts as if it won."""
    left = dividends_left(board, s)
    dollar = 1000 + EAGER * max(0, left - 100) // 100
    for seat in range(s.seats):
        out[seat] = dollar * s.cash[seat] + 10 * left * s.ranches[seat]
        if s.turn == OVER:
            out[seat] += s.ranches[seat] - 30 * certificates(s, seat)
    if s.turn == OVER:
        return
    selling = -1
    buyer = NOBODY
    price = 0
    if in_auction(s):
        selling = s.selling
        buyer = s.best_seat
        price = s.price
        if buyer == NOBODY:  # somebody will open it
            buyer = s.turn
            price = min(s.floor, s.cash[buyer])
        out[buyer] -= dollar * price
    for railroad in range(RAILROADS):
        sold = s.sold[railroad]
        treasury = s.treasury[railroad]
        if railroad == selling:
            sold += 1
            treasury += price
        if sold > 0:
            total = prospects(board, s, railroad, treasury, left)
            share = share_of(board, s, railroad, sold, total, left)
            for seat in range(s.seats):
                out[seat] += share * s.owned[seat][railroad]
            if railroad == selling:
                out[buyer] += share


@rule
def rough_worth(board: Board, s: State, railroad: int, left: int) -> int:
    """What one more certificate may bring, in dollars; no look at the map."""
    sold = s.sold[railroad] + 1
    builds = min(s.cubes[railroad], (s.treasury[railroad] + s.floor) // BUILD_PRICE)
    total = usual_prospects(board, s, railroad, 800 * builds, left)
    return share_of(board, s, railroad, sold, total, left) // 1000


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """In an auction what the certificate is worth; else how many dividends are left."""
    left = dividends_left(board, s)
    if in_auction(s):
        return rough_worth(board, s, s.selling, left)
    return left


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, guess: int) -> int:
    if action >= BUILD:
        return prefer_building(board, s, action, guess)
    if action == PASS or (BID <= action < DECIDE):
        return prefer_bid(board, s, action, guess)
    if action >= RUN:
        return prefer_run(board, s, action - RUN)
    if action >= CLAIM:
        return 500
    if action >= OFFER:
        railroad = action - OFFER
        return max(
            1,
            min(1000, 20 + 20 * (rough_worth(board, s, railroad, guess) - least_bid(s, railroad))),
        )
    return prefer_decision(board, s, action - DECIDE, guess)


@rule
def prefer_bid(board: Board, s: State, action: int, worth: int) -> int:
    """Bids up to the worth of the certificate, small steps above all; never beyond."""
    if not in_auction(s):
        return 1  # a Decision with nothing done
    if action == PASS:
        if s.floor > worth:
            return 1000
        return 60
    amount = action - BID
    if amount == s.floor:
        return 300 if amount <= worth else 10
    if amount > worth:
        return 0
    return 60 * (worth - amount + 1) // (worth - s.floor + 1)


@rule
def prefer_run(board: Board, s: State, railroad: int) -> int:
    """The railroad that can build and of which one owns much."""
    part = 100 * s.owned[s.turn][railroad] // s.sold[railroad]
    builds = min(s.cubes[railroad], s.treasury[railroad] // BUILD_PRICE)
    most = min(board.most_builds[railroad], 6)
    return 1 + part * min(builds, most) + (part if s.west[railroad] == MAY_GO else 0)


@rule
def prefer_decision(board: Board, s: State, decision: int, left: int) -> int:
    if decision == RANCH:
        for ranch in range(RANCHES):
            if s.markers[ranch] == 1 and s.tracks[board.ranch_hex[ranch]] > 0:
                return 400
        return 10
    best = 0
    for railroad in range(RAILROADS):
        if decision == TRACK:
            if s.owned[s.turn][railroad] > 0 and s.west[railroad] != GONE:
                best = max(best, prefer_run(board, s, railroad))
        elif 0 < s.sold[railroad] < board.shares[railroad]:
            least = least_bid(s, railroad)
            if least <= s.cash[s.turn]:
                best = max(best, 15 * (rough_worth(board, s, railroad, left) - least))
    return max(10, min(600, best))


@rule
def prefer_building(board: Board, s: State, action: int, left: int) -> int:
    """Income for little money; plain hexes only on the way to something."""
    railroad = s.running
    if action == DONE:
        return 20
    if action == WEST:
        if s.treasury[railroad] < 2 * board.base_cost or left <= 150:
            return 400
        return 15
    hex_ = action - BUILD
    if board.gain[hex_] > 0:
        return min(1000, 800 * board.gain[hex_] // build_cost(board, s, hex_) + 100)
    ahead = 0
    reach = s.reach[railroad]
    side = board.side[hex_]
    for i in range(board.sides[hex_]):
        if reach[side[i]] != BUILT and may_enter(board, s, railroad, side[i]):
            ahead += board.gain[side[i]]
    return max(1, 30 * ahead * board.base_cost // build_cost(board, s, hex_))
