"""The networks of the railroads: cities, incomes, and links that can be sold.

Every change of track updates these sets, so listing legal moves takes a few bit operations.
`invariants.py` recomputes them from the owned links.
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.rule import rule
from roundhouse.games.southern.state import (
    BITS,
    HASH,
    RAILROADS,
    WORDS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)

# Sets


@rule
def lowest_bit_index(board: BoardLayout, bits: int) -> int:
    """Return the index of the lowest set bit of a nonzero word.

    Numba has no `bit_length`. All powers of two differ modulo HASH, so a table maps them to
    their index. `bits &= bits - 1` clears the bit.
    """
    return board.place[(bits & -bits) % HASH]


@rule
def is_in(s: StateLayout, railroad: int, city: int) -> bool:
    return (s.cities[railroad] >> city) & 1 == 1


@rule
def count_railroads_in(s: StateLayout, city: int) -> int:
    there = 0
    for railroad in range(RAILROADS):
        there += (s.cities[railroad] >> city) & 1
    return there


@rule
def owner_of(board: BoardLayout, s: StateLayout, link: int) -> int:
    """Return the railroad that owns the link, or NO_SEAT."""
    word = board.word[link]
    bit = board.bit[link]
    for railroad in range(RAILROADS):
        if s.mine[railroad][word] & bit != 0:
            return railroad
    return NO_SEAT


@rule
def links_at(board: BoardLayout, s: StateLayout, railroad: int, city: int) -> int:
    """Count a railroad's links at a city, up to 2."""
    first = s.mine[railroad][0] & board.links_at[city][0]
    second = s.mine[railroad][1] & board.links_at[city][1]
    if first == 0 and second == 0:
        return 0
    if (first == 0 or second == 0) and first & (first - 1) == 0 and second & (second - 1) == 0:
        return 1
    return 2


# Incomes


@rule
def enter(board: BoardLayout, s: StateLayout, railroad: int, city: int) -> None:
    """Add a railroad to a city; the railroads already there earn less."""
    bit = 1 << city
    there = count_railroads_in(s, city)
    change = board.pay[there + 1] - board.pay[there]
    for other in range(RAILROADS):
        if s.cities[other] & bit != 0:
            s.income[other] += change
    s.income[railroad] += board.pay[there + 1]
    s.cities[railroad] |= bit
    for word in range(WORDS):
        s.reach[railroad][word] |= board.links_at[city][word]


@rule
def leave(board: BoardLayout, s: StateLayout, railroad: int, city: int) -> None:
    """Remove a railroad from a city; the railroads still there earn more."""
    bit = 1 << city
    there = count_railroads_in(s, city)
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
        at = board.links_at[lowest_bit_index(board, left)]
        left &= left - 1
        for word in range(WORDS):
            reach[word] |= at[word]


@rule
def income_change(board: BoardLayout, s: StateLayout, link: int, seller: int, railroad: int) -> int:
    """Return the change of a railroad's income if the operating one gets the link.

    The seller is NO_SEAT for a link to build. Otherwise the link must be loose: one that the
    seller can sell.
    """
    total = 0
    for which in range(2):
        city = board.end_a[link] if which == 0 else board.end_b[link]
        there = count_railroads_in(s, city)
        then = there
        inside = is_in(s, railroad, city)
        stays = inside
        if not is_in(s, s.railroad, city):
            then += 1
            stays = stays or railroad == s.railroad
        if (
            seller != NO_SEAT
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
def gain_link(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, railroad: int, link: int
) -> None:
    """Put a cube of the railroad on an unbuilt link."""
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
        find_loose(board, s, scratch, railroad)  # a ring was closed
        return
    # The new link is a dead end, so it is loose. The dead end it extends is not loose any more.
    if joint != board.home[railroad] and links_at(board, s, railroad, joint) == 1:
        for w in range(WORDS):
            s.loose[railroad][w] &= ~board.links_at[joint][w]
    s.mine[railroad][word] |= bit
    s.loose[railroad][word] |= bit


@rule
def lose_link(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, railroad: int, link: int
) -> None:
    """Return the railroad's cube from a loose link."""
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
        find_loose(board, s, scratch, railroad)  # a ring was opened
        return
    s.loose[railroad][word] &= ~bit
    leave(board, s, railroad, tip)
    if joint != home and links_at(board, s, railroad, joint) == 1:
        for w in range(WORDS):
            s.loose[railroad][w] |= board.links_at[joint][w] & s.mine[railroad][w]


@rule
def find_loose(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, railroad: int) -> None:
    """Find the loose links by trying each one; needed only when a ring changes."""
    links = list_own_links(board, s, scratch, railroad)
    for word in range(WORDS):
        s.loose[railroad][word] = 0
    for n in range(links):
        if is_connected_without(scratch, links, n, board.home[railroad]):
            link = scratch.own[n]
            s.loose[railroad][board.word[link]] |= board.bit[link]


@rule
def list_own_links(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, railroad: int
) -> int:
    """Write a railroad's links and their ends to `scratch`; return how many."""
    n = 0
    for word in range(WORDS):
        left = s.mine[railroad][word]
        while left != 0:
            link = word * BITS + lowest_bit_index(board, left)
            left &= left - 1
            scratch.own[n] = link
            scratch.ends[n] = (1 << board.end_a[link]) | (1 << board.end_b[link])
            n += 1
    return n


@rule
def is_connected_without(scratch: ScratchLayout, links: int, without: int, home: int) -> bool:
    """Return whether the listed links but one are connected to the home city (S13)."""
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
