"""Log sentences, events and endings of Southern Pacific."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
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
from roundhouse.games.southern.names import CUBES_GONE, SHARES_GONE, Names, dollars
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
        ends.append((CUBES_GONE, _("a railroad is out of cubes")))
    if sum(s.sold) == RAILROADS * SHARES:
        ends.append((SHARES_GONE, _("all shares are sold")))
    if not ends:
        text = _("round {number} was the last", number=s.round_number)
        ends.append((f"round {s.round_number}", text))
    codes, sentences = zip(*ends, strict=True)
    return End(" and ".join(codes), join_words(sentences))


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
        if action == PASS:
            return _("{who} passes", who=who)
        bid = dollars(action - BID)
        return _("{who} bids {bid} for {railroad}", who=who, bid=bid, railroad=short)
    if s.phase in (BULL, INCOME, TRACK):
        return _write_turn(board, s, action, names, then)
    if action == SELL:
        return _("{who} puts a share of {railroad} up for auction", who=who, railroad=short)
    if BUILD <= action < BUY:
        return _(
            "{railroad} builds {link} for free", railroad=short, link=names.lines[action - BUILD]
        )
    if OPEN_AUCTION <= action < OFFER:
        return _("{who} bids first (random draw)", who=f"@{action - OPEN_AUCTION}")
    if action == SKIP:
        return ""
    return _write_negotiation(board, s, action, names)


def _write_turn(
    board: BoardLayout, s: StateLayout, action: int, names: Names, then: StateLayout
) -> str:
    who, short = f"@{s.turn}", names.short[s.railroad]
    if s.phase == BULL:
        if action == PASS:
            return _("{who} offers no share", who=who)
        offered = names.short[action - OFFER]
        return _("{who} offers a share of {railroad}", who=who, railroad=offered)
    if s.phase == INCOME:
        if action == SKIP:
            lost = dollars(s.income[s.railroad])
            return _("{railroad} declines its income of {income}", railroad=short, income=lost)
        return _write_dividend(s, action - PAY, names, then)
    if BUILD <= action < BUY:
        return _(
            "{railroad} builds {link} for {price}",
            railroad=short,
            link=names.lines[action - BUILD],
            price=dollars(board.link_cost),
        )
    return ""  # `done` needs no line; after `buy` the price gets one


def _write_dividend(s: StateLayout, amount: int, names: Names, then: StateLayout) -> str:
    short, income = names.short[s.railroad], dollars(s.income[s.railroad])
    if amount == 0:
        return _("{railroad} earns {income} and pays no dividend", railroad=short, income=income)
    paid = [
        f"@{seat} {dollars(amount * s.shares[seat][s.railroad])}"
        for seat in range(s.seats)
        if s.shares[seat][s.railroad]
    ]
    return _(
        "{railroad} earns {income} and pays {dividend} per share: {paid}; treasury {treasury}",
        railroad=short,
        income=income,
        dividend=dollars(amount),
        paid=join_words(paid),
        treasury=dollars(then.treasury[s.railroad]),
    )


def _write_negotiation(board: BoardLayout, s: StateLayout, action: int, names: Names) -> str:
    who, buyer, line = f"@{s.turn}", names.short[s.railroad], names.lines[s.link]
    owner = owner_of(board, s, s.link)
    sale = {"who": who, "buyer": buyer, "seller": names.short[owner], "link": line}
    price = dollars(s.price)
    if s.phase == PRICE:
        price = dollars(action - NAME_PRICE)
        if s.president[owner] == s.turn:
            return _(
                "{buyer} buys {link} from {seller} for {price} ({who} presides over both)",
                price=price,
                **sale,
            )
        return _(
            "{who} offers {price} from {buyer} for {seller}'s link {link}", price=price, **sale
        )
    if action == ACCEPT:
        return _(
            "{who} accepts: {buyer} buys {link} from {seller} for {price}", price=price, **sale
        )
    if action == REFUSE:
        if s.phase == REPLY:
            return _("{who} refuses to pay {price} for {link}", who=who, price=price, link=line)
        return _("{who} refuses {price} for {link}", who=who, price=price, link=line)
    return _("{who} asks {price} for {link}", who=who, price=dollars(action - ASK), link=line)


def _write_sale(s: StateLayout, then: StateLayout, names: Names) -> list[str]:
    """Say who bought the share, if the move ended an auction."""
    for railroad in range(RAILROADS):
        if then.sold[railroad] > s.sold[railroad]:
            buyer = next(
                n for n in range(s.seats) if then.shares[n][railroad] > s.shares[n][railroad]
            )
            price = then.treasury[railroad] - s.treasury[railroad]
            before = s.president[railroad]
            sale = {"who": f"@{buyer}", "railroad": names.short[railroad], "price": dollars(price)}
            if then.president[railroad] == before:
                return [_("{who} buys a share of {railroad} for {price}", **sale)]
            if before == NO_SEAT:
                return [
                    _("{who} buys a share of {railroad} for {price} and becomes president", **sale)
                ]
            return [
                _(
                    "{who} buys a share of {railroad} for {price} and becomes president "
                    "in place of {whom}",
                    whom=f"@{before}",
                    **sale,
                )
            ]
    if s.phase == BULL_AUCTION and then.phase != BULL_AUCTION:
        return [_("no bids: the share stays unsold")]
    return []


def _write_incomes(s: StateLayout, then: StateLayout, names: Names) -> list[str]:
    moved = [
        f"{names.short[n]} {dollars(s.income[n])} → {dollars(then.income[n])}"
        for n in range(RAILROADS)
        if s.income[n] != then.income[n]
    ]
    return [_("income: {changes}", changes=", ".join(moved))] if moved else []


def _write_round(s: StateLayout, then: StateLayout) -> list[str]:
    if s.phase == INCOME and then.phase == BULL:
        text = _("Bull Market: {who} has the least cash and gets the card", who=f"@{then.card}")
        return [text]
    if then.turn == OVER:
        return [_("the game is over: {reason}", reason=end_of(then).sentence)]
    if then.round_number > s.round_number:
        return [_("round {number} begins", number=then.round_number)]
    return []


def events(before: State, action: int, after: State, seat: int | None) -> tuple[Event, ...]:
    """Return the event cards of a move; their rows add up to all money but the start."""
    s, then = before.py_state, after.py_state
    names = Names(before.game.board_file.data)
    cards = [*_build_sale(s, then, names), *_build_dividend(s, action, then, names)]
    if s.phase == INCOME and then.phase == BULL:
        text = _(
            "{who} has the least cash and gets the card. {who} may offer a share first",
            who=f"@{then.card}",
        )
        cards.append(Event(_("Bull Market, round {number}", number=s.round_number), text))
    if after.over:
        scores = after.scores()
        rows = tuple((n, scores[n], "") for n in range(after.seats))
        cards.append(Event(_("The end"), capitalize_first(end(after).sentence), rows, "$"))
    elif then.round_number > s.round_number:
        cards.append(
            Event(_("Round {number}", number=then.round_number), _write_outlook(then, names))
        )
    return tuple(cards)


def _build_sale(s: StateLayout, then: StateLayout, names: Names) -> list[Event]:
    for railroad in range(RAILROADS):
        if then.sold[railroad] > s.sold[railroad]:
            short, price = names.short[railroad], then.treasury[railroad] - s.treasury[railroad]
            treasury = _(
                "{railroad}'s treasury: {money}",
                railroad=short,
                money=dollars(then.treasury[railroad]),
            )
            text = f"{_write_sale(s, then, names)[0]}. {treasury}"
            buyer = next(
                n for n in range(s.seats) if then.shares[n][railroad] > s.shares[n][railroad]
            )
            rows = ((buyer, -price, _("price")),) if price else ()
            title = _("{railroad} share sold", railroad=short)
            return [Event(title, text, rows, "$", _("paid for shares"))]
    return []


def _build_dividend(s: StateLayout, action: int, then: StateLayout, names: Names) -> list[Event]:
    """Build the card of a dividend; one of $0 gets a log sentence only."""
    if s.phase != INCOME or action <= PAY:
        return []
    amount, short = action - PAY, names.short[s.railroad]
    rows = tuple(
        (n, amount * s.shares[n][s.railroad], f"{s.shares[n][s.railroad]} × {dollars(amount)}")
        for n in range(s.seats)
        if s.shares[n][s.railroad]
    )
    text = _(
        "Income {income}, {dividend} per share, {treasury} stays in the treasury",
        income=dollars(s.income[s.railroad]),
        dividend=dollars(amount),
        treasury=dollars(then.treasury[s.railroad]),
    )
    title = _("{railroad} pays a dividend", railroad=short)
    return [Event(title, text, rows, "$", _("{railroad} dividends", railroad=short))]


def _write_outlook(s: StateLayout, names: Names) -> str:
    fewest = min(s.cubes)
    railroad = names.short[s.cubes.index(fewest)]
    unsold = RAILROADS * SHARES - sum(s.sold)
    cubes = ngettext(
        "{railroad} has {n} cube left", "{railroad} has {n} cubes left", fewest, railroad=railroad
    )
    shares = ngettext("{n} share unsold", "{n} shares unsold", unsold)
    return f"{cubes}, {shares}"


def breakdown(state: State) -> tuple[ScorePart, ...]:
    """Return the cash; the final state does not record where it came from."""
    return (ScorePart(_("cash"), tuple(state.scores())),)
