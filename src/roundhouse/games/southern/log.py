"""Log sentences, events and endings of Southern Pacific."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, count, join_words
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    NAME_PRICE,
    OFFER,
    OPEN_AUCTION,
    PASS,
    PAY,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.names import Names
from roundhouse.games.southern.rules.network import owner_of
from roundhouse.games.southern.state import (
    AUCTION,
    BULL,
    BULL_AUCTION,
    INCOME,
    PRICE,
    RAILROADS,
    REPLY,
    SHARES,
    TRACK,
    BoardLayout,
    State,
    StateLayout,
)

redact = nothing_hidden


def end(state: State) -> End:
    """Return why the game ended."""
    return end_of(state.py_state)


def end_of(s: StateLayout) -> End:
    """Return the reason: cubes, shares, both, or round 20 (S9)."""
    ends = []
    if min(s.cubes) == 0:
        ends.append(("cubes", "a railroad is out of cubes"))
    if sum(s.sold) == RAILROADS * SHARES:
        ends.append(("shares", "all shares are sold"))
    if not ends:
        ends.append((f"round {s.round_number}", f"round {s.round_number} was the last"))
    codes, sentences = zip(*ends, strict=True)
    return End(join_words(codes), join_words(sentences))


def sentence(before: State, action: int, after: State, seat: int | None) -> str:
    """Write the log sentence of an action; it is the same for every seat."""
    s, then = before.py_state, after.py_state
    names = Names(before.game.board_file.data)
    action_text = _write_action(before.board, s, action, names, then)
    results = [
        *_write_sale(s, then, names),
        *_write_incomes(s, then, names),
        *_write_round(s, then),
    ]
    return "; ".join(part for part in (action_text, *results) if part)


def _write_action(
    board: BoardLayout, s: StateLayout, action: int, names: Names, then: StateLayout
) -> str:
    who, short = f"@{s.turn}", names.short[s.railroad]
    if s.phase in (AUCTION, BULL_AUCTION):
        return f"{who} passes" if action == PASS else f"{who} bids ${action - BID} for {short}"
    if s.phase in (BULL, INCOME, TRACK):
        return _write_turn(board, s, action, names, then)
    if action == SELL:
        return f"{who} puts a share of {short} up for auction"
    if BUILD <= action < BUY:
        return f"{short} builds {names.lines[action - BUILD]} for free"
    if OPEN_AUCTION <= action < OFFER:
        return f"@{action - OPEN_AUCTION} bids first (random draw)"
    if action == SKIP:
        return ""
    return _write_negotiation(board, s, action, names)


def _write_turn(
    board: BoardLayout, s: StateLayout, action: int, names: Names, then: StateLayout
) -> str:
    who, short = f"@{s.turn}", names.short[s.railroad]
    if s.phase == BULL:
        if action == PASS:
            return f"{who} offers no share"
        return f"{who} offers a share of {names.short[action - OFFER]}"
    if s.phase == INCOME:
        if action == SKIP:
            return f"{short} declines its income of ${s.income[s.railroad]}"
        return _write_dividend(s, action - PAY, names, then)
    if BUILD <= action < BUY:
        return f"{short} builds {names.lines[action - BUILD]} for ${board.link_cost}"
    return ""  # `done` needs no line; after `buy` the price gets one


def _write_dividend(s: StateLayout, amount: int, names: Names, then: StateLayout) -> str:
    income_text = f"{names.short[s.railroad]} earns ${s.income[s.railroad]}"
    if amount == 0:
        return f"{income_text} and pays no dividend"
    paid = [
        f"@{seat} ${amount * s.shares[seat][s.railroad]}"
        for seat in range(s.seats)
        if s.shares[seat][s.railroad]
    ]
    left = then.treasury[s.railroad]
    return f"{income_text} and pays ${amount} per share: {join_words(paid)}; treasury ${left}"


def _write_negotiation(board: BoardLayout, s: StateLayout, action: int, names: Names) -> str:
    who, buyer, line = f"@{s.turn}", names.short[s.railroad], names.lines[s.link]
    owner = owner_of(board, s, s.link)
    seller = names.short[owner]
    if s.phase == PRICE:
        price = action - NAME_PRICE
        if s.president[owner] == s.turn:
            return f"{buyer} buys {line} from {seller} for ${price} ({who} presides over both)"
        return f"{who} offers ${price} from {buyer} for {seller}'s link {line}"
    if action == ACCEPT:
        return f"{who} accepts: {buyer} buys {line} from {seller} for ${s.price}"
    if action == REFUSE:
        what = f"to pay ${s.price} for" if s.phase == REPLY else f"${s.price} for"
        return f"{who} refuses {what} {line}"
    return f"{who} asks ${action - ASK} for {line}"


def _write_sale(s: StateLayout, then: StateLayout, names: Names) -> list[str]:
    """Say who bought the share, if the move ended an auction."""
    for railroad in range(RAILROADS):
        if then.sold[railroad] > s.sold[railroad]:
            short = names.short[railroad]
            buyer = next(
                n for n in range(s.seats) if then.shares[n][railroad] > s.shares[n][railroad]
            )
            price = then.treasury[railroad] - s.treasury[railroad]
            text = f"@{buyer} buys a share of {short} for ${price}"
            if then.president[railroad] != s.president[railroad]:
                text += " and becomes president"
                if s.president[railroad] != NO_SEAT:
                    text += f" in place of @{s.president[railroad]}"
            return [text]
    if s.phase == BULL_AUCTION and then.phase != BULL_AUCTION:
        return ["no bids: the share stays unsold"]
    return []


def _write_incomes(s: StateLayout, then: StateLayout, names: Names) -> list[str]:
    moved = [
        f"{names.short[n]} ${s.income[n]} → ${then.income[n]}"
        for n in range(RAILROADS)
        if s.income[n] != then.income[n]
    ]
    return [f"income: {', '.join(moved)}"] if moved else []


def _write_round(s: StateLayout, then: StateLayout) -> list[str]:
    if s.phase == INCOME and then.phase == BULL:
        return [f"Bull Market: @{then.card} has the least cash and gets the card"]
    if then.turn == OVER:
        return [f"the game is over: {end_of(then).sentence}"]
    if then.round_number > s.round_number:
        return [f"round {then.round_number} begins"]
    return []


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move; their rows add up to all money but the start."""
    s, then = before.py_state, after.py_state
    names = Names(before.game.board_file.data)
    cards = [*_build_sale(s, then, names), *_build_dividend(s, action, then, names)]
    if s.phase == INCOME and then.phase == BULL:
        holder = f"@{then.card}"
        text = f"{holder} has the least cash and gets the card. {holder} may offer a share first"
        cards.append(Event(f"Bull Market, round {s.round_number}", text))
    if after.over:
        scores = after.scores()
        rows = tuple((n, scores[n], "") for n in range(after.seats))
        cards.append(Event("The end", capitalize_first(end(after).sentence), rows, "$"))
    elif then.round_number > s.round_number:
        cards.append(Event(f"Round {then.round_number}", _write_outlook(then, names)))
    return tuple(cards)


def _build_sale(s: StateLayout, then: StateLayout, names: Names) -> list[Event]:
    for railroad in range(RAILROADS):
        if then.sold[railroad] > s.sold[railroad]:
            short, price = names.short[railroad], then.treasury[railroad] - s.treasury[railroad]
            text = (
                _write_sale(s, then, names)[0] + f". {short}'s treasury: ${then.treasury[railroad]}"
            )
            buyer = next(
                n for n in range(s.seats) if then.shares[n][railroad] > s.shares[n][railroad]
            )
            rows = ((buyer, -price, "price"),) if price else ()
            return [Event(f"{short} share sold", text, rows, "$", "paid for shares")]
    return []


def _build_dividend(s: StateLayout, action: int, then: StateLayout, names: Names) -> list[Event]:
    """Build the card of a dividend; one of $0 gets a log sentence only."""
    if s.phase != INCOME or action <= PAY:
        return []
    amount, short = action - PAY, names.short[s.railroad]
    rows = tuple(
        (n, amount * s.shares[n][s.railroad], f"{s.shares[n][s.railroad]} × ${amount}")
        for n in range(s.seats)
        if s.shares[n][s.railroad]
    )
    text = (
        f"Income ${s.income[s.railroad]}, ${amount} per share, "
        f"${then.treasury[s.railroad]} stays in the treasury"
    )
    return [Event(f"{short} pays a dividend", text, rows, "$", f"{short} dividends")]


def _write_outlook(s: StateLayout, names: Names) -> str:
    fewest = min(s.cubes)
    railroad = names.short[s.cubes.index(fewest)]
    unsold = RAILROADS * SHARES - sum(s.sold)
    return f"{railroad} has {count(fewest, 'cube')} left, {count(unsold, 'share')} unsold"


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the cash; the final state does not record where it came from."""
    return (ScorePart("cash", tuple(state.scores())),)
