"""What a seat may know of Southern Pacific (everything) and is offered."""

from __future__ import annotations

from typing import Any

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import OVER
from roundhouse.core.text import capital, signed
from roundhouse.core.view import Choice, Fact, Panel, View, assemble, choice, fact
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    DONE,
    OFFER,
    PASS,
    PAY,
    PRICED,
    REFUSE,
    SELL,
    SKIP,
)
from roundhouse.games.southern.log import end_of
from roundhouse.games.southern.names import Names
from roundhouse.games.southern.rules.network import income_change, is_in, owner_of
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

PHASES = (
    "open",
    "auction",
    "free link",
    "stock",
    "track",
    "price",
    "answer",
    "reply",
    "income",
    "bull market",
    "bull auction",
    "over",
)


def view(position: Position, seat: int | None) -> View:
    s, board = position.twin, position.board
    names = Names(position.game.board_file.data)
    mine = seat is not None and seat == s.turn
    return assemble(
        position,
        seat,
        phase=PHASES[s.phase],
        prompt=_prompt(board, s, names, mine),
        choices=_choices(position, names) if mine else [],
        panels=[_panel(s, n, names) for n in range(s.seats)],
        notes=_notes(board, s, names),
        facts=_facts(board, s, names),
    )


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


# Choices


def _choices(position: Position, names: Names) -> list[Choice]:
    board, s, text = position.board, position.twin, position.game.text
    return [_choice(board, s, names, action, text(action)) for action in position.legal()]


def _choice(board: Board, s: State, names: Names, action: int, move: str) -> Choice:
    short, ref = names.short[s.railroad], f"railroad:{names.railroads[s.railroad]}"
    if action >= BID:
        return _amount(s, action, move)
    if action >= BUY:
        return _purchase(board, s, names, action - BUY, move)
    if action >= BUILD:
        return _building(board, s, names, action - BUILD, move)
    if action >= OFFER:
        return _offer(s, names, action - OFFER, move)
    plain = {
        PASS: ("Pass", ""),
        SKIP: ("Sell no share", "")
        if s.phase == STOCK
        else ("Take no income", "and pay nothing: the treasury stays as it is"),
        SELL: (f"Sell a share of {short}", "you open the auction and must bid; $0 is a bid"),
        DONE: ("Done with track", "income comes next"),
        ACCEPT: (f"Accept ${s.price}", ""),
        REFUSE: ("Refuse", "no more talk of this link in this turn"),
    }
    label, note = plain[action]
    return choice(move, label, [ref] if action == SELL else [], "", note)


def _building(board: Board, s: State, names: Names, link: int, move: str) -> Choice:
    moved = _changes(board, s, link)
    cost = "free" if s.phase == FREE_LINK else f"${board.link_cost}"
    note = "; ".join([cost, *_effects(s, names, moved)])
    return choice(move, names.lines[link], [f"link:{names.links[link]}"], "Build", note)


def _purchase(board: Board, s: State, names: Names, link: int, move: str) -> Choice:
    owner = owner_of(board, s, link)
    president = s.president[owner]
    whose = "you decide for both" if president == s.turn else f"@{president} must agree"
    moved = _changes(board, s, link)
    note = "; ".join([f"of {names.short[owner]}, {whose}", *_effects(s, names, moved)])
    return choice(move, names.lines[link], [f"link:{names.links[link]}"], "Buy", note)


def _changes(board: Board, s: State, link: int) -> list[int]:
    """What each railroad's income would rise or fall by if the acting one had the link."""
    seller = owner_of(board, s, link)
    return [income_change(board, s, link, seller, n) for n in range(RAILROADS)]


def _effects(s: State, names: Names, moved: list[int]) -> list[str]:
    """Incomes before and after: one's own first, then those of the others that change."""
    own = s.railroad
    said = [f"{names.short[own]} income {signed(moved[own])} to ${s.income[own] + moved[own]}"]
    said += [
        f"{names.short[n]} {signed(change)}"
        for n, change in enumerate(moved)
        if change and n != own
    ]
    return said


def _offer(s: State, names: Names, railroad: int, move: str) -> Choice:
    note = f"{SHARES - s.sold[railroad]} unsold; {_earning(s, railroad)}"
    ref = f"railroad:{names.railroads[railroad]}"
    return choice(move, names.short[railroad], [ref], "Offer a share", note)


def _amount(s: State, action: int, move: str) -> Choice:
    if action >= PAY:
        amount, group = action - PAY, "Dividend per share"
        left = s.treasury[s.railroad] + s.income[s.railroad] - amount * s.sold[s.railroad]
        note = f"you get ${amount * s.shares[s.turn][s.railroad]}, ${left} stays in the treasury"
    elif action >= ASK:
        amount, group, note = action - ASK, "Ask for", ""
    elif action >= PRICED:
        amount, group = action - PRICED, "Offer"
        note = f"${s.treasury[s.railroad] - amount} would be left in the treasury"
    else:
        amount, group = action - BID, "Bid"
        note = f"${s.cash[s.turn] - amount} would be left to you"
    return choice(move, f"${amount}", [], group, note)


def _earning(s: State, railroad: int) -> str:
    shares = s.sold[railroad] + 1
    each = s.income[railroad] // shares
    return f"income ${s.income[railroad]}, ${each} a share when {shares} are held"


# Panels and notes


def _panel(s: State, seat: int, names: Names) -> Panel:
    facts: list[Fact] = [fact("cash", f"${s.cash[seat]}")]
    for n in range(RAILROADS):
        held = s.shares[seat][n]
        if held:
            said = f"{held} of {s.sold[n]}" + (", president" if s.president[n] == seat else "")
            facts.append(
                fact(names.short[n], said, f"railroad:{names.railroads[n]}", names.colours[n])
            )
    badges = ["Bull Market card"] if s.card == seat else []
    return {"seat": seat, "score": s.cash[seat], "facts": facts, "badges": badges}


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
        fact("still in", ", ".join(f"@{seat}" for seat in _bidders(s))),
        fact("the share", _earning(s, s.railroad)),
    ]


def _bidders(s: State) -> list[int]:
    """Who is still in; once around: the best bidder and those yet to be asked."""
    if s.phase == AUCTION:
        return [seat for seat in range(s.seats) if s.bidders[seat]]
    last = (s.card + s.offered) % s.seats
    asked = [(s.turn + n) % s.seats for n in range((last - s.turn) % s.seats + 1)]
    return sorted(asked + ([s.best_seat] if s.best_seat != NOBODY else []))


def _talk_notes(board: Board, s: State, names: Names) -> list[Fact]:
    moved = _changes(board, s, s.link)
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


# Facts


def _facts(board: Board, s: State, names: Names) -> dict[str, Any]:
    owners = [owner_of(board, s, link) for link in range(board.links)]
    return {
        "round": s.round_number,
        "phase": PHASES[s.phase],
        "railroad": None
        if s.phase in (OPEN, BULL) or s.turn == OVER
        else names.railroads[s.railroad],
        "cash": s.cash[: s.seats],
        "shares": {
            r: [s.shares[seat][n] for seat in range(s.seats)] for n, r in enumerate(names.railroads)
        },
        "president": {
            r: None if s.president[n] == NOBODY else s.president[n]
            for n, r in enumerate(names.railroads)
        },
        "treasury": dict(zip(names.railroads, s.treasury, strict=True)),
        "income": dict(zip(names.railroads, s.income, strict=True)),
        "cubes": dict(zip(names.railroads, s.cubes, strict=True)),
        "links": {
            names.links[link]: names.railroads[owner]
            for link, owner in enumerate(owners)
            if owner != NOBODY
        },
        "cities": {
            city: [r for n, r in enumerate(names.railroads) if is_in(s, n, number)]
            for number, city in enumerate(names.cities)
        },
        "card": None if s.card == NOBODY else s.card,
        "auction": _auction(s) if s.phase in (AUCTION, ONCE) else None,
        "link": names.links[s.link] if s.phase in TALKS else None,
        "price": s.price if s.phase in (ANSWER, REPLY) else None,
        "built": s.built,
        "bought": s.bought,
        "end": end_of(s).code if s.turn == OVER else None,
    }


def _auction(s: State) -> dict[str, Any]:
    return {
        "price": None if s.best_seat == NOBODY else s.price,
        "best": None if s.best_seat == NOBODY else s.best_seat,
        "floor": s.floor,
        "bidders": _bidders(s),
    }
