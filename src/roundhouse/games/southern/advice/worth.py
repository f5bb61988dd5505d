"""What a railroad, a share, a dollar and a link are worth.

A railroad is worth its treasury and its income over the rounds still to come; a share is worth
its part of that. Money is counted in cents and time in tenths of a round, for all is integers.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import BULL, ONCE, RAILROADS, ROUNDS, SHARES, Board, State

SOLD_A_ROUND = 7  # shares that usually find buyers in a round
LAID_A_ROUND = 25  # tenths of a cube that the busiest railroad lays in a round
IDLE = 85  # what an idle dollar of a treasury is worth to the shareholders, in cents
BUILDING = 36  # what a dollar that can be built with brings over a round, in cents
MOST_BUILDING = 120
SCARCE = 60  # how much of what the coming railroads promise is put on the cash for them, per cent
EARLY_CASH = 3  # what cash is worth above par, per cent for each unsold share


@rule
def rounds_to_come(s: State) -> int:
    """Tenths of rounds after the current one, guessed from what ends the game."""
    unsold = RAILROADS * SHARES
    cubes = 99
    for railroad in range(RAILROADS):
        unsold -= s.sold[railroad]
        cubes = min(cubes, s.cubes[railroad])
    guess = min(10 * unsold // SOLD_A_ROUND, 100 * cubes // LAID_A_ROUND)
    return min(guess, 10 * (ROUNDS - s.round_number))


@rule
def payments(s: State, railroad: int, to_come: int) -> int:
    """Tenths of incomes that the railroad will still have."""
    if s.round_number == 0 or s.phase == BULL or s.phase == ONCE:
        return to_come
    return to_come + 10 if railroad >= s.railroad else to_come


@rule
def worth(income: int, treasury: int, cubes: int, tenths: int) -> int:
    """What a railroad will pay in all, in cents."""
    if tenths <= 0:
        return 0
    useful = 0
    if tenths >= 20:
        useful = min(treasury, 5 * min(cubes, 3))
    rate = min(MOST_BUILDING, max(IDLE, BUILDING * tenths // 10))
    money = useful * rate + (treasury - useful) * IDLE
    return 10 * income * tenths + money * min(tenths, 10) // 10


@rule
def share_worth(s: State, railroad: int, price: int, to_come: int) -> int:
    """What one more share would be worth to its buyer at this price, in cents."""
    tenths = payments(s, railroad, to_come)
    total = worth(s.income[railroad], s.treasury[railroad] + price, s.cubes[railroad], tenths)
    return total // (s.sold[railroad] + 1)


@rule
def cash_rate(board: Board, s: State, to_come: int) -> int:
    """What a dollar in hand is worth, in cents: more while there is something to buy with it.

    In the initial auctions all the cash of the table chases the railroads still to come.
    """
    unsold = RAILROADS * SHARES
    for railroad in range(RAILROADS):
        unsold -= s.sold[railroad]
    if s.round_number > 0:
        return 100 + EARLY_CASH * unsold
    cash = 1
    for seat in range(s.seats):
        cash += s.cash[seat]
    coming = (RAILROADS - 1 - s.railroad) * 2 * board.pay[1] * to_come * 10
    return MOST_BUILDING + SCARCE * coming // (100 * cash)


@rule
def deal_gain(board: Board, s: State, link: int, seat: int, price: int, to_come: int) -> int:
    """How much the sale of a link helps a seat, compared with the others."""
    seller = owner_of(board, s, link)
    gain = 0
    for railroad in range(RAILROADS):
        money = 0
        if railroad == s.railroad:
            money = -price
        elif railroad == seller:
            money = price
        tenths = payments(s, railroad, to_come)
        change = income_change(board, s, link, seller, railroad)
        if change == 0 and money == 0:
            continue
        before = worth(s.income[railroad], s.treasury[railroad], s.cubes[railroad], tenths)
        after = worth(
            s.income[railroad] + change, s.treasury[railroad] + money, s.cubes[railroad], tenths
        )
        each = (after - before) // s.sold[railroad]
        mine = s.shares[seat][railroad]
        gain += each * (2 * (s.seats - 1) * mine - (s.sold[railroad] - mine))
    return gain
