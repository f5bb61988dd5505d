"""What a seat may know of Southern Pacific (everything) and is offered.

choices   what can be done, and what comes of it
facts     the game's own facts, for its drawings and for researchers
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.core.text import capital, signed
from roundhouse.core.view import Choice, Fact, Panel, View, assemble, fact
from roundhouse.games.southern.log import end_of
from roundhouse.games.southern.names import PHASES, Names
from roundhouse.games.southern.rules.network import owner_of
from roundhouse.games.southern.rules.track import MOST_BUILDS, MOST_PURCHASES
from roundhouse.games.southern.state import (
    ANSWER,
    AUCTION,
    BULL,
    FREE_LINK,
    INCOME,
    ONCE,
    OPEN,
    PRICE,
    RAILROADS,
    REPLY,
    ROUNDS,
    SHARES,
    STOCK,
    TALKS,
    TRACK,
    Board,
    Position,
    State,
)
from roundhouse.games.southern.view.choices import LAST, describe, earning, income_changes
from roundhouse.games.southern.view.facts import bidders, table_facts

ON_THE_MAP = (FREE_LINK, TRACK, *TALKS)  # what is decided there; the rest is about railroads


def view(position: Position, seat: int | None) -> View:
    s, board = position.twin, position.board
    names = Names(position.game.board_file.data)
    mine = seat is not None and seat == s.turn
    return assemble(
        position,
        seat,
        phase=PHASES[s.phase],
        prompt=_prompt(board, s, names, mine),
        why=_why(board, s, names),
        focus="map" if s.phase in ON_THE_MAP else "railroads",
        choices=_choices(position, names) if mine else [],
        panels=[_panel(s, n, names) for n in range(s.seats)],
        notes=_notes(board, s, names),
        facts=table_facts(board, s, names),
    )


def _choices(position: Position, names: Names) -> list[Choice]:
    """What is done first, then what leaves it undone."""
    made = [describe(position, names, action) for action in position.legal()]
    return sorted(made, key=lambda offered: offered["group"] in LAST)


def _prompt(board: Board, s: State, names: Names, mine: bool) -> str:
    if s.turn == OVER:
        return "The game is over"
    if s.phase == OPEN:
        return "Chance decides who opens the first auction"
    asked = _talk_prompt(board, s, names) if s.phase in TALKS else _turn_prompt(s, names)
    return capital(asked) if mine else f"@{s.turn} is to {asked}"


def _turn_prompt(s: State, names: Names) -> str:
    short = names.short[s.railroad]
    if s.phase == STOCK and s.sold[s.railroad] == SHARES:
        return f"go on: every share of {short} is sold"
    return {
        AUCTION: f"bid for a share of {short}" + _standing(s),
        ONCE: f"bid for a share of {short}, once around" + _standing(s),
        FREE_LINK: f"build one link of {short} at its home city, free",
        STOCK: f"sell a share of {short}, or skip",
        TRACK: f"build or buy track for {short}",
        INCOME: f"take the income of {short} and name its dividend",
        BULL: "offer one unsold share of any railroad, or pass",
    }[s.phase]


def _talk_prompt(board: Board, s: State, names: Names) -> str:
    short, line = names.short[s.railroad], names.lines[s.link]
    seller = names.short[owner_of(board, s, s.link)]
    return {
        PRICE: f"name a price for {line}, which is {seller}’s",
        ANSWER: f"answer: {short} offers ${s.price} for {line} of {seller}",
        REPLY: f"reply: {seller} asks ${s.price} for {line}",
    }[s.phase]


def _standing(s: State) -> str:
    """How an auction stands."""
    if s.best_seat == NOBODY:
        return "; $0 is a bid"
    return f"; the best is ${s.price} by @{s.best_seat}"


def _why(board: Board, s: State, names: Names) -> str:
    """The reason of what is asked, in a few words."""
    if s.turn < 0:
        return ""
    short, treasury = names.short[s.railroad], s.treasury[s.railroad]
    return {
        AUCTION: f"the price builds its track; {earning(s, s.railroad)}",
        ONCE: f"asked once each, @{(s.card + s.offered) % s.seats} last; " + earning(s, s.railroad),
        FREE_LINK: "each railroad begins with one link; later ones cost "
        f"${board.link_cost} of its treasury",
        STOCK: f"{short} has its turn; its treasury of ${treasury} pays for track",
        TRACK: f"a link costs ${board.link_cost}, the treasury has ${treasury}; "
        f"a city of one's own pays ${board.pay[1]}",
        PRICE: f"{short}'s treasury of ${treasury} pays",
        ANSWER: "you may ask for more, once",
        REPLY: f"{short}'s treasury of ${treasury} pays; it is the last word on this link",
        INCOME: f"${s.income[s.railroad]} comes in; what is not paid out stays in the treasury",
        BULL: f"each may offer one share; @{s.card} has the card and began",
    }[s.phase]


def _panel(s: State, seat: int, names: Names) -> Panel:
    facts: list[Fact] = [fact("cash", f"${s.cash[seat]}")]
    for n in range(RAILROADS):
        held = s.shares[seat][n]
        if held:
            said = f"{held} of {s.sold[n]}" + (", president" if s.president[n] == seat else "")
            facts.append(
                fact(names.short[n], said, f"railroad:{names.railroads[n]}", names.colours[n])
            )
    return {
        "seat": seat,
        "score": s.cash[seat],
        "facts": facts,
        "brief": [
            fact("shares", sum(s.shares[seat])),
            fact("president of", s.president.count(seat)),
            fact("income now", f"${_earned(s, seat)}"),
        ],
        "badges": ["Bull Market card"] if s.card == seat else [],
    }


def _earned(s: State, seat: int) -> int:
    """What a round would bring the seat if every railroad paid out its income and no more."""
    return sum(
        s.shares[seat][n] * (s.income[n] // s.sold[n]) for n in range(RAILROADS) if s.sold[n]
    )


def _notes(board: Board, s: State, names: Names) -> list[Fact]:
    notes = [
        fact(
            "round",
            f"{s.round_number} of at most {ROUNDS}" if s.round_number else "initial auctions",
        )
    ]
    if s.turn != OVER and s.phase not in (OPEN, BULL):
        n = s.railroad
        what = "for sale" if s.phase in (AUCTION, ONCE) else "operating"
        notes.append(fact(what, names.short[n], f"railroad:{names.railroads[n]}", names.colours[n]))
    if s.phase in (AUCTION, ONCE):
        notes += _auction_notes(s)
    elif s.phase in (TRACK, *TALKS):
        notes.append(fact("built", f"{s.built} of {MOST_BUILDS}"))
        notes.append(fact("bought", f"{s.bought} of {MOST_PURCHASES}"))
        notes.append(fact("treasury", f"${s.treasury[s.railroad]}"))
    if s.phase in TALKS:
        notes += _talk_notes(board, s, names)
    fewest = min(s.cubes)
    railroad = s.cubes.index(fewest)
    notes.append(
        fact(
            "fewest cubes left",
            f"{fewest} ({names.short[railroad]})",
            f"railroad:{names.railroads[railroad]}",
        )
    )
    notes.append(fact("shares unsold", RAILROADS * SHARES - sum(s.sold)))
    if s.turn == OVER:
        notes.append(fact("ended by", end_of(s).code))
    return notes


def _auction_notes(s: State) -> list[Fact]:
    best = "none yet" if s.best_seat == NOBODY else f"${s.price} by @{s.best_seat}"
    return [
        fact("best bid", best),
        fact("lowest bid now", f"${s.floor}"),
        fact("still in", ", ".join(f"@{seat}" for seat in bidders(s))),
        fact("the share", earning(s, s.railroad)),
    ]


def _talk_notes(board: Board, s: State, names: Names) -> list[Fact]:
    moved = income_changes(board, s, s.link)
    notes = [fact("talk of", names.lines[s.link], f"link:{names.links[s.link]}")]
    if s.phase != PRICE:
        notes.append(fact("price", f"${s.price}"))
    notes.append(
        fact(
            "incomes",
            ", ".join(
                f"{names.short[n]} {signed(change)}" for n, change in enumerate(moved) if change
            )
            or "unchanged",
        )
    )
    return notes
