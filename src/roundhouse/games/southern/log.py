"""The log of Southern Pacific: a sentence for each move that is worth one, and the end."""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.core.text import capital, count, listed
from roundhouse.core.view import End, Event, ScorePart, nothing_hidden
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    OFFER,
    OPENS,
    PASS,
    PAY,
    PRICED,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.names import Names
from roundhouse.games.southern.rules.network import owner_of
from roundhouse.games.southern.state import (
    AUCTION,
    BULL,
    INCOME,
    ONCE,
    PRICE,
    RAILROADS,
    REPLY,
    SHARES,
    TRACK,
    Board,
    Position,
    State,
)

redact = nothing_hidden


def end(position: Position) -> End:
    return end_of(position.twin)


def end_of(s: State) -> End:
    """Why the game ended: cubes, shares, both, or round 20 (S9)."""
    ends = []
    if min(s.cubes) == 0:
        ends.append(("cubes", "a railroad has no cubes left"))
    if sum(s.sold) == RAILROADS * SHARES:
        ends.append(("shares", "every share is sold"))
    if not ends:
        ends.append((f"round {s.round_number}", f"it was round {s.round_number}"))
    codes, sentences = zip(*ends, strict=True)
    return End(listed(codes), listed(sentences))


def sentence(before: Position, action: int, after: Position, seat: int | None) -> str:
    """The log's line for an action; nothing is hidden, so it is the same for every seat."""
    s, then = before.twin, after.twin
    names = Names(before.game.board_file.data)
    said = _said(before.board, s, action, names, then)
    results = [*_sale(s, then, names), *_incomes(s, then, names), *_market(s, then)]
    return "; ".join(part for part in (said, *results) if part)


def _said(board: Board, s: State, action: int, names: Names, then: State) -> str:
    who, short = f"@{s.turn}", names.short[s.railroad]
    if s.phase in (AUCTION, ONCE):
        return f"{who} passes" if action == PASS else f"{who} bids ${action - BID} for {short}"
    if s.phase in (BULL, INCOME, TRACK):
        return _turn(board, s, action, names, then)
    if action == SELL:
        return f"{who} puts a share of {short} up for sale"
    if BUILD <= action < BUY:
        return f"{short} builds {names.lines[action - BUILD]} free"
    if OPENS <= action < OFFER:
        return f"@{action - OPENS} opens the first auction"
    if action == SKIP:
        return ""
    return _talk(board, s, action, names)


def _turn(board: Board, s: State, action: int, names: Names, then: State) -> str:
    who, short = f"@{s.turn}", names.short[s.railroad]
    if s.phase == BULL:
        if action == PASS:
            return f"{who} offers no share"
        return f"{who} offers a share of {names.short[action - OFFER]}"
    if s.phase == INCOME:
        if action == SKIP:
            return f"{short} takes no income and pays nothing"
        return _dividend(s, action - PAY, names, then)
    if BUILD <= action < BUY:
        return f"{short} builds {names.lines[action - BUILD]} for ${board.link_cost}"
    return ""  # `done`; and `buy`, for the price follows


def _dividend(s: State, amount: int, names: Names, then: State) -> str:
    said = f"{names.short[s.railroad]} takes in ${s.income[s.railroad]}"
    if amount == 0:
        return f"{said} and pays nothing"
    paid = [
        f"@{seat} ${amount * s.shares[seat][s.railroad]}"
        for seat in range(s.seats)
        if s.shares[seat][s.railroad]
    ]
    left = then.treasury[s.railroad]
    return f"{said} and pays ${amount} a share: {listed(paid)}; ${left} stays in the treasury"


def _talk(board: Board, s: State, action: int, names: Names) -> str:
    who, buyer, line = f"@{s.turn}", names.short[s.railroad], names.lines[s.link]
    owner = owner_of(board, s, s.link)
    seller = names.short[owner]
    if s.phase == PRICE:
        price = action - PRICED
        if s.president[owner] == s.turn:
            return f"{buyer} buys {line} from {seller} for ${price}, {who} deciding for both"
        return f"{who} offers ${price} of {buyer} for {line} of {seller}"
    if action == ACCEPT:
        return f"{who} accepts: {buyer} buys {line} from {seller} for ${s.price}"
    if action == REFUSE:
        what = f"to pay ${s.price} for" if s.phase == REPLY else "to sell"
        return f"{who} refuses {what} {line}"
    return f"{who} asks ${action - ASK} for {line}"


def _sale(s: State, then: State, names: Names) -> list[str]:
    """Who bought a share, if the move ended an auction."""
    for railroad in range(RAILROADS):
        if then.sold[railroad] > s.sold[railroad]:
            short = names.short[railroad]
            buyer = next(
                n for n in range(s.seats) if then.shares[n][railroad] > s.shares[n][railroad]
            )
            price = then.treasury[railroad] - s.treasury[railroad]
            said = f"@{buyer} buys the share of {short} for ${price}"
            if then.president[railroad] != s.president[railroad]:
                said += " and is its president"
                if s.president[railroad] != NOBODY:
                    said += f" instead of @{s.president[railroad]}"
            return [said]
    if s.phase == ONCE and then.phase != ONCE:
        return ["nobody wants the share"]
    return []


def _incomes(s: State, then: State, names: Names) -> list[str]:
    moved = [
        f"{names.short[n]} ${s.income[n]} → ${then.income[n]}"
        for n in range(RAILROADS)
        if s.income[n] != then.income[n]
    ]
    return [f"income: {', '.join(moved)}"] if moved else []


def _market(s: State, then: State) -> list[str]:
    if s.phase == INCOME and then.phase == BULL:
        return [f"Bull Market: the card goes to @{then.card}, who has least cash"]
    if then.turn == OVER:
        return [f"the game ends: {end_of(then).sentence}"]
    if then.round_number > s.round_number:
        return [f"round {then.round_number} begins"]
    return []


def events(before: Position, action: int, after: Position, seat: int | None) -> tuple[Event, ...]:
    """What deserves a card of its own. All of a seat's money but its first is in these rows."""
    s, then = before.twin, after.twin
    names = Names(before.game.board_file.data)
    made = [*_sale_event(s, then, names), *_dividend_event(s, action, then, names)]
    if s.phase == INCOME and then.phase == BULL:
        text = f"@{then.card} has least cash, gets the card and offers a share first"
        made.append(Event(f"Bull Market of round {s.round_number}", text))
    if after.over:
        scores = after.scores()
        rows = tuple((n, scores[n], "") for n in range(after.seats))
        made.append(Event("The end", capital(end(after).sentence), rows, "$"))
    elif then.round_number > s.round_number:
        made.append(Event(f"Round {then.round_number}", _outlook(then, names)))
    return tuple(made)


def _sale_event(s: State, then: State, names: Names) -> list[Event]:
    for railroad in range(RAILROADS):
        if then.sold[railroad] > s.sold[railroad]:
            short, price = names.short[railroad], then.treasury[railroad] - s.treasury[railroad]
            text = _sale(s, then, names)[0] + f"; {short}'s treasury has ${then.treasury[railroad]}"
            buyer = next(
                n for n in range(s.seats) if then.shares[n][railroad] > s.shares[n][railroad]
            )
            rows = ((buyer, -price, "the price"),) if price else ()
            return [Event(f"A share of {short} is sold", text, rows, "$", "paid for shares")]
    return []


def _dividend_event(s: State, action: int, then: State, names: Names) -> list[Event]:
    """A dividend that pays something; a treasury that keeps it all is a line of the log."""
    if s.phase != INCOME or action <= PAY:
        return []
    amount, short = action - PAY, names.short[s.railroad]
    rows = tuple(
        (n, amount * s.shares[n][s.railroad], f"{s.shares[n][s.railroad]} × ${amount}")
        for n in range(s.seats)
        if s.shares[n][s.railroad]
    )
    text = (
        f"${s.income[s.railroad]} came in, ${amount} a share is paid, "
        f"${then.treasury[s.railroad]} stays in the treasury"
    )
    return [Event(f"{short} pays a dividend", text, rows, "$", f"dividends of {short}")]


def _outlook(s: State, names: Names) -> str:
    fewest = min(s.cubes)
    railroad = names.short[s.cubes.index(fewest)]
    unsold = RAILROADS * SHARES - sum(s.sold)
    return f"{count(fewest, 'cube')} left to {railroad}, {count(unsold, 'share')} unsold"


def breakdown(position: Position) -> tuple[ScorePart, ...]:
    """Cash is all that counts, and the last position does not say where it came from."""
    return (ScorePart("cash", tuple(position.scores())),)
