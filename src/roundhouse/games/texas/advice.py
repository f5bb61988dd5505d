"""Heuristics of Texas & Pacific: state evaluation and action priors.

Values are in thousandths of a dollar, numbers of General Dividends in hundredths. A weight is a
judgement unless a comment names the measurement it comes from.
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams
from roundhouse.games.texas.actions import BID, BUILD, CLAIM, DECIDE, DONE, OFFER, PASS, RUN, WEST
from roundhouse.games.texas.rules.ending import count_certificates
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.rules.money import minimum_bid
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
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

# Units.
DOLLAR = 1000  # thousandths
DIVIDEND = 100  # one General Dividend, in hundredths

# How the game goes on.
CLAIMS = 3  # ranches claimed in a typical round
SALES = 3  # certificates sold in a typical round
SALES_PER_CERTIFICATE = 12  # dividends in hundredths that sell a hundredth of the unsold ones
BUILD_PRICE = 3  # average cost of a build, in dollars
BUILD_DELAY = 60  # hundredths of a dividend until new track earns
SALE_DELAY = 150  # hundredths of a dividend until track built with the price of a sale earns

# Income that track will add, in thousandths of a dollar per dividend.
NEAR_INCOME = 300  # per dollar of income in affordable hexes beside the track
BUILD_INCOME = 500  # per build the treasury can pay
MAX_BUILD_INCOME = 1000  # per build, at most
USUAL_BUILD_INCOME = 800  # per build, when the map is not examined
LATER_INCOME = 900  # per later sale, built with its price

# The dividend of going West, in thousandths of it.
MAY_GO_BONUS = 700  # the railroad has reached the West
HEADS_WEST_BONUS = 500  # its cubes suffice to get there, before the discount for the distance
FAR_WEST = 10  # hexes; railroads farther away do not head for the West

DOLLAR_BONUS = 160  # extra value of a dollar per dividend left: it buys certificates
CERTIFICATE_TIE = 30  # fewest certificates breaks ties before the (at most 22) ranches

# Priors. Small numbers keep an action possible without looking attractive.
CLAIM_PRIOR = 500  # claims cost nothing
IDLE_PRIOR = 1  # a Decision that does nothing
OPEN_PRIOR = 300  # the minimum bid, if the certificate is worth it
POOR_OPEN_PRIOR = 10  # the minimum bid otherwise: the opener of a Stock Decision has to bid
RAISE_PRIOR = 60  # the smallest raise; larger ones less, down to nothing above the value
PASS_PRIOR = 60  # while the certificate is worth the minimum
GIVE_UP_PRIOR = 1000  # the certificate costs more than it is worth
OFFER_PRIOR = 20  # and as much per dollar of profit
RANCH_PRIOR = 400  # there is a ranch to claim
MIN_DECISION_PRIOR, MAX_DECISION_PRIOR = 10, 600
STOCK_PRIOR = 15  # per dollar of profit on the best certificate
MAX_BUILDS = 6  # of T&P that count: it may build any number
DONE_PRIOR = 20
GO_WEST_PRIOR = 400  # nothing better to do with the railroad
STAY_PRIOR = 15  # to go West while it can still build
LAST_DIVIDEND = 150  # hundredths of a dividend; with fewer left, track no longer pays
INCOME_PRIOR = 800  # a hex that earns its cost with each dividend
CITY_PRIOR = 100  # any hex with income
PATH_PRIOR = 30  # a plain hex, per dollar of income in the hexes beyond it

# Longer rollouts won more games, and the network learned with a sharper value prior:
# lab/2026-11-15-search-settings.md.
SEARCH = SearchParams(rollout_turns=16, value_weight=0.3, value_prior_sharpness=3)
# Steps of about the same height; a master takes a second or more: lab/2026-11-17-level-ladders.md.
LADDER = Ladder(
    easy=Rung(38, 0.29),
    medium=Rung(150, 0.18),
    hard=Rung(900, 0.05),
    master=Rung(120_000, network_weight=1.0),
)


@rule
def estimate_dividends_left(board: BoardLayout, s: StateLayout) -> int:
    """Estimate how many General Dividends are still to come, in hundredths."""
    if s.turn == OVER:
        return 0
    left = DIVIDEND * (board.rounds - s.round_number + 1)
    ranches = RANCHES - board.end_markers - s.claimed
    left = min(left, DIVIDEND + DIVIDEND * max(0, ranches - 1) // CLAIMS)
    unsold = 0
    largest_stock = 0
    for railroad in range(RAILROADS):
        unsold_here = board.shares[railroad] - s.sold[railroad]
        unsold += unsold_here
        largest_stock = max(largest_stock, unsold_here)
    # One railroad need not sell out for the game to end; half of the largest stock may stay.
    needed = max(0, unsold - largest_stock // 2 - 1)
    return min(left, DIVIDEND + DIVIDEND * needed // SALES)


@rule
def estimate_usual_prospects(
    board: BoardLayout, s: StateLayout, railroad: int, growth: int, left: int
) -> int:
    """Estimate what the railroad will pay in total if it soon earns `growth` more."""
    total = DOLLAR * s.income[railroad] * left // DIVIDEND
    total += growth * max(0, left - BUILD_DELAY) // DIVIDEND
    # Certificates sold later fill the treasury again.
    unsold = board.shares[railroad] - s.sold[railroad]
    sales = min(unsold, s.cubes[railroad])
    return total + LATER_INCOME * sales * max(0, left - SALE_DELAY) // DIVIDEND


@rule
def estimate_prospects(
    board: BoardLayout, s: StateLayout, railroad: int, treasury: int, left: int
) -> int:
    """Estimate what the railroad will pay in total, from what is near it on the map."""
    if s.west[railroad] == GONE:
        return DOLLAR * s.income[railroad] * left // DIVIDEND
    near = 0
    far = FAR_WEST
    reach = s.reach[railroad]
    for hex_ in range(board.hexes):
        if reach[hex_] == BUILT:
            far = min(far, board.west_distance[hex_])
        elif reach[hex_] == NEAR and build_cost(board, s, hex_) <= treasury:
            near += board.gain[hex_]
    builds = min(s.cubes[railroad], treasury // BUILD_PRICE)
    growth = min(NEAR_INCOME * near + BUILD_INCOME * builds, MAX_BUILD_INCOME * builds)
    total = estimate_usual_prospects(board, s, railroad, growth, left)
    if s.west[railroad] == MAY_GO:
        total += MAY_GO_BONUS * s.income[railroad]
    elif far <= builds:
        total += HEADS_WEST_BONUS * s.income[railroad] * (FAR_WEST - far) // FAR_WEST
    return total


@rule
def estimate_share(
    board: BoardLayout, s: StateLayout, railroad: int, sold: int, total: int, left: int
) -> int:
    """Estimate one certificate's part of a railroad's prospects when `sold` are sold.

    Certificates that are still unsold will dilute it later.
    """
    # In hundredths of a certificate.
    certificates = 100 * sold + (board.shares[railroad] - sold) * left // SALES_PER_CERTIFICATE
    # Dividends are rounded up: on average by half of what can be left after the division.
    rounding = DOLLAR * left // DIVIDEND * (sold - 1) // (2 * sold)
    return total * 100 // certificates + rounding


@rule
def evaluate(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Add up cash and expected income of each seat; a bid counts as if it won."""
    left = estimate_dividends_left(board, s)
    dollar = DOLLAR + DOLLAR_BONUS * max(0, left - DIVIDEND) // DIVIDEND
    ranch = DOLLAR * left // DIVIDEND  # $1 per dividend
    for seat in range(s.seats):
        out[seat] = dollar * s.cash[seat] + ranch * s.ranches[seat]
        if s.turn == OVER:
            out[seat] += s.ranches[seat] - CERTIFICATE_TIE * count_certificates(s, seat)
    if s.turn == OVER:
        return
    selling = -1
    buyer = NO_SEAT
    price = 0
    if in_auction(s):
        selling = s.selling
        buyer = s.best_seat
        price = s.price
        if buyer == NO_SEAT:  # the seat to act is likely to open
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
            total = estimate_prospects(board, s, railroad, treasury, left)
            share = estimate_share(board, s, railroad, sold, total, left)
            for seat in range(s.seats):
                out[seat] += share * s.owned[seat][railroad]
            if railroad == selling:
                out[buyer] += share


@rule
def estimate_certificate(board: BoardLayout, s: StateLayout, railroad: int, left: int) -> int:
    """Estimate what one more certificate brings, in dollars, without the map."""
    sold = s.sold[railroad] + 1
    builds = min(s.cubes[railroad], (s.treasury[railroad] + s.floor) // BUILD_PRICE)
    total = estimate_usual_prospects(board, s, railroad, USUAL_BUILD_INCOME * builds, left)
    return estimate_share(board, s, railroad, sold, total, left) // DOLLAR


@rule
def action_context(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Return the certificate's value in an auction, otherwise the dividends left."""
    left = estimate_dividends_left(board, s)
    if in_auction(s):
        return estimate_certificate(board, s, s.selling, left)
    return left


@rule
def action_prior(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
) -> int:
    """Return the prior of an action, 0 to 1000."""
    if action >= BUILD:
        return building_prior(board, s, action, context)
    if action == PASS or (BID <= action < DECIDE):
        return bid_prior(board, s, action, context)
    if action >= RUN:
        return run_prior(board, s, action - RUN)
    if action >= CLAIM:
        return CLAIM_PRIOR
    if action >= OFFER:
        railroad = action - OFFER
        profit = estimate_certificate(board, s, railroad, context) - minimum_bid(s, railroad)
        return max(1, min(1000, OFFER_PRIOR + OFFER_PRIOR * profit))
    return decision_prior(board, s, action - DECIDE, context)


@rule
def bid_prior(board: BoardLayout, s: StateLayout, action: int, value: int) -> int:
    """Favour small raises up to the certificate's value; never bid more."""
    if not in_auction(s):
        return IDLE_PRIOR
    if action == PASS:
        if s.floor > value:
            return GIVE_UP_PRIOR
        return PASS_PRIOR
    amount = action - BID
    if amount == s.floor:
        return OPEN_PRIOR if amount <= value else POOR_OPEN_PRIOR
    if amount > value:
        return 0
    return RAISE_PRIOR * (value - amount + 1) // (value - s.floor + 1)


@rule
def run_prior(board: BoardLayout, s: StateLayout, railroad: int) -> int:
    """Favour railroads that can build and of which the seat owns much."""
    part = 100 * s.owned[s.turn][railroad] // s.sold[railroad]  # percent of the certificates
    builds = min(s.cubes[railroad], s.treasury[railroad] // BUILD_PRICE)
    max_builds = min(board.max_builds[railroad], MAX_BUILDS)
    return 1 + part * min(builds, max_builds) + (part if s.west[railroad] == MAY_GO else 0)


@rule
def decision_prior(board: BoardLayout, s: StateLayout, decision: int, left: int) -> int:
    """Return the prior of a Decision."""
    if decision == RANCH:
        for ranch in range(RANCHES):
            if s.markers[ranch] == 1 and s.tracks[board.ranch_hex[ranch]] > 0:
                return RANCH_PRIOR
        return MIN_DECISION_PRIOR
    best = 0
    for railroad in range(RAILROADS):
        if decision == TRACK:
            if s.owned[s.turn][railroad] > 0 and s.west[railroad] != GONE:
                best = max(best, run_prior(board, s, railroad))
        elif 0 < s.sold[railroad] < board.shares[railroad]:
            price = minimum_bid(s, railroad)
            if price <= s.cash[s.turn]:
                profit = estimate_certificate(board, s, railroad, left) - price
                best = max(best, STOCK_PRIOR * profit)
    return max(MIN_DECISION_PRIOR, min(MAX_DECISION_PRIOR, best))


@rule
def building_prior(board: BoardLayout, s: StateLayout, action: int, left: int) -> int:
    """Favour cheap income; build in plain hexes only on the way to something."""
    railroad = s.running
    if action == DONE:
        return DONE_PRIOR
    if action == WEST:
        if s.treasury[railroad] < 2 * board.base_cost or left <= LAST_DIVIDEND:
            return GO_WEST_PRIOR
        return STAY_PRIOR
    hex_ = action - BUILD
    if board.gain[hex_] > 0:
        return min(1000, INCOME_PRIOR * board.gain[hex_] // build_cost(board, s, hex_) + CITY_PRIOR)
    ahead = 0
    reach = s.reach[railroad]
    side = board.side[hex_]
    for i in range(board.sides[hex_]):
        if reach[side[i]] != BUILT and may_enter(board, s, railroad, side[i]):
            ahead += board.gain[side[i]]
    return max(1, PATH_PRIOR * ahead * board.base_cost // build_cost(board, s, hex_))
