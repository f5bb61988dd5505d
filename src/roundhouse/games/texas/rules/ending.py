"""How the game ends and who wins."""

from __future__ import annotations

from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.texas.state import RAILROADS, RANCHES, BoardLayout, ScratchLayout, StateLayout

# Each part of a key outweighs the next: there are fewer certificates and ranches than that.
CASH, CERTIFICATE = 1 << 16, 1 << 8


@rule
def is_finished(board: BoardLayout, s: StateLayout) -> bool:
    """Return whether the game ends after these General Dividends."""
    return (
        count_out_of_track(s) >= board.end_track
        or count_out_of_stock(board, s) >= board.end_stock
        or RANCHES - s.claimed <= board.end_markers
        or s.round_number > board.rounds
    )


@rule
def count_out_of_track(s: StateLayout) -> int:
    """Count the railroads without track; T&P has all of its until it opens (T11)."""
    count = 0
    for railroad in range(RAILROADS):
        if s.cubes[railroad] == 0:
            count += 1
    return count


@rule
def count_out_of_stock(board: BoardLayout, s: StateLayout) -> int:
    """Count the railroads that have sold all their certificates."""
    count = 0
    for railroad in range(RAILROADS):
        if s.sold[railroad] == board.shares[railroad]:
            count += 1
    return count


@rule
def scores(board: BoardLayout, s: StateLayout, out: list[int]) -> None:
    """Write the score of each seat."""
    for seat in range(s.seats):
        out[seat] = s.cash[seat]


@rule
def ranks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Rank by most cash, then fewest certificates, then most ranches (T11)."""
    for seat in range(s.seats):
        certificates = count_certificates(s, seat)
        scratch.keys[seat] = CASH * s.cash[seat] - CERTIFICATE * certificates + s.ranches[seat]
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def count_certificates(s: StateLayout, seat: int) -> int:
    """Count the certificates of a seat."""
    count = 0
    for railroad in range(RAILROADS):
        count += s.owned[seat][railroad]
    return count
