"""Locomotives on the map.

Bit c of reach[section] is set if company c could build there now, given a card. Each build updates
only the sections nearby.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.actions import BUILD
from roundhouse.games.union.state import CARDS, COMPANIES, WILD, BoardLayout, StateLayout


@rule
def set_up_network(board: BoardLayout, s: StateLayout) -> None:
    """Place the start locomotives on their colored spaces (U5)."""
    for company in range(board.companies):
        s.locomotives[company] = board.locomotives[company]
    for section in range(board.sections):
        s.free[section] = board.spaces[section]
        s.free_by_kind[board.kind[section]] += board.spaces[section]
    for section in range(board.sections):
        for company in range(board.companies):
            if board.start[section] >> company & 1:
                place(board, s, company, section)


@rule
def place(board: BoardLayout, s: StateLayout, company: int, section: int) -> None:
    """Place a locomotive from the supply on a free space."""
    bit = 1 << company
    s.trains[section] |= bit
    s.locomotives[company] -= 1
    s.free[section] -= 1
    s.free_by_kind[board.kind[section]] -= 1
    if s.free[section] == 0:
        for other in range(board.companies):
            s.placements -= s.reach[section] >> other & 1
        s.reach[section] = 0
    elif s.reach[section] & bit:
        s.reach[section] ^= bit
        s.placements -= 1
    near = board.near[section]
    uses = board.uses[company]
    for i in range(board.near_count[section]):
        there = near[i]
        if (
            uses[board.kind[there]] == 1
            and s.free[there] > 0
            and (s.trains[there] | s.reach[there]) & bit == 0
        ):
            s.reach[there] |= bit
            s.placements += 1
    if s.locomotives[company] == 0:
        for there in range(board.sections):
            if s.reach[there] & bit:
                s.reach[there] ^= bit
                s.placements -= 1


@rule
def list_builds(board: BoardLayout, s: StateLayout, out: list[int], n: int) -> int:
    """Append the builds that the acting seat's track cards allow."""
    cards = s.track[s.turn]
    wild = cards[WILD] > 0
    for section in range(board.sections):
        reach = s.reach[section]
        if reach == 0:
            continue
        kind = board.kind[section]
        plain = cards[kind] > 0
        if not (plain or wild):
            continue
        users = board.users[kind]
        for i in range(board.user_count[kind]):
            if reach >> users[i] & 1:
                base = BUILD + (section * COMPANIES + users[i]) * CARDS
                if plain:
                    out[n] = base + kind
                    n += 1
                if wild:
                    out[n] = base + WILD
                    n += 1
    return n
