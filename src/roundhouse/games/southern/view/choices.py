"""Legal moves of Southern Pacific in words, each with its consequences."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.text import format_signed, join_words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
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
from roundhouse.games.southern.names import Names, dollars
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
    mark("Pass"),
    mark("Offer no share"),
    mark("Done with track"),
    mark("Decline income"),
)
LAST_GROUPS = (PASS_LABEL, NO_OFFER, DONE_LABEL, NO_INCOME)
NO_SHARES = mark("without a share no railroad pays you")


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
        note = _("Next: income {income}", income=dollars(s.income[s.railroad]))
        return choice(move, _(DONE_LABEL), [], _(DONE_LABEL), note)
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
    income = _("income {income}", income=dollars(s.income[railroad]))
    dividend = ngettext(
        "{money} per share with {n} share sold",
        "{money} per share with {n} shares sold",
        shares,
        money=dollars(each),
    )
    return f"{income} · {dividend}"


def _describe_bid(s: StateLayout, amount: int, move: str) -> Choice:
    railroad, president = s.railroad, s.president[s.railroad]
    notes = [_("You keep {money}", money=dollars(s.cash[s.turn] - amount))]
    if president == NO_SEAT or (
        president != s.turn and s.shares[s.turn][railroad] + 1 > s.shares[president][railroad]
    ):
        notes.append(_("makes you president"))
    treasury = dollars(s.treasury[railroad] + amount)
    notes.append(_("raises the treasury to {money}", money=treasury))
    return choice(move, dollars(amount), [], _("Bid"), " · ".join(notes))


def _describe_pass(s: StateLayout, move: str) -> Choice:
    if s.phase == BULL:
        sold_out = sum(s.sold) == RAILROADS * SHARES
        note = _("All shares are sold") if sold_out else _("You offer no share this round")
        return choice(move, _(NO_OFFER), [], _(NO_OFFER), note)
    if s.best_seat == NO_SEAT:
        note = _("No bid so far")
    else:
        note = _("{who} leads with {price}", who=f"@{s.best_seat}", price=dollars(s.price))
    if s.cash[s.turn] < s.floor:
        note += f" · {_('you cannot afford a higher bid')}"
    warning = "" if sum(s.shares[s.turn]) else _(NO_SHARES)
    return choice(move, _(PASS_LABEL), [], _(PASS_LABEL), note, warning)


def _describe_sell(s: StateLayout, names: Names, move: str) -> Choice:
    railroad = s.railroad
    own = s.shares[s.turn][railroad]
    rivals = [
        f"@{seat}"
        for seat in range(s.seats)
        if seat != s.turn and s.shares[seat][railroad] + 1 > own
    ]
    opening = _("You open the bidding ({money} or more)", money=dollars(0))
    notes = [opening, describe_earnings(s, railroad)]
    if rivals:
        others = join_words(rivals, conjunction="or")
        notes.append(_("if {rivals} buys it, you lose the presidency", rivals=others))
    label = _("Sell a share of {railroad}", railroad=names.short[railroad])
    ref, ghost = _ref(names, railroad), _ghost(names, railroad, "card")
    return with_ghost(ghost, choice(move, label, ref, _("Stock"), " · ".join(notes)))


def _describe_skip(s: StateLayout, names: Names, move: str) -> Choice:
    if s.phase == STOCK:
        sold_out = s.sold[s.railroad] == SHARES
        label = _("Continue with track") if sold_out else _("Sell no share")
        return choice(move, label, [], _("Stock"), _("Next: build or buy track"))
    income, warning = s.income[s.railroad], ""
    if income > 0:
        warning = _(
            "loses {income}: pay {nothing} per share to keep it in the treasury",
            income=dollars(income),
            nothing=dollars(0),
        )
    treasury = dollars(s.treasury[s.railroad])
    stays = _("the treasury stays at {money}", money=treasury)
    note = f"{_('No dividend')} · {stays}"
    return choice(move, _(NO_INCOME), [], _(NO_INCOME), note, warning)


def _describe_offer(s: StateLayout, names: Names, railroad: int, move: str) -> Choice:
    unsold = SHARES - s.sold[railroad]
    notes = [
        _("{number} of {all} unsold", number=unsold, all=SHARES),
        describe_earnings(s, railroad),
        _("you bid last"),
    ]
    ref, ghost, note = _ref(names, railroad), _ghost(names, railroad, "card"), " · ".join(notes)
    return with_ghost(ghost, choice(move, names.short[railroad], ref, _("Offer a share"), note))


# Track


def income_changes(board: BoardLayout, s: StateLayout, link: int) -> list[int]:
    """Return each railroad's change of income if the operating one gets the link."""
    seller = owner_of(board, s, link)
    return [income_change(board, s, link, seller, n) for n in range(RAILROADS)]


def _describe_effects(s: StateLayout, names: Names, moved: list[int]) -> list[str]:
    """Say which incomes change, that of the operating railroad first."""
    own = s.railroad
    texts = [
        _(
            "{railroad} income {change} (to {income})",
            railroad=names.short[own],
            change=format_signed(moved[own]),
            income=dollars(s.income[own] + moved[own]),
        )
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
    return _("does not raise {railroad}'s income", railroad=names.short[s.railroad])


def _describe_building(
    board: BoardLayout, s: StateLayout, names: Names, link: int, move: str
) -> Choice:
    moved = income_changes(board, s, link)
    price = dollars(board.link_cost)
    cost = _("Free") if s.phase == FREE_LINK else _("Costs {price}", price=price)
    note = " · ".join([cost, *_describe_effects(s, names, moved)])
    warning = _write_no_gain(s, names, moved)
    ref, ghost = [f"link:{names.links[link]}"], _ghost(names, s.railroad, "track")
    return with_ghost(ghost, choice(move, names.lines[link], ref, _("Build"), note, warning))


def _describe_purchase(
    board: BoardLayout, s: StateLayout, names: Names, link: int, move: str
) -> Choice:
    owner = owner_of(board, s, link)
    president = s.president[owner]
    consent = (
        _("you preside over both")
        if president == s.turn
        else _("{who} must agree", who=f"@{president}")
    )
    moved = income_changes(board, s, link)
    seller = _("From {railroad} ({consent})", railroad=names.short[owner], consent=consent)
    note = " · ".join([seller, *_describe_effects(s, names, moved)])
    warning = _write_no_gain(s, names, moved)
    if s.treasury[s.railroad] == 0:
        warning = _("the treasury is empty: you can only offer {money}", money=dollars(0))
    ref, ghost = [f"link:{names.links[link]}"], _ghost(names, s.railroad, "track")
    return with_ghost(ghost, choice(move, names.lines[link], ref, _("Buy"), note, warning))


def _describe_price(
    board: BoardLayout, s: StateLayout, names: Names, action: int, move: str
) -> Choice:
    buyer, seller = names.short[s.railroad], names.short[owner_of(board, s, s.link)]
    asks = action >= ASK
    amount = action - (ASK if asks else NAME_PRICE)
    left = dollars(s.treasury[s.railroad] - amount)
    notes = [
        _("{railroad} gets {money}", railroad=seller, money=dollars(amount)),
        _("{railroad} keeps {money}", railroad=buyer, money=left),
    ]
    if asks:
        notes.append(_("{railroad}'s president can only accept or refuse", railroad=buyer))
    group = _("Ask for") if asks else _("Offer")
    return choice(move, dollars(amount), [], group, " · ".join(notes))


def _describe_reply(
    board: BoardLayout, s: StateLayout, names: Names, action: int, move: str
) -> Choice:
    ref = [f"link:{names.links[s.link]}"]
    if action == REFUSE:
        note = f"{_('No sale')} · {_('no further offers for this link this turn')}"
        return choice(move, _("Refuse"), ref, _("Answer"), note)
    buyer, seller = names.short[s.railroad], names.short[owner_of(board, s, s.link)]
    effects = _describe_effects(s, names, income_changes(board, s, s.link))
    price = dollars(s.price)
    payment = _("{buyer} pays {seller} {price}", buyer=buyer, seller=seller, price=price)
    note = " · ".join([payment, *effects])
    label, ghost = _("Accept {price}", price=price), _ghost(names, s.railroad, "track")
    return with_ghost(ghost, choice(move, label, ref, _("Answer"), note))


# Income


def _describe_dividend(s: StateLayout, amount: int, move: str) -> Choice:
    railroad, sold = s.railroad, s.sold[s.railroad]
    mine = amount * s.shares[s.turn][railroad]
    left = s.treasury[railroad] + s.income[railroad] - amount * sold
    others = amount * sold - mine
    notes = [_("You get {money}", money=dollars(mine))]
    if others:
        notes.append(_("others get {money}", money=dollars(others)))
    notes.append(_("{money} stays in the treasury", money=dollars(left)))
    warning = ""
    if left >= sold and _may_be_last_round(s):
        warning = _("the game may end this round: money left in the treasury is lost")
    label = _("Pay {money} per share", money=dollars(amount))
    described = choice(move, label, [], _("Dividend"), " · ".join(notes), warning)
    # This round's income, or everything if money left in the treasury may be lost.
    reserve = s.treasury[railroad] if _may_be_last_round(s) else 0
    if amount == (s.income[railroad] + reserve) // sold:
        described["suggested"] = True
    return described


def _may_be_last_round(s: StateLayout) -> bool:
    """Return whether an end condition holds now; a cube can still return."""
    sold_out = sum(s.sold) == RAILROADS * SHARES
    return s.round_number == ROUNDS or min(s.cubes) == 0 or sold_out
