"""What a seat sees of Texas & Pacific (everything), in words.

choices   the legal moves and their consequences
facts     the game's own facts, for its drawings and for researchers
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import Choice, Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.texas.log import end
from roundhouse.games.texas.names import PHASES, railroad_ref, write_money
from roundhouse.games.texas.rules.ending import (
    count_certificates,
    count_out_of_stock,
    count_out_of_track,
)
from roundhouse.games.texas.rules.money import dividend, general_dividend_of, minimum_bid
from roundhouse.games.texas.state import (
    BUILDING,
    CHOOSE,
    CLAIM_RANCH,
    OFFER_STOCK,
    RAILROADS,
    RANCHES,
    RUN_RAILROAD,
    TP,
    State,
)
from roundhouse.games.texas.view.choices import describe
from roundhouse.games.texas.view.facts import Table, build_facts

# Prompts and reasons of the phases where they do not depend on the state.
PROMPTS = {
    CHOOSE: mark("Choose a Decision"),
    OFFER_STOCK: mark("Choose a certificate to put up for auction"),
    CLAIM_RANCH: mark("Claim a ranch that has track, or pass"),
    RUN_RAILROAD: mark("Choose a railroad to build for, or pass"),
}
WAITING_PROMPTS = {
    CHOOSE: mark("Waiting for {who}: choose a Decision"),
    OFFER_STOCK: mark("Waiting for {who}: choose a certificate to put up for auction"),
    CLAIM_RANCH: mark("Waiting for {who}: claim a ranch that has track, or pass"),
    RUN_RAILROAD: mark("Waiting for {who}: choose a railroad to build for, or pass"),
}
REASONS = {
    CHOOSE: mark("Moves its cube one box. When two cubes are in End, dividends are paid."),
    OFFER_STOCK: mark("You must open the bidding. The price goes to the railroad's treasury."),
    CLAIM_RANCH: mark("A ranch pays you {money} at each dividend."),
    RUN_RAILROAD: mark("You can build for any railroad you own a certificate of."),
}


def view(state: State, seat: int | None) -> View:
    """Build the view of a seat."""
    t = Table(state)
    s = t.s
    is_own_turn = seat is not None and seat == s.turn
    if s.turn in (OVER, CHANCE):
        phase = "over" if s.turn == OVER else "chance"
    else:
        phase = PHASES[s.phase]
    shows_railroads = t.selling or (s.turn >= 0 and s.phase in (OFFER_STOCK, RUN_RAILROAD))
    return assemble(
        state,
        seat,
        ViewContent(
            phase=phase,
            prompt=_write_prompt(t, is_own_turn),
            why=_write_why(t),
            focus="railroads" if shows_railroads else "map",
            choices=_list_choices(t) if is_own_turn else [],
            panels=[_build_panel(t, n) for n in range(s.seats)],
            notes=_build_auction_notes(t) + _build_notes(t),
            facts=build_facts(t),
        ),
    )


def _list_choices(t: Table) -> list[Choice]:
    """List the choices, passing last."""
    choices = [describe(t, action) for action in t.state.legal()]
    return sorted(choices, key=lambda offered: offered["move"] == "pass")


def _write_prompt(t: Table, is_own_turn: bool) -> str:
    s = t.s
    if s.turn == OVER:
        return _("The game is over: {reason}", reason=end(t.state).sentence)
    if s.turn == CHANCE:
        return _("Drawing the first bidder")
    if t.selling:
        return _write_auction_prompt(t, is_own_turn)
    who = f"@{s.turn}"
    if s.phase == BUILDING:
        name, treasury = t.labels[s.running], write_money(s.treasury[s.running])
        left = _write_builds_left(t)
        if is_own_turn:
            return _(
                "Build track for {railroad} ({left}; treasury {treasury})",
                railroad=name,
                left=left,
                treasury=treasury,
            )
        return _(
            "Waiting for {who}: build track for {railroad} ({left}; treasury {treasury})",
            who=who,
            railroad=name,
            left=left,
            treasury=treasury,
        )
    if is_own_turn:
        return _(PROMPTS[s.phase])
    return _(WAITING_PROMPTS[s.phase], who=who)


def _write_auction_prompt(t: Table, is_own_turn: bool) -> str:
    s = t.s
    name, who, best = t.labels[s.selling], f"@{s.turn}", f"@{s.best_seat}"
    if s.best_seat != NO_SEAT:
        bid = {"price": write_money(s.price), "railroad": name}
        if is_own_turn:
            return _("{who} bid {price} for {railroad}. Raise or pass?", who=best, **bid)
        return _(
            "Waiting for {who}: {whom} bid {price} for {railroad}. Raise or pass?",
            who=who,
            whom=best,
            **bid,
        )
    floor = write_money(s.floor)
    if s.must_open and is_own_turn:
        return _("{railroad} certificate: you must open the bidding", railroad=name)
    if s.must_open:
        return _(
            "Waiting for {who}: {railroad} certificate: must open the bidding",
            who=who,
            railroad=name,
        )
    if is_own_turn:
        return _(
            "{railroad} certificate: bid at least {price}, or pass", railroad=name, price=floor
        )
    return _(
        "Waiting for {who}: {railroad} certificate: bid at least {price}, or pass",
        who=who,
        railroad=name,
        price=floor,
    )


def _write_builds_left(t: Table) -> str:
    s = t.s
    cubes, max_builds = s.cubes[s.running], t.board.max_builds[s.running]
    if max_builds <= t.board.cubes[s.running]:
        return _("{number} more", number=min(max_builds - s.builds, cubes))
    if cubes:
        return _("any number up to {number}", number=cubes)
    return _("{number} more", number=0)


def _write_why(t: Table) -> str:
    """Explain the decision in a few words."""
    s = t.s
    if s.turn < 0:
        return ""
    if t.selling:
        pays, left = minimum_bid(s, s.selling), t.dividends_left()
        return _(
            "Pays {money} per dividend (up to {left} left). The winning bid goes to its treasury.",
            money=write_money(pays),
            left=left,
        )
    if s.phase == BUILDING:
        return _(
            "A hex costs {cost}, plus {cost} for each railroad already there.",
            cost=write_money(t.board.base_cost),
        )
    return _(REASONS[s.phase], money=write_money(1))


def _build_panel(t: Table, seat: int) -> Panel:
    s = t.s
    facts: list[Fact] = [fact(_("cash"), write_money(s.cash[seat]))]
    for railroad in range(RAILROADS):
        owned = s.owned[seat][railroad]
        if owned:
            facts.append(
                fact(
                    t.labels[railroad],
                    f"{owned} × {write_money(dividend(s, railroad))}",
                    railroad_ref(railroad),
                    t.marks[railroad],
                )
            )
    brief = [
        fact(_("ranches"), s.ranches[seat]),
        fact(_("certificates"), count_certificates(s, seat)),
    ]
    if s.turn != OVER:
        brief.append(fact(_("next dividend"), write_money(general_dividend_of(s, seat))))
    return {
        "seat": seat,
        "score": s.cash[seat],
        "facts": [*facts, *brief],
        "brief": brief,
        "badges": _list_badges(t, seat),
    }


def _list_badges(t: Table, seat: int) -> list[str]:
    s = t.s
    if t.selling:
        if s.best_seat == seat:
            return [_("bids {price}", price=write_money(s.price))]
        return [] if s.bidders[seat] else [_("passed")]
    return [_("to move")] if s.turn >= 0 and s.mover == seat else []


def _build_auction_notes(t: Table) -> list[Fact]:
    s = t.s
    if not t.selling:
        return []
    r = s.selling
    best = pgettext("high bid", "none yet")
    if s.best_seat != NO_SEAT:
        best = _("{price} by {whom}", price=write_money(s.price), whom=f"@{s.best_seat}")
    return [
        fact(
            _("auction"),
            _(
                "{railroad}, certificate {number} of {all}",
                railroad=t.labels[r],
                number=s.sold[r] + 1,
                all=t.board.shares[r],
            ),
            railroad_ref(r),
            t.marks[r],
        ),
        fact(_("high bid"), best),
        fact(_("next bid"), _("at least {price}", price=write_money(s.floor))),
        fact(_("still bidding"), ", ".join(f"@{n}" for n in range(s.seats) if s.bidders[n])),
        fact(_("would pay"), _("{money} per dividend", money=write_money(minimum_bid(s, r)))),
    ]


def _build_notes(t: Table) -> list[Fact]:
    s, board = t.s, t.board
    tp_in = board.tp_opens_after - s.claimed
    is_over = s.turn == OVER  # the round after the last one has begun then
    label = _("ended after round") if is_over else _("round")
    rounds = _("{number} of {all}", number=s.round_number - is_over, all=board.rounds)
    notes = [fact(label, rounds)]
    if tp_in > 0 and not is_over:
        more = ngettext("{n} more ranch", "{n} more ranches", tp_in)
        notes.append(fact(_("T&P opens after"), more, railroad_ref(TP), t.marks[TP]))

    def write_limit(number: int, limit: int) -> str:
        return _("{number} (ends at {limit})", number=number, limit=limit)

    return [
        *notes,
        fact(_("railroads out of track"), write_limit(count_out_of_track(s), board.end_track)),
        fact(_("railroads sold out"), write_limit(count_out_of_stock(board, s), board.end_stock)),
        fact(_("ranches left"), write_limit(RANCHES - s.claimed, board.end_markers)),
    ]
