"""What a seat sees of Southern Pacific (everything), in words.

choices   the legal moves and their consequences
facts     the game's own facts, for its drawings and for researchers
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, format_signed
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.view import Choice, Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.southern.log import end_of
from roundhouse.games.southern.names import PHASES, Names, dollars
from roundhouse.games.southern.rules.network import owner_of
from roundhouse.games.southern.rules.track import MAX_BUILDS, MAX_PURCHASES
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    BULL_AUCTION,
    FREE_LINK,
    INCOME,
    NEGOTIATIONS,
    OPEN,
    PRICE,
    RAILROADS,
    REPLY,
    ROUNDS,
    SHARES,
    STOCK,
    TRACK,
    BoardLayout,
    State,
    StateLayout,
)
from roundhouse.games.southern.view.choices import (
    LAST_GROUPS,
    describe,
    describe_earnings,
    income_changes,
)
from roundhouse.games.southern.view.facts import build_facts, list_bidders

MAP_PHASES = (FREE_LINK, TRACK, *NEGOTIATIONS)  # the other phases show the railroads


def view(state: State, seat: int | None) -> View:
    """Build the view of a seat."""
    s, board = state.py_state, state.board
    names = Names(state.game.board_file.data)
    is_own_turn = seat is not None and seat == s.turn
    return assemble(
        state,
        seat,
        ViewContent(
            phase=PHASES[s.phase],
            prompt=_write_prompt(board, s, names, is_own_turn),
            why=_write_why(board, s, names),
            focus="map" if s.phase in MAP_PHASES else "railroads",
            choices=_list_choices(state, names) if is_own_turn else [],
            panels=[_build_panel(s, n, names) for n in range(s.seats)],
            notes=_build_notes(board, s, names),
            facts=build_facts(board, s, names),
        ),
    )


def _list_choices(state: State, names: Names) -> list[Choice]:
    """List the choices, passing last."""
    choices = [describe(state, names, action) for action in state.legal()]
    last = [_(group) for group in LAST_GROUPS]
    return sorted(choices, key=lambda offered: offered["group"] in last)


def _write_prompt(board: BoardLayout, s: StateLayout, names: Names, is_own_turn: bool) -> str:
    if s.turn == OVER:
        return _("The game is over: {reason}", reason=end_of(s).sentence)
    if s.phase == OPEN:
        return _("Drawing the first bidder")
    question = (
        _write_negotiation_prompt(board, s, names)
        if s.phase in NEGOTIATIONS
        else _write_turn_prompt(s, names)
    )
    if is_own_turn:
        return capitalize_first(question)
    return _("Waiting for {who}: {question}", who=f"@{s.turn}", question=question)


def _write_turn_prompt(s: StateLayout, names: Names) -> str:
    short = names.short[s.railroad]
    if s.phase == STOCK and s.sold[s.railroad] == SHARES:
        return _("all shares of {railroad} are sold: continue with track", railroad=short)
    if s.phase in (AUCTION, BULL_AUCTION):
        lot = {"railroad": short, "high_bid": _write_high_bid(s)}
        if s.phase == AUCTION:
            return _("bid for a share of {railroad} ({high_bid})", **lot)
        return _("bid once for a share of {railroad} ({high_bid})", **lot)
    return {
        FREE_LINK: _("build a free link for {railroad} from its home city", railroad=short),
        STOCK: _("sell a share of {railroad}, or not", railroad=short),
        TRACK: _("build or buy track for {railroad}", railroad=short),
        INCOME: _("set {railroad}'s dividend", railroad=short),
        BULL: _("offer one unsold share of any railroad, or pass"),
    }[s.phase]


def _write_negotiation_prompt(board: BoardLayout, s: StateLayout, names: Names) -> str:
    sale = {
        "buyer": names.short[s.railroad],
        "seller": names.short[owner_of(board, s, s.link)],
        "link": names.lines[s.link],
        "price": dollars(s.price),
    }
    return {
        PRICE: _("name a price for {seller}'s link {link}", **sale),
        ANSWER: _("{buyer} offers {price} for {seller}'s link {link}", **sale),
        REPLY: _("{seller} asks {price} for {link}: accept or refuse", **sale),
    }[s.phase]


def _write_high_bid(s: StateLayout) -> str:
    if s.best_seat == NO_SEAT:
        return _("{money} or more", money=dollars(0))
    return _("high bid {price} by {who}", price=dollars(s.price), who=f"@{s.best_seat}")


def _write_why(board: BoardLayout, s: StateLayout, names: Names) -> str:
    """Explain the decision in a few words."""
    if s.turn < 0:
        return ""
    if s.phase in (AUCTION, BULL_AUCTION):
        last = f"@{(s.card + s.offered) % s.seats}"
        text = (
            _("The price goes to the treasury and pays for track")
            if s.phase == AUCTION
            else _("One bid each, {who} bids last", who=last)
        )
        return f"{text} · {describe_earnings(s, s.railroad)}"
    railroad = {"railroad": names.short[s.railroad], "treasury": dollars(s.treasury[s.railroad])}
    cost = dollars(board.link_cost)
    return {
        FREE_LINK: _(
            "Each railroad starts with one free link. Later links cost {price}.", price=cost
        ),
        STOCK: _(
            "{railroad}'s turn. The price goes to its treasury ({treasury}) and pays for track.",
            **railroad,
        ),
        TRACK: _(
            "A link costs {price} (treasury {treasury}). "
            "A city pays {income} if no other railroad is there.",
            price=cost,
            income=dollars(board.pay[1]),
            **railroad,
        ),
        PRICE: _("{railroad}'s treasury pays ({treasury}).", **railroad),
        ANSWER: _("Accept, refuse, or ask for more (once)."),
        REPLY: _(
            "{railroad}'s treasury pays ({treasury}). No further offers for this link this turn.",
            **railroad,
        ),
        INCOME: _(
            "Income {income}. Anything not paid out stays in the treasury.",
            income=dollars(s.income[s.railroad]),
        ),
        BULL: _(
            "Each player may offer one share. {who} has the Bull Market card and starts.",
            who=f"@{s.card}",
        ),
    }[s.phase]


def _build_panel(s: StateLayout, seat: int, names: Names) -> Panel:
    facts: list[Fact] = [fact(_("cash"), dollars(s.cash[seat]))]
    for n in range(RAILROADS):
        shares = s.shares[seat][n]
        if shares:
            numbers = {"number": shares, "all": s.sold[n]}
            holding = (
                _("{number} of {all} sold, president", **numbers)
                if s.president[n] == seat
                else _("{number} of {all} sold", **numbers)
            )
            facts.append(
                fact(names.short[n], holding, f"railroad:{names.railroads[n]}", names.colours[n])
            )
    return {
        "seat": seat,
        "score": s.cash[seat],
        "facts": facts,
        "brief": [
            fact(_("shares"), sum(s.shares[seat])),
            fact(_("presidencies"), s.president.count(seat)),
            fact(_("income per round"), dollars(_estimate_income(s, seat))),
        ],
        "badges": [_("Bull Market card")] if s.card == seat else [],
    }


def _estimate_income(s: StateLayout, seat: int) -> int:
    """Return a seat's dividends in a round if every railroad pays out its income."""
    return sum(
        s.shares[seat][n] * (s.income[n] // s.sold[n]) for n in range(RAILROADS) if s.sold[n]
    )


def _build_notes(board: BoardLayout, s: StateLayout, names: Names) -> list[Fact]:
    round_text = _("{number} (max. {most})", number=s.round_number, most=ROUNDS)
    notes = [fact(_("round"), round_text if s.round_number else _("initial auctions"))]
    if s.turn != OVER and s.phase not in (OPEN, BULL):
        n = s.railroad
        what = _("for sale") if s.phase in (AUCTION, BULL_AUCTION) else _("operating")
        notes.append(fact(what, names.short[n], f"railroad:{names.railroads[n]}", names.colours[n]))
    if s.phase in (AUCTION, BULL_AUCTION):
        notes += _build_auction_notes(s)
    elif s.phase in (TRACK, *NEGOTIATIONS):
        notes.append(fact(_("built"), _("{number} of {all}", number=s.built, all=MAX_BUILDS)))
        bought = _("{number} of {all}", number=s.bought, all=MAX_PURCHASES)
        notes.append(fact(_("bought"), bought))
        notes.append(fact(_("treasury"), dollars(s.treasury[s.railroad])))
    if s.phase in NEGOTIATIONS:
        notes += _build_negotiation_notes(board, s, names)
    fewest = min(s.cubes)
    railroad = s.cubes.index(fewest)
    notes.append(
        fact(
            _("fewest cubes left"),
            f"{fewest} ({names.short[railroad]})",
            f"railroad:{names.railroads[railroad]}",
        )
    )
    notes.append(fact(_("unsold shares"), RAILROADS * SHARES - sum(s.sold)))
    if s.turn == OVER:
        notes.append(fact(_("ended by"), end_of(s).sentence))
    return notes


def _build_auction_notes(s: StateLayout) -> list[Fact]:
    best = (
        pgettext("bid", "none yet")
        if s.best_seat == NO_SEAT
        else _("{price} by {who}", price=dollars(s.price), who=f"@{s.best_seat}")
    )
    return [
        fact(_("high bid"), best),
        fact(_("next bid"), _("at least {money}", money=dollars(s.floor))),
        fact(_("still bidding"), ", ".join(f"@{seat}" for seat in list_bidders(s))),
        fact(_("the share"), describe_earnings(s, s.railroad)),
    ]


def _build_negotiation_notes(board: BoardLayout, s: StateLayout, names: Names) -> list[Fact]:
    moved = income_changes(board, s, s.link)
    notes = [fact(_("negotiating"), names.lines[s.link], f"link:{names.links[s.link]}")]
    if s.phase != PRICE:
        notes.append(fact(_("price"), dollars(s.price)))
    notes.append(
        fact(
            _("incomes"),
            ", ".join(
                f"{names.short[n]} {format_signed(change)}"
                for n, change in enumerate(moved)
                if change
            )
            or _("unchanged"),
        )
    )
    return notes
