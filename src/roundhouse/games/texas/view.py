"""What a seat may know of Texas & Pacific (everything), and how it is offered."""

from __future__ import annotations

from typing import Any

from roundhouse.core.auction import NOBODY
from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.text import capital
from roundhouse.core.view import Choice, Fact, Panel, Shortcut, View, assemble, choice, fact
from roundhouse.games.texas.actions import (
    BID,
    BUILD,
    CLAIM,
    DECIDE,
    DECISION_IDS,
    DONE,
    OFFER,
    PASS,
    RAILROAD_IDS,
    RUN,
    WEST,
)
from roundhouse.games.texas.log import end_reason
from roundhouse.games.texas.names import (
    DECISIONS,
    PHASES,
    WEST_WORDS,
    hex_id,
    hex_name,
    hex_ref,
    hex_row,
    railroad_label,
    railroad_ref,
    railroad_row,
)
from roundhouse.games.texas.rules.ending import certificates, out_of_stock, out_of_track
from roundhouse.games.texas.rules.legal_moves import in_auction
from roundhouse.games.texas.rules.money import dividend, least_bid, takings
from roundhouse.games.texas.rules.track import build_cost
from roundhouse.games.texas.state import (
    BUILDING,
    BUILT,
    CHOOSE,
    CLAIM_RANCH,
    INITIAL_AUCTION,
    OFFER_STOCK,
    RAILROADS,
    RANCHES,
    RUN_RAILROAD,
    TP,
    Position,
)

# What the seat to act is asked, where that does not depend on what has happened.
ASKS = {
    CHOOSE: "choose a Decision",
    OFFER_STOCK: "which certificate is put up for auction?",
    CLAIM_RANCH: "claim a ranch that has track, or pass",
    RUN_RAILROAD: "build track for which railroad? Or pass",
}


class _Table:
    """A position taken apart once: its state, its board, what the railroads are called."""

    def __init__(self, position: Position) -> None:
        self.position, self.s, self.board = position, position.twin, position.board
        self.labels = [railroad_label(position, r) for r in range(RAILROADS)]
        self.marks = [railroad_row(position, r)["rgb"] for r in range(RAILROADS)]
        self.selling = self.s.turn >= 0 and in_auction(self.s)


def view(position: Position, seat: int | None) -> View:
    t = _Table(position)
    s = t.s
    mine = seat is not None and seat == s.turn
    if s.turn in (OVER, CHANCE):
        phase = "over" if s.turn == OVER else "chance"
    else:
        phase = PHASES[s.phase]
    return assemble(
        position,
        seat,
        phase=phase,
        prompt=_prompt(t, mine),
        choices=[_choice(t, action) for action in position.legal()] if mine else [],
        shortcuts=_shortcuts(t) if mine and s.phase == CHOOSE else [],
        panels=[_panel(t, n) for n in range(s.seats)],
        notes=_auction_notes(t) + _notes(t),
        facts=_facts(t),
    )


def _prompt(t: _Table, mine: bool) -> str:
    s = t.s
    if s.turn == OVER:
        return f"The game is over: {end_reason(t.board, s)}"
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
        return f"{you}build track for {name} ({left}; treasury ${s.treasury[s.running]})"
    return capital(f"{you}{ASKS[s.phase]}")


def _choice(t: _Table, action: int) -> Choice:
    s, move = t.s, t.position.game.text(action)
    if BID <= action < DECIDE:
        amount = action - BID
        note = f"leaves you ${s.cash[s.turn] - amount}"
        if amount == s.floor:
            note += f"; the least you may bid; a share would pay ${least_bid(s, s.selling)} now"
        return choice(move, f"${amount}", [], "Bid", note)
    if action == PASS:
        if not t.selling:
            return choice(move, "Do nothing", [], "Pass")
        free = s.best_seat == NOBODY and sum(s.bidders) == 1
        note = f"@{s.opener} gets it free" if free else "out of this auction"
        return choice(move, "Pass", [], "Pass", note)
    if action < OFFER:
        return _decision(t, action - DECIDE, move)
    if action < CLAIM:
        railroad = action - OFFER
        left = t.board.shares[railroad] - s.sold[railroad]
        note = (
            f"minimum ${least_bid(s, railroad)}, which is what it would pay now; "
            f"{left} of {t.board.shares[railroad]} left"
        )
        return choice(
            move, t.labels[railroad], [railroad_ref(railroad)], "Put up for auction", note
        )
    if action < RUN:
        n = action - CLAIM
        where = hex_row(t.position, n).get("note", "")
        note = f"$1 at each General Dividends; {where}".removesuffix("; ")
        label = f"ranch {hex_id(t.position, n)}"
        return choice(move, label, [hex_ref(t.position, n)], "Claim", note)
    if action < BUILD:
        railroad = action - RUN
        note = (
            f"treasury ${s.treasury[railroad]}, {s.cubes[railroad]} track left, "
            f"income {s.income[railroad]}"
        )
        return choice(move, t.labels[railroad], [railroad_ref(railroad)], "Build for", note)
    return _build_choice(t, action, move)


def _build_choice(t: _Table, action: int, move: str) -> Choice:
    s, railroad = t.s, t.s.running
    if action == WEST:
        share = dividend(s, railroad)
        note = (
            f"pays ${share} a certificate, ${share * s.owned[s.turn][railroad]} to you; "
            f"its ${s.treasury[railroad]} and {s.cubes[railroad]} track are gone"
        )
        return choice(move, "Go West", [railroad_ref(railroad)], "End the Decision", note)
    if action == DONE:
        return choice(move, "Done", [], "End the Decision")
    n = action - BUILD
    note = f"costs ${build_cost(t.board, s, n)}"
    note += f", income +{t.board.gain[n]}" if t.board.gain[n] else ", no income"
    if t.board.western[n]:
        note += ", opens the West"
    refs = [hex_ref(t.position, n)]
    return choice(move, hex_name(t.position, n), refs, "Build track in", note)


def _decision(t: _Table, decision: int, move: str) -> Choice:
    left = t.board.last_step[decision] - t.s.steps[decision]
    label = ("Stock: auction a certificate", "Ranch: claim one", "Track: build")[decision]
    note = "the last of this round" if left == 1 else f"{left} left this round"
    return choice(move, label, [f"decision:{DECISION_IDS[decision]}"], "Decision", note)


def _shortcuts(t: _Table) -> list[Shortcut]:
    """A Decision and the thing it is about in one click."""
    made: list[Shortcut] = []
    for first in t.position.legal():
        after = t.position.clone()
        after.apply(first)
        inside = _Table(after)
        for then in after.legal():
            if then != PASS:
                end = _choice(inside, then)
                word = ("Auction", "Claim", "Build for")[first - DECIDE]
                made.append(
                    {
                        "moves": [t.position.game.text(first), end["move"]],
                        "label": f"{word} {end['label']}",
                        "refs": end["refs"],
                        "group": DECISIONS[first - DECIDE],
                        "note": end["note"],
                    }
                )
    return made


def _panel(t: _Table, seat: int) -> Panel:
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
    facts.append(fact("ranches", s.ranches[seat]))
    facts.append(fact("certificates", certificates(s, seat)))
    facts.append(fact("dividends now", f"${takings(s, seat)}"))
    badges = []
    if t.selling:
        if s.best_seat == seat:
            badges.append(f"bids ${s.price}")
        elif not s.bidders[seat]:
            badges.append("out")
    elif s.turn >= 0 and s.mover == seat:
        badges.append("decides")
    return {"seat": seat, "score": s.cash[seat], "facts": facts, "badges": badges}


def _auction_notes(t: _Table) -> list[Fact]:
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


def _notes(t: _Table) -> list[Fact]:
    s, board = t.s, t.board
    tp_in = board.tp_opens_after - s.claimed
    notes = [fact("round", f"{min(s.round_number, board.rounds)} of {board.rounds}")]
    if tp_in > 0:
        notes.append(fact("T&P opens after", f"{tp_in} more ranches", railroad_ref(TP)))
    return [
        *notes,
        fact("railroads out of track", f"{out_of_track(s)} (ends at {board.end_track})"),
        fact("railroads sold out", f"{out_of_stock(board, s)} (ends at {board.end_stock})"),
        fact("ranches left", f"{RANCHES - s.claimed} (ends at {board.end_markers})"),
    ]


def _facts(t: _Table) -> dict[str, Any]:
    s, board = t.s, t.board
    ids = [hex_id(t.position, n) for n in range(board.hexes)]
    return {
        "round": s.round_number,
        "decisions": {
            name: {"step": s.steps[n], "end": board.last_step[n]}
            for n, name in enumerate(DECISION_IDS)
        },
        "railroads": {RAILROAD_IDS[r]: _railroad(t, r) for r in range(RAILROADS)},
        "track": {
            ids[n]: [RAILROAD_IDS[r] for r in range(RAILROADS) if s.reach[r][n] == BUILT]
            for n in range(board.hexes)
            if s.tracks[n]
        },
        "ranches_left": [ids[n] for r, n in enumerate(board.ranch_hex) if s.markers[r]],
        "cash": s.cash[: s.seats],
        "owned": {
            RAILROAD_IDS[r]: [s.owned[n][r] for n in range(s.seats)] for r in range(RAILROADS)
        },
        "ranches": s.ranches[: s.seats],
        "auction": _auction(t) if t.selling else None,
        "mover": s.mover if s.turn >= 0 and s.phase != INITIAL_AUCTION else None,
        "running": RAILROAD_IDS[s.running] if s.phase == BUILDING else None,
        "builds": s.builds,
        "end": end_reason(board, s) if s.turn == OVER else "",
    }


def _auction(t: _Table) -> dict[str, Any]:
    s = t.s
    return {
        "railroad": RAILROAD_IDS[s.selling],
        "price": s.price,
        "floor": s.floor,
        "best": s.best_seat if s.best_seat != NOBODY else None,
        "opener": s.opener,
        "in": [n for n in range(s.seats) if s.bidders[n]],
    }


def _railroad(t: _Table, railroad: int) -> dict[str, Any]:
    s, board = t.s, t.board
    return {
        "open": s.reach[railroad][board.start_hex[railroad]] == BUILT,
        "income": s.income[railroad],
        "treasury": s.treasury[railroad],
        "sold": s.sold[railroad],
        "shares": board.shares[railroad],
        "dividend": dividend(s, railroad),
        "track_left": s.cubes[railroad],
        "west": WEST_WORDS.get(s.west[railroad], ""),
    }
