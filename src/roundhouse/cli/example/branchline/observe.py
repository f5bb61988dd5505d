"""What a network sees of Branch Line: whole numbers, through one seat's eyes, own seat first.

`OBSERVATION` says what they are, in the order in which `observe` writes them.
"""

from __future__ import annotations

from roundhouse.core.observation import Feature, by_seat, one_of, row, which_seat
from roundhouse.core.rule import rule

from .state import KINDS, NOBODY, SEATS, STATIONS, Board, Scratch, State

OBSERVATION = (
    Feature("seats", SEATS, "one is 1: how many play, from 1"),
    Feature("turn", SEATS, "by seat: 1 if it is to act"),
    Feature("rails", SEATS, "by seat: rails", 1 / 4),
    Feature("deck", KINDS, "cards left of each kind", 1 / 4),
    Feature("owner", STATIONS * SEATS, "by station, then by seat: 1 if it has built it"),
)


@rule
def observe(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> None:
    at = one_of(out, 0, SEATS, s.seats - 1)
    at = which_seat(out, at, SEATS, s.turn, seat, s.seats)
    at = by_seat(out, at, SEATS, s.rails, seat, s.seats)
    at = row(out, at, KINDS, s.deck)
    for station in range(STATIONS):
        owner = s.owner[station] if station < board.stations else NOBODY
        at = which_seat(out, at, SEATS, owner, seat, s.seats)
