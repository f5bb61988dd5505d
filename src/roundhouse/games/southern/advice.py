"""Advice on Southern Pacific: what a position is worth, and what is worth trying.

A railroad is worth its treasury and its income over the rounds still to come; a share is worth
its part of that. Money is counted in cents and time in tenths of a round, for all is integers.
An auction or a talk under way is judged as if it ended sensibly from here.
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    DONE,
    OFFER,
    PASS,
    PAY,
    PRICED,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.network import is_in, links_at, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    FREE_LINK,
    INCOME,
    ONCE,
    PRICE,
    RAILROADS,
    REPLY,
    ROUNDS,
    SHARES,
    STOCK,
    TRACK,
    Board,
    Scratch,
    State,
)

SOLD_A_ROUND = 7  # shares that usually find buyers in a round
LAID_A_ROUND = 25  # tenths of a cube that the busiest railroad lays in a round
IDLE = 85  # what an idle dollar of a treasury is worth to the shareholders, in cents
BUILDING = 36  # what a dollar that can be built with brings over a round, in cents
MOST_BUILDING = 120
MINORITY = 92  # what a share is worth to others than the president, per cent
SCARCE = 60  # how much of what the coming railroads promise is put on the cash for them, per cent
LEAPS = 4  # bids so far above the least are thinkable
EARLY_CASH = 3  # what cash is worth above par, per cent for each unsold share
SEARCH = SearchSettings(turns=60)  # longer playouts won more games: docs/bots.md


# What is to come


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
def income_change(board: Board, s: State, link: int, seller: int, railroad: int) -> int:
    """What the railroad's income would change by if the acting one had the link."""
    total = 0
    for which in range(2):
        city = board.end_a[link] if which == 0 else board.end_b[link]
        there = 0
        for other in range(RAILROADS):
            there += (s.cities[other] >> city) & 1
        then = there
        inside = is_in(s, railroad, city)
        stays = inside
        if not is_in(s, s.railroad, city):
            then += 1
            stays = stays or railroad == s.railroad
        if (
            seller != NOBODY
            and city != board.home[seller]
            and links_at(board, s, seller, city) == 1
        ):
            then -= 1
            stays = stays and railroad != seller
        if stays:
            total += board.pay[then]
        if inside:
            total -= board.pay[there]
    return total


# A talk under way


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


@rule
def will_agree(board: Board, s: State, to_come: int) -> bool:
    """Whether the one who is asked about a price will likely agree."""
    if s.phase == ANSWER:
        seat = s.president[owner_of(board, s, s.link)]
    else:
        seat = s.president[s.railroad]
    return deal_gain(board, s, s.link, seat, s.price, to_come) > 0


# An auction under way


@rule
def likely_buyer(s: State, to_come: int) -> int:
    """Who will likely get the share now for sale, or NOBODY."""
    if s.phase == AUCTION:
        return s.best_seat
    if s.phase == ONCE:
        best = s.best_seat
        price = s.floor
        last = (s.card + s.offered) % s.seats
        seat = s.turn
        for _ in range(s.seats):
            worth_it = share_worth(s, s.railroad, price, to_come) > 100 * price + 100
            if s.cash[seat] >= price and worth_it:
                best = seat
                price += 1
            if seat == last:
                break
            seat = (seat + 1) % s.seats
        return best
    return NOBODY


@rule
def likely_price(s: State, buyer: int) -> int:
    """What the likely buyer pays: in a once-around auction the later ones go a dollar up."""
    if s.phase == ONCE and buyer != s.best_seat:
        return s.floor
    return s.price


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


# The advice


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Cash in the end, expected, in cents."""
    for seat in range(s.seats):
        out[seat] = 100 * s.cash[seat]
    if s.turn == OVER:
        return
    to_come = rounds_to_come(s)
    buyer = likely_buyer(s, to_come)
    price = 0
    if buyer != NOBODY:
        price = likely_price(s, buyer)
    deal = False
    seller = NOBODY
    if s.phase == ANSWER or s.phase == REPLY:
        deal = will_agree(board, s, to_come)
        seller = owner_of(board, s, s.link)
    rate = cash_rate(board, s, to_come)
    for seat in range(s.seats):
        out[seat] = rate * (s.cash[seat] - (price if seat == buyer else 0))
    for railroad in range(RAILROADS):
        income = s.income[railroad]
        treasury = s.treasury[railroad]
        held = s.sold[railroad]
        selling = buyer != NOBODY and railroad == s.railroad
        if selling:
            treasury += price
            held += 1
        if deal:
            income += income_change(board, s, s.link, seller, railroad)
            if railroad == s.railroad:
                treasury -= s.price
            elif railroad == seller:
                treasury += s.price
        if held == 0:
            continue
        tenths = payments(s, railroad, to_come)
        each = worth(income, treasury, s.cubes[railroad], tenths) // held
        for seat in range(s.seats):
            mine = s.shares[seat][railroad]
            if selling and seat == buyer:
                mine += 1
            if seat == s.president[railroad]:
                out[seat] += mine * each
            else:
                out[seat] += mine * each * MINORITY // 100


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """Tenths of rounds to come."""
    return rounds_to_come(s)


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, to_come: int) -> int:
    phase = s.phase
    if phase == AUCTION:
        return prefer_bid(board, s, action, to_come)
    if phase == ONCE:
        return prefer_bid(board, s, action, to_come)
    if phase == TRACK:
        return prefer_track(board, s, action, to_come)
    if phase == FREE_LINK:
        return prefer_track(board, s, action, to_come)
    if phase == INCOME:
        return prefer_dividend(s, action, to_come)
    if phase == STOCK:
        poor = s.treasury[s.railroad] < 15 and to_come >= 10
        if action == SELL:
            return 600 if poor else 200
        return 300
    if phase == BULL:
        if action == PASS:
            return 100
        return max(1, min(900, 150 + share_worth(s, action - OFFER, 0, to_come) // 10))
    return prefer_talk(board, s, action, to_come)


@rule
def prefer_bid(board: Board, s: State, action: int, to_come: int) -> int:
    """The lowest bid, while the share is worth it."""
    amount = s.floor if action == PASS else action - BID
    if amount > s.floor + LEAPS:
        return 1  # not worth working out
    rate = cash_rate(board, s, to_come)
    worth_it = amount == 0 or share_worth(s, s.railroad, amount, to_come) >= rate * amount
    if action == PASS:
        return 100 if worth_it else 900
    return 700 - 150 * (amount - s.floor) if worth_it else 1


@rule
def prefer_track(board: Board, s: State, action: int, to_come: int) -> int:
    if action == DONE:
        return 100
    link = action - BUILD if action < BUY else action - BUY
    seller = NOBODY if action < BUY else owner_of(board, s, link)
    change = income_change(board, s, link, seller, s.railroad)
    if action >= BUY:
        return 8 if change > 0 else 1
    if s.phase == FREE_LINK:
        return max(1, 200 * change)
    gain = change * payments(s, s.railroad, to_come) - 10 * board.link_cost
    if gain <= 0:
        return 1
    return min(900, 110 + 5 * gain)


@rule
def prefer_dividend(s: State, action: int, to_come: int) -> int:
    """All but what the next links will cost."""
    if action == SKIP:
        return 1
    keep = 0
    if to_come >= 15:
        keep = 5 * min(s.cubes[s.railroad], 2)
    most = (s.treasury[s.railroad] + s.income[s.railroad] - keep) // s.sold[s.railroad]
    return max(2, 900 - 300 * abs(action - PAY - max(most, 0)))


@rule
def prefer_talk(board: Board, s: State, action: int, to_come: int) -> int:
    buyer = s.president[s.railroad]
    seller = s.president[owner_of(board, s, s.link)]
    if action == ACCEPT:
        seat = seller if s.phase == ANSWER else buyer
        return 600 if deal_gain(board, s, s.link, seat, s.price, to_come) > 0 else 20
    if action == REFUSE:
        return 200
    if s.phase == PRICE:
        amount = action - PRICED
        if seller == buyer:
            return max(2, 800 - 40 * amount)
        if deal_gain(board, s, s.link, seller, amount, to_come) <= 0:
            return max(1, 20 - 2 * amount)
        # The least that the other president will take.
        if amount == 0 or deal_gain(board, s, s.link, seller, amount - 1, to_come) <= 0:
            return 900
        return max(2, 100 - 10 * amount)
    amount = action - ASK
    if deal_gain(board, s, s.link, buyer, amount, to_come) <= 0:
        return 1
    return min(150, 40 + 5 * (amount - s.price))
