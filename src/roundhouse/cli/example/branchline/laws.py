"""What must hold after every move, whatever was played.

Laws are worked out anew from the whole position, not from what the rules say they did. They are
checked after every move of the conformance suite: they find the mistakes that examples do not.
"""

from __future__ import annotations

from .state import NOBODY, Board, State


def broken(board: Board, before: State | None, words: str, after: State) -> list[str]:
    """Each law that the step from `before` by `words` to `after` breaks, in a sentence."""
    complaints = []
    if _all_rails(board, after) != _worth(board.deck):
        complaints.append(f"there are {_all_rails(board, after)} rails, not {_worth(board.deck)}")
    if min(after.rails) < 0:
        complaints.append("somebody has less than no rails")
    if before:
        drawn = sum(before.deck) - sum(after.deck)
        if drawn != words.startswith("card"):
            complaints.append(f"{words!r} took {drawn} cards from the deck")
    return complaints


def _all_rails(board: Board, s: State) -> int:
    """In the deck, in hands, and in stations."""
    built = sum(board.cost[n] for n in range(board.stations) if s.owner[n] != NOBODY)
    return _worth(s.deck) + sum(s.rails) + built


def _worth(deck: list[int]) -> int:
    return sum((kind + 1) * many for kind, many in enumerate(deck))
