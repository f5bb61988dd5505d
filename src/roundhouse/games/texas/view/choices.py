"""Legal moves of Texas & Pacific in words, each with its consequences."""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.text import capitalize_first, join_words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Choice, Ghost, choice, with_ghost
from roundhouse.games.texas.actions import (
    BID,
    BUILD,
    CLAIM,
    DECIDE,
    DECISION_IDS,
    DONE,
    OFFER,
    PASS,
    RUN,
    WEST,
)
from roundhouse.games.texas.names import hex_ref, railroad_ref, write_money
from roundhouse.games.texas.rules.ending import count_certificates
from roundhouse.games.texas.rules.legal_moves import can_offer
from roundhouse.games.texas.rules.money import dividend, minimum_bid
from roundhouse.games.texas.rules.track import build_cost, may_enter
from roundhouse.games.texas.state import (
    CLAIM_RANCH,
    FAR,
    GONE,
    MAY_GO,
    NEAR,
    RAILROADS,
    RANCH,
    RANCHES,
    STOCK,
)
from roundhouse.games.texas.view.facts import Table

INKS = ("#ffffff", "#ffffff", "#1c1a17", "#1c1a17", "#ffffff")
LETTERS = "GKMST"
RANCH_GHOST: Ghost = {"shape": "house", "colour": "#7a4a21", "ink": "#ffffff", "text": "R"}
DECIDING = (
    mark("Stock: auction a certificate"),
    mark("Ranch: claim a ranch"),
    mark("Track: build for a railroad"),
)
MAX_GAIN = 2  # maximum income from track in one hex


def describe(t: Table, action: int) -> Choice:
    """Describe an action as a choice."""
    move = t.state.game.text(action)
    if action == PASS:
        return _describe_pass(t, move)
    if action < DECIDE:
        return _describe_bid(t, action - BID, move)
    if action < OFFER:
        return _describe_decision(t, action - DECIDE, move)
    if action < CLAIM:
        return _offer(t, action - OFFER, move)
    if action < RUN:
        return _describe_claim(t, action - CLAIM, move)
    if action < BUILD:
        return _describe_run(t, action - RUN, move)
    if action == WEST:
        return _describe_west(t, move)
    if action == DONE:
        return _describe_done(t, move)
    return _describe_build(t, action - BUILD, move)


def _railroad_ghost(t: Table, railroad: int, shape: str) -> Ghost:
    return {
        "shape": shape,
        "colour": t.marks[railroad],
        "ink": INKS[railroad],
        "text": LETTERS[railroad],
    }


# Auctions


def _describe_bid(t: Table, amount: int, move: str) -> Choice:
    s, railroad = t.s, t.s.selling
    pays, left = minimum_bid(s, railroad), t.dividends_left()
    notes = [_("You keep {money}", money=write_money(s.cash[s.turn] - amount))]
    if pays:
        notes.append(
            ngettext("repaid in {n} dividend", "repaid in {n} dividends", -(-amount // pays))
        )
    if amount == s.floor:
        notes.append(_("minimum bid"))
    warning = ""
    if amount > _max_earnings(t, railroad, left):
        warning = ngettext("at most {n} dividend left", "at most {n} dividends left", left)
    label, group = write_money(amount), pgettext("choices of an auction", "Bid")
    return choice(move, label, [], group, " · ".join(notes), warning)


def _max_earnings(t: Table, railroad: int, left: int) -> int:
    """Return an upper bound of what a certificate for sale can still earn."""
    s = t.s
    if s.west[railroad] == GONE:
        return left * minimum_bid(s, railroad)
    best = s.income[railroad] + MAX_GAIN * s.cubes[railroad]
    return (left + 1) * -(-best // (s.sold[railroad] + 1))


def _describe_pass(t: Table, move: str) -> Choice:
    s = t.s
    if not t.selling:
        is_only_choice = len(t.state.legal()) == 1
        consequence = _("you claim no ranch") if s.phase == CLAIM_RANCH else _("you build nothing")
        note = _("Nothing else to do") if is_only_choice else _("Uses up the Decision")
        note += f" · {_('the round ends with dividends')}" if t.ends_round() else ""
        warning = "" if is_only_choice else consequence
        return choice(move, _("Do nothing"), [], _("Pass"), note, warning)
    free = s.best_seat == NO_SEAT and sum(s.bidders) == 1
    if free:
        note = _("{who} gets it for free", who=f"@{s.opener}")
    else:
        note = _("Leave this auction · you keep {money}", money=write_money(s.cash[s.turn]))
    warning = ""
    if count_certificates(s, s.turn) == 0 and not (free and s.opener == s.turn):
        warning = _("without a certificate no railroad pays you")
    return choice(move, _("Pass"), [], _("Pass"), note, warning)


def _offer(t: Table, railroad: int, move: str) -> Choice:
    s, board = t.s, t.board
    pays = minimum_bid(s, railroad)
    left = board.shares[railroad] - s.sold[railroad]
    note = _(
        "Minimum {price} (its dividend after the sale; now {now}) · {left} of {all} left",
        price=write_money(pays),
        now=write_money(dividend(s, railroad)),
        left=left,
        all=board.shares[railroad],
    )
    warning = ""
    if s.west[railroad] == GONE:
        warning = _("it has gone West: its income can no longer rise")
    ref = [railroad_ref(railroad)]
    return with_ghost(
        _railroad_ghost(t, railroad, "card"),
        choice(move, t.labels[railroad], ref, _("Put up for auction"), note, warning),
    )


# Decisions


def _describe_decision(t: Table, decision: int, move: str) -> Choice:
    s = t.s
    left = t.board.last_step[decision] - s.steps[decision]
    if decision == STOCK:
        note, warning = _write_stock_note(t), ""
    elif decision == RANCH:
        note, warning = _write_ranch_note(t)
    else:
        note, warning = _write_track_note(t)
    if t.ends_round(decision):
        note += f" · {_('ends the round with dividends')}"
    elif left > 1:
        note += f" · {_('{left} left this round', left=left)}"
    else:
        note += f" · {_('the last this round')}"
    refs = [f"decision:{DECISION_IDS[decision]}"]
    return choice(move, _(DECIDING[decision]), refs, _("Decision"), note, warning)


def _write_stock_note(t: Table) -> str:
    offers = [
        _("{railroad} from {price}", railroad=t.labels[r], price=write_money(minimum_bid(t.s, r)))
        for r in range(RAILROADS)
        if can_offer(t.board, t.s, r)
    ]
    return _("Available: {railroads}", railroads=join_words(offers))


def _write_ranch_note(t: Table) -> tuple[str, str]:
    s, board = t.s, t.board
    free = sum(1 for n in range(RANCHES) if s.markers[n] and s.tracks[board.ranch_hex[n]])
    if not free:
        return (
            _("{money} per dividend for each ranch", money=write_money(1)),
            _("no unclaimed ranch has track: nothing to claim"),
        )
    return (
        _(
            "{number} with track available · {money} per dividend each",
            number=free,
            money=write_money(1),
        ),
        "",
    )


def _write_track_note(t: Table) -> tuple[str, str]:
    s = t.s
    mine = [r for r in range(RAILROADS) if s.owned[s.turn][r] and s.west[r] != GONE]
    able = [r for r in mine if can_build(t, r) or s.west[r] == MAY_GO]
    if not mine:
        return (
            _("For a railroad of yours"),
            _("you own no certificate of a railroad that can build"),
        )
    railroads = join_words(
        _(
            "{railroad} (treasury {treasury})",
            railroad=t.labels[r],
            treasury=write_money(s.treasury[r]),
        )
        for r in mine
    )
    return railroads, "" if able else _("no railroad of yours can build now")


def can_build(t: Table, railroad: int) -> bool:
    """Return whether the railroad has a cube and money for a hex beside its track."""
    s = t.s
    if s.cubes[railroad] == 0:
        return False
    affordable = s.treasury[railroad] // t.board.base_cost
    reach = s.reach[railroad]
    return any(reach[n] == NEAR and s.tracks[n] < affordable for n in range(t.board.hexes))


def _describe_claim(t: Table, hex_: int, move: str) -> Choice:
    s = t.s
    left = t.dividends_left()
    note = _("{money} per dividend (up to {left} left)", money=write_money(1), left=left)
    if s.claimed + 1 == t.board.tp_opens_after:
        opening = _("T&P opens in Dallas and you bid first for its first certificate")
        note += f" · {opening}"
    label, refs = capitalize_first(t.place(hex_)), [hex_ref(t.state, hex_)]
    return with_ghost(RANCH_GHOST, choice(move, label, refs, _("Claim"), note))


def _describe_run(t: Table, railroad: int, move: str) -> Choice:
    s = t.s
    note = _(
        "Treasury {treasury} · {number} track left · income {income}",
        treasury=write_money(s.treasury[railroad]),
        number=s.cubes[railroad],
        income=s.income[railroad],
    )
    note += f" · {_('may go West')}" if s.west[railroad] == MAY_GO else ""
    warning = ""
    if not can_build(t, railroad) and s.west[railroad] != MAY_GO:
        warning = (
            _("cannot build: no track left")
            if s.cubes[railroad] == 0
            else _("cannot build: its treasury is too low")
        )
    ghost = _railroad_ghost(t, railroad, "card")
    ref = [railroad_ref(railroad)]
    return with_ghost(ghost, choice(move, t.labels[railroad], ref, _("Build for"), note, warning))


# Building


def _describe_build(t: Table, hex_: int, move: str) -> Choice:
    s, board, railroad = t.s, t.board, t.s.running
    cost, gain = build_cost(board, s, hex_), board.gain[hex_]
    rest = s.treasury[railroad] - cost
    notes = [_("Costs {cost} ({rest} left)", cost=write_money(cost), rest=write_money(rest))]
    if gain:
        notes += [_("income +{number}", number=gain), _write_dividend_change(t, gain)]
    else:
        notes.append(_("no income"))
    if board.western[hex_] and s.west[railroad] != MAY_GO:
        notes.append(_("lets it go West"))
    warning = ""
    if not gain and not board.western[hex_]:
        if s.cubes[railroad] == 1:
            warning = _("no income, and it is the last track cube")
        elif not _leads_on(t, hex_):
            warning = _("no income, and it leads nowhere new")
    label, refs = capitalize_first(t.place(hex_)), [hex_ref(t.state, hex_)]
    group = _("Build track for {railroad}", railroad=t.labels[railroad])
    return with_ghost(
        _railroad_ghost(t, railroad, "cube"),
        choice(move, label, refs, group, " · ".join(notes), warning),
    )


def _write_dividend_change(t: Table, gain: int) -> str:
    """Say how the higher income changes a dividend, which is rounded up."""
    s, railroad = t.s, t.s.running
    before, sold = dividend(s, railroad), s.sold[railroad]
    after = (s.income[railroad] + gain + sold - 1) // sold
    owned = s.owned[s.turn][railroad]
    if after == before:
        return _("a certificate still pays {money}", money=write_money(before))
    return _(
        "dividend {before} → {after} (+{gain} for you)",
        before=write_money(before),
        after=write_money(after),
        gain=write_money((after - before) * owned),
    )


def _leads_on(t: Table, hex_: int) -> bool:
    """Return whether track there brings new hexes within reach."""
    s, board, railroad = t.s, t.board, t.s.running
    for i in range(board.sides[hex_]):
        side = board.side[hex_][i]
        if s.reach[railroad][side] == FAR and may_enter(board, s, railroad, side):
            return True
    return False


def _describe_west(t: Table, move: str) -> Choice:
    s, railroad = t.s, t.s.running
    share = dividend(s, railroad)
    note = _(
        "Pays {money} per certificate, {yours} to you · it loses {treasury} and {number} track, "
        "and never builds again",
        money=write_money(share),
        yours=write_money(share * s.owned[s.turn][railroad]),
        treasury=write_money(s.treasury[railroad]),
        number=s.cubes[railroad],
    )
    ref = [railroad_ref(railroad)]
    return choice(move, _("Go West"), ref, _("End the Decision"), note)


def _describe_done(t: Table, move: str) -> Choice:
    s = t.s
    note = _("{money} stays in the treasury", money=write_money(s.treasury[s.running]))
    note += f" · {_('the round ends with dividends')}" if t.ends_round() else ""
    warning = "" if s.builds else _("you have built nothing: this uses up the Decision")
    return choice(move, _("Done building"), [], _("End the Decision"), note, warning)
