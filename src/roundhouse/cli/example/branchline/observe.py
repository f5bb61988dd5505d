"""The observation of Branch Line: what a network sees from one seat, own first.

`OBSERVATION` declares the numbers in the order in which `observe` writes them.
"""

from __future__ import annotations

from roundhouse.core.observation import Feature, by_seat, one_of, row, which_seat
from roundhouse.core.rule import rule

from .state import KINDS, NO_SEAT, SEATS, STATIONS, BoardLayout, ScratchLayout, StateLayout

OBSERVATION = (
    Feature("seats", SEATS, "one-hot: number of seats, from 1"),
    Feature("turn", SEATS, "by seat: 1 if it is to act"),
    Feature("rails", SEATS, "by seat: rails", 1 / 4),
    Feature("deck", KINDS, "cards left of each kind", 1 / 4),
    Feature("owner", STATIONS * SEATS, "by station, then by seat: 1 if it has built it"),
)


@rule
def observe(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> None:
    at = one_of(out, 0, SEATS, s.seats - 1)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    at = by_seat(out, at, SEATS, s.rails, seat, s.seats)
    at = row(out, at, KINDS, s.deck)
    for station in range(STATIONS):
        owner = s.owner[station] if station < board.stations else NO_SEAT
        at = which_seat(out, at, SEATS, owner, seat, s.seats)
