"""Invariants of Branch Line: what must hold after every move.

Each is computed from the whole state, independently of the rules. The conformance suite checks them
after every move; they find mistakes that single examples miss.
"""

from __future__ import annotations

from .state import NO_SEAT, BoardLayout, StateLayout


def find_violations(
    board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
) -> list[str]:
    """Return a sentence for each invariant that a move breaks."""
    violations = []
    if _all_rails(board, after) != _rails_in_deck(board.deck):
        violations.append(
            f"there are {_all_rails(board, after)} rails, not {_rails_in_deck(board.deck)}"
        )
    if min(after.rails) < 0:
        violations.append("a seat has a negative number of rails")
    if before:
        drawn = sum(before.deck) - sum(after.deck)
        if drawn != words.startswith("card"):
            violations.append(f"{words!r} took {drawn} cards from the deck")
    return violations


def _all_rails(board: BoardLayout, s: StateLayout) -> int:
    """Count the rails in the deck, in hands and in stations."""
    built = sum(board.cost[n] for n in range(board.stations) if s.owner[n] != NO_SEAT)
    return _rails_in_deck(s.deck) + sum(s.rails) + built


def _rails_in_deck(deck: list[int]) -> int:
    return sum((kind + 1) * cards for kind, cards in enumerate(deck))
