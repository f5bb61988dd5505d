"""What a seat sees of Texas & Pacific (everything), in words.

choices   the legal moves and their consequences
facts     the game's own facts, for its drawings and for researchers
"""

from __future__ import annotations

from roundhouse.core.auction import NO_SEAT
from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.text import capitalize_first
from roundhouse.core.view import Choice, Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.texas.log import end
from roundhouse.games.texas.names import PHASES, railroad_ref
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
    CHOOSE: "choose a Decision",
    OFFER_STOCK: "choose a certificate to put up for auction",
    CLAIM_RANCH: "claim a ranch that has track, or pass",
    RUN_RAILROAD: "choose a railroad to build for, or pass",
}
REASONS = {
    CHOOSE: "Moves its cube one box. When two cubes are in End, dividends are paid.",
    OFFER_STOCK: "You must open the bidding. The price goes to the railroad's treasury.",
    CLAIM_RANCH: "A ranch pays you $1 at each dividend.",
    RUN_RAILROAD: "You can build for any railroad you own a certificate of.",
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
    return sorted(choices, key=lambda offered: offered["group"] == "Pass")


def _write_prompt(t: Table, is_own_turn: bool) -> str:
    s = t.s
    if s.turn == OVER:
        return f"The game is over: {end(t.state).sentence}"
    if s.turn == CHANCE:
        return "Drawing the first bidder"
    prefix = "" if is_own_turn else f"Waiting for @{s.turn}: "
    if t.selling:
        name = t.labels[s.selling]
        if s.best_seat != NO_SEAT:
            return f"{prefix}@{s.best_seat} bid ${s.price} for {name}. Raise or pass?"
        must = "you must open the bidding" if is_own_turn else "must open the bidding"
        ask = must if s.must_open else f"bid at least ${s.floor}, or pass"
        return f"{prefix}{name} certificate: {ask}"
    if s.phase == BUILDING:
        name, cubes = t.labels[s.running], s.cubes[s.running]
        max_builds = t.board.max_builds[s.running]
        if max_builds <= t.board.cubes[s.running]:
            left = f"{min(max_builds - s.builds, cubes)} more"
        else:
            left = f"any number up to {cubes}" if cubes else "0 more"
        return capitalize_first(
            f"{prefix}build track for {name} ({left}; treasury ${s.treasury[s.running]})"
        )
    return capitalize_first(f"{prefix}{PROMPTS[s.phase]}")


def _write_why(t: Table) -> str:
    """Explain the decision in a few words."""
    s = t.s
    if s.turn < 0:
        return ""
    if t.selling:
        pays, left = minimum_bid(s, s.selling), t.dividends_left()
        return (
            f"Pays ${pays} per dividend (up to {left} left). The winning bid goes to its treasury."
        )
    if s.phase == BUILDING:
        cost = t.board.base_cost
        return f"A hex costs ${cost}, plus ${cost} for each railroad already there."
    return REASONS[s.phase]


def _build_panel(t: Table, seat: int) -> Panel:
    s = t.s
    facts: list[Fact] = [fact("cash", f"${s.cash[seat]}")]
    for railroad in range(RAILROADS):
        owned = s.owned[seat][railroad]
        if owned:
            facts.append(
                fact(
                    t.labels[railroad],
                    f"{owned} × ${dividend(s, railroad)}",
                    railroad_ref(railroad),
                    t.marks[railroad],
                )
            )
    brief = [fact("ranches", s.ranches[seat]), fact("certificates", count_certificates(s, seat))]
    if s.turn != OVER:
        brief.append(fact("next dividend", f"${general_dividend_of(s, seat)}"))
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
            return [f"bids ${s.price}"]
        return [] if s.bidders[seat] else ["passed"]
    return ["to move"] if s.turn >= 0 and s.mover == seat else []


def _build_auction_notes(t: Table) -> list[Fact]:
    s = t.s
    if not t.selling:
        return []
    r = s.selling
    best = f"${s.price} by @{s.best_seat}" if s.best_seat != NO_SEAT else "none yet"
    return [
        fact(
            "auction",
            f"{t.labels[r]}, certificate {s.sold[r] + 1} of {t.board.shares[r]}",
            railroad_ref(r),
            t.marks[r],
        ),
        fact("high bid", best),
        fact("next bid", f"at least ${s.floor}"),
        fact("still bidding", ", ".join(f"@{n}" for n in range(s.seats) if s.bidders[n])),
        fact("would pay", f"${minimum_bid(s, r)} per dividend"),
    ]


def _build_notes(t: Table) -> list[Fact]:
    s, board = t.s, t.board
    tp_in = board.tp_opens_after - s.claimed
    is_over = s.turn == OVER  # the round after the last one has begun then
    label = "ended after round" if is_over else "round"
    notes = [fact(label, f"{s.round_number - is_over} of {board.rounds}")]
    if tp_in > 0 and not is_over:
        more = f"{tp_in} more ranch{'es' * (tp_in > 1)}"
        notes.append(fact("T&P opens after", more, railroad_ref(TP), t.marks[TP]))
    return [
        *notes,
        fact("railroads out of track", f"{count_out_of_track(s)} (ends at {board.end_track})"),
        fact("railroads sold out", f"{count_out_of_stock(board, s)} (ends at {board.end_stock})"),
        fact("ranches left", f"{RANCHES - s.claimed} (ends at {board.end_markers})"),
    ]
