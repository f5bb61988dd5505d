"""Legal actions, chance weights and effects: `legal`, `weight` and `apply`."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE
from roundhouse.core.rule import rule
from roundhouse.games.union.actions import (
    BUILD,
    DEAL,
    DISCARD_CARD,
    DIVIDEND,
    DONE,
    DRAW_CARD,
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
from roundhouse.games.union.rules.deck import cards_in
from roundhouse.games.union.rules.memory import forget, grow_older, see
from roundhouse.games.union.rules.network import list_builds, place
from roundhouse.games.union.rules.turn import (
    add_to_hand,
    ask_discard,
    ask_more,
    ask_share,
    continue_after_display,
    continue_after_trade,
    end_turn,
    offer_trade,
    set_dividend_aside,
    show,
    take_dealt_share,
    take_drawn_card,
)
from roundhouse.games.union.state import (
    CARDS,
    COMPANIES,
    DRAW,
    INVEST,
    KINDS,
    OPEN_SHOW,
    OPEN_TRACK,
    REPLACE_STUCK,
    SHARE,
    SHARES,
    TAKE,
    TRADE,
    TURN,
    UP,
    WILD,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def legal(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> int:
    if s.turn == CHANCE:
        return list_outcomes(board, s, out)
    if s.phase == TURN:
        return list_turn(board, s, out)
    if s.phase == SHARE:
        return list_takes(board, s, out)
    if s.phase == TRADE:
        return list_trades(board, s, out)
    if s.phase == INVEST:
        return list_investments(s, out)
    n = 0
    if s.phase == OPEN_SHOW:
        for share in range(SHARES):
            if s.hand[s.turn][share] > 0:
                out[n] = SHOW + share
                n += 1
    else:
        for card in range(CARDS):
            if s.track[s.turn][card] > 0:
                out[n] = DISCARD_CARD + card
                n += 1
    return n


@rule
def list_outcomes(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    n = 0
    if s.phase == DRAW or s.phase == OPEN_TRACK:
        for card in range(CARDS):
            if s.track_deck[card] > 0:
                out[n] = DRAW_CARD + card
                n += 1
        return n
    stacked = s.phase >= DRAW
    if not stacked or s.stack_shares[s.stack] > 0:
        for company in range(board.companies):
            if s.undrawn[company] > 0:
                out[n] = DEAL + company
                n += 1
    if stacked and s.stack_dividends[s.stack] > 0:
        out[n] = DIVIDEND
        n += 1
    return n


@rule
def weight(board: BoardLayout, s: StateLayout, action: int) -> int:
    if action < DEAL:
        return s.track_deck[action - DRAW_CARD]
    if s.phase < DRAW:
        return s.undrawn[action - DEAL]
    shares = s.stack_shares[s.stack]
    if action < DIVIDEND:
        return shares * s.undrawn[action - DEAL]
    if shares == 0:
        return 1
    return s.stack_dividends[s.stack] * s.undrawn_total


@rule
def list_turn(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    n = 0
    hand = s.hand[s.turn]
    for share in range(SHARES):
        if hand[share] > 0:
            out[n] = PLAY + share
            n += 1
    plays = n
    if s.stuck_cards == REPLACE_STUCK and cards_in(s.track_deck) > 0:
        for card in range(CARDS):
            if s.track[s.turn][card] > 0 and is_stuck(s, card):
                out[n] = REPLACE + card
                n += 1
    replaces = n - plays
    n = list_builds(board, s, out, n)
    if n == replaces:  # U2
        out[n] = PASS
        n += 1
    return n


@rule
def is_stuck(s: StateLayout, card: int) -> bool:
    """Return whether no neutral space on the map is left for a card (U11)."""
    if card < WILD:
        return s.free_by_kind[card] == 0
    free = 0
    for kind in range(KINDS):
        free += s.free_by_kind[kind]
    return free == 0


@rule
def list_takes(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    n = 0
    for company in range(board.companies):
        if s.display[company] > 0:
            out[n] = TAKE_SHARE + company
            n += 1
    if s.undrawn_total > 0:  # U8
        out[n] = TAKE_DECK
        n += 1
    if s.up_left > 0:
        out[n] = TAKE_UP
        n += 1
    return n


@rule
def list_trades(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    n = 0
    if s.up_left > 0:  # U3
        hand = s.hand[s.turn]
        for company in range(board.companies):
            if hand[company] > 0:
                out[n] = TRADE_SHARE + company
                n += 1
    out[n] = KEEP
    return n + 1


@rule
def list_investments(s: StateLayout, out: list[int]) -> int:
    n = 0
    hand = s.hand[s.turn]
    for share in range(SHARES):
        if hand[share] > 0 and (s.played == 1 or share == s.invested):
            out[n] = PLAY + share
            n += 1
    out[n] = DONE
    return n + 1


@rule
def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    if BUILD <= action < PASS:
        build(board, s, action - BUILD)
    elif action < DEAL:
        take_drawn_card(s, action - DRAW_CARD)
    elif action < DIVIDEND:
        take_dealt_share(board, s, action - DEAL)
    elif action == DIVIDEND:
        set_dividend_aside(board, s)
    elif action < PLAY:
        show(s, action - SHOW)
    elif action < REPLACE:
        invest(board, s, action - PLAY)
    elif action < TAKE_SHARE:
        replace(s, action - REPLACE)
    elif action < TRADE_SHARE:
        take(board, s, action)
    elif action < KEEP:
        trade(board, s, action - TRADE_SHARE)
        continue_after_trade(board, s)
    elif action == KEEP:
        continue_after_trade(board, s)
    elif action < DISCARD_CARD or action == PASS:  # also `done`
        ask_discard(board, s)
    else:
        card = action - DISCARD_CARD
        s.track[s.active][card] -= 1
        s.discards[card] += 1
        end_turn(board, s)


@rule
def build(board: BoardLayout, s: StateLayout, choice: int) -> None:
    card = choice % CARDS
    choice //= CARDS
    s.track[s.active][card] -= 1
    s.discards[card] += 1
    place(board, s, choice % COMPANIES, choice // COMPANIES)
    ask_share(board, s)


@rule
def invest(board: BoardLayout, s: StateLayout, share: int) -> None:
    s.hand[s.active][share] -= 1
    s.front[s.active][share] += 1
    if share != UP:
        s.hand_size[s.active] -= 1
        forget(s, s.active, share)
    if s.played == 1 and share != s.invested:
        ask_discard(board, s)  # the share of a second company is the last
    else:
        ask_more(s, share)


@rule
def replace(s: StateLayout, card: int) -> None:
    s.track[s.active][card] -= 1
    s.scrapped[card] += 1
    s.phase = DRAW
    s.turn = CHANCE


@rule
def take(board: BoardLayout, s: StateLayout, action: int) -> None:
    if action == TAKE_UP:
        s.up_left -= 1
        s.hand[s.active][UP] += 1
        offer_trade(s)
    elif action == TAKE_DECK:
        s.phase = TAKE
        s.turn = CHANCE
    else:
        company = action - TAKE_SHARE
        s.display[company] -= 1
        s.displayed -= 1
        add_to_hand(s, s.active, company)
        see(s, s.active, company)
        continue_after_display(board, s)


@rule
def trade(board: BoardLayout, s: StateLayout, company: int) -> None:
    """Remove a share from the game, face down, for one of Union Pacific."""
    s.hand[s.active][company] -= 1
    s.hand_size[s.active] -= 1
    s.traded[s.active][company] += 1
    s.up_left -= 1
    s.hand[s.active][UP] += 1
    grow_older(board, s, s.active)
