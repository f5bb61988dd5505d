"""Invariants of Union Pacific, checked after every move."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.games.union.rules.deck import FACE_UP
from roundhouse.games.union.state import DIVIDENDS, DRAW, KINDS, UP, BoardLayout, StateLayout


def find_violations(
    board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
) -> list[str]:
    """Return a sentence for each invariant that the step by `words` breaks."""
    return [
        *_check_cards(board, after),
        *_check_hands(after),
        *_check_network(board, after),
        *_check_reach(board, after),
        *_check_money(before, after),
    ]


def _check_cards(board: BoardLayout, s: StateLayout) -> list[str]:
    complaints = []
    for card, total in enumerate(board.track_cards):
        there = s.track_deck[card] + s.discards[card] + s.scrapped[card]
        there += sum(hand[card] for hand in s.track)
        if there != total:
            complaints.append(f"{there} track cards of type {card}, not {total}")
    for company in range(board.companies):
        there = s.undrawn[company] + s.display[company] + s.removed[company]
        there += sum(pile[company] for piles in (s.hand, s.front, s.traded) for pile in piles)
        if there != board.shares[company]:
            complaints.append(f"{there} shares of {company}, not {board.shares[company]}")
    up = s.up_left + sum(pile[UP] for piles in (s.hand, s.front) for pile in piles)
    if up != board.up_shares:
        complaints.append(f"{up} shares of Union Pacific, not {board.up_shares}")
    if sum(s.undrawn) != s.undrawn_total or sum(s.display) != s.displayed:
        complaints.append("the deck or the display is miscounted")
    if s.phase == DRAW and s.displayed < FACE_UP and s.undrawn_total > 0:
        complaints.append("the display was not refilled")
    stacked = sum(s.stack_shares)
    if stacked not in (0, s.undrawn_total) or (s.phase >= DRAW and stacked != s.undrawn_total):
        complaints.append(f"{stacked} shares in stacks, {s.undrawn_total} undrawn")
    aside = sum(s.stack_dividends) + s.turned + s.paid
    if s.phase >= DRAW and s.ended == 0 and aside != DIVIDENDS:
        complaints.append(f"{aside} dividends, not {DIVIDENDS}")
    return complaints


def _check_hands(s: StateLayout) -> list[str]:
    complaints = []
    for seat in range(s.seats):
        if sum(s.hand[seat][:UP]) != s.hand_size[seat]:
            complaints.append(f"the hand of seat {seat} is miscounted")
        if sum(s.traded[seat]) != s.trades[seat]:
            complaints.append(f"the trades of seat {seat} are miscounted")
        first = seat + sum(s.trades[:seat])
        seen = s.seen[first : first + s.trades[seat] + 1]
        for company, column in enumerate(zip(*seen, strict=True)):
            if sum(column) > s.hand[seat][company] + s.traded[seat][company]:
                complaints.append(f"seat {seat} has more recorded shares of {company} than it took")
    counts = [n for name in s.fields for n in _flat(getattr(s, name))]
    if min(counts) < (OVER if s.turn < 0 else 0):
        complaints.append("a count is negative")
    if s.turn >= 0 and s.turn != s.active:
        complaints.append(f"seat {s.turn} acts in the turn of seat {s.active}")
    if s.turn not in (CHANCE, OVER, *range(s.seats)):
        complaints.append("turn is not a seat")
    return complaints


def _flat(value: object) -> list[int]:
    if isinstance(value, list):
        return [n for item in value for n in _flat(item)]
    return [int(str(value))]


def _check_network(board: BoardLayout, s: StateLayout) -> list[str]:
    complaints = []
    free = [0] * KINDS
    for section in range(board.sections):
        free[board.kind[section]] += s.free[section]
        if s.free[section] + s.trains[section].bit_count() != board.spaces[section]:
            complaints.append(f"the spaces of section {section} are miscounted")
        if s.trains[section] & board.start[section] != board.start[section]:
            complaints.append(f"a start locomotive left section {section}")
    if free != s.free_by_kind:
        complaints.append(f"free spaces are {free}, not {s.free_by_kind}")
    for company in range(board.companies):
        there = sum(trains >> company & 1 for trains in s.trains) + s.locomotives[company]
        if there != board.locomotives[company]:
            complaints.append(f"{there} locomotives of {company}, not {board.locomotives[company]}")
    return complaints


def _check_reach(board: BoardLayout, s: StateLayout) -> list[str]:
    """Recompute `reach`, which the rules update move by move."""
    complaints = []
    for section in range(board.sections):
        near = board.near[section][: board.near_count[section]]
        around = 0
        for other in near:
            around |= s.trains[other]
        can = 0
        for company in range(board.companies):
            allowed = board.uses[company][board.kind[section]] and s.locomotives[company]
            if allowed and s.free[section] and around & ~s.trains[section] & 1 << company:
                can |= 1 << company
        if can != s.reach[section]:
            complaints.append(f"{can:b} can reach section {section}, not {s.reach[section]:b}")
    if sum(reach.bit_count() for reach in s.reach) != s.placements:
        complaints.append("placements are miscounted")
    return complaints


def _check_money(before: StateLayout | None, after: StateLayout) -> list[str]:
    if before is None or before.money == after.money:
        return []
    if after.paid == before.paid:
        return ["money without a dividend"]
    if any(old > new for old, new in zip(before.money, after.money, strict=True)):
        return ["a dividend reduced a seat's money"]
    return []
