"""What a seat sees of Southern Pacific (everything), in words.

choices   the legal moves and their consequences
facts     the game's own facts, for its drawings and for researchers
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import OVER
from roundhouse.core.text import capitalize_first, format_signed
from roundhouse.core.view import Choice, Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.southern.log import end_of
from roundhouse.games.southern.names import PHASES, Names
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
    return sorted(choices, key=lambda offered: offered["group"] in LAST_GROUPS)


def _write_prompt(board: BoardLayout, s: StateLayout, names: Names, is_own_turn: bool) -> str:
    if s.turn == OVER:
        return f"The game is over: {end_of(s).sentence}"
    if s.phase == OPEN:
        return "Drawing the first bidder"
    question = (
        _write_negotiation_prompt(board, s, names)
        if s.phase in NEGOTIATIONS
        else _write_turn_prompt(s, names)
    )
    return capitalize_first(question) if is_own_turn else f"Waiting for @{s.turn}: {question}"


def _write_turn_prompt(s: StateLayout, names: Names) -> str:
    short = names.short[s.railroad]
    if s.phase == STOCK and s.sold[s.railroad] == SHARES:
        return f"all shares of {short} are sold: continue with track"
    return {
        AUCTION: f"bid for a share of {short} ({_write_high_bid(s)})",
        BULL_AUCTION: f"bid once for a share of {short} ({_write_high_bid(s)})",
        FREE_LINK: f"build a free link for {short} from its home city",
        STOCK: f"sell a share of {short}, or not",
        TRACK: f"build or buy track for {short}",
        INCOME: f"set {short}'s dividend",
        BULL: "offer one unsold share of any railroad, or pass",
    }[s.phase]


def _write_negotiation_prompt(board: BoardLayout, s: StateLayout, names: Names) -> str:
    short, line = names.short[s.railroad], names.lines[s.link]
    seller = names.short[owner_of(board, s, s.link)]
    return {
        PRICE: f"name a price for {seller}'s link {line}",
        ANSWER: f"{short} offers ${s.price} for {seller}'s link {line}",
        REPLY: f"{seller} asks ${s.price} for {line}: accept or refuse",
    }[s.phase]


def _write_high_bid(s: StateLayout) -> str:
    if s.best_seat == NO_SEAT:
        return "$0 or more"
    return f"high bid ${s.price} by @{s.best_seat}"


def _write_why(board: BoardLayout, s: StateLayout, names: Names) -> str:
    """Explain the decision in a few words."""
    if s.turn < 0:
        return ""
    short, treasury = names.short[s.railroad], s.treasury[s.railroad]
    earnings = describe_earnings(s, s.railroad)
    return {
        AUCTION: f"The price goes to the treasury and pays for track · {earnings}",
        BULL_AUCTION: f"One bid each, @{(s.card + s.offered) % s.seats} bids last · {earnings}",
        FREE_LINK: f"Each railroad starts with one free link. Later links cost ${board.link_cost}.",
        STOCK: f"{short}'s turn. The price goes to its treasury (${treasury}) and pays for track.",
        TRACK: f"A link costs ${board.link_cost} (treasury ${treasury}). "
        f"A city pays ${board.pay[1]} if no other railroad is there.",
        PRICE: f"{short}'s treasury pays (${treasury}).",
        ANSWER: "Accept, refuse, or ask for more (once).",
        REPLY: f"{short}'s treasury pays (${treasury}). No further offers for this link this turn.",
        INCOME: f"Income ${s.income[s.railroad]}. Anything not paid out stays in the treasury.",
        BULL: f"Each player may offer one share. @{s.card} has the Bull Market card and starts.",
    }[s.phase]


def _build_panel(s: StateLayout, seat: int, names: Names) -> Panel:
    facts: list[Fact] = [fact("cash", f"${s.cash[seat]}")]
    for n in range(RAILROADS):
        shares = s.shares[seat][n]
        if shares:
            holding = f"{shares} of {s.sold[n]} sold" + (
                ", president" if s.president[n] == seat else ""
            )
            facts.append(
                fact(names.short[n], holding, f"railroad:{names.railroads[n]}", names.colours[n])
            )
    return {
        "seat": seat,
        "score": s.cash[seat],
        "facts": facts,
        "brief": [
            fact("shares", sum(s.shares[seat])),
            fact("presidencies", s.president.count(seat)),
            fact("income per round", f"${_estimate_income(s, seat)}"),
        ],
        "badges": ["Bull Market card"] if s.card == seat else [],
    }


def _estimate_income(s: StateLayout, seat: int) -> int:
    """Return a seat's dividends in a round if every railroad pays out its income."""
    return sum(
        s.shares[seat][n] * (s.income[n] // s.sold[n]) for n in range(RAILROADS) if s.sold[n]
    )


def _build_notes(board: BoardLayout, s: StateLayout, names: Names) -> list[Fact]:
    notes = [
        fact("round", f"{s.round_number} (max. {ROUNDS})" if s.round_number else "initial auctions")
    ]
    if s.turn != OVER and s.phase not in (OPEN, BULL):
        n = s.railroad
        what = "for sale" if s.phase in (AUCTION, BULL_AUCTION) else "operating"
        notes.append(fact(what, names.short[n], f"railroad:{names.railroads[n]}", names.colours[n]))
    if s.phase in (AUCTION, BULL_AUCTION):
        notes += _build_auction_notes(s)
    elif s.phase in (TRACK, *NEGOTIATIONS):
        notes.append(fact("built", f"{s.built} of {MAX_BUILDS}"))
        notes.append(fact("bought", f"{s.bought} of {MAX_PURCHASES}"))
        notes.append(fact("treasury", f"${s.treasury[s.railroad]}"))
    if s.phase in NEGOTIATIONS:
        notes += _build_negotiation_notes(board, s, names)
    fewest = min(s.cubes)
    railroad = s.cubes.index(fewest)
    notes.append(
        fact(
            "fewest cubes left",
            f"{fewest} ({names.short[railroad]})",
            f"railroad:{names.railroads[railroad]}",
        )
    )
    notes.append(fact("unsold shares", RAILROADS * SHARES - sum(s.sold)))
    if s.turn == OVER:
        notes.append(fact("ended by", end_of(s).sentence))
    return notes


def _build_auction_notes(s: StateLayout) -> list[Fact]:
    best = "none yet" if s.best_seat == NO_SEAT else f"${s.price} by @{s.best_seat}"
    return [
        fact("high bid", best),
        fact("next bid", f"at least ${s.floor}"),
        fact("still bidding", ", ".join(f"@{seat}" for seat in list_bidders(s))),
        fact("the share", describe_earnings(s, s.railroad)),
    ]


def _build_negotiation_notes(board: BoardLayout, s: StateLayout, names: Names) -> list[Fact]:
    moved = income_changes(board, s, s.link)
    notes = [fact("negotiating", names.lines[s.link], f"link:{names.links[s.link]}")]
    if s.phase != PRICE:
        notes.append(fact("price", f"${s.price}"))
    notes.append(
        fact(
            "incomes",
            ", ".join(
                f"{names.short[n]} {format_signed(change)}"
                for n, change in enumerate(moved)
                if change
            )
            or "unchanged",
        )
    )
    return notes
