"""Track deck and share deck, as counts without an order."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.state import CARDS, EVEN, STACKS, StateLayout

FACE_UP = 4  # cards in the display


@rule
def cards_in(pile: list[int]) -> int:
    """Count the track cards of a pile or hand."""
    total = 0
    for card in range(CARDS):
        total += pile[card]
    return total


@rule
def renew_track(s: StateLayout) -> None:
    """Turn the discards into the track deck if it is empty (U10)."""
    if cards_in(s.track_deck) > 0:
        return
    for card in range(CARDS):
        s.track_deck[card] = s.discards[card]
        s.discards[card] = 0


@rule
def draw_card(s: StateLayout, seat: int, card: int) -> None:
    s.track_deck[card] -= 1
    s.track[seat][card] += 1
    renew_track(s)


@rule
def stack_deck(s: StateLayout) -> None:
    """Stack the undrawn shares and the four dividends according to the option."""
    left = s.undrawn_total
    if s.deck == EVEN:
        rest = max(left - 24, 0)
        for n in range(4):
            s.stack_shares[2 * n] = min(6, left)
            left -= s.stack_shares[2 * n]
            s.stack_shares[2 * n + 1] = (rest + 3 - n) // 4  # larger ones higher (U9)
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
def next_stack(s: StateLayout) -> None:
    """Move to the next stack if the top one is used up."""
    while s.stack < STACKS - 1 and s.stack_shares[s.stack] == 0 and s.stack_dividends[s.stack] == 0:
        s.stack += 1


@rule
def is_deck_empty(s: StateLayout) -> bool:
    """Return whether neither shares nor dividends are left."""
    return s.stack_shares[s.stack] == 0 and s.stack_dividends[s.stack] == 0


@rule
def draw_share(s: StateLayout, company: int) -> None:
    """Take a share from the deck."""
    s.undrawn[company] -= 1
    s.undrawn_total -= 1


@rule
def add_to_display(s: StateLayout, company: int) -> None:
    """Add a share to the display; four of a company are removed from the game."""
    s.display[company] += 1
    s.displayed += 1
    if s.display[company] == FACE_UP:
        s.removed[company] += FACE_UP
        s.display[company] = 0
        s.displayed = 0
