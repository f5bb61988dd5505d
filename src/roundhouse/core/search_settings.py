"""The numbers a search is tuned by; a room says which it wants otherwise (`SEARCH`, advice.py)."""

from __future__ import annotations

from dataclasses import astuple, dataclass


@dataclass(frozen=True)
class SearchSettings:
    """In the order of the columns of the search (bots/search/tuning.py)."""

    explore: float = 2.0  # PUCT's constant, in fair shares
    even: float = 0.2  # how much of the prior is spread evenly instead of by `prefer`
    caution: float = 0.2  # an untried action counts so much less than its parent, in fair shares
    turns: float = 6  # a playout is cut off when the turn has passed so often
    plies: float = 400  # ... or after so many plies
    sharp: float = 1  # playouts draw by `prefer` to this power: 1 or 2
    margin: float = 0.1  # how much of a finished game's result is the margin
    scale: float = 0.6  # of the spread of values, when they become chances
    closed: float = 0  # 1: outcomes of chance have branches of their own
    stray: float = 0.02  # how much of a playout is purely random
    glance: float = 0.5  # how much of the prior is by `value` after the action
    worth: float = 8  # visits after which a node gets that look; the root gets it at once
    keen: float = 1  # how sharply that look tells the better actions from the worse
    regrow: float = 0  # iterations after which another tree is begun, and roots added up; 0: never
    learned: float = 0.5  # how much of the prior is a network's, where there is one
    trust: float = 0.5  # ... and how much of a leaf's worth; the rest is by playing on
    sure: float = 0  # played by the network alone: how sure it is to be of what stands alone
    heed: float = 0  # ... and how much more it heeds the room's advice than it has learned to
    # What the seat that thinks wants besides its share of the win (bots/search/temper.py).
    risk: float = 1  # its share counts to this power: below 1 it would rather have a little surely
    haste: float = 0  # how much it is out for its own value soon, whatever the others have
    spite: float = 0  # how much it wants the leader not to win

    def numbers(self) -> list[float]:
        return [float(n) for n in astuple(self)]
