"""The course of a game: the deal, then turn after turn."""

from __future__ import annotations

from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.rule import rule
from roundhouse.games.union.rules.deck import (
    FACE_UP,
    cards_in,
    deck_empty,
    draw_card,
    draw_share,
    next_stack,
    renew_track,
    stack_deck,
    to_display,
)
from roundhouse.games.union.rules.dividend import last_dividend, pay_dividend
from roundhouse.games.union.rules.network import lay_network
from roundhouse.games.union.state import (
    BY_DEADLOCK,
    BY_DIVIDENDS,
    CARDS,
    DISCARD,
    DRAW,
    ENDED,
    INVEST,
    OPEN_DISPLAY,
    OPEN_SHARES,
    OPEN_SHOW,
    OPEN_TRACK,
    REFILL,
    SHARE,
    TAKE,
    TRADE,
    TURN,
    UP,
    Board,
    State,
)

TRACK_HAND = 3
SHARE_HAND = 4


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.deck = options[0]
    s.stuck_cards = options[1]
    lay_network(board, s)
    for card in range(CARDS):
        s.track_deck[card] = board.track_cards[card]
    for company in range(board.companies):
        s.undrawn[company] = board.shares[company]
        s.undrawn_total += board.shares[company]
    s.up_left = board.up_shares - seats
    for seat in range(seats):
        s.hand[seat][UP] = 1
    s.phase = OPEN_TRACK
    s.turn = CHANCE


@rule
def card_drawn(s: State, card: int) -> None:
    """A track card comes to the active seat."""
    draw_card(s, s.active, card)
    if s.phase == DRAW:
        s.phase = TURN
        s.turn = s.active
    elif cards_in(s.track[s.active]) == TRACK_HAND:
        s.active += 1
        if s.active == s.seats:
            s.active = 0
            s.phase = OPEN_SHARES


@rule
def share_dealt(board: Board, s: State, company: int) -> None:
    """A share comes to the active seat or to the display."""
    draw_share(s, company)
    if s.phase == OPEN_SHARES:
        to_hand(s, s.active, company)
        if s.hand_size[s.active] == SHARE_HAND:
            s.active += 1
            if s.active == s.seats:
                s.active = 0
                s.phase = OPEN_SHOW
                s.turn = 0
    elif s.phase == OPEN_DISPLAY:
        to_display(s, company)
        if s.displayed == FACE_UP or s.undrawn_total == 0:
            stack_deck(s)
            begin_turn(board, s)
    else:
        s.stack_shares[s.stack] -= 1
        next_stack(s)
        if s.phase == TAKE:
            to_hand(s, s.active, company)
            offer_trade(s)
        else:
            to_display(s, company)
            refill(board, s)


@rule
def dividend_drawn(board: Board, s: State) -> None:
    """A dividend card is put aside and counted; another card replaces it."""
    s.stack_dividends[s.stack] -= 1
    s.turned += 1
    next_stack(s)
    if s.phase == REFILL:
        refill(board, s)


@rule
def to_hand(s: State, seat: int, company: int) -> None:
    s.hand[seat][company] += 1
    s.hand_size[seat] += 1


@rule
def show(s: State, share: int) -> None:
    """An opening choice; when the last is made, all are shown."""
    s.pending[s.active] = share + 1
    s.active += 1
    s.turn = s.active
    if s.active < s.seats:
        return
    for seat in range(s.seats):
        shown = s.pending[seat] - 1
        s.pending[seat] = 0
        s.hand[seat][shown] -= 1
        s.front[seat][shown] += 1
        if shown != UP:
            s.hand_size[seat] -= 1
    s.active = 0
    s.phase = OPEN_DISPLAY
    s.turn = CHANCE


@rule
def begin_turn(board: Board, s: State) -> None:
    """The active seat draws a track card (U1), unless nobody can do anything any more (U7)."""
    if s.placements == 0 and not anybody_holds(s):
        while s.paid < last_dividend(s):
            pay_dividend(board, s)
        finish(s, BY_DEADLOCK)
        return
    renew_track(s)
    if cards_in(s.track_deck) == 0:  # only when most cards have left the game (U11)
        s.phase = TURN
        s.turn = s.active
    else:
        s.phase = DRAW
        s.turn = CHANCE


@rule
def anybody_holds(s: State) -> bool:
    """Whether a share is left in any hand."""
    held = 0
    for seat in range(s.seats):
        held += s.hand_size[seat] + s.hand[seat][UP]
    return held > 0


@rule
def end_turn(board: Board, s: State) -> None:
    """Pay for the dividend cards that came up, then the next seat."""
    s.invested = 0
    s.played = 0
    while s.turned > 0 and s.paid < last_dividend(s):
        pay_dividend(board, s)
        s.turned -= 1
    s.turned = 0  # cards beyond the last dividend are ignored
    if s.paid == last_dividend(s):
        finish(s, BY_DIVIDENDS)
        return
    s.active = (s.active + 1) % s.seats
    begin_turn(board, s)


@rule
def finish(s: State, how: int) -> None:
    s.phase = ENDED
    s.ended = how
    s.active = 0
    s.turn = OVER


@rule
def ask_share(board: Board, s: State) -> None:
    """After a build a share is taken, unless there is none anywhere (U3)."""
    if s.displayed + s.undrawn_total + s.up_left == 0:
        end_turn(board, s)
    else:
        s.phase = SHARE


@rule
def display_taken(board: Board, s: State) -> None:
    """A share of the display is in a hand: the trade comes first, then the refill (U8)."""
    if s.rules == 1:
        refill(board, s)
    else:
        offer_trade(s)


@rule
def offer_trade(s: State) -> None:
    s.phase = TRADE
    s.turn = s.active


@rule
def trade_over(board: Board, s: State) -> None:
    """A share was traded or kept."""
    if s.rules == 1:
        end_turn(board, s)
    else:
        refill(board, s)


@rule
def refill(board: Board, s: State) -> None:
    """Fill the display, then go on; it stays short when the deck has run out (U8)."""
    if s.displayed < FACE_UP and not deck_empty(s):
        s.phase = REFILL
        s.turn = CHANCE
    elif s.rules == 1:
        offer_trade(s)
    else:
        end_turn(board, s)


@rule
def ask_discard(board: Board, s: State) -> None:
    """After investing or passing a track card is discarded."""
    s.invested = 0
    s.played = 0
    if cards_in(s.track[s.active]) == 0:
        end_turn(board, s)
    else:
        s.phase = DISCARD


@rule
def ask_more(s: State, share: int) -> None:
    """After a share was played: one more, or done."""
    if s.played == 0:
        s.invested = share
    s.played += 1
    s.phase = INVEST
