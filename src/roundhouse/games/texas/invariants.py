"""What must hold after every move of Texas & Pacific."""

from __future__ import annotations

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.state import (
    BUILDING,
    BUILT,
    FAR,
    GONE,
    RAILROADS,
    RANCHES,
    TP,
    BoardLayout,
    StateLayout,
)


def find_violations(
    board: BoardLayout, before: StateLayout | None, words: str, after: StateLayout
) -> list[str]:
    """Return a sentence for each invariant that the step by `words` breaks."""
    violations = (
        _check_track(board, after)
        + _check_certificates_and_ranches(board, after)
        + _check_table(board, after)
    )
    if before is not None:
        violations += _check_money(board, before, words, after)
        violations += _check_single_step(before, after)
    return violations


def _check_track(board: BoardLayout, s: StateLayout) -> list[str]:
    """Check cubes, reach and income against the track on the map."""
    violations = []
    for n in range(board.hexes):
        railroads_here = sum(s.reach[railroad][n] == BUILT for railroad in range(RAILROADS))
        if s.tracks[n] != railroads_here:
            violations.append(f"hex {n} counts {s.tracks[n]} railroads and holds {railroads_here}")
    for railroad, name in enumerate(RAILROAD_IDS):
        reach = s.reach[railroad]
        built = [n for n in range(board.hexes) if reach[n] == BUILT]
        is_open = railroad != TP or s.claimed >= board.tp_opens_after
        if bool(built) != is_open or (built and board.start_hex[railroad] not in built):
            violations.append(f"{name} has no track in its start city, or opened too early")
        laid_cubes = len(built) - is_open
        if s.west[railroad] == GONE:
            if s.cubes[railroad] or laid_cubes > board.cubes[railroad]:
                violations.append(f"{name} has gone West with {s.cubes[railroad]} cubes left")
        elif laid_cubes + s.cubes[railroad] != board.cubes[railroad]:
            violations.append(f"{name} has {laid_cubes} cubes laid and {s.cubes[railroad]} left")
        beside = {a for n in built for a in board.side[n][: board.sides[n]]} - set(built)
        if railroad != TP or s.rules == 1 or not board.tp_enters:  # T2
            beside -= {n for n in beside if board.closed[n]}
        if beside != {n for n in range(board.hexes) if reach[n] not in (FAR, BUILT)}:
            violations.append(f"{name} reaches other hexes than those beside its track")
        gain = sum(board.gain[n] for n in built if n != board.start_hex[railroad])
        if s.income[railroad] != is_open * board.start_income[railroad] + gain:
            violations.append(
                f"{name} has an income of {s.income[railroad]}, not what its track earns"
            )
        if (s.west[railroad] != 0) != any(board.western[n] for n in built):
            violations.append(f"{name} may go West without track there, or may not with it")
    return violations


def _check_certificates_and_ranches(board: BoardLayout, s: StateLayout) -> list[str]:
    """Check that no certificate or ranch marker is lost or created."""
    violations = []
    for railroad, name in enumerate(RAILROAD_IDS):
        owned = sum(s.owned[seat][railroad] for seat in range(s.seats))
        if owned != s.sold[railroad] or owned > board.shares[railroad]:
            violations.append(f"{name}: {owned} certificates held, {s.sold[railroad]} sold")
        if s.treasury[railroad] < 0:
            violations.append(f"{name} has a debt")
    if not sum(s.ranches) == s.claimed == RANCHES - sum(s.markers):
        violations.append("ranches held, claimed and still on the map do not add up")
    violations += [f"seat {seat} has a debt" for seat in range(s.seats) if s.cash[seat] < 0]
    return violations


def _check_table(board: BoardLayout, s: StateLayout) -> list[str]:
    """Check Decision cubes, and that no ended phase leaves anything behind."""
    violations = []
    at_end = sum(step >= last for step, last in zip(s.steps, board.last_step, strict=True))
    if s.turn >= 0 and not in_auction(s) and s.turn != s.mover:
        violations.append("another seat acts than the one whose Decision it is")
    if any(step > last for step, last in zip(s.steps, board.last_step, strict=True)):
        violations.append("a Decision cube is past End")
    if s.turn == OVER and (at_end or s.phase):
        violations.append("the game is over and the Decision tracks are not reset")
    if not in_auction(s):
        left = [s.selling, s.opener, s.best_seat, s.price, s.floor, s.must_open, *s.bidders]
        if any(left):
            violations.append("an auction is over and has left something behind")
    if s.phase != BUILDING and (s.running or s.builds):
        violations.append("a Track Decision is over and has left something behind")
    return violations


def _check_money(
    board: BoardLayout, before: StateLayout, words: str, after: StateLayout
) -> list[str]:
    """Check that the bank pays and takes exactly what the move says, seat by seat."""
    cash, treasury = before.cash[:], before.treasury[:]
    verb, _, what = words.partition(" ")
    if sum(after.sold) > sum(before.sold):
        railroad = before.selling
        price = int(what) if verb == "bid" else before.price
        for seat in range(after.seats):
            cash[seat] -= price * (after.owned[seat][railroad] - before.owned[seat][railroad])
        treasury[railroad] += price
    elif verb == "build":
        grown = [n for n in range(board.hexes) if after.tracks[n] > before.tracks[n]]
        treasury[before.running] -= sum(board.base_cost * after.tracks[n] for n in grown)
    elif verb == "west":
        _pay(before, before.running, cash)
        treasury[before.running] = 0
    if after.round_number > before.round_number:
        for railroad in range(RAILROADS):
            _pay(after, railroad, cash)
        cash = [had + ranches for had, ranches in zip(cash, after.ranches, strict=True)]
    violations = []
    if cash != after.cash:
        violations.append(f"`{words}` leaves the seats {after.cash}; it should be {cash}")
    if treasury != after.treasury:
        violations.append(
            f"`{words}` leaves the treasuries {after.treasury}; it should be {treasury}"
        )
    return violations


def _pay(s: StateLayout, railroad: int, cash: list[int]) -> None:
    """Pay one dividend of the railroad: income divided by certificates, rounded up."""
    if s.sold[railroad]:
        share = -(-s.income[railroad] // s.sold[railroad])
        for seat in range(s.seats):
            cash[seat] += share * s.owned[seat][railroad]


def _check_single_step(before: StateLayout, after: StateLayout) -> list[str]:
    if before.turn == CHANCE and before.cash != after.cash:
        return ["chance moved money"]
    if sum(after.sold) - sum(before.sold) not in (0, 1):
        return ["more than one certificate was sold at once"]
    if sum(after.tracks) - sum(before.tracks) not in (0, 1):
        return ["more than one hex was built at once"]
    return []
