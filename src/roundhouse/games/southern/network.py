"""The track of the railroads: who is where, what it earns, and which links can be let go.

Everything here is kept with each change of track, so that the lists of legal moves are a few
operations on whole sets. `laws.py` counts it all again from the owned links alone.
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.rule import rule
from roundhouse.games.southern.state import BITS, HASH, RAILROADS, WORDS, Board, State


@rule
def is_in(s: State, railroad: int, city: int) -> bool:
    return (s.cities[railroad] >> city) & 1 == 1


@rule
def railroads_in(s: State, city: int) -> int:
    there = 0
    for railroad in range(RAILROADS):
        there += (s.cities[railroad] >> city) & 1
    return there


@rule
def owner_of(board: Board, s: State, link: int) -> int:
    """The railroad whose cube is on the link, or NOBODY."""
    word = board.word[link]
    bit = board.bit[link]
    for railroad in range(RAILROADS):
        if s.mine[railroad][word] & bit != 0:
            return railroad
    return NOBODY


@rule
def other_end(board: Board, link: int, city: int) -> int:
    return board.end_a[link] + board.end_b[link] - city


@rule
def links_at(board: Board, s: State, railroad: int, city: int) -> int:
    """How many links of its own a railroad has at a city: 0, 1, or 2 for more."""
    first = s.mine[railroad][0] & board.links_at[city][0]
    second = s.mine[railroad][1] & board.links_at[city][1]
    if first == 0 and second == 0:
        return 0
    if (first == 0 or second == 0) and first & (first - 1) == 0 and second & (second - 1) == 0:
        return 1
    return 2


@rule
def enter(board: Board, s: State, railroad: int, city: int) -> None:
    """The railroad comes to a city; those that are there already earn less."""
    bit = 1 << city
    there = railroads_in(s, city)
    change = board.pay[there + 1] - board.pay[there]
    for other in range(RAILROADS):
        if s.cities[other] & bit != 0:
            s.income[other] += change
    s.income[railroad] += board.pay[there + 1]
    s.cities[railroad] |= bit
    for word in range(WORDS):
        s.reach[railroad][word] |= board.links_at[city][word]


@rule
def leave(board: Board, s: State, railroad: int, city: int) -> None:
    """The railroad's last link at a city has gone; those that stay earn more."""
    bit = 1 << city
    there = railroads_in(s, city)
    s.cities[railroad] ^= bit
    s.income[railroad] -= board.pay[there]
    change = board.pay[there - 1] - board.pay[there]
    for other in range(RAILROADS):
        if s.cities[other] & bit != 0:
            s.income[other] += change
    reach = s.reach[railroad]
    for word in range(WORDS):
        reach[word] = 0
    left = s.cities[railroad]
    while left != 0:
        low = left & -left
        left ^= low
        at = board.links_at[board.place[low % HASH]]
        for word in range(WORDS):
            reach[word] |= at[word]


@rule
def gain_link(board: Board, s: State, railroad: int, link: int) -> None:
    """A cube of the railroad goes onto a link that is in nobody's hands."""
    word = board.word[link]
    bit = board.bit[link]
    a = board.end_a[link]
    b = board.end_b[link]
    s.cubes[railroad] -= 1
    s.free[word] &= ~bit
    joint = a
    if not is_in(s, railroad, a):
        joint = b
        enter(board, s, railroad, a)
    elif not is_in(s, railroad, b):
        enter(board, s, railroad, b)
    else:
        s.mine[railroad][word] |= bit
        find_loose(board, s, railroad)  # a ring has closed
        return
    # The line grows by a new end: that end is loose, and the end it grew from no longer is.
    if joint != board.home[railroad] and links_at(board, s, railroad, joint) == 1:
        for w in range(WORDS):
            s.loose[railroad][w] &= ~board.links_at[joint][w]
    s.mine[railroad][word] |= bit
    s.loose[railroad][word] |= bit


@rule
def lose_link(board: Board, s: State, railroad: int, link: int) -> None:
    """The railroad takes its cube back from a loose link."""
    word = board.word[link]
    bit = board.bit[link]
    a = board.end_a[link]
    b = board.end_b[link]
    home = board.home[railroad]
    s.cubes[railroad] += 1
    s.free[word] |= bit
    s.mine[railroad][word] &= ~bit
    if a != home and links_at(board, s, railroad, a) == 0:
        tip, joint = a, b
    elif b != home and links_at(board, s, railroad, b) == 0:
        tip, joint = b, a
    else:
        find_loose(board, s, railroad)  # a ring has opened
        return
    s.loose[railroad][word] &= ~bit
    leave(board, s, railroad, tip)
    if joint != home and links_at(board, s, railroad, joint) == 1:
        for w in range(WORDS):
            s.loose[railroad][w] |= board.links_at[joint][w] & s.mine[railroad][w]


@rule
def find_loose(board: Board, s: State, railroad: int) -> None:
    """Which links can go, found from scratch: only rings need it."""
    for word in range(WORDS):
        loose = 0
        left = s.mine[railroad][word]
        while left != 0:
            low = left & -left
            left ^= low
            if holds_without(board, s, railroad, word, low):
                loose |= low
        s.loose[railroad][word] = loose


@rule
def holds_without(board: Board, s: State, railroad: int, word: int, bit: int) -> bool:
    """Whether all other links of the railroad are tied to its home city (S13)."""
    left = s.mine[railroad][0]
    left_high = s.mine[railroad][1]
    if word == 0:
        left ^= bit
    else:
        left_high ^= bit
    todo = 1 << board.home[railroad]
    while todo != 0 and (left | left_high) != 0:
        low = todo & -todo
        todo ^= low
        city = board.place[low % HASH]
        near = left & board.links_at[city][0]
        left ^= near
        while near != 0:
            low = near & -near
            near ^= low
            todo |= 1 << other_end(board, board.place[low % HASH], city)
        near = left_high & board.links_at[city][1]
        left_high ^= near
        while near != 0:
            low = near & -near
            near ^= low
            todo |= 1 << other_end(board, BITS + board.place[low % HASH], city)
    return left | left_high == 0
