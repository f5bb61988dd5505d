"""What a seat may know of Texas & Pacific (everything), and how it is offered.

choices   what can be done, and what comes of it
facts     the game's own facts, for its drawings and for researchers
"""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.text import capital
from roundhouse.core.view import Choice, Fact, Panel, View, assemble, fact
from roundhouse.games.texas.log import end
from roundhouse.games.texas.names import PHASES, railroad_ref
from roundhouse.games.texas.rules.ending import certificates, out_of_stock, out_of_track
from roundhouse.games.texas.rules.money import dividend, least_bid, takings
from roundhouse.games.texas.state import (
    BUILDING,
    CHOOSE,
    CLAIM_RANCH,
    OFFER_STOCK,
    RAILROADS,
    RANCHES,
    RUN_RAILROAD,
    TP,
    Position,
)
from roundhouse.games.texas.view.choices import describe
from roundhouse.games.texas.view.facts import table_facts
from roundhouse.games.texas.view.table import Table

# What the seat to act is asked, and why, where that does not depend on what has happened.
ASKS = {
    CHOOSE: "choose a Decision",
    OFFER_STOCK: "which certificate is put up for auction?",
    CLAIM_RANCH: "claim a ranch that has track, or pass",
    RUN_RAILROAD: "build track for which railroad? Or pass",
}
REASONS = {
    CHOOSE: "its cube moves one box; two cubes at their End bring dividends",
    OFFER_STOCK: "you bid first and must bid; the price builds its track",
    CLAIM_RANCH: "a ranch pays its owner $1 at each dividend",
    RUN_RAILROAD: "any railroad of which you own a certificate",
}


def view(position: Position, seat: int | None) -> View:
    t = Table(position)
    s = t.s
    mine = seat is not None and seat == s.turn
    if s.turn in (OVER, CHANCE):
        phase = "over" if s.turn == OVER else "chance"
    else:
        phase = PHASES[s.phase]
    papers = t.selling or (s.turn >= 0 and s.phase in (OFFER_STOCK, RUN_RAILROAD))
    return assemble(
        position,
        seat,
        phase=phase,
        prompt=_prompt(t, mine),
        why=_why(t),
        focus="railroads" if papers else "map",
        choices=_choices(t) if mine else [],
        panels=[_panel(t, n) for n in range(s.seats)],
        notes=_auction_notes(t) + _notes(t),
        facts=table_facts(t),
    )


def _choices(t: Table) -> list[Choice]:
    """What is done first, then passing."""
    made = [describe(t, action) for action in t.position.legal()]
    return sorted(made, key=lambda offered: offered["group"] == "Pass")


def _prompt(t: Table, mine: bool) -> str:
    s = t.s
    if s.turn == OVER:
        return f"The game is over: {end(t.position).sentence}"
    if s.turn == CHANCE:
        return "The first bidder is drawn"
    you = "" if mine else f"@{s.turn}: "
    if t.selling:
        name = t.labels[s.selling]
        if s.best_seat != NOBODY:
            return f"{you}{name} certificate: @{s.best_seat} has bid ${s.price}; more, or pass?"
        must = "you must open the bidding" if mine else "must open the bidding"
        ask = must if s.must_open else f"bid at least ${s.floor}, or pass?"
        return f"{you}{name} certificate: {ask}"
    if s.phase == BUILDING:
        name, cubes = t.labels[s.running], s.cubes[s.running]
        most = t.board.most_builds[s.running]
        if most <= t.board.cubes[s.running]:
            left = f"{min(most - s.builds, cubes)} more"
        else:
            left = f"any number up to {cubes}" if cubes else "0 more"
        return capital(f"{you}build track for {name} ({left}; treasury ${s.treasury[s.running]})")
    return capital(f"{you}{ASKS[s.phase]}")


def _why(t: Table) -> str:
    """The reason of what is asked, in a few words."""
    s = t.s
    if s.turn < 0:
        return ""
    if t.selling:
        pays, left = least_bid(s, s.selling), t.dividends_left()
        return (
            f"pays ${pays} a dividend now, at most {left} are to come; the price builds its track"
        )
    if s.phase == BUILDING:
        cost = t.board.base_cost
        return f"a hex costs ${cost}, and ${cost} more for each railroad already there"
    return REASONS[s.phase]


def _panel(t: Table, seat: int) -> Panel:
    s = t.s
    facts: list[Fact] = [fact("cash", f"${s.cash[seat]}")]
    for railroad in range(RAILROADS):
        held = s.owned[seat][railroad]
        if held:
            facts.append(
                fact(
                    t.labels[railroad],
                    f"{held} × ${dividend(s, railroad)}",
                    railroad_ref(railroad),
                    t.marks[railroad],
                )
            )
    brief = [
        fact("certificates", certificates(s, seat)),
        fact("ranches", s.ranches[seat]),
        fact("next dividend", f"${takings(s, seat)}"),
    ]
    return {
        "seat": seat,
        "score": s.cash[seat],
        "facts": [*facts, brief[1], brief[0], brief[2]],
        "brief": brief,
        "badges": _badges(t, seat),
    }


def _badges(t: Table, seat: int) -> list[str]:
    s = t.s
    if t.selling:
        if s.best_seat == seat:
            return [f"bids ${s.price}"]
        return [] if s.bidders[seat] else ["out"]
    return ["decides"] if s.turn >= 0 and s.mover == seat else []


def _auction_notes(t: Table) -> list[Fact]:
    s = t.s
    if not t.selling:
        return []
    r = s.selling
    best = f"${s.price} by @{s.best_seat}" if s.best_seat != NOBODY else "none yet"
    return [
        fact(
            "auction",
            f"{t.labels[r]}, certificate {s.sold[r] + 1} of {t.board.shares[r]}",
            railroad_ref(r),
            t.marks[r],
        ),
        fact("best bid", best),
        fact("next bid", f"at least ${s.floor}"),
        fact("still in", ", ".join(f"@{n}" for n in range(s.seats) if s.bidders[n])),
        fact("would pay now", f"${least_bid(s, r)} a dividend"),
    ]


def _notes(t: Table) -> list[Fact]:
    s, board = t.s, t.board
    tp_in = board.tp_opens_after - s.claimed
    notes = [fact("round", f"{min(s.round_number, board.rounds)} of {board.rounds}")]
    if tp_in > 0:
        more = f"{tp_in} more ranch{'es' * (tp_in > 1)}"
        notes.append(fact("T&P opens after", more, railroad_ref(TP), t.marks[TP]))
    return [
        *notes,
        fact("railroads out of track", f"{out_of_track(s)} (ends at {board.end_track})"),
        fact("railroads sold out", f"{out_of_stock(board, s)} (ends at {board.end_stock})"),
        fact("ranches left", f"{RANCHES - s.claimed} (ends at {board.end_markers})"),
    ]
