"""What can be done in Texas & Pacific, in words: each action with what comes of it."""

from __future__ import annotations

from roundhouse.core.auction import NOBODY
from roundhouse.core.text import capital, listed
from roundhouse.core.view import Choice, Ghost, choice
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
from roundhouse.games.texas.names import hex_ref, railroad_ref
from roundhouse.games.texas.rules.ending import certificates
from roundhouse.games.texas.rules.legal_moves import can_offer
from roundhouse.games.texas.rules.money import dividend, least_bid
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
from roundhouse.games.texas.view.table import Table

INKS = ("#ffffff", "#ffffff", "#1c1a17", "#1c1a17", "#ffffff")
LETTERS = "GKMST"
RANCH_GHOST: Ghost = {"shape": "house", "colour": "#7a4a21", "ink": "#ffffff", "text": "R"}
DECIDING = ("Stock: auction a certificate", "Ranch: claim one", "Track: build for a railroad")
BEST_GAIN = 2  # the most that track in one hex adds to an income


def describe(t: Table, action: int) -> Choice:
    """An action as it is offered."""
    move = t.position.game.text(action)
    if action == PASS:
        return _pass(t, move)
    if action < DECIDE:
        return _bid(t, action - BID, move)
    if action < OFFER:
        return _decision(t, action - DECIDE, move)
    if action < CLAIM:
        return _offer(t, action - OFFER, move)
    if action < RUN:
        return _claim(t, action - CLAIM, move)
    if action < BUILD:
        return _run(t, action - RUN, move)
    if action == WEST:
        return _west(t, move)
    if action == DONE:
        return _done(t, move)
    return _build(t, action - BUILD, move)


def _ghost(t: Table, railroad: int, shape: str) -> Ghost:
    return {
        "shape": shape,
        "colour": t.marks[railroad],
        "ink": INKS[railroad],
        "text": LETTERS[railroad],
    }


# Auctions


def _bid(t: Table, amount: int, move: str) -> Choice:
    s, railroad = t.s, t.s.selling
    pays, left = least_bid(s, railroad), t.dividends_left()
    note = f"leaves you ${s.cash[s.turn] - amount}"
    if pays:
        times = -(-amount // pays)
        note += f"; back after {times} dividend{'s' * (times != 1)} at ${pays}"
    if amount == s.floor:
        note += "; the least you may bid"
    warning = ""
    if amount > _most(t, railroad, left):
        warning = f"more than it can still earn: at most {left} dividends are to come"
    return choice(move, f"${amount}", [], "Bid", note, warning)


def _most(t: Table, railroad: int, left: int) -> int:
    """More than a certificate that is now for sale can earn from here on, going West included."""
    s = t.s
    if s.west[railroad] == GONE:
        return left * least_bid(s, railroad)
    best = s.income[railroad] + BEST_GAIN * s.cubes[railroad]
    return (left + 1) * -(-best // (s.sold[railroad] + 1))


def _pass(t: Table, move: str) -> Choice:
    s = t.s
    if not t.selling:
        nothing = len(t.position.legal()) == 1
        what = "claims no ranch" if s.phase == CLAIM_RANCH else "builds nothing"
        note = "there is nothing else to do" if nothing else "the Decision is spent"
        note += "; the round ends with dividends" if t.ends_round() else ""
        return choice(move, "Do nothing", [], "Pass", note, "" if nothing else what)
    free = s.best_seat == NOBODY and sum(s.bidders) == 1
    note = (
        f"@{s.opener} gets it free" if free else f"out of this auction; you keep ${s.cash[s.turn]}"
    )
    warning = ""
    if certificates(s, s.turn) == 0 and not (free and s.opener == s.turn):
        warning = "you own nothing yet: without a certificate you earn and build nothing"
    return choice(move, "Pass", [], "Pass", note, warning)


def _offer(t: Table, railroad: int, move: str) -> Choice:
    s, board = t.s, t.board
    pays = least_bid(s, railroad)
    left = board.shares[railroad] - s.sold[railroad]
    note = (
        f"from ${pays}, which is what it would pay a dividend; now each pays "
        f"${dividend(s, railroad)}; {left} of {board.shares[railroad]} unsold"
    )
    warning = "it has gone West: its income cannot rise any more" * (s.west[railroad] == GONE)
    return choice(
        move,
        t.labels[railroad],
        [railroad_ref(railroad)],
        "Put up for auction",
        note,
        warning,
        _ghost(t, railroad, "card"),
    )


# Decisions


def _decision(t: Table, decision: int, move: str) -> Choice:
    s = t.s
    left = t.board.last_step[decision] - s.steps[decision]
    if decision == STOCK:
        note, warning = _stock_note(t), ""
    elif decision == RANCH:
        note, warning = _ranch_note(t)
    else:
        note, warning = _track_note(t)
    if t.ends_round(decision):
        note += "; ends the round with dividends"
    else:
        note += f"; {left} left this round" if left > 1 else "; the last of this round"
    refs = [f"decision:{DECISION_IDS[decision]}"]
    return choice(move, DECIDING[decision], refs, "Decision", note, warning)


def _stock_note(t: Table) -> str:
    offers = [
        f"{t.labels[r]} from ${least_bid(t.s, r)}"
        for r in range(RAILROADS)
        if can_offer(t.board, t.s, r)
    ]
    return f"you can put up {listed(offers)}"


def _ranch_note(t: Table) -> tuple[str, str]:
    s, board = t.s, t.board
    free = sum(1 for n in range(RANCHES) if s.markers[n] and s.tracks[board.ranch_hex[n]])
    if not free:
        return "$1 a dividend for each ranch", "no ranch with track is left: nothing to claim"
    return f"{free} with track to choose from, $1 a dividend each", ""


def _track_note(t: Table) -> tuple[str, str]:
    s = t.s
    mine = [r for r in range(RAILROADS) if s.owned[s.turn][r] and s.west[r] != GONE]
    able = [r for r in mine if can_build(t, r) or s.west[r] == MAY_GO]
    if not mine:
        return "for a railroad you hold", "you hold no railroad that can build"
    money = listed(f"{t.labels[r]} (treasury ${s.treasury[r]})" for r in mine)
    return money, "" if able else "none of your railroads can pay for track"


def can_build(t: Table, railroad: int) -> bool:
    """Whether the railroad has a cube, and the money for some hex beside its track."""
    s = t.s
    if s.cubes[railroad] == 0:
        return False
    affordable = s.treasury[railroad] // t.board.base_cost
    reach = s.reach[railroad]
    return any(reach[n] == NEAR and s.tracks[n] < affordable for n in range(t.board.hexes))


def _claim(t: Table, hex_: int, move: str) -> Choice:
    s = t.s
    left = t.dividends_left()
    note = f"$1 at each dividend, at most {left} more"
    if s.claimed + 1 == t.board.tp_opens_after:
        note += "; T&P opens in Dallas, and you bid first for its first certificate"
    label = capital(t.place(hex_))
    return choice(move, label, [hex_ref(t.position, hex_)], "Claim", note, "", RANCH_GHOST)


def _run(t: Table, railroad: int, move: str) -> Choice:
    s = t.s
    note = (
        f"treasury ${s.treasury[railroad]}, {s.cubes[railroad]} track left, "
        f"income {s.income[railroad]}"
    )
    note += ", may go West" if s.west[railroad] == MAY_GO else ""
    warning = ""
    if not can_build(t, railroad) and s.west[railroad] != MAY_GO:
        lacks = "no track is left" if s.cubes[railroad] == 0 else "its treasury cannot pay"
        warning = f"builds nothing: {lacks}"
    ghost = _ghost(t, railroad, "card")
    ref = [railroad_ref(railroad)]
    return choice(move, t.labels[railroad], ref, "Build for", note, warning, ghost)


# Building


def _build(t: Table, hex_: int, move: str) -> Choice:
    s, board, railroad = t.s, t.board, t.s.running
    cost, gain = build_cost(board, s, hex_), board.gain[hex_]
    note = f"costs ${cost}, leaves ${s.treasury[railroad] - cost}"
    if gain:
        note += f"; income +{gain}" + _pays_more(t, gain)
    else:
        note += "; no income"
    note += "; opens the West" if board.western[hex_] and s.west[railroad] != MAY_GO else ""
    warning = ""
    if not gain and not board.western[hex_]:
        if s.cubes[railroad] == 1:
            warning = "no income, and it is the last track"
        elif not _leads_on(t, hex_):
            warning = "no income, and it leads nowhere new"
    return choice(
        move,
        capital(t.place(hex_)),
        [hex_ref(t.position, hex_)],
        f"Build track of {t.labels[railroad]}",
        note,
        warning,
        _ghost(t, railroad, "cube"),
    )


def _pays_more(t: Table, gain: int) -> str:
    """What the higher income does to a dividend; rounded up as it is, often nothing at once."""
    s, railroad = t.s, t.s.running
    before, sold = dividend(s, railroad), s.sold[railroad]
    after = (s.income[railroad] + gain + sold - 1) // sold
    held = s.owned[s.turn][railroad]
    if after == before:
        return f": a certificate still pays ${before}"
    return f": a certificate pays ${after}, not ${before}; +${(after - before) * held} for you"


def _leads_on(t: Table, hex_: int) -> bool:
    """Whether track there brings hexes within reach that are not yet."""
    s, board, railroad = t.s, t.board, t.s.running
    for i in range(board.sides[hex_]):
        side = board.side[hex_][i]
        if s.reach[railroad][side] == FAR and may_enter(board, s, railroad, side):
            return True
    return False


def _west(t: Table, move: str) -> Choice:
    s, railroad = t.s, t.s.running
    share = dividend(s, railroad)
    note = (
        f"pays ${share} a certificate, ${share * s.owned[s.turn][railroad]} to you; its "
        f"${s.treasury[railroad]} and {s.cubes[railroad]} track are gone, and it never builds again"
    )
    ref = [railroad_ref(railroad)]
    return choice(move, "Go West", ref, "End the Decision", note)


def _done(t: Table, move: str) -> Choice:
    s = t.s
    note = f"${s.treasury[s.running]} stays in the treasury"
    note += "; the round ends with dividends" if t.ends_round() else ""
    warning = "" if s.builds else "builds nothing: the Decision is spent"
    return choice(move, "Done building", [], "End the Decision", note, warning)
