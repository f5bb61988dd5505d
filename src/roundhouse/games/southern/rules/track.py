"""Track: building links, and buying them from other railroads."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import ACCEPT, ASK, BUILD, BUY, DONE, REFUSE
from roundhouse.games.southern.rules.network import gain_link, lose_link, lowest_bit_index, owner_of
from roundhouse.games.southern.state import (
    ANSWER,
    BITS,
    INCOME,
    PRICE,
    RAILROADS,
    REPLY,
    TRACK,
    WORDS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

MAX_BUILDS = 3
MAX_PURCHASES = 3


@rule
def list_links(board: BoardLayout, links: int, word: int, out: list[int], n: int, base: int) -> int:
    """Append an action for each link of one word of a set."""
    base += word * BITS
    while links != 0:
        out[n] = base + lowest_bit_index(board, links)
        links &= links - 1
        n += 1
    return n


@rule
def list_free(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    """List the unbuilt links at the home city, for the free link."""
    home = board.home[s.railroad]
    n = 0
    for word in range(WORDS):
        n = list_links(board, s.free[word] & board.links_at[home][word], word, out, n, BUILD)
    return n


@rule
def list_track(board: BoardLayout, s: StateLayout, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    railroad = s.railroad
    if s.cubes[railroad] == 0:
        return n
    reach = s.reach[railroad]
    if s.built < MAX_BUILDS and s.treasury[railroad] >= board.link_cost:  # S11
        for word in range(WORDS):
            n = list_links(board, s.free[word] & reach[word], word, out, n, BUILD)
    if s.bought < MAX_PURCHASES:
        for word in range(WORDS):
            loose = 0
            for seller in range(RAILROADS):
                loose |= s.loose[seller][word]
            loose &= reach[word] & ~(s.mine[railroad][word] | s.refused[word])  # S2
            n = list_links(board, loose, word, out, n, BUY)
    return n


@rule
def lay_track(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    if action == DONE:
        s.built = 0
        s.bought = 0
        for word in range(WORDS):
            s.refused[word] = 0
        s.phase = INCOME
    elif action < BUY:
        s.treasury[s.railroad] -= board.link_cost
        s.built += 1
        gain_link(board, s, scratch, s.railroad, action - BUILD)
    else:
        s.link = action - BUY
        s.phase = PRICE


# Negotiation (S2)


@rule
def name_price(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, price: int) -> None:
    s.price = price
    seller = s.president[owner_of(board, s, s.link)]
    if seller == s.turn:  # one president decides for both (S2)
        purchase(board, s, scratch)
    else:
        s.phase = ANSWER
        s.turn = seller


@rule
def answer(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    """Accept or refuse the last price, or ask for more."""
    if action == ACCEPT:
        purchase(board, s, scratch)
    elif action == REFUSE:
        s.refused[board.word[s.link]] |= board.bit[s.link]  # S8
        end_negotiation(s)
    else:
        s.price = action - ASK
        s.phase = REPLY
        s.turn = s.president[s.railroad]


@rule
def purchase(board: BoardLayout, s: StateLayout, scratch: ScratchLayout) -> None:
    seller = owner_of(board, s, s.link)
    s.treasury[s.railroad] -= s.price
    s.treasury[seller] += s.price
    s.bought += 1
    lose_link(board, s, scratch, seller, s.link)
    gain_link(board, s, scratch, s.railroad, s.link)
    end_negotiation(s)


@rule
def end_negotiation(s: StateLayout) -> None:
    s.link = 0
    s.price = 0
    s.phase = TRACK
    s.turn = s.president[s.railroad]
