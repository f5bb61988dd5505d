"""The sequence of a game: the deal, then the turns."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.rule import rule
from roundhouse.games.union.rules.deck import (
    FACE_UP,
    add_to_display,
    cards_in,
    draw_card,
    draw_share,
    is_deck_empty,
    next_stack,
    renew_track,
    stack_deck,
)
from roundhouse.games.union.rules.dividend import last_dividend, pay_dividend
from roundhouse.games.union.rules.network import set_up_network
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
    BoardLayout,
    StateLayout,
)

TRACK_HAND = 3
SHARE_HAND = 4


@rule
def setup(board: BoardLayout, s: StateLayout, seats: int, options: list[int]) -> None:
    s.seats = seats
    s.deck = options[0]
    s.stuck_cards = options[1]
    set_up_network(board, s)
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
def take_drawn_card(s: StateLayout, card: int) -> None:
    """Give a drawn track card to the active seat."""
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
def take_dealt_share(board: BoardLayout, s: StateLayout, company: int) -> None:
    """Give a drawn share to the active seat or the display."""
    draw_share(s, company)
    if s.phase == OPEN_SHARES:
        add_to_hand(s, s.active, company)
        if s.hand_size[s.active] == SHARE_HAND:
            s.active += 1
            if s.active == s.seats:
                s.active = 0
                s.phase = OPEN_SHOW
                s.turn = 0
    elif s.phase == OPEN_DISPLAY:
        add_to_display(s, company)
        if s.displayed == FACE_UP or s.undrawn_total == 0:
            stack_deck(s)
            begin_turn(board, s)
    else:
        s.stack_shares[s.stack] -= 1
        next_stack(s)
        if s.phase == TAKE:
            add_to_hand(s, s.active, company)
            offer_trade(s)
        else:
            add_to_display(s, company)
            refill(board, s)


@rule
def set_dividend_aside(board: BoardLayout, s: StateLayout) -> None:
    """Put a dividend card aside and count it; another card replaces it."""
    s.stack_dividends[s.stack] -= 1
    s.turned += 1
    next_stack(s)
    if s.phase == REFILL:
        refill(board, s)


@rule
def add_to_hand(s: StateLayout, seat: int, company: int) -> None:
    s.hand[seat][company] += 1
    s.hand_size[seat] += 1


@rule
def show(s: StateLayout, share: int) -> None:
    """Record an opening choice; after the last one, reveal all."""
    s.pending[s.active] = share + 1
    s.active += 1
    s.turn = s.active
    if s.active < s.seats:
        return
    for seat in range(s.seats):
        chosen = s.pending[seat] - 1
        s.pending[seat] = 0
        s.hand[seat][chosen] -= 1
        s.front[seat][chosen] += 1
        if chosen != UP:
            s.hand_size[seat] -= 1
    s.active = 0
    s.phase = OPEN_DISPLAY
    s.turn = CHANCE


@rule
def begin_turn(board: BoardLayout, s: StateLayout) -> None:
    """Start a turn with the draw of a track card (U1), or end a deadlocked game (U7)."""
    if s.placements == 0 and not any_share_in_hand(s):
        while s.paid < last_dividend(s):
            pay_dividend(board, s)
        finish(s, BY_DEADLOCK)
        return
    renew_track(s)
    if cards_in(s.track_deck) == 0:  # possible only if many cards were replaced (U11)
        s.phase = TURN
        s.turn = s.active
    else:
        s.phase = DRAW
        s.turn = CHANCE


@rule
def any_share_in_hand(s: StateLayout) -> bool:
    """Return whether any hand has a share."""
    cards = 0
    for seat in range(s.seats):
        cards += s.hand_size[seat] + s.hand[seat][UP]
    return cards > 0


@rule
def end_turn(board: BoardLayout, s: StateLayout) -> None:
    """Pay the dividends drawn this turn, then pass the turn to the next seat."""
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
def finish(s: StateLayout, how: int) -> None:
    s.phase = ENDED
    s.ended = how
    s.active = 0
    s.turn = OVER


@rule
def ask_share(board: BoardLayout, s: StateLayout) -> None:
    """Ask for a share after a build, unless none is left (U3)."""
    if s.displayed + s.undrawn_total + s.up_left == 0:
        end_turn(board, s)
    else:
        s.phase = SHARE


@rule
def continue_after_display(board: BoardLayout, s: StateLayout) -> None:
    """Offer the trade after a share was taken from the display; refill later (U8)."""
    if s.rules == 1:
        refill(board, s)
    else:
        offer_trade(s)


@rule
def offer_trade(s: StateLayout) -> None:
    s.phase = TRADE
    s.turn = s.active


@rule
def continue_after_trade(board: BoardLayout, s: StateLayout) -> None:
    """Continue after a share was traded or kept."""
    if s.rules == 1:
        end_turn(board, s)
    else:
        refill(board, s)


@rule
def refill(board: BoardLayout, s: StateLayout) -> None:
    """Refill the display, then continue; it stays short if the deck is empty (U8)."""
    if s.displayed < FACE_UP and not is_deck_empty(s):
        s.phase = REFILL
        s.turn = CHANCE
    elif s.rules == 1:
        offer_trade(s)
    else:
        end_turn(board, s)


@rule
def ask_discard(board: BoardLayout, s: StateLayout) -> None:
    """Ask for a discard after investing or passing."""
    s.invested = 0
    s.played = 0
    if cards_in(s.track[s.active]) == 0:
        end_turn(board, s)
    else:
        s.phase = DISCARD


@rule
def ask_more(s: StateLayout, share: int) -> None:
    """Ask for another share after one was played."""
    if s.played == 0:
        s.invested = share
    s.played += 1
    s.phase = INVEST
