"""Invariants of Southern Pacific, recomputed from the links after every move."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.games.southern.state import (
    AUCTION,
    BITS,
    BULL,
    BULL_AUCTION,
    CUBES,
    FREE_LINK,
    INCOME,
    NEGOTIATIONS,
    OPEN,
    RAILROADS,
    SHARES,
    TRACK,
    BoardLayout,
    StateLayout,
)


def find_violations(
    board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
) -> list[str]:
    """Return a sentence for each invariant that the step by `words` breaks."""
    mine = [bits_to_links(links) for links in after.mine]
    ends = [_cities_of(board, mine[n]) | {board.home[n]} for n in range(RAILROADS)]
    complaints = [
        *_check_certificates(after),
        *_check_cubes(board, after, mine),
        *_check_tidy(after),
    ]
    for railroad in range(RAILROADS):
        complaints += _check_network(board, after, railroad, mine[railroad], ends)
    if before is not None:
        complaints += _check_money(board, before, words, after)
    return complaints


def bits_to_links(words: list[int]) -> set[int]:
    """Return a set of links as numbers."""
    links_in_set = set()
    for word, links in enumerate(words):
        left = links
        while left:
            low = left & -left
            links_in_set.add(word * BITS + low.bit_length() - 1)
            left ^= low
    return links_in_set


def _check_certificates(s: StateLayout) -> list[str]:
    complaints = []
    for railroad in range(RAILROADS):
        holdings = [s.shares[seat][railroad] for seat in range(s.seats)]
        president = s.president[railroad]
        if sum(holdings) != s.sold[railroad] or not 0 <= s.sold[railroad] <= SHARES:
            complaints.append(
                f"railroad {railroad}: {sum(holdings)} shares held, {s.sold[railroad]} sold"
            )
        if (president == NO_SEAT) != (sum(holdings) == 0):
            complaints.append(
                f"railroad {railroad}: president {president} of {sum(holdings)} shares"
            )
        if president != NO_SEAT and holdings[president] < max(holdings):
            complaints.append(f"railroad {railroad}: a seat has more shares than the president")
    return complaints


def _check_cubes(board: BoardLayout, s: StateLayout, owned: list[set[int]]) -> list[str]:
    complaints = []
    taken = bits_to_links(s.free)
    for railroad, mine in enumerate(owned):
        if len(mine) + s.cubes[railroad] != CUBES or s.cubes[railroad] < 0:
            complaints.append(
                f"railroad {railroad}: {len(mine)} cubes on links and {s.cubes[railroad]} left"
            )
        if mine & taken:
            complaints.append(f"railroad {railroad}: one of its links has a second owner")
        taken |= mine
    if taken != set(range(board.links)):
        complaints.append("a link is neither unbuilt nor owned")
    return complaints


def _check_network(
    board: BoardLayout, s: StateLayout, railroad: int, mine: set[int], ends: list[set[int]]
) -> list[str]:
    home = board.home[railroad]
    here = ends[railroad]
    counted = {city for city in range(board.cities) if s.cities[railroad] >> city & 1}
    reach = {
        link
        for link in range(board.links)
        if board.end_a[link] in here or board.end_b[link] in here
    }
    loose = {link for link in mine if _is_connected(board, mine - {link}, home)}
    income = sum(board.pay[sum(city in there for there in ends)] for city in here)
    wrong = {
        "its network is not connected to its home": not _is_connected(board, mine, home),
        "its cities do not match its links": counted != here,
        "its reach does not match its links": bits_to_links(s.reach[railroad]) != reach,
        "its loose links do not match its links": bits_to_links(s.loose[railroad]) != loose,
        f"its income is {s.income[railroad]}, not {income}": s.income[railroad] != income,
    }
    return [f"railroad {railroad}: {reason}" for reason, bad in wrong.items() if bad]


def _cities_of(board: BoardLayout, links: set[int]) -> set[int]:
    return {board.end_a[link] for link in links} | {board.end_b[link] for link in links}


def _is_connected(board: BoardLayout, links: set[int], home: int) -> bool:
    """Return whether all these links are connected to the home city."""
    tied, left = {home}, set(links)
    while left:
        near = {n for n in left if board.end_a[n] in tied or board.end_b[n] in tied}
        if not near:
            return False
        left -= near
        tied |= _cities_of(board, near)
    return True


def _check_money(
    board: BoardLayout, before: StateLayout, words: str, after: StateLayout
) -> list[str]:
    """Check that only income and the cost of links change the money in play."""
    flow = 0
    if before.phase == INCOME and words != "skip":
        flow = before.income[before.railroad]
    elif before.phase == TRACK and words.startswith("build"):
        flow = -board.link_cost
    change = sum(after.cash) + sum(after.treasury) - sum(before.cash) - sum(before.treasury)
    complaints = []
    if change != flow:
        complaints.append(f"{words!r} changed the money in play by {change}, not {flow}")
    if min(after.cash) < 0 or min(after.treasury) < 0:
        complaints.append("a negative amount of money")
    return complaints


def _check_tidy(s: StateLayout) -> list[str]:
    """Check that unused fields are reset, so that equal positions are equal bytes."""
    auction = [*s.bidders, s.opener, s.must_open, s.floor]
    traces = {
        "auction": s.phase not in (AUCTION, BULL_AUCTION) and any([*auction, s.best_seat]),
        "price": s.phase not in (AUCTION, BULL_AUCTION, *NEGOTIATIONS) and s.price != 0,
        "negotiation": s.phase not in NEGOTIATIONS and s.link != 0,
        "turn": s.phase not in (TRACK, *NEGOTIATIONS) and any([s.built, s.bought, *s.refused]),
        "Bull Market": s.phase not in (BULL, BULL_AUCTION) and s.offered != 0,
        "railroad": s.phase == BULL and s.railroad != 0,
        "first opener": s.card != NO_SEAT and s.first_opener != 0,
        "empty seats": any(s.cash[s.seats :]),
    }
    if s.round_number == 0 and s.phase not in (OPEN, AUCTION, FREE_LINK):
        traces["round"] = True
    return [f"the fields of {name} are not reset" for name, left in traces.items() if left]
