"""Legal moves of Southern Pacific in words, each with its consequences."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.text import count, format_signed, join_words
from roundhouse.core.view import Choice, Ghost, choice, with_ghost
from roundhouse.games.southern.actions import (
    ACCEPT,
    ASK,
    BID,
    BUILD,
    BUY,
    DONE,
    NAME_PRICE,
    OFFER,
    PASS,
    PAY,
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
    BoardLayout,
    State,
    StateLayout,
)

# Groups of a single choice, listed last. A page shows no heading that equals its only label.
PASS_LABEL, NO_OFFER, DONE_LABEL, NO_INCOME = (
    "Pass",
    "Offer no share",
    "Done with track",
    "Decline income",
)
LAST_GROUPS = (PASS_LABEL, NO_OFFER, DONE_LABEL, NO_INCOME)
NO_SHARES = "you own no share yet: only shares pay dividends"


def describe(state: State, names: Names, action: int) -> Choice:
    """Describe an action as a choice."""
    board, s, move = state.board, state.py_state, state.game.text(action)
    if action >= PAY:
        return _describe_dividend(s, action - PAY, move)
    if action >= NAME_PRICE:
        return _describe_price(board, s, names, action, move)
    if action >= BID:
        return _describe_bid(s, action - BID, move)
    if action >= BUY:
        return _describe_purchase(board, s, names, action - BUY, move)
    if action >= BUILD:
        return _describe_building(board, s, names, action - BUILD, move)
    if action >= OFFER:
        return _describe_offer(s, names, action - OFFER, move)
    if action in (ACCEPT, REFUSE):
        return _describe_reply(board, s, names, action, move)
    if action == PASS:
        return _describe_pass(s, move)
    if action == SELL:
        return _describe_sell(s, names, move)
    if action == DONE:
        note = f"Next: income ${s.income[s.railroad]}"
        return choice(move, DONE_LABEL, [], DONE_LABEL, note)
    return _describe_skip(s, names, move)


def _ref(names: Names, railroad: int) -> list[str]:
    return [f"railroad:{names.railroads[railroad]}"]


def _ghost(names: Names, railroad: int, shape: str) -> Ghost:
    return {
        "shape": shape,
        "colour": names.colours[railroad],
        "ink": names.inks[railroad],
        "text": names.railroad_letters[railroad],
    }


# Shares


def describe_earnings(s: StateLayout, railroad: int) -> str:
    """Say what one more share would earn if the income is paid out."""
    shares = s.sold[railroad] + 1
    each = s.income[railroad] // shares
    return f"income ${s.income[railroad]} · ${each} per share with {count(shares, 'share')} sold"


def _describe_bid(s: StateLayout, amount: int, move: str) -> Choice:
    railroad, president = s.railroad, s.president[s.railroad]
    note = f"You keep ${s.cash[s.turn] - amount}"
    if president == NO_SEAT or (
        president != s.turn and s.shares[s.turn][railroad] + 1 > s.shares[president][railroad]
    ):
        note += " · makes you president"
    note += f" · raises the treasury to ${s.treasury[railroad] + amount}"
    return choice(move, f"${amount}", [], "Bid", note)


def _describe_pass(s: StateLayout, move: str) -> Choice:
    if s.phase == BULL:
        sold_out = sum(s.sold) == RAILROADS * SHARES
        note = "All shares are sold" if sold_out else "You offer no share this round"
        return choice(move, NO_OFFER, [], NO_OFFER, note)
    if s.best_seat == NO_SEAT:
        note = "No bid so far"
    else:
        note = f"@{s.best_seat} leads with ${s.price}"
    if s.cash[s.turn] < s.floor:
        note += " · you cannot afford a higher bid"
    warning = "" if sum(s.shares[s.turn]) else NO_SHARES
    return choice(move, PASS_LABEL, [], PASS_LABEL, note, warning)


def _describe_sell(s: StateLayout, names: Names, move: str) -> Choice:
    railroad = s.railroad
    own = s.shares[s.turn][railroad]
    rivals = [
        f"@{seat}"
        for seat in range(s.seats)
        if seat != s.turn and s.shares[seat][railroad] + 1 > own
    ]
    note = f"You open the bidding ($0 or more) · {describe_earnings(s, railroad)}"
    if rivals:
        note += f" · if {join_words(rivals, conjunction='or')} buys it, you lose the presidency"
    label = f"Sell a share of {names.short[railroad]}"
    ghost = _ghost(names, railroad, "card")
    return with_ghost(ghost, choice(move, label, _ref(names, railroad), "Stock", note))


def _describe_skip(s: StateLayout, names: Names, move: str) -> Choice:
    if s.phase == STOCK:
        label = "Continue with track" if s.sold[s.railroad] == SHARES else "Sell no share"
        return choice(move, label, [], "Stock", "Next: build or buy track")
    income = s.income[s.railroad]
    warning = f"loses ${income}: pay $0 per share to keep it in the treasury" * (income > 0)
    note = f"No dividend · the treasury stays at ${s.treasury[s.railroad]}"
    return choice(move, NO_INCOME, [], NO_INCOME, note, warning)


def _describe_offer(s: StateLayout, names: Names, railroad: int, move: str) -> Choice:
    unsold = SHARES - s.sold[railroad]
    note = f"{unsold} of {SHARES} unsold · {describe_earnings(s, railroad)} · you bid last"
    ref, ghost = _ref(names, railroad), _ghost(names, railroad, "card")
    return with_ghost(ghost, choice(move, names.short[railroad], ref, "Offer a share", note))


# Track


def income_changes(board: BoardLayout, s: StateLayout, link: int) -> list[int]:
    """Return each railroad's change of income if the operating one gets the link."""
    seller = owner_of(board, s, link)
    return [income_change(board, s, link, seller, n) for n in range(RAILROADS)]


def _describe_effects(s: StateLayout, names: Names, moved: list[int]) -> list[str]:
    """Say which incomes change, that of the operating railroad first."""
    own = s.railroad
    texts = [
        f"{names.short[own]} income {format_signed(moved[own])} (to ${s.income[own] + moved[own]})"
    ]
    texts += [
        f"{names.short[n]} {format_signed(change)}"
        for n, change in enumerate(moved)
        if change and n != own
    ]
    return texts


def _write_no_gain(s: StateLayout, names: Names, moved: list[int]) -> str:
    """Warn of a link between two cities that the railroad is already in."""
    if moved[s.railroad] > 0:
        return ""
    return f"does not raise {names.short[s.railroad]}'s income"


def _describe_building(
    board: BoardLayout, s: StateLayout, names: Names, link: int, move: str
) -> Choice:
    moved = income_changes(board, s, link)
    cost = "Free" if s.phase == FREE_LINK else f"Costs ${board.link_cost}"
    note = " · ".join([cost, *_describe_effects(s, names, moved)])
    warning = _write_no_gain(s, names, moved)
    ref, ghost = [f"link:{names.links[link]}"], _ghost(names, s.railroad, "track")
    return with_ghost(ghost, choice(move, names.lines[link], ref, "Build", note, warning))


def _describe_purchase(
    board: BoardLayout, s: StateLayout, names: Names, link: int, move: str
) -> Choice:
    owner = owner_of(board, s, link)
    president = s.president[owner]
    consent = "you preside over both" if president == s.turn else f"@{president} must agree"
    moved = income_changes(board, s, link)
    seller = f"From {names.short[owner]} ({consent})"
    note = " · ".join([seller, *_describe_effects(s, names, moved)])
    warning = _write_no_gain(s, names, moved)
    if s.treasury[s.railroad] == 0:
        warning = "the treasury is empty: you can only offer $0"
    ref, ghost = [f"link:{names.links[link]}"], _ghost(names, s.railroad, "track")
    return with_ghost(ghost, choice(move, names.lines[link], ref, "Buy", note, warning))


def _describe_price(
    board: BoardLayout, s: StateLayout, names: Names, action: int, move: str
) -> Choice:
    buyer, seller = names.short[s.railroad], names.short[owner_of(board, s, s.link)]
    asks = action >= ASK
    amount = action - (ASK if asks else NAME_PRICE)
    left = s.treasury[s.railroad] - amount
    note = f"{seller} gets ${amount} · {buyer} keeps ${left}"
    if asks:
        note += f" · {buyer}'s president can only accept or refuse"
    return choice(move, f"${amount}", [], "Ask for" if asks else "Offer", note)


def _describe_reply(
    board: BoardLayout, s: StateLayout, names: Names, action: int, move: str
) -> Choice:
    ref = [f"link:{names.links[s.link]}"]
    if action == REFUSE:
        note = "No sale · no further offers for this link this turn"
        return choice(move, "Refuse", ref, "Answer", note)
    buyer, seller = names.short[s.railroad], names.short[owner_of(board, s, s.link)]
    effects = _describe_effects(s, names, income_changes(board, s, s.link))
    note = " · ".join([f"{buyer} pays {seller} ${s.price}", *effects])
    ghost = _ghost(names, s.railroad, "track")
    return with_ghost(ghost, choice(move, f"Accept ${s.price}", ref, "Answer", note))


# Income


def _describe_dividend(s: StateLayout, amount: int, move: str) -> Choice:
    railroad, sold = s.railroad, s.sold[s.railroad]
    mine = amount * s.shares[s.turn][railroad]
    left = s.treasury[railroad] + s.income[railroad] - amount * sold
    others = amount * sold - mine
    shared = f" · others get ${others}" if others else ""
    note = f"You get ${mine}{shared} · ${left} stays in the treasury"
    warning = ""
    if left >= sold and _may_be_last_round(s):
        warning = "the game may end this round: money left in the treasury is lost"
    described = choice(move, f"Pay ${amount} per share", [], "Dividend", note, warning)
    # This round's income, or everything if money left in the treasury may be lost.
    reserve = s.treasury[railroad] if _may_be_last_round(s) else 0
    if amount == (s.income[railroad] + reserve) // sold:
        described["suggested"] = True
    return described


def _may_be_last_round(s: StateLayout) -> bool:
    """Return whether an end condition holds now; a cube can still return."""
    sold_out = sum(s.sold) == RAILROADS * SHARES
    return s.round_number == ROUNDS or min(s.cubes) == 0 or sold_out
