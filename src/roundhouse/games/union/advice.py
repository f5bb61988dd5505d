"""Advice on Union Pacific: what a position is worth, and what is worth trying.

Every dividend of the game will be paid, so a position is worth its money and, for each dividend to
come, what the majorities will probably be by then. Shares in front count in full, shares in hand
by the chance to play them in time, and a lead counts for less the longer the dividend is away.
Values are in hundredths of a million.
"""

from __future__ import annotations

from dataclasses import replace

from roundhouse.core.ladder import Ladder, Rung
from roundhouse.core.rule import rule
from roundhouse.core.search_settings import SearchSettings
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
    Board,
    Scratch,
    State,
)

GROWTH = 2  # locomotives a company gains between dividends, if it has any left
PACE = 6  # shares drawn in ten turns

SEARCH = SearchSettings(sure=0.5, heed=1.5)
# A deep tree plays worse than a smaller one here, so a search that has time grows several.
GUIDED = replace(SEARCH, regrow=8_000)
# Steps of about the same height: docs/bots.md.
LADDER = Ladder(easy=Rung(16, 0.34), medium=Rung(85, 0.21), hard=Rung(400, 0.11))


@rule
def value(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 100 * s.money[seat]
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
def turns_until(s: State, dividend: int) -> int:
    """How many turns each seat will have until so many more dividends have come up."""
    if s.phase < DRAW:
        return 3 + 3 * dividend
    if dividend <= s.turned:
        return 0
    wanted = dividend - s.turned
    cards = 0
    for stack in range(s.stack, STACKS):
        there = s.stack_dividends[stack]
        if wanted <= there:
            cards += wanted * (s.stack_shares[stack] + 1) // (there + 1)
            break
        wanted -= there
        cards += s.stack_shares[stack]
    return cards * 10 // (PACE * s.seats)


@rule
def strength(s: State, share: int, seat: int, turns: int) -> int:
    """The shares a seat will probably show, in tenths."""
    in_hand = 1
    if turns > 0:
        in_hand = min(3 + turns, 8)
    return 10 * s.front[seat][share] + in_hand * s.hand[seat][share]


@rule
def beats(mine: int, theirs: int, turns: int) -> int:
    """The chance in percent that one strength will be the greater in the end."""
    if theirs == 0:
        return 100
    return max(0, min(100, 50 + (mine - theirs) * 5 // (1 + turns)))


@rule
def company_outlook(s: State, company: int, seat: int, turns: int, first: int) -> int:
    """What a dividend of a company will probably pay a seat."""
    mine = strength(s, company, seat, turns)
    best = 1000  # in thousandths: nobody beats me
    runner = 0  # exactly one does
    alone = True
    for other in range(s.seats):
        if other != seat:
            theirs = strength(s, company, other, turns)
            if theirs > 0:
                alone = False
                odds = beats(mine, theirs, turns)
                runner = (runner * odds + best * (100 - odds)) // 100
                best = best * odds // 100
    second = first // 2
    worth = (first * best + second * runner) // 10
    if alone:
        worth += 100 * second
    return worth * min(mine, 10) // 10


@rule
def up_outlook(board: Board, s: State, seat: int, turns: int, nth: int) -> int:
    """What the nth dividend of Union Pacific will probably pay a seat."""
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
    worth = 100 * here - (ahead % 100) * (here - below)
    return worth * min(mine, 10) // 10


@rule
def interest(board: Board, s: State, seat: int, share: int) -> int:
    """How much a seat gains by a company, 0 to some hundred."""
    mine = s.front[seat][share] + s.hand[seat][share]
    if share == UP:
        return 100 + 20 * mine
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.front[other][share])
    pays = first_payment(board, s, share)
    reward = 10 * mine + 8 * pays
    if mine > 0 and mine >= most:
        reward += 80
    return min(reward, 400)


@rule
def hunch(board: Board, s: State, scratch: Scratch) -> int:
    """The turns until the next dividend."""
    return turns_until(s, 1)


@rule
def prefer(board: Board, s: State, scratch: Scratch, action: int, turns: int) -> int:
    seat = s.active
    if BUILD <= action < PASS:
        card = (action - BUILD) % CARDS
        company = (action - BUILD) // CARDS % COMPANIES
        mine = s.front[seat][company] + s.hand[seat][company]
        if mine == 0:
            return 60 if card == WILD else 100
        liking = 300 + interest(board, s, seat, company)
        return liking // 2 if card == WILD else liking
    if action >= SHOW and action < REPLACE:
        return prefer_investment(board, s, action, turns)
    if TAKE_SHARE <= action < TAKE_DECK:
        return 300 + interest(board, s, seat, action - TAKE_SHARE)
    if action == TAKE_DECK:
        return 320
    if action == TAKE_UP:
        return 250 + 60 * s.paid
    if TRADE_SHARE <= action < KEEP:
        company = action - TRADE_SHARE
        mine = s.front[seat][company] + s.hand[seat][company]
        return max(300 - 60 * mine - 10 * first_payment(board, s, company), 20)
    if KEEP <= action <= DONE:
        return 320
    if DISCARD_CARD <= action < BUILD:
        card = action - DISCARD_CARD
        return 10 if card == WILD else 100 + 100 * s.track[seat][card]
    return 200  # replace, and pass where it is all there is


@rule
def prefer_investment(board: Board, s: State, action: int, turns: int) -> int:
    """Shares are shown and played the sooner the nearer a dividend is."""
    seat = s.active
    if action < PLAY:
        return 300 + interest(board, s, seat, action - SHOW)
    share = action - PLAY
    if s.played > 0:
        return 600 if share == s.invested else 500
    liking = 100 + interest(board, s, seat, share) // 2 + 40 * s.hand[seat][share]
    if turns <= 2:
        liking += 250
    return min(liking, 900)
