"""The rules of Southern Pacific. Numbers in comments are the rulings of RULES.md."""

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
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    DONE,
    OFFER,
    OPENS,
    PASS,
    PAY,
    PRICED,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.network import enter, gain_link, lose_link, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BITS,
    BULL,
    CUBES,
    ENDED,
    FREE_LINK,
    HASH,
    INCOME,
    ONCE,
    OPEN,
    PRICE,
    RAILROADS,
    REPLY,
    ROUNDS,
    SHARES,
    STOCK,
    TRACK,
    WORDS,
    Board,
    Scratch,
    State,
)

MOST_BUILDS = 3
MOST_PURCHASES = 3


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.turn = CHANCE
    s.phase = OPEN
    s.card = NOBODY
    for seat in range(seats):
        s.cash[seat] = board.start_cash[seats]
    for link in range(board.links):
        s.free[board.word[link]] |= board.bit[link]
    for railroad in range(RAILROADS):
        s.president[railroad] = NOBODY
        s.cubes[railroad] = CUBES  # S1
        enter(board, s, railroad, board.home[railroad])  # S6


# What can be done


@rule
def legal(board: Board, s: State, scratch: Scratch, out: list[int]) -> int:
    phase = s.phase
    if phase == AUCTION:
        return list_bids(s, s.cash[s.turn], out, 0, PASS, BID)
    if phase == ONCE:
        return list_bids(s, s.cash[s.turn], out, 0, PASS, BID)
    if phase == TRACK:
        return list_track(board, s, out)
    if phase == INCOME:
        most = (s.treasury[s.railroad] + s.income[s.railroad]) // s.sold[s.railroad]  # S11
        out[0] = SKIP
        return list_amounts(0, most, out, 1, PAY)
    if phase == STOCK:
        out[0] = SKIP
        if s.sold[s.railroad] == SHARES:  # S12
            return 1
        out[1] = SELL
        return 2
    if phase == BULL:
        return list_offers(s, out)
    if phase == PRICE:
        return list_amounts(0, s.treasury[s.railroad], out, 0, PRICED)
    if phase == FREE_LINK:
        return list_free(board, s, out)
    if phase == OPEN:
        for seat in range(s.seats):
            out[seat] = OPENS + seat
        return s.seats
    out[0] = ACCEPT
    out[1] = REFUSE
    if phase == ANSWER:
        return list_amounts(s.price + 1, s.treasury[s.railroad], out, 2, ASK)
    return 2


@rule
def list_amounts(low: int, high: int, out: list[int], n: int, base: int) -> int:
    for amount in range(low, min(high, HIGHEST) + 1):  # S10
        out[n] = base + amount
        n += 1
    return n


@rule
def list_links(board: Board, links: int, word: int, out: list[int], n: int, base: int) -> int:
    """Write an action for each link of one word of a set."""
    base += word * BITS
    while links != 0:
        low = links & -links
        links ^= low
        out[n] = base + board.place[low % HASH]
        n += 1
    return n


@rule
def list_free(board: Board, s: State, out: list[int]) -> int:
    home = board.home[s.railroad]
    n = 0
    for word in range(WORDS):
        n = list_links(board, s.free[word] & board.links_at[home][word], word, out, n, BUILD)
    return n


@rule
def list_track(board: Board, s: State, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    railroad = s.railroad
    if s.cubes[railroad] == 0:
        return n
    reach = s.reach[railroad]
    if s.built < MOST_BUILDS and s.treasury[railroad] >= board.link_cost:
        for word in range(WORDS):
            n = list_links(board, s.free[word] & reach[word], word, out, n, BUILD)
    if s.bought < MOST_PURCHASES:
        for word in range(WORDS):
            loose = 0
            for seller in range(RAILROADS):
                loose |= s.loose[seller][word]
            loose &= reach[word] & ~(s.mine[railroad][word] | s.talked[word])  # S2
            n = list_links(board, loose, word, out, n, BUY)
    return n


@rule
def list_offers(s: State, out: list[int]) -> int:
    out[0] = PASS
    n = 1
    for railroad in range(RAILROADS):
        if s.sold[railroad] < SHARES:
            out[n] = OFFER + railroad
            n += 1
    return n


@rule
def weight(board: Board, s: State, action: int) -> int:
    return 1


# What it does


@rule
def apply(board: Board, s: State, scratch: Scratch, action: int) -> None:
    phase = s.phase
    if phase == AUCTION:
        if action == PASS:
            drop_out(s)
        else:
            place_bid(s, action - BID)
        if sold(s):
            end_auction(board, s)
    elif phase == ONCE:
        bid_once(s, action)
        if s.phase == BULL:
            next_offer(s)
    elif phase == TRACK:
        lay_track(board, s, action)
    elif phase == INCOME:
        if action != SKIP:
            pay_dividend(s, action - PAY)
        next_railroad(s)
    elif phase == STOCK:
        if action == SELL:
            s.phase = AUCTION
            open_auction(s, s.president[s.railroad], 0, True)
        else:
            s.phase = TRACK
    elif phase == BULL:
        if action == PASS:
            s.offered += 1
            next_offer(s)
        else:
            open_once(s, action - OFFER)
    elif phase == FREE_LINK:
        gain_link(board, s, s.railroad, action - BUILD)
        next_initial(s)
    elif phase == OPEN:
        s.first_opener = action - OPENS
        s.phase = AUCTION
        open_auction(s, s.first_opener, 0, True)
    else:
        talk(board, s, action)


@rule
def transfer_share(s: State, railroad: int, seat: int, price: int) -> None:
    """A seat buys a share; strictly more than the president's make it president (S3)."""
    s.cash[seat] -= price
    s.treasury[railroad] += price
    s.shares[seat][railroad] += 1
    s.sold[railroad] += 1
    president = s.president[railroad]
    if president == NOBODY or s.shares[seat][railroad] > s.shares[president][railroad]:
        s.president[railroad] = seat


@rule
def close_auction(s: State) -> None:
    """Leave nothing of an auction: the same position is the same bytes."""
    for seat in range(s.seats):
        s.bidders[seat] = 0
    s.opener = 0
    s.best_seat = 0
    s.price = 0
    s.floor = 0
    s.must_open = 0


@rule
def end_auction(board: Board, s: State) -> None:
    railroad = s.railroad
    transfer_share(s, railroad, s.best_seat, s.price)
    close_auction(s)
    s.turn = s.president[railroad]
    if s.round_number > 0:
        s.phase = TRACK
        return
    s.phase = FREE_LINK
    home = board.links_at[board.home[railroad]]
    if (s.free[0] & home[0]) | (s.free[1] & home[1]) == 0:  # S12
        next_initial(s)


@rule
def next_initial(s: State) -> None:
    """The next initial auction, opened by the president just made; or the first round."""
    if s.railroad + 1 < RAILROADS:
        opener = s.president[s.railroad]
        s.railroad += 1
        s.phase = AUCTION
        open_auction(s, opener, 0, True)
    else:
        start_round(s)


@rule
def start_round(s: State) -> None:
    s.round_number += 1
    s.railroad = 0
    s.phase = STOCK
    s.turn = s.president[0]


@rule
def lay_track(board: Board, s: State, action: int) -> None:
    if action == DONE:
        s.built = 0
        s.bought = 0
        for word in range(WORDS):
            s.talked[word] = 0
        s.phase = INCOME
    elif action < BUY:
        s.treasury[s.railroad] -= board.link_cost
        s.built += 1
        gain_link(board, s, s.railroad, action - BUILD)
    else:
        s.link = action - BUY
        s.phase = PRICE


@rule
def talk(board: Board, s: State, action: int) -> None:
    """One link, one negotiation: price, answer, reply (S2)."""
    buyer = s.president[s.railroad]
    seller = s.president[owner_of(board, s, s.link)]
    if action == ACCEPT:
        purchase(board, s)
    elif action == REFUSE:
        s.talked[board.word[s.link]] |= board.bit[s.link]  # S8
        end_talk(s)
    elif s.phase == PRICE:
        s.price = action - PRICED
        if seller == buyer:  # S2
            purchase(board, s)
        else:
            s.phase = ANSWER
            s.turn = seller
    else:
        s.price = action - ASK
        s.phase = REPLY
        s.turn = buyer


@rule
def purchase(board: Board, s: State) -> None:
    seller = owner_of(board, s, s.link)
    s.treasury[s.railroad] -= s.price
    s.treasury[seller] += s.price
    s.bought += 1
    lose_link(board, s, seller, s.link)
    gain_link(board, s, s.railroad, s.link)
    end_talk(s)


@rule
def end_talk(s: State) -> None:
    s.link = 0
    s.price = 0
    s.phase = TRACK
    s.turn = s.president[s.railroad]


@rule
def pay_dividend(s: State, amount: int) -> None:
    railroad = s.railroad
    s.treasury[railroad] += s.income[railroad] - amount * s.sold[railroad]
    for seat in range(s.seats):
        s.cash[seat] += amount * s.shares[seat][railroad]


@rule
def next_railroad(s: State) -> None:
    if s.railroad + 1 < RAILROADS:
        s.railroad += 1
        s.phase = STOCK
        s.turn = s.president[s.railroad]
    else:
        s.railroad = 0
        s.card = least_cash(s)  # S14: before the offers
        s.first_opener = 0
        s.phase = BULL
        s.turn = s.card


# The Bull Market


@rule
def least_cash(s: State) -> int:
    """Who gets the Bull Market card."""
    least = s.cash[0]
    for seat in range(1, s.seats):
        least = min(least, s.cash[seat])
    start = s.card + 1  # S4: to the left of the holder, the holder last
    if s.card == NOBODY:
        poor = 0
        for seat in range(s.seats):
            if s.cash[seat] == least:
                poor |= 1 << seat
        for railroad in range(RAILROADS):
            if (poor >> s.president[railroad]) & 1 == 1:
                return s.president[railroad]
        start = s.first_opener  # S14: the opener before the others
    for step in range(s.seats):
        seat = (start + step) % s.seats
        if s.cash[seat] == least:
            return seat
    return start


@rule
def open_once(s: State, railroad: int) -> None:
    """A seat offers a share: once around from its left, itself last."""
    s.railroad = railroad
    s.best_seat = NOBODY
    s.phase = ONCE
    s.turn = (s.turn + 1) % s.seats


@rule
def bid_once(s: State, action: int) -> None:
    offerer = (s.card + s.offered) % s.seats
    if action != PASS:
        s.best_seat = s.turn
        s.price = action - BID
        s.floor = s.price + 1
    if s.turn != offerer:
        s.turn = (s.turn + 1) % s.seats
        return
    if s.best_seat != NOBODY:
        transfer_share(s, s.railroad, s.best_seat, s.price)
    close_auction(s)
    s.railroad = 0
    s.offered += 1
    s.phase = BULL


@rule
def next_offer(s: State) -> None:
    if s.offered < s.seats:
        s.turn = (s.card + s.offered) % s.seats
        return
    s.offered = 0
    if is_last_round(s):
        s.phase = ENDED
        s.turn = OVER
    else:
        start_round(s)


@rule
def is_last_round(s: State) -> bool:
    if s.round_number == ROUNDS:  # S9
        return True
    held = 0
    for railroad in range(RAILROADS):
        if s.cubes[railroad] == 0:
            return True
        held += s.sold[railroad]
    return held == RAILROADS * SHARES


# How it stands


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.cash[seat]


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 0
        for other in range(s.seats):
            behind = (seat - s.card) % s.seats > (other - s.card) % s.seats  # S5
            if s.cash[other] > s.cash[seat] or (s.cash[other] == s.cash[seat] and behind):
                out[seat] += 1


@rule
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    return  # nothing is hidden
