"""Values of a railroad, a share, a dollar and a link.

The value of a railroad is its treasury plus its income over the remaining rounds; a share is worth
its part of that. Rules use integers: money is in cents, time in tenths of a round. The weights are
judgements, not measurements.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import (
    BULL,
    BULL_AUCTION,
    CUBES,
    RAILROADS,
    ROUNDS,
    SHARES,
    BoardLayout,
    StateLayout,
)

DOLLAR = 100  # cents
ROUND = 10  # tenths
SHARES_PER_ROUND = 7  # typical number of shares sold
CUBES_PER_ROUND = 25  # tenths of a cube, of the railroad that builds most
IDLE_DOLLAR = 85  # value of an idle treasury dollar to the shareholders, in cents
ENOUGH_TIME = 2 * ROUND  # with less left, a dollar spent on track does not pay back
LINKS_PER_TURN, USUAL_LINK_COST = 3, 5  # money a railroad can spend on track soon, in dollars
BUILDING_DOLLAR = 36  # return of a dollar spent on track, in cents per round
MAX_DOLLAR = 120  # maximum value of a treasury dollar, in cents
SCARCITY = 60  # percent of the value of unsold railroads that is added to the cash
EARLY_CASH = 3  # extra value of cash, in percent per unsold share


@rule
def estimate_rounds_left(s: StateLayout) -> int:
    """Estimate the rounds after the current one, in tenths."""
    unsold = RAILROADS * SHARES
    cubes = CUBES
    for railroad in range(RAILROADS):
        unsold -= s.sold[railroad]
        cubes = min(cubes, s.cubes[railroad])
    guess = min(ROUND * unsold // SHARES_PER_ROUND, 10 * ROUND * cubes // CUBES_PER_ROUND)
    return min(guess, ROUND * (ROUNDS - s.round_number))


@rule
def estimate_payments(s: StateLayout, railroad: int, rounds_left: int) -> int:
    """Estimate how often the railroad will still be paid, in tenths."""
    if s.round_number == 0 or s.phase == BULL or s.phase == BULL_AUCTION:
        return rounds_left
    return rounds_left + ROUND if railroad >= s.railroad else rounds_left


@rule
def estimate_railroad(income: int, treasury: int, cubes: int, tenths: int) -> int:
    """Estimate what a railroad will pay in total, in cents."""
    if tenths <= 0:
        return 0
    useful = 0
    if tenths >= ENOUGH_TIME:
        useful = min(treasury, USUAL_LINK_COST * min(cubes, LINKS_PER_TURN))
    rate = min(MAX_DOLLAR, max(IDLE_DOLLAR, BUILDING_DOLLAR * tenths // ROUND))
    money = useful * rate + (treasury - useful) * IDLE_DOLLAR
    return DOLLAR // ROUND * income * tenths + money * min(tenths, ROUND) // ROUND


@rule
def estimate_share(s: StateLayout, railroad: int, price: int, rounds_left: int) -> int:
    """Estimate what one more share brings its buyer at this price, in cents."""
    tenths = estimate_payments(s, railroad, rounds_left)
    total = estimate_railroad(
        s.income[railroad], s.treasury[railroad] + price, s.cubes[railroad], tenths
    )
    return total // (s.sold[railroad] + 1)


@rule
def estimate_cash_rate(board: BoardLayout, s: StateLayout, rounds_left: int) -> int:
    """Return the value of a dollar of cash, in cents; it falls as shares are sold.

    In the initial auctions, cash is worth more because railroads are still for sale.
    """
    unsold = RAILROADS * SHARES
    for railroad in range(RAILROADS):
        unsold -= s.sold[railroad]
    if s.round_number > 0:
        return DOLLAR + EARLY_CASH * unsold
    cash = 1
    for seat in range(s.seats):
        cash += s.cash[seat]
    # Railroads still for sale will each earn from two cities of their own, in cents.
    coming = (RAILROADS - 1 - s.railroad) * 2 * board.pay[1] * rounds_left * (DOLLAR // ROUND)
    return MAX_DOLLAR + SCARCITY * coming // (DOLLAR * cash)


@rule
def estimate_deal_gain(
    board: BoardLayout, s: StateLayout, link: int, seat: int, price: int, rounds_left: int
) -> int:
    """Estimate how much the sale of a link helps a seat compared with the others."""
    seller = owner_of(board, s, link)
    gain = 0
    for railroad in range(RAILROADS):
        money = 0
        if railroad == s.railroad:
            money = -price
        elif railroad == seller:
            money = price
        tenths = estimate_payments(s, railroad, rounds_left)
        change = income_change(board, s, link, seller, railroad)
        if change == 0 and money == 0:
            continue
        before = estimate_railroad(
            s.income[railroad], s.treasury[railroad], s.cubes[railroad], tenths
        )
        after = estimate_railroad(
            s.income[railroad] + change, s.treasury[railroad] + money, s.cubes[railroad], tenths
        )
        each = (after - before) // s.sold[railroad]
        mine = s.shares[seat][railroad]
        # What the seat gains counts double against the average gain of the others.
        gain += each * (2 * (s.seats - 1) * mine - (s.sold[railroad] - mine))
    return gain
