"""The log of Texas & Pacific: what a move did, in a sentence."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.text import listed
from roundhouse.core.view import End, nothing_hidden
from roundhouse.games.texas.actions import (
    BID,
    BUILD,
    CLAIM,
    DECIDE,
    DONE,
    OFFER,
    OPEN,
    PASS,
    RAILROAD_IDS,
    RUN,
    WEST,
)
from roundhouse.games.texas.rules import build_cost, dividend, out_of_stock, out_of_track
from roundhouse.games.texas.state import (
    CLAIM_RANCH,
    RANCHES,
    RUN_RAILROAD,
    TP_AUCTION,
    Board,
    Position,
    State,
)


def end_reason(board: Board, s: State) -> str:
    """Why the game is over; several reasons may have come true at once."""
    reasons = []
    if out_of_track(s) >= board.end_track:
        reasons.append("track")
    if out_of_stock(board, s) >= board.end_stock:
        reasons.append("stock")
    if RANCHES - s.claimed <= board.end_markers:
        reasons.append("ranches")
    if s.round_number > board.rounds:
        reasons.append("rounds")
    return "+".join(reasons)


ENDS = {
    "track": "railroads are out of track",
    "stock": "the stock is sold",
    "ranches": "the ranches are claimed",
    "rounds": "the last round is over",
}

redact = nothing_hidden


def end(position: Position) -> End:
    code = end_reason(position.board, position.twin)
    return End(code, listed(ENDS[reason] for reason in code.split("+")))


def hex_name(row: dict[str, Any]) -> str:
    """A hex as people call it: `i3 Oklahoma City`, `g2 ranch`, `a5 West`, `h2`."""
    kinds = {"ranch": "ranch", "west": "West"}
    return f"{row['id']} {row.get('name', kinds.get(row['kind'], ''))}".rstrip()


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action, as `seat` may read it."""
    s, then = before.twin, after.twin
    said = [_deed(before, s, action), *_events(before, s, then)]
    return "; ".join(part for part in said if part)


def _label(position: Position, railroad: int) -> str:
    label: str = position.game.board_file.data["railroads"][RAILROAD_IDS[railroad].upper()]["label"]
    return label


def _deed(before: Position, s: State, action: int) -> str:
    board: Board = before.board
    hexes = before.game.board_file.data["hex"]
    who = f"@{s.turn}"
    if action < PASS:
        return f"@{action - OPEN} is drawn to bid first"
    if action == PASS:
        idle = {CLAIM_RANCH: " and claims no ranch", RUN_RAILROAD: " and builds no track"}
        return f"{who} passes{idle.get(s.phase, '')}"
    if action < DECIDE:
        return f"{who} bids ${action - BID} for {_label(before, s.selling)}"
    if action < OFFER:
        return f"{who} takes a {('Stock', 'Ranch', 'Track')[action - DECIDE]} Decision"
    if action < CLAIM:
        return f"{who} puts a certificate of {_label(before, action - OFFER)} up for auction"
    if action < RUN:
        return f"{who} claims the ranch in {hexes[action - CLAIM]['id']}"
    if action < BUILD:
        return f"{who} builds for {_label(before, action - RUN)}"
    name = _label(before, s.running)
    if action == WEST:
        share = dividend(s, s.running)
        paid = [
            f"@{n} ${share * s.owned[n][s.running]}"
            for n in range(s.seats)
            if s.owned[n][s.running]
        ]
        return f"{name} goes West and pays {', '.join(paid)}"
    if action == DONE:
        return "" if s.builds else f"{name} builds nothing"
    n = action - BUILD
    gain = f", income +{board.gain[n]}" if board.gain[n] else ""
    return f"{name} builds in {hex_name(hexes[n])} for ${build_cost(board, s, n)}{gain}"


def _events(before: Position, s: State, then: State) -> list[str]:
    """What the move set off: a sale, T&P's opening, dividends, the end."""
    said = []
    if sum(then.sold) > sum(s.sold):
        winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
        price = then.treasury[s.selling] - s.treasury[s.selling]
        terms = f"for ${price}" if price else "free"
        said.append(f"@{winner} gets the {_label(before, s.selling)} certificate {terms}")
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        said.append("T&P opens in Dallas and its first certificate is auctioned")
    if then.round_number > s.round_number:
        paid = ", ".join(f"@{n} ${takings(then, n)}" for n in range(s.seats))
        said.append(f"General Dividends end round {s.round_number}: {paid}")
    if then.turn == OVER:
        board: Board = before.board
        said.append(f"the game is over ({end_reason(board, then)})")
    return said


def takings(s: State, seat: int) -> int:
    """What General Dividends bring the seat as things stand."""
    return s.ranches[seat] + sum(dividend(s, r) * held for r, held in enumerate(s.owned[seat]))
