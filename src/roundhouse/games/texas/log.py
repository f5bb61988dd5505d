"""Log sentences, events and endings of Texas & Pacific."""

from __future__ import annotations

from collections.abc import Callable

from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, join_words
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
from roundhouse.games.texas.rules.ending import count_out_of_stock, count_out_of_track
from roundhouse.games.texas.rules.money import dividend, general_dividend_of
from roundhouse.games.texas.rules.track import build_cost
from roundhouse.games.texas.state import (
    CLAIM_RANCH,
    RAILROADS,
    RANCHES,
    RUN_RAILROAD,
    TP_AUCTION,
    BoardLayout,
    State,
    StateLayout,
)

redact = nothing_hidden


def end(state: State) -> End:
    """Return why the game ended."""
    return _end_of(state.board, state.py_state)


def _end_of(board: BoardLayout, s: StateLayout) -> End:
    code = end_reason(board, s)
    return End(code, join_words(ENDS[reason] for reason in code.split("+")))


def end_reason(board: BoardLayout, s: StateLayout) -> str:
    """Return the codes of all end conditions that are met, joined by `+`."""
    reasons = []
    if count_out_of_track(s) >= board.end_track:
        reasons.append("track")
    if count_out_of_stock(board, s) >= board.end_stock:
        reasons.append("stock")
    if RANCHES - s.claimed <= board.end_markers:
        reasons.append("ranches")
    if s.round_number > board.rounds:
        reasons.append("rounds")
    return "+".join(reasons)


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Write the log sentence of an action, as `seat` may read it."""
    parts = [
        _write_action(before, before.py_state, action),
        *_write_consequences(before, before.py_state, after.py_state),
    ]
    return "; ".join(part for part in parts if part)


def _write_action(before: State, s: StateLayout, action: int) -> str:
    who = f"@{s.turn}"
    if action < PASS:
        return f"@{action - OPEN} bids first (random draw)"
    if action == PASS:
        idle = {CLAIM_RANCH: " without claiming a ranch", RUN_RAILROAD: " without building"}
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
    return _write_building(before, s, action)


def _write_building(before: State, s: StateLayout, action: int) -> str:
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


def _write_consequences(before: State, s: StateLayout, then: StateLayout) -> list[str]:
    """Write what the move triggered: a sale, T&P's opening, dividends, the end."""
    sentences = []
    if sum(then.sold) > sum(s.sold):
        winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
        price = then.treasury[s.selling] - s.treasury[s.selling]
        terms = f"for ${price}" if price else "for free"
        sentences.append(
            f"@{winner} buys the {railroad_label(before, s.selling)} certificate {terms}"
        )
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        sentences.append("T&P opens in Dallas; its first certificate is auctioned")
    if then.round_number > s.round_number:
        paid = ", ".join(f"@{n} ${general_dividend_of(then, n)}" for n in range(s.seats))
        sentences.append(f"General Dividends end round {s.round_number}: {paid}")
    if then.turn == OVER:
        sentences.append(f"the game is over: {_end_of(before.board, then).sentence}")
    return sentences


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move; their rows hold all money but starting cash."""
    s, then = before.py_state, after.py_state
    cards: list[Event] = []
    if sum(then.sold) > sum(s.sold):
        cards.append(_build_sale(before, s, then))
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        cards.append(
            Event("T&P opens", "T&P starts in Dallas. Its first certificate is auctioned now.")
        )
    if action == WEST:
        cards.append(_build_westward(before, s))
    if then.round_number > s.round_number:
        cards.append(_build_dividends(before, s, then))
    if after.over:
        scores = after.scores()
        rows = tuple((n, scores[n], "") for n in range(after.seats))
        cards.append(Event("The end", capitalize_first(end(after).sentence), rows, "$"))
    return tuple(cards)


def _build_sale(before: State, s: StateLayout, then: StateLayout) -> Event:
    winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
    price = then.treasury[s.selling] - s.treasury[s.selling]
    label = railroad_label(before, s.selling)
    return Event(
        f"{label} certificate sold",
        f"@{winner} paid ${price} into {label}'s treasury"
        if price
        else f"@{winner} got it for free",
        ((winner, -price, "price"),) if price else (),
        "$",
        "paid for certificates",
    )


def _build_westward(before: State, s: StateLayout) -> Event:
    share, label = dividend(s, s.running), railroad_label(before, s.running)
    holders = [(n, s.owned[n][s.running]) for n in range(s.seats) if s.owned[n][s.running]]
    return Event(
        f"{label} goes West",
        f"The bank pays ${share} per certificate. {label} loses its treasury and unbuilt track, "
        "and never builds again",
        tuple((n, share * count, f"{count} × ${share}") for n, count in holders),
        "$",
        "going West",
    )


def _build_dividends(before: State, s: StateLayout, then: StateLayout) -> Event:
    rows = tuple(
        (n, general_dividend_of(then, n), _write_sources(before, then, n)) for n in range(s.seats)
    )
    text = f"Round {s.round_number} is over"
    split = [
        ScorePart(
            f"{railroad_label(before, r)} dividends",
            tuple(then.owned[n][r] * dividend(then, r) for n in range(s.seats)),
        )
        for r in range(RAILROADS)
    ]
    split.append(ScorePart("ranches", _by_seat(then, lambda n: then.ranches[n])))
    return Event("General Dividends", text, rows, "$", split=tuple(split))


def _write_sources(state: State, s: StateLayout, seat: int) -> str:
    """Say where a seat's dividends come from."""
    sources = [
        f"{railroad_label(state, r)} {s.owned[seat][r]} × ${dividend(s, r)}"
        for r in range(RAILROADS)
        if s.owned[seat][r]
    ]
    if s.ranches[seat]:
        sources.append(f"ranches ${s.ranches[seat]}")
    return ", ".join(sources) or "no holdings"


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the last General Dividends by source, and the cash before them."""
    s, seats = state.py_state, range(state.seats)
    parts = [
        ScorePart(
            "cash before the last dividends",
            _by_seat(s, lambda n: s.cash[n] - general_dividend_of(s, n)),
        )
    ]
    for r in range(RAILROADS):
        if s.sold[r]:
            label = f"last {railroad_label(state, r)} dividend"
            parts.append(ScorePart(label, tuple(s.owned[n][r] * dividend(s, r) for n in seats)))
    if s.claimed:
        parts.append(ScorePart("last ranch income", _by_seat(s, lambda n: s.ranches[n])))
    return tuple(parts)


def _by_seat(s: StateLayout, amount: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(amount(seat) for seat in range(s.seats))
