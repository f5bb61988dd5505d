"""Both decks. They are counts: the order of a deck does not exist until a card is drawn."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.state import CARDS, EVEN, STACKS, State

FACE_UP = 4  # cards of the display


@rule
def cards_in(pile: list[int]) -> int:
    """How many track cards a pile or a hand has."""
    total = 0
    for card in range(CARDS):
        total += pile[card]
    return total


@rule
def renew_track(s: State) -> None:
    """The discards become the track deck if it is empty (U10)."""
    if cards_in(s.track_deck) > 0:
        return
    for card in range(CARDS):
        s.track_deck[card] = s.discards[card]
        s.discards[card] = 0


@rule
def draw_card(s: State, seat: int, card: int) -> None:
    s.track_deck[card] -= 1
    s.track[seat][card] += 1
    renew_track(s)


@rule
def stack_deck(s: State) -> None:
    """Stack the undrawn shares and the four dividends, by the option."""
    left = s.undrawn_total
    if s.deck == EVEN:
        rest = max(left - 24, 0)
        for n in range(4):
            s.stack_shares[2 * n] = min(6, left)
            left -= s.stack_shares[2 * n]
            s.stack_shares[2 * n + 1] = (rest + 3 - n) // 4  # the larger ones higher (U9)
            s.stack_dividends[2 * n + 1] = 1
    else:
        s.stack_shares[0] = min(6, left)
        left -= s.stack_shares[0]
        s.stack_shares[1] = min(18, left)
        left -= s.stack_shares[1]
        s.stack_shares[2] = left
        s.stack_dividends[1] = 1
        s.stack_dividends[2] = 3
    s.stack = 0
    next_stack(s)


@rule
def next_stack(s: State) -> None:
    """Go on to the next stack if the one on top is used up."""
    while s.stack < STACKS - 1 and s.stack_shares[s.stack] == 0 and s.stack_dividends[s.stack] == 0:
        s.stack += 1


@rule
def deck_empty(s: State) -> bool:
    """Neither shares nor dividends are left."""
    return s.stack_shares[s.stack] == 0 and s.stack_dividends[s.stack] == 0


@rule
def draw_share(s: State, company: int) -> None:
    """A share leaves the deck, stacked or not."""
    s.undrawn[company] -= 1
    s.undrawn_total -= 1


@rule
def to_display(s: State, company: int) -> None:
    """Lay a share open; four of a company leave the game."""
    s.display[company] += 1
    s.displayed += 1
    if s.display[company] == FACE_UP:
        s.removed[company] += FACE_UP
        s.display[company] = 0
        s.displayed = 0
