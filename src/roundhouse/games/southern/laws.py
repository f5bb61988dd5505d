"""What must hold after every move of Southern Pacific, whatever was played.

Nothing here trusts what `rules/network.py` keeps: all is counted again from the cubes on the links.
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.games.southern.state import (
    AUCTION,
    BITS,
    BULL,
    CUBES,
    FREE_LINK,
    INCOME,
    ONCE,
    OPEN,
    RAILROADS,
    SHARES,
    TALKS,
    TRACK,
    Board,
    State,
)


def broken(board: Board, before: State | None, words: str, after: State) -> list[str]:
    """Each law that the step from `before` by `words` to `after` breaks, in a sentence."""
    mine = [members(links) for links in after.mine]
    ends = [_ends(board, mine[n]) | {board.home[n]} for n in range(RAILROADS)]
    complaints = [*_certificates(after), *_cubes(board, after, mine), *_tidy(after)]
    for railroad in range(RAILROADS):
        complaints += _network(board, after, railroad, mine[railroad], ends)
    if before is not None:
        complaints += _money(board, before, words, after)
    return complaints


def members(words: list[int]) -> set[int]:
    """A set of links as numbers."""
    found = set()
    for word, links in enumerate(words):
        left = links
        while left:
            low = left & -left
            found.add(word * BITS + low.bit_length() - 1)
            left ^= low
    return found


def _certificates(s: State) -> list[str]:
    complaints = []
    for railroad in range(RAILROADS):
        held = [s.shares[seat][railroad] for seat in range(s.seats)]
        president = s.president[railroad]
        if sum(held) != s.sold[railroad] or not 0 <= s.sold[railroad] <= SHARES:
            complaints.append(
                f"railroad {railroad}: {sum(held)} shares held, {s.sold[railroad]} counted as sold"
            )
        if (president == NOBODY) != (sum(held) == 0):
            complaints.append(f"railroad {railroad}: president {president} of {sum(held)} shares")
        if president != NOBODY and held[president] < max(held):
            complaints.append(f"railroad {railroad}: a seat has more shares than the president")
    return complaints


def _cubes(board: Board, s: State, owned: list[set[int]]) -> list[str]:
    complaints = []
    taken = members(s.free)
    for railroad, mine in enumerate(owned):
        if len(mine) + s.cubes[railroad] != CUBES or s.cubes[railroad] < 0:
            complaints.append(
                f"railroad {railroad}: {len(mine)} cubes on links and {s.cubes[railroad]} left"
            )
        if mine & taken:
            complaints.append(f"railroad {railroad}: a link of its is somebody else's, too")
        taken |= mine
    if taken != set(range(board.links)):
        complaints.append("a link is neither free nor anybody's")
    return complaints


def _network(
    board: Board, s: State, railroad: int, mine: set[int], ends: list[set[int]]
) -> list[str]:
    home = board.home[railroad]
    here = ends[railroad]
    counted = {city for city in range(board.cities) if s.cities[railroad] >> city & 1}
    reach = {
        link
        for link in range(board.links)
        if board.end_a[link] in here or board.end_b[link] in here
    }
    loose = {link for link in mine if _tied(board, mine - {link}, home)}
    income = sum(board.pay[sum(city in there for there in ends)] for city in here)
    wrong = {
        "a line of its is not tied to its home": not _tied(board, mine, home),
        "it is not in the cities its links lead to": counted != here,
        "the links in its reach are others": members(s.reach[railroad]) != reach,
        "the links it can let go are others": members(s.loose[railroad]) != loose,
        f"its income is {s.income[railroad]}, not {income}": s.income[railroad] != income,
    }
    return [f"railroad {railroad}: {reason}" for reason, bad in wrong.items() if bad]


def _ends(board: Board, links: set[int]) -> set[int]:
    return {board.end_a[link] for link in links} | {board.end_b[link] for link in links}


def _tied(board: Board, links: set[int], home: int) -> bool:
    """Whether all these links hang together with the home city."""
    tied, left = {home}, set(links)
    while left:
        near = {n for n in left if board.end_a[n] in tied or board.end_b[n] in tied}
        if not near:
            return False
        left -= near
        tied |= _ends(board, near)
    return True


def _money(board: Board, before: State, words: str, after: State) -> list[str]:
    """The bank gives income and takes the price of links; all else goes from hand to hand."""
    flow = 0
    if before.phase == INCOME and words != "skip":
        flow = before.income[before.railroad]
    elif before.phase == TRACK and words.startswith("build"):
        flow = -board.link_cost
    change = sum(after.cash) + sum(after.treasury) - sum(before.cash) - sum(before.treasury)
    complaints = []
    if change != flow:
        complaints.append(f"{words!r} changed the money on the table by {change}, not {flow}")
    if min(after.cash) < 0 or min(after.treasury) < 0:
        complaints.append("somebody owes money")
    return complaints


def _tidy(s: State) -> list[str]:
    """What is over leaves no trace, so that equal positions are equal bytes."""
    auction = [*s.bidders, s.opener, s.must_open, s.floor]
    traces = {
        "auction": s.phase not in (AUCTION, ONCE) and any([*auction, s.best_seat]),
        "price": s.phase not in (AUCTION, ONCE, *TALKS) and s.price != 0,
        "talk": s.phase not in TALKS and s.link != 0,
        "turn": s.phase not in (TRACK, *TALKS) and any([s.built, s.bought, *s.talked]),
        "Bull Market": s.phase not in (BULL, ONCE) and s.offered != 0,
        "railroad": s.phase == BULL and s.railroad != 0,
        "first opener": s.card != NOBODY and s.first_opener != 0,
        "empty seats": any(s.cash[s.seats :]),
    }
    if s.round_number == 0 and s.phase not in (OPEN, AUCTION, FREE_LINK):
        traces["round"] = True
    return [f"a trace of {name} is left" for name, left in traces.items() if left]
