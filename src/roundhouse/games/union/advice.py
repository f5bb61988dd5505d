"""Heuristics of Union Pacific: state evaluation and action priors.

A seat's value is its money plus its expected payments at each remaining dividend. Shares in front
count fully, shares in hand by the chance to play them in time. A lead counts less the further away
the dividend is. Values are in hundredths of a million. A weight is a judgement unless a comment
names the measurement it comes from.
"""

from __future__ import annotations

from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.rule import rule
from roundhouse.core.search_params import SearchParams
from roundhouse.games.union.actions import (
    BUILD,
    DISCARD_CARD,
    DONE,
    KEEP,
    PASS,
    PLAY,
    REPLACE,
    SHOW,
    TAKE_DECK,
    TAKE_SHARE,
    TAKE_UP,
    TRADE_SHARE,
)
from roundhouse.games.union.rules.dividend import first_payment, last_dividend
from roundhouse.games.union.state import (
    CARDS,
    COMPANIES,
    DRAW,
    PLACES,
    STACKS,
    UP,
    WILD,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

MILLION = 100  # hundredths

# How the game goes on.
GROWTH = 2  # locomotives a company gains between two dividends, if it has any left
PACE = 6  # shares drawn in ten turns
SETUP_TURNS, DIVIDEND_TURNS = 3, 3  # during the setup: turns in all, and per dividend

# Shares in hand, in tenths of a share in front.
SHARE = 10
NO_TURN_LEFT = 1  # the dividend comes before the seat's next turn
MIN_IN_HAND, MAX_IN_HAND = 3, 8  # at least, with one more tenth per turn, and at most

LEAD_PERCENT = 5  # chance of staying ahead, per tenth of a share of lead; divided by turns + 1

# A seat's interest in a company, 0 to 400.
UP_INTEREST, UP_SHARE_INTEREST = 100, 20  # Union Pacific, and per own share of it
SHARE_INTEREST = 10  # per own share
PAYMENT_INTEREST = 8  # per million of the first dividend
LEAD_INTEREST = 80  # the seat has the most shares, or will have when it plays its hand
MAX_INTEREST = 400

# Priors.
BUILD_PRIOR = 300  # for a company of which the seat has shares, plus the interest
FOREIGN_BUILD_PRIOR, FOREIGN_WILD_PRIOR = 100, 60  # for another company; less with a wild card
SHARE_PRIOR = 300  # a share from the display or to show, plus the interest
DECK_PRIOR = 320  # the top card: as good as a share of little interest
UP_PRIOR, UP_PAID_PRIOR = 250, 60  # Union Pacific, and per dividend paid: it pays more each time
TRADE_PRIOR = 300  # a share the seat has nothing of
TRADE_SHARE_COST, TRADE_PAYMENT_COST = 60, 10  # per own share; per million of the first dividend
MIN_TRADE_PRIOR = 20
STOP_PRIOR = 320  # keep all shares, or end an investment
WILD_DISCARD_PRIOR = 10  # wild cards are kept
DISCARD_PRIOR = 100  # and as much per equal card in hand
OTHER_PRIOR = 200  # replace a card, or pass
PLAY_PRIOR, PLAY_SHARE_PRIOR = 100, 40  # to invest, and per share of the company in hand
SOON, SOON_PRIOR = 2, 250  # with so few turns until the dividend, shares must be played
MAX_PLAY_PRIOR = 900
SAME_COMPANY_PRIOR = 600  # further shares of the company being played
SECOND_COMPANY_PRIOR = 500

SEARCH = SearchParams(lone_action_threshold=0.5, heuristic_exponent=1.5)
# A very deep tree plays worse here, so longer searches restart with a new tree.
GUIDED = SEARCH._replace(restart_every=8_000)
# Levels of about equal distance: lab/2026-11-17-level-ladders.md.
LADDER = Ladder(easy=Rung(16, 0.34), medium=Rung(85, 0.21), hard=Rung(400, 0.11))


@rule
def evaluate(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Estimate each seat's final money, in hundredths of a million."""
    for seat in range(s.seats):
        out[seat] = MILLION * s.money[seat]
    for nth in range(s.paid + 1, last_dividend(s) + 1):
        turns = turns_until(s, nth - s.paid)
        for company in range(board.companies):
            first = first_payment(board, s, company)
            first += min((nth - s.paid - 1) * GROWTH, s.locomotives[company])
            for seat in range(s.seats):
                if s.front[seat][company] + s.hand[seat][company] > 0:
                    out[seat] += company_outlook(s, company, seat, turns, first)
        for seat in range(s.seats):
            if s.front[seat][UP] + s.hand[seat][UP] > 0:
                out[seat] += up_outlook(board, s, seat, turns, nth)


@rule
def turns_until(s: StateLayout, dividend: int) -> int:
    """Estimate the turns of each seat until the given number of further dividends."""
    if s.phase < DRAW:
        return SETUP_TURNS + DIVIDEND_TURNS * dividend
    if dividend <= s.turned:
        return 0
    expected = dividend - s.turned
    cards = 0
    for stack in range(s.stack, STACKS):
        there = s.stack_dividends[stack]
        if expected <= there:
            cards += expected * (s.stack_shares[stack] + 1) // (there + 1)
            break
        expected -= there
        cards += s.stack_shares[stack]
    return cards * 10 // (PACE * s.seats)


@rule
def strength(s: StateLayout, share: int, seat: int, turns: int) -> int:
    """Estimate the shares in front of a seat at the dividend, in tenths."""
    in_hand = NO_TURN_LEFT
    if turns > 0:
        in_hand = min(MIN_IN_HAND + turns, MAX_IN_HAND)
    return SHARE * s.front[seat][share] + in_hand * s.hand[seat][share]


@rule
def beats(mine: int, theirs: int, turns: int) -> int:
    """Estimate the chance, in percent, that `mine` exceeds `theirs` at the dividend."""
    if theirs == 0:
        return 100
    return max(0, min(100, 50 + (mine - theirs) * LEAD_PERCENT // (1 + turns)))


@rule
def company_outlook(s: StateLayout, company: int, seat: int, turns: int, first: int) -> int:
    """Estimate what a company's dividend will pay a seat."""
    mine = strength(s, company, seat, turns)
    first_chance = 1000  # no other seat is ahead, in thousandths
    second_chance = 0  # exactly one is
    alone = True
    for other in range(s.seats):
        if other != seat:
            theirs = strength(s, company, other, turns)
            if theirs > 0:
                alone = False
                odds = beats(mine, theirs, turns)
                second_chance = (second_chance * odds + first_chance * (100 - odds)) // 100
                first_chance = first_chance * odds // 100
    second = first // 2
    payment = (first * first_chance + second * second_chance) // 10  # thousandths to hundredths
    if alone:
        payment += MILLION * second
    return payment * min(mine, SHARE) // SHARE  # less without a whole share in front


@rule
def up_outlook(board: BoardLayout, s: StateLayout, seat: int, turns: int, nth: int) -> int:
    """Estimate what the nth dividend of Union Pacific will pay a seat."""
    mine = strength(s, UP, seat, turns)
    ahead = 0  # in hundredths of a seat
    for other in range(s.seats):
        if other != seat:
            theirs = strength(s, UP, other, turns)
            if theirs > 0:
                ahead += 100 - beats(mine, theirs, turns)
    place = ahead // 100
    if place >= PLACES:
        return 0
    here = board.up_table[place][nth - 1]
    below = 0
    if place + 1 < PLACES:
        below = board.up_table[place + 1][nth - 1]
    payment = MILLION * here - (ahead % 100) * (here - below)
    return payment * min(mine, SHARE) // SHARE


@rule
def interest(board: BoardLayout, s: StateLayout, seat: int, share: int) -> int:
    """Return how much a seat profits from a company, up to 400."""
    mine = s.front[seat][share] + s.hand[seat][share]
    if share == UP:
        return UP_INTEREST + UP_SHARE_INTEREST * mine
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.front[other][share])
    pays = first_payment(board, s, share)
    reward = SHARE_INTEREST * mine + PAYMENT_INTEREST * pays
    if mine > 0 and mine >= most:
        reward += LEAD_INTEREST
    return min(reward, MAX_INTEREST)


@rule
def action_context(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> int:
    """Return the estimated turns until the next dividend."""
    return turns_until(s, 1)


@rule
def action_prior(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int, context: int
) -> int:
    """Return the prior of an action, 0 to 1000."""
    seat = s.active
    if BUILD <= action < PASS:
        card = (action - BUILD) % CARDS
        company = (action - BUILD) // CARDS % COMPANIES
        mine = s.front[seat][company] + s.hand[seat][company]
        if mine == 0:
            return FOREIGN_WILD_PRIOR if card == WILD else FOREIGN_BUILD_PRIOR
        prior = BUILD_PRIOR + interest(board, s, seat, company)
        return prior // 2 if card == WILD else prior
    if action >= SHOW and action < REPLACE:
        return investment_prior(board, s, action, context)
    if TAKE_SHARE <= action < TAKE_DECK:
        return SHARE_PRIOR + interest(board, s, seat, action - TAKE_SHARE)
    if action == TAKE_DECK:
        return DECK_PRIOR
    if action == TAKE_UP:
        return UP_PRIOR + UP_PAID_PRIOR * s.paid
    if TRADE_SHARE <= action < KEEP:
        company = action - TRADE_SHARE
        mine = s.front[seat][company] + s.hand[seat][company]
        cost = TRADE_SHARE_COST * mine + TRADE_PAYMENT_COST * first_payment(board, s, company)
        return max(TRADE_PRIOR - cost, MIN_TRADE_PRIOR)
    if KEEP <= action <= DONE:
        return STOP_PRIOR
    if DISCARD_CARD <= action < BUILD:
        card = action - DISCARD_CARD
        return WILD_DISCARD_PRIOR if card == WILD else DISCARD_PRIOR * (1 + s.track[seat][card])
    return OTHER_PRIOR


@rule
def investment_prior(board: BoardLayout, s: StateLayout, action: int, turns: int) -> int:
    """Favor playing shares when a dividend is near."""
    seat = s.active
    if action < PLAY:
        return SHARE_PRIOR + interest(board, s, seat, action - SHOW)
    share = action - PLAY
    if s.played > 0:
        return SAME_COMPANY_PRIOR if share == s.invested else SECOND_COMPANY_PRIOR
    prior = PLAY_PRIOR + interest(board, s, seat, share) // 2
    prior += PLAY_SHARE_PRIOR * s.hand[seat][share]
    if turns <= SOON:
        prior += SOON_PRIOR
    return min(prior, MAX_PLAY_PRIOR)
