"""Log sentences, events and endings of Texas & Pacific."""

from __future__ import annotations

from collections.abc import Callable

from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import translate as _
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
from roundhouse.games.texas.names import (
    decision_name,
    hex_name,
    railroad_label,
    write_end,
    write_money,
)
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
    return End(code, write_end(code))


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
        return _("{who} bids first (random draw)", who=f"@{action - OPEN}")
    if action == PASS:
        if s.phase == CLAIM_RANCH:
            return _("{who} passes without claiming a ranch", who=who)
        if s.phase == RUN_RAILROAD:
            return _("{who} passes without building", who=who)
        return _("{who} passes", who=who)
    if action < DECIDE:
        name, price = railroad_label(before, s.selling), write_money(action - BID)
        return _("{who} bids {price} for {railroad}", who=who, price=price, railroad=name)
    if action < OFFER:
        decision = decision_name(action - DECIDE)
        return _("{who} takes a {decision} Decision", who=who, decision=decision)
    if action < CLAIM:
        name = railroad_label(before, action - OFFER)
        return _("{who} puts a certificate of {railroad} up for auction", who=who, railroad=name)
    if action < RUN:
        return _("{who} claims {place}", who=who, place=hex_name(before, action - CLAIM))
    if action < BUILD:
        return _(
            "{who} builds for {railroad}", who=who, railroad=railroad_label(before, action - RUN)
        )
    return _write_building(before, s, action)


def _write_building(before: State, s: StateLayout, action: int) -> str:
    board, name = before.board, railroad_label(before, s.running)
    if action == WEST:
        share = dividend(s, s.running)
        paid = [
            f"@{n} {write_money(share * s.owned[n][s.running])}"
            for n in range(s.seats)
            if s.owned[n][s.running]
        ]
        return _("{railroad} goes West and pays {amounts}", railroad=name, amounts=", ".join(paid))
    if action == DONE:
        return "" if s.builds else _("{railroad} builds nothing", railroad=name)
    n = action - BUILD
    words = {
        "railroad": name,
        "place": hex_name(before, n),
        "cost": write_money(build_cost(board, s, n)),
    }
    gain = board.gain[n]
    if before.game.board_file.data["hex"][n]["kind"] == "plain" and gain:
        return _("{railroad} builds {place} for {cost}, income +{gain}", gain=gain, **words)
    if before.game.board_file.data["hex"][n]["kind"] == "plain":
        return _("{railroad} builds {place} for {cost}", **words)
    if gain:
        return _("{railroad} builds in {place} for {cost}, income +{gain}", gain=gain, **words)
    return _("{railroad} builds in {place} for {cost}", **words)


def _write_consequences(before: State, s: StateLayout, then: StateLayout) -> list[str]:
    """Write what the move triggered: a sale, T&P's opening, dividends, the end."""
    sentences = []
    if sum(then.sold) > sum(s.sold):
        winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
        price = then.treasury[s.selling] - s.treasury[s.selling]
        sentences.append(_write_purchase(f"@{winner}", railroad_label(before, s.selling), price))
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        sentences.append(_("T&P opens in Dallas; its first certificate is auctioned"))
    if then.round_number > s.round_number:
        paid = [f"@{n} {write_money(general_dividend_of(then, n))}" for n in range(s.seats)]
        sentences.append(
            _(
                "General Dividends end round {number}: {amounts}",
                number=s.round_number,
                amounts=", ".join(paid),
            )
        )
    if then.turn == OVER:
        reason = _end_of(before.board, then).sentence
        sentences.append(_("the game is over: {reason}", reason=reason))
    return sentences


def _write_purchase(who: str, name: str, price: int) -> str:
    if not price:
        return _("{who} buys the {railroad} certificate for free", who=who, railroad=name)
    return _(
        "{who} buys the {railroad} certificate for {price}",
        who=who,
        railroad=name,
        price=write_money(price),
    )


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move; their rows hold all money but starting cash."""
    s, then = before.py_state, after.py_state
    cards: list[Event] = []
    if sum(then.sold) > sum(s.sold):
        cards.append(_build_sale(before, s, then))
    if then.phase == TP_AUCTION and s.phase == CLAIM_RANCH:
        cards.append(
            Event(
                _("T&P opens"), _("T&P starts in Dallas. Its first certificate is auctioned now.")
            )
        )
    if action == WEST:
        cards.append(_build_westward(before, s))
    if then.round_number > s.round_number:
        cards.append(_build_dividends(before, s, then))
    if after.over:
        scores = after.scores()
        rows = tuple((n, scores[n], "") for n in range(after.seats))
        cards.append(Event(_("The end"), capitalize_first(end(after).sentence), rows, "$"))
    return tuple(cards)


def _build_sale(before: State, s: StateLayout, then: StateLayout) -> Event:
    winner = next(n for n in range(s.seats) if then.owned[n] != s.owned[n])
    price = then.treasury[s.selling] - s.treasury[s.selling]
    label = railroad_label(before, s.selling)
    text = _("{who} got it for free", who=f"@{winner}")
    if price:
        text = _(
            "{who} paid {price} into {railroad}'s treasury",
            who=f"@{winner}",
            price=write_money(price),
            railroad=label,
        )
    return Event(
        _("{railroad} certificate sold", railroad=label),
        text,
        ((winner, -price, _("price")),) if price else (),
        "$",
        _("paid for certificates"),
    )


def _build_westward(before: State, s: StateLayout) -> Event:
    share, label = dividend(s, s.running), railroad_label(before, s.running)
    holders = [(n, s.owned[n][s.running]) for n in range(s.seats) if s.owned[n][s.running]]
    return Event(
        _("{railroad} goes West", railroad=label),
        _(
            "The bank pays {money} per certificate. {railroad} loses its treasury and unbuilt "
            "track, and never builds again",
            money=write_money(share),
            railroad=label,
        ),
        tuple((n, share * count, f"{count} × {write_money(share)}") for n, count in holders),
        "$",
        _("going West"),
    )


def _build_dividends(before: State, s: StateLayout, then: StateLayout) -> Event:
    rows = tuple(
        (n, general_dividend_of(then, n), _write_sources(before, then, n)) for n in range(s.seats)
    )
    text = _("Round {number} is over", number=s.round_number)
    split = [
        ScorePart(
            _("{railroad} dividends", railroad=railroad_label(before, r)),
            tuple(then.owned[n][r] * dividend(then, r) for n in range(s.seats)),
        )
        for r in range(RAILROADS)
    ]
    split.append(ScorePart(_("ranches"), _by_seat(then, lambda n: then.ranches[n])))
    return Event(_("General Dividends"), text, rows, "$", split=tuple(split))


def _write_sources(state: State, s: StateLayout, seat: int) -> str:
    """Say where a seat's dividends come from."""
    sources = [
        f"{railroad_label(state, r)} {s.owned[seat][r]} × {write_money(dividend(s, r))}"
        for r in range(RAILROADS)
        if s.owned[seat][r]
    ]
    if s.ranches[seat]:
        sources.append(_("ranches {money}", money=write_money(s.ranches[seat])))
    return ", ".join(sources) or _("no holdings")


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the last General Dividends by source, and the cash before them."""
    s, seats = state.py_state, range(state.seats)
    parts = [
        ScorePart(
            _("cash before the last dividends"),
            _by_seat(s, lambda n: s.cash[n] - general_dividend_of(s, n)),
        )
    ]
    for r in range(RAILROADS):
        if s.sold[r]:
            label = _("last {railroad} dividend", railroad=railroad_label(state, r))
            parts.append(ScorePart(label, tuple(s.owned[n][r] * dividend(s, r) for n in seats)))
    if s.claimed:
        parts.append(ScorePart(_("last ranch income"), _by_seat(s, lambda n: s.ranches[n])))
    return tuple(parts)


def _by_seat(s: StateLayout, amount: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(amount(seat) for seat in range(s.seats))
