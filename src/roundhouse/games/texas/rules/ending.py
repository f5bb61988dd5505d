"""How the game ends, and who has won."""

from __future__ import annotations

from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule
from roundhouse.games.texas.state import RAILROADS, RANCHES, Board, Scratch, State

# Each of a key's parts outweighs the next: there are fewer certificates and ranches than that.
CASH, CERTIFICATE = 1 << 16, 1 << 8


@rule
def finished(board: Board, s: State) -> bool:
    """Asked when General Dividends have been paid."""
    return (
        out_of_track(s) >= board.end_track
        or out_of_stock(board, s) >= board.end_stock
        or RANCHES - s.claimed <= board.end_markers
        or s.round_number > board.rounds
    )


@rule
def out_of_track(s: State) -> int:
    """How many railroads have no track left; T&P has all of its until it opens (T11)."""
    count = 0
    for railroad in range(RAILROADS):
        if s.cubes[railroad] == 0:
            count += 1
    return count


@rule
def out_of_stock(board: Board, s: State) -> int:
    """How many railroads have sold all their certificates."""
    count = 0
    for railroad in range(RAILROADS):
        if s.sold[railroad] == board.shares[railroad]:
            count += 1
    return count


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = s.cash[seat]


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Most cash, then fewest certificates, then most ranches (T11)."""
    for seat in range(s.seats):
        papers = certificates(s, seat)
        scratch.keys[seat] = CASH * s.cash[seat] - CERTIFICATE * papers + s.ranches[seat]
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def certificates(s: State, seat: int) -> int:
    count = 0
    for railroad in range(RAILROADS):
        count += s.owned[seat][railroad]
    return count
