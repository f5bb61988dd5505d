"""The log of Texas & Pacific: what a move did, and how the game ended."""

from __future__ import annotations

from collections.abc import Callable

from roundhouse.core.contract import OVER
from roundhouse.core.text import capital, listed
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.texas.actions import (
    BID,
    BUILD,
    CLAIM,
    DECIDE,
    DONE,
    OFFER,
    OPEN,
    PASS,
    RUN,
    WEST,
)
from roundhouse.games.texas.names import DECISIONS, ENDS, hex_name, railroad_label
from roundhouse.games.texas.rules.ending import out_of_stock, out_of_track
from roundhouse.games.texas.rules.money import dividend, takings
from roundhouse.games.texas.rules.track import build_cost
from roundhouse.games.texas.state import (
    CLAIM_RANCH,
    RAILROADS,
    RANCHES,
    RUN_RAILROAD,
    TP_AUCTION,
    Board,
    Position,
    State,
)

redact = nothing_hidden


def end(position: Position) -> End:
    return _end_of(position.board, position.twin)


def _end_of(board: Board, s: State) -> End:
    code = end_reason(board, s)
    return End(code, listed(ENDS[reason] for reason in code.split("+")))


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


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action, as `seat` may read it."""
    said = [_deed(before, before.twin, action), *_events(before, before.twin, after.twin)]
    return "; ".join(part for part in said if part)


def _deed(before: Position, s: State, action: int) -> str:
    who = f"@{s.turn}"
    if action < PASS:
        return f"@{action - OPEN} is drawn to bid first"
    if action == PASS:
        idle = {CLAIM_RANCH: " and claims no ranch", RUN_RAILROAD: " and builds no track"}
        return f"{who} passes{idle.get(s.phase, '')}"
    if action < DECIDE:
        return f"{who} bids ${action - BID} for {railroad_label(before, s.selling)}"
    if action < OFFER:
        return f"{who} takes a {DECISIONS[action - DECIDE]} Decision"
    if action < CLAIM:
        return (
            f"{who} puts a certificate of {railroad_label(before, action - OFFER)} up for auction"
        )
    if action < RUN:
        return f"{who} claims {hex_name(before, action - CLAIM)}"
    if action < BUILD:
        return f"{who} builds for {railroad_label(before, action - RUN)}"
    return _building(before, s, action)


def _building(before: Position, s: State, action: int) -> str:
    board, name = before.board, railroad_label(before, s.running)
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
    where = hex_name(before, n)
    place = where if before.game.board_file.data["hex"][n]["kind"] == "plain" else f"in {where}"
    return f"{name} builds {place} for ${build_cost(board, s, n)}{gain}"


def _events(before: Position, s: State, then: State) -> list[str]:
    """What the move set off: a sale, T&P's opening, dividends, the end."""
    said = []
    if sum(then.sold) > sum(s.sold):
        winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
        price = then.treasury[s.selling] - s.treasury[s.selling]
        terms = f"for ${price}" if price else "free"
        said.append(f"@{winner} gets the {railroad_label(before, s.selling)} certificate {terms}")
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        said.append("T&P opens in Dallas and its first certificate is auctioned")
    if then.round_number > s.round_number:
        paid = ", ".join(f"@{n} ${takings(then, n)}" for n in range(s.seats))
        said.append(f"General Dividends end round {s.round_number}: {paid}")
    if then.turn == OVER:
        said.append(f"the game is over: {_end_of(before.board, then).sentence}")
    return said


def events(before: Position, action: int, after: Position, seat: int | None) -> tuple[Event, ...]:
    """What deserves a card of its own. All of a seat's money but its first is in these rows."""
    s, then = before.twin, after.twin
    made: list[Event] = []
    if sum(then.sold) > sum(s.sold):
        made.append(_sale(before, s, then))
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        made.append(Event("T&P opens", "in Dallas; its first certificate is auctioned at once"))
    if action == WEST:
        made.append(_westward(before, s))
    if then.round_number > s.round_number:
        made.append(_dividends(before, s, then))
    if after.over:
        scores = after.scores()
        rows = tuple((n, scores[n], "") for n in range(after.seats))
        made.append(Event("The end", capital(end(after).sentence), rows, "$"))
    return tuple(made)


def _sale(before: Position, s: State, then: State) -> Event:
    winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
    price = then.treasury[s.selling] - s.treasury[s.selling]
    label = railroad_label(before, s.selling)
    return Event(
        f"{label} certificate sold",
        f"@{winner} gets it for ${price}, which goes into {label}'s treasury"
        if price
        else f"@{winner} gets it free",
        ((winner, -price, "the price"),) if price else (),
        "$",
        "paid for certificates",
    )


def _westward(before: Position, s: State) -> Event:
    share, label = dividend(s, s.running), railroad_label(before, s.running)
    held = [(n, s.owned[n][s.running]) for n in range(s.seats) if s.owned[n][s.running]]
    return Event(
        f"{label} goes West",
        f"It pays ${share} a certificate and never builds again; its treasury is gone",
        tuple((n, share * count, f"{count} × ${share}") for n, count in held),
        "$",
        "going West",
    )


def _dividends(before: Position, s: State, then: State) -> Event:
    rows = tuple((n, takings(then, n), _sources(before, then, n)) for n in range(s.seats))
    text = f"Round {s.round_number} is over"
    split = [
        ScorePart(
            f"dividends of {railroad_label(before, r)}",
            tuple(then.owned[n][r] * dividend(then, r) for n in range(s.seats)),
        )
        for r in range(RAILROADS)
    ]
    split.append(ScorePart("ranches", _each(then, lambda n: then.ranches[n])))
    return Event("General Dividends", text, rows, "$", split=tuple(split))


def _sources(position: Position, s: State, seat: int) -> str:
    """Where a seat's dividends come from."""
    said = [
        f"{railroad_label(position, r)} {s.owned[seat][r]} × ${dividend(s, r)}"
        for r in range(RAILROADS)
        if s.owned[seat][r]
    ]
    if s.ranches[seat]:
        said.append(f"ranches ${s.ranches[seat]}")
    return ", ".join(said) or "nothing held"


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """A game ends right after General Dividends: what they paid, and what was there before."""
    s, seats = position.twin, range(position.seats)
    parts = [
        ScorePart("cash before the last dividends", _each(s, lambda n: s.cash[n] - takings(s, n)))
    ]
    for r in range(RAILROADS):
        if s.sold[r]:
            label = f"last dividend of {railroad_label(position, r)}"
            parts.append(ScorePart(label, tuple(s.owned[n][r] * dividend(s, r) for n in seats)))
    if s.claimed:
        parts.append(ScorePart("last dividend of ranches", _each(s, lambda n: s.ranches[n])))
    return tuple(parts)


def _each(s: State, amount: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(amount(seat) for seat in range(s.seats))
