"""The track of the railroads: who is where, what it earns, and which links can be let go.

Everything here is kept with each change of track, so that the lists of legal moves are a few
operations on whole sets. `laws.py` counts it all again from the owned links alone.
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.rule import rule
from roundhouse.games.southern.state import BITS, HASH, RAILROADS, WORDS, Board, Scratch, State

# Sets


@rule
def first_of(board: Board, bits: int) -> int:
    """The place of the lowest bit of a word that has one.

    Numba knows no `bit_length`; but the powers of two all differ modulo HASH, so a table tells
    their places. `bits &= bits - 1` then takes the bit away.
    """
    return board.place[(bits & -bits) % HASH]


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
def links_at(board: Board, s: State, railroad: int, city: int) -> int:
    """How many links of its own a railroad has at a city: 0, 1, or 2 for more."""
    first = s.mine[railroad][0] & board.links_at[city][0]
    second = s.mine[railroad][1] & board.links_at[city][1]
    if first == 0 and second == 0:
        return 0
    if (first == 0 or second == 0) and first & (first - 1) == 0 and second & (second - 1) == 0:
        return 1
    return 2


# Incomes


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
        at = board.links_at[first_of(board, left)]
        left &= left - 1
        for word in range(WORDS):
            reach[word] |= at[word]


@rule
def income_change(board: Board, s: State, link: int, seller: int, railroad: int) -> int:
    """What a railroad's income would change by if the acting one had the link.

    The seller is NOBODY for a link to be built; else the link must be one that it can let go.
    """
    total = 0
    for which in range(2):
        city = board.end_a[link] if which == 0 else board.end_b[link]
        there = railroads_in(s, city)
        then = there
        inside = is_in(s, railroad, city)
        stays = inside
        if not is_in(s, s.railroad, city):
            then += 1
            stays = stays or railroad == s.railroad
        if (
            seller != NOBODY
            and city != board.home[seller]
            and links_at(board, s, seller, city) == 1
        ):
            then -= 1
            stays = stays and railroad != seller
        if stays:
            total += board.pay[then]
        if inside:
            total -= board.pay[there]
    return total


# Cubes


@rule
def gain_link(board: Board, s: State, scratch: Scratch, railroad: int, link: int) -> None:
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
        find_loose(board, s, scratch, railroad)  # a ring has closed
        return
    # The line grows by a new end: that end is loose, and the end it grew from no longer is.
    if joint != board.home[railroad] and links_at(board, s, railroad, joint) == 1:
        for w in range(WORDS):
            s.loose[railroad][w] &= ~board.links_at[joint][w]
    s.mine[railroad][word] |= bit
    s.loose[railroad][word] |= bit


@rule
def lose_link(board: Board, s: State, scratch: Scratch, railroad: int, link: int) -> None:
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
        find_loose(board, s, scratch, railroad)  # a ring has opened
        return
    s.loose[railroad][word] &= ~bit
    leave(board, s, railroad, tip)
    if joint != home and links_at(board, s, railroad, joint) == 1:
        for w in range(WORDS):
            s.loose[railroad][w] |= board.links_at[joint][w] & s.mine[railroad][w]


@rule
def find_loose(board: Board, s: State, scratch: Scratch, railroad: int) -> None:
    """Which links can go, each one tried: only rings need it."""
    links = list_own(board, s, scratch, railroad)
    for word in range(WORDS):
        s.loose[railroad][word] = 0
    for n in range(links):
        if holds_without(scratch, links, n, board.home[railroad]):
            link = scratch.own[n]
            s.loose[railroad][board.word[link]] |= board.bit[link]


@rule
def list_own(board: Board, s: State, scratch: Scratch, railroad: int) -> int:
    """Write down the links of a railroad and their ends; says how many they are."""
    n = 0
    for word in range(WORDS):
        left = s.mine[railroad][word]
        while left != 0:
            link = word * BITS + first_of(board, left)
            left &= left - 1
            scratch.own[n] = link
            scratch.ends[n] = (1 << board.end_a[link]) | (1 << board.end_b[link])
            n += 1
    return n


@rule
def holds_without(scratch: Scratch, links: int, without: int, home: int) -> bool:
    """Whether all links that were written down, but one, are tied to the home city (S13)."""
    tied = 0  # cities
    more = 1 << home
    while more != tied:
        tied = more
        for n in range(links):
            if n != without and scratch.ends[n] & more != 0:
                more |= scratch.ends[n]
    for n in range(links):
        if n != without and scratch.ends[n] & tied == 0:
            return False
    return True
