"""What can be done in Southern Pacific, in words: each action with what comes of it."""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.text import count, listed, signed
from roundhouse.core.view import Choice, Ghost, choice
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
)
from roundhouse.games.southern.names import Names
from roundhouse.games.southern.rules.network import income_change, owner_of
from roundhouse.games.southern.state import (
    BULL,
    FREE_LINK,
    RAILROADS,
    ROUNDS,
    SHARES,
    STOCK,
    Board,
    Position,
    State,
)

LAST = ("Go on", "Without income")  # groups of what leaves a thing undone
NOTHING = "you own nothing yet: only shares pay dividends"


def describe(position: Position, names: Names, action: int) -> Choice:
    """An action as it is offered."""
    board, s, move = position.board, position.twin, position.game.text(action)
    if action >= PAY:
        return _dividend(s, action - PAY, move)
    if action >= PRICED:
        return _price(board, s, names, action, move)
    if action >= BID:
        return _bid(s, action - BID, move)
    if action >= BUY:
        return _purchase(board, s, names, action - BUY, move)
    if action >= BUILD:
        return _building(board, s, names, action - BUILD, move)
    if action >= OFFER:
        return _offer(s, names, action - OFFER, move)
    if action in (ACCEPT, REFUSE):
        return _reply(board, s, names, action, move)
    if action == PASS:
        return _pass(s, move)
    if action == SELL:
        return _sell(s, names, move)
    if action == DONE:
        note = f"income comes next: ${s.income[s.railroad]}"
        return choice(move, "Done with track", [], "Go on", note)
    return _skip(s, names, move)


def _ref(names: Names, railroad: int) -> list[str]:
    return [f"railroad:{names.railroads[railroad]}"]


def _ghost(names: Names, railroad: int, shape: str) -> Ghost:
    return {
        "shape": shape,
        "colour": names.colours[railroad],
        "ink": names.inks[railroad],
        "text": names.letters[railroad],
    }


# Shares


def earning(s: State, railroad: int) -> str:
    """What one more share would earn."""
    shares = s.sold[railroad] + 1
    each = s.income[railroad] // shares
    return f"income ${s.income[railroad]}, ${each} a share when {count(shares, 'is', 'are')} held"


def _bid(s: State, amount: int, move: str) -> Choice:
    railroad, president = s.railroad, s.president[s.railroad]
    note = f"leaves you ${s.cash[s.turn] - amount}"
    if president == NOBODY or (
        president != s.turn and s.shares[s.turn][railroad] + 1 > s.shares[president][railroad]
    ):
        note += "; the share makes you president"
    note += f"; the treasury would have ${s.treasury[railroad] + amount}"
    return choice(move, f"${amount}", [], "Bid", note)


def _pass(s: State, move: str) -> Choice:
    if s.phase == BULL:
        nothing = sum(s.sold) == RAILROADS * SHARES
        note = "every share is sold" if nothing else "the next seat may offer one"
        return choice(move, "Offer no share", [], "Go on", note)
    if s.best_seat == NOBODY:
        note = "no bid so far"
    else:
        note = f"@{s.best_seat} leads with ${s.price}"
    if s.cash[s.turn] < s.floor:
        note += "; you cannot bid more"
    warning = "" if sum(s.shares[s.turn]) else NOTHING
    return choice(move, "Pass", [], "Go on", note, warning)


def _sell(s: State, names: Names, move: str) -> Choice:
    railroad = s.railroad
    own = s.shares[s.turn][railroad]
    rivals = [
        f"@{seat}"
        for seat in range(s.seats)
        if seat != s.turn and s.shares[seat][railroad] + 1 > own
    ]
    note = f"you bid first and must bid, $0 is a bid; {earning(s, railroad)}"
    if rivals:
        note += f"; bought by {listed(rivals)} it takes the presidency from you"
    label = f"Sell a share of {names.short[railroad]}"
    ghost = _ghost(names, railroad, "card")
    return choice(move, label, _ref(names, railroad), "Stock", note, "", ghost)


def _skip(s: State, names: Names, move: str) -> Choice:
    if s.phase == STOCK:
        label = "Go on to track" if s.sold[s.railroad] == SHARES else "Sell no share"
        return choice(move, label, [], "Stock", "track comes next")
    income = s.income[s.railroad]
    warning = f"gives up ${income}: a dividend of $0 would keep it in the treasury" * (income > 0)
    note = f"nobody gets anything; the treasury stays at ${s.treasury[s.railroad]}"
    return choice(move, "Take no income", [], "Without income", note, warning)


def _offer(s: State, names: Names, railroad: int, move: str) -> Choice:
    unsold = SHARES - s.sold[railroad]
    note = f"{unsold} unsold; {earning(s, railroad)}; you bid last"
    ref, ghost = _ref(names, railroad), _ghost(names, railroad, "card")
    return choice(move, names.short[railroad], ref, "Offer a share", note, "", ghost)


# Track


def income_changes(board: Board, s: State, link: int) -> list[int]:
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


def _idle(s: State, names: Names, moved: list[int]) -> str:
    """A link between two cities where the railroad is already brings nothing by itself."""
    if moved[s.railroad] > 0:
        return ""
    return f"adds nothing to the income of {names.short[s.railroad]}"


def _building(board: Board, s: State, names: Names, link: int, move: str) -> Choice:
    moved = income_changes(board, s, link)
    cost = "free" if s.phase == FREE_LINK else f"${board.link_cost}"
    note = "; ".join([cost, *_effects(s, names, moved)])
    return choice(
        move,
        names.lines[link],
        [f"link:{names.links[link]}"],
        "Build",
        note,
        _idle(s, names, moved),
        _ghost(names, s.railroad, "track"),
    )


def _purchase(board: Board, s: State, names: Names, link: int, move: str) -> Choice:
    owner = owner_of(board, s, link)
    president = s.president[owner]
    whose = "you decide for both" if president == s.turn else f"@{president} must agree"
    moved = income_changes(board, s, link)
    note = "; ".join([f"of {names.short[owner]}, {whose}", *_effects(s, names, moved)])
    warning = _idle(s, names, moved)
    if s.treasury[s.railroad] == 0:
        warning = "the treasury is empty: you can offer only $0"
    return choice(
        move,
        names.lines[link],
        [f"link:{names.links[link]}"],
        "Buy",
        note,
        warning,
        _ghost(names, s.railroad, "track"),
    )


def _price(board: Board, s: State, names: Names, action: int, move: str) -> Choice:
    buyer, seller = names.short[s.railroad], names.short[owner_of(board, s, s.link)]
    asks = action >= ASK
    amount = action - (ASK if asks else PRICED)
    left = s.treasury[s.railroad] - amount
    note = f"{buyer} keeps ${left}, {seller} gets ${amount}"
    if asks:
        note += f"; the {buyer} president says yes or no"
    return choice(move, f"${amount}", [], "Ask for" if asks else "Offer", note)


def _reply(board: Board, s: State, names: Names, action: int, move: str) -> Choice:
    ref = [f"link:{names.links[s.link]}"]
    if action == REFUSE:
        note = "the link stays where it is; no more talk of it in this turn"
        return choice(move, "Refuse", ref, "Answer", note)
    buyer, seller = names.short[s.railroad], names.short[owner_of(board, s, s.link)]
    effects = _effects(s, names, income_changes(board, s, s.link))
    note = "; ".join([f"{buyer} pays {seller} ${s.price}", *effects])
    ghost = _ghost(names, s.railroad, "track")
    return choice(move, f"Accept ${s.price}", ref, "Answer", note, "", ghost)


# Income


def _dividend(s: State, amount: int, move: str) -> Choice:
    railroad, sold = s.railroad, s.sold[s.railroad]
    mine = amount * s.shares[s.turn][railroad]
    left = s.treasury[railroad] + s.income[railroad] - amount * sold
    others = amount * sold - mine
    shared = f", others ${others}" if others else ""
    note = f"you get ${mine}{shared}, the treasury keeps ${left}"
    warning = ""
    if left >= sold and (s.round_number == ROUNDS or min(s.cubes) == 0):
        warning = "the game may end with this round: what is in the treasury is worth nothing then"
    return choice(move, f"${amount}", [], "Dividend per share", note, warning)
