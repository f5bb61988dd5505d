"""What must hold after every move of Texas & Pacific, whatever was played."""

from __future__ import annotations

from roundhouse.core.contract import CHANCE, OVER
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
    Board,
    State,
)


def broken(board: Board, before: State | None, words: str, after: State) -> list[str]:
    """Each law that the step from `before` by `words` to `after` breaks, in a sentence."""
    complaints = _track(board, after) + _papers(board, after) + _table(board, after)
    if before is not None:
        complaints += _money(board, before, words, after)
        complaints += _certificates(before, after)
    return complaints


def _track(board: Board, s: State) -> list[str]:
    """Cubes, reach and income agree with what is on the map."""
    said = []
    for n in range(board.hexes):
        there = sum(s.reach[railroad][n] == BUILT for railroad in range(RAILROADS))
        if s.tracks[n] != there:
            said.append(f"hex {n} counts {s.tracks[n]} railroads and holds {there}")
    for railroad, name in enumerate(RAILROAD_IDS):
        reach = s.reach[railroad]
        built = [n for n in range(board.hexes) if reach[n] == BUILT]
        is_open = railroad != TP or s.claimed >= board.tp_opens_after
        if bool(built) != is_open or (built and board.start_hex[railroad] not in built):
            said.append(f"{name} has no track in its start city, or opened too early")
        laid = len(built) - is_open
        if s.west[railroad] == GONE:
            if s.cubes[railroad] or laid > board.cubes[railroad]:
                said.append(f"{name} has gone West with {s.cubes[railroad]} cubes left")
        elif laid + s.cubes[railroad] != board.cubes[railroad]:
            said.append(f"{name} has {laid} cubes laid and {s.cubes[railroad]} left")
        beside = {a for n in built for a in board.side[n][: board.sides[n]]} - set(built)
        if railroad != TP or s.rules == 1 or not board.tp_enters:  # T2
            beside -= {n for n in beside if board.closed[n]}
        if beside != {n for n in range(board.hexes) if reach[n] not in (FAR, BUILT)}:
            said.append(f"{name} reaches other hexes than those beside its track")
        gained = sum(board.gain[n] for n in built if n != board.start_hex[railroad])
        if s.income[railroad] != is_open * board.start_income[railroad] + gained:
            said.append(f"{name} has an income of {s.income[railroad]}, not what its track earns")
        if (s.west[railroad] != 0) != any(board.western[n] for n in built):
            said.append(f"{name} may go West without track there, or may not with it")
    return said


def _papers(board: Board, s: State) -> list[str]:
    """Certificates and ranch markers: none lost, none made."""
    said = []
    for railroad, name in enumerate(RAILROAD_IDS):
        held = sum(s.owned[seat][railroad] for seat in range(s.seats))
        if held != s.sold[railroad] or held > board.shares[railroad]:
            said.append(f"{name}: {held} certificates held, {s.sold[railroad]} sold")
        if s.treasury[railroad] < 0:
            said.append(f"{name} has a debt")
    if not sum(s.ranches) == s.claimed == RANCHES - sum(s.markers):
        said.append("ranches held, claimed and still on the map do not add up")
    said += [f"seat {seat} has a debt" for seat in range(s.seats) if s.cash[seat] < 0]
    return said


def _table(board: Board, s: State) -> list[str]:
    """Decision cubes, and nothing left over from a phase that has ended."""
    said = []
    at_end = sum(step >= last for step, last in zip(s.steps, board.last_step, strict=True))
    if s.turn >= 0 and not in_auction(s) and s.turn != s.mover:
        said.append("another seat acts than the one whose Decision it is")
    if any(step > last for step, last in zip(s.steps, board.last_step, strict=True)):
        said.append("a Decision cube is past End")
    if s.turn == OVER and (at_end or s.phase):
        said.append("the game is over and the Decision tracks are not reset")
    if not in_auction(s):
        left = [s.selling, s.opener, s.best_seat, s.price, s.floor, s.must_open, *s.bidders]
        if any(left):
            said.append("an auction is over and has left something behind")
    if s.phase != BUILDING and (s.running or s.builds):
        said.append("a Track Decision is over and has left something behind")
    return said


def _money(board: Board, before: State, words: str, after: State) -> list[str]:
    """The bank gives and takes what the move says and not a dollar more, seat by seat."""
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
    said = []
    if cash != after.cash:
        said.append(f"`{words}` leaves the seats {after.cash}; it should be {cash}")
    if treasury != after.treasury:
        said.append(f"`{words}` leaves the treasuries {after.treasury}; it should be {treasury}")
    return said


def _pay(s: State, railroad: int, cash: list[int]) -> None:
    """One dividend of the railroad: income by certificates, rounded up."""
    if s.sold[railroad]:
        share = -(-s.income[railroad] // s.sold[railroad])
        for seat in range(s.seats):
            cash[seat] += share * s.owned[seat][railroad]


def _certificates(before: State, after: State) -> list[str]:
    if before.turn == CHANCE and before.cash != after.cash:
        return ["chance moved money"]
    if sum(after.sold) - sum(before.sold) not in (0, 1):
        return ["more than one certificate was sold at once"]
    if sum(after.tracks) - sum(before.tracks) not in (0, 1):
        return ["more than one hex was built at once"]
    return []
