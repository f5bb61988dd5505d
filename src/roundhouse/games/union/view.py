"""What a seat may know of Union Pacific, and what it is offered.

Everything that a view says comes from `_facts`, which is built from an allow-list: hands of
others, undrawn shares and traded shares are never looked at, except at the end of the game, when
hands (not trades) are laid open, and in a game of two the deck, which the silent owner has (U12).
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.text import capital
from roundhouse.core.view import Choice, Fact, Panel, View, assemble, choice, fact
from roundhouse.games.union.actions import (
    BUILD,
    CARD_NAMES,
    DISCARD_CARD,
    DONE,
    KEEP,
    PASS,
    PLAY,
    REPLACE,
    SHOW,
    TAKE_DECK,
    TAKE_SHARE,
    TAKE_UP,
    TRADE_SHARE,
    build_parts,
)
from roundhouse.games.union.log import end
from roundhouse.games.union.names import (
    UNION,
    Data,
    card_name,
    city_name,
    deck_text,
    share_row,
    shares_text,
    silent_count,
)
from roundhouse.games.union.rules.deck import cards_in
from roundhouse.games.union.rules.dividend import (
    first_payment,
    last_dividend,
    silent_payment,
    silent_shares,
)
from roundhouse.games.union.rules.memory import certain
from roundhouse.games.union.state import (
    DISCARD,
    DRAW,
    ENDED,
    INVEST,
    OPEN_DISPLAY,
    OPEN_SHARES,
    OPEN_SHOW,
    OPEN_TRACK,
    PLACES,
    REFILL,
    SHARE,
    TAKE,
    TRADE,
    TURN,
    UP,
    Board,
    Position,
    State,
)

Facts = dict[str, Any]

PHASES = {
    OPEN_TRACK: "deal",
    OPEN_SHARES: "deal",
    OPEN_SHOW: "opening",
    OPEN_DISPLAY: "deal",
    DRAW: "draw",
    TURN: "turn",
    SHARE: "share",
    TAKE: "draw",
    REFILL: "refill",
    TRADE: "trade",
    INVEST: "investing",
    DISCARD: "discard",
    ENDED: "over",
}
# What a phase asks of the seat to act, and what the others read of it.
PROMPTS = {
    "opening": ("Choose a share to show; all are shown together", "chooses a share"),
    "draw": ("", "draws a card"),
    "turn": ("Build, or play shares from your hand", "builds or invests"),
    "share": ("Take a share", "takes a share"),
    "trade": (f"You may trade a share of your hand for one of {UNION}", "may trade a share"),
    "investing": ("Play one more share, or be done", "invests"),
    "discard": ("Discard a track card", "discards a track card"),
}


def view(position: Position, seat: int | None) -> View:
    s = position.twin
    data = position.game.board_file.data
    known = _facts(position, s, seat)
    mine = seat is not None and seat == s.turn
    phase = PHASES[s.phase]
    return assemble(
        position,
        seat,
        phase=phase,
        prompt=_prompt(known, phase, mine),
        choices=_choices(position, known, data) if mine else [],
        panels=[_panel(known, data, n, s.turn) for n in range(s.seats)],
        notes=_notes(known, data),
        facts=known,
    )


def _facts(position: Position, s: State, seat: int | None) -> Facts:
    board = position.board
    companies = position.game.board_file.ids("company")
    sections = position.game.board_file.ids("section")
    shares = [*companies, "up"]
    seats = range(s.seats)
    return {
        "options": dict(position.game.options),
        "active": s.active,
        "companies": {name: _company(board, s, n, seat) for n, name in enumerate(companies)},
        "up": _up(board, s),
        "trains": {
            section: [name for c, name in enumerate(companies) if s.trains[n] >> c & 1]
            for n, section in enumerate(sections)
        },
        "free": {section: s.free[n] for n, section in enumerate(sections)},
        "display": _counts(companies, s.display),
        "deck": _deck(s),
        "dividends": {"paid": s.paid, "turned": s.turned, "last": last_dividend(s)},
        "money": s.money[: s.seats],
        "hand_shares": [s.hand_size[n] for n in seats],
        "hand_up": [s.hand[n][UP] for n in seats],
        "trades": s.trades[: s.seats],
        "track_cards": [cards_in(s.track[n]) for n in seats],
        "chosen": [s.pending[n] > 0 for n in seats],
        "track_deck": cards_in(s.track_deck),
        "discards": _counts(CARD_NAMES, s.discards),
        "scrapped": _counts(CARD_NAMES, s.scrapped),
        "hand": None if seat is None else _counts(shares, s.hand[seat]),
        "track": None if seat is None else _counts(CARD_NAMES, s.track[seat]),
        "traded": None if seat is None else _counts(companies, s.traded[seat]),
        "choice": _chosen(s, seat, shares),
        "invested": shares[s.invested] if s.played else None,
        "silent": _silent(board, s, shares),
        "hands": [_counts(shares, s.hand[n]) for n in seats] if s.turn == OVER else None,
        "end": end(position).sentence if s.turn == OVER else "",
    }


def _counts(names: list[str] | tuple[str, ...], counts: list[int]) -> dict[str, int]:
    """What there is of each, by name."""
    return {name: counts[n] for n, name in enumerate(names) if counts[n]}


def _company(board: Board, s: State, company: int, seat: int | None) -> Facts:
    first = first_payment(board, s, company)
    held = [s.front[n][company] for n in range(s.seats)]
    open_shares = s.display[company] + s.removed[company] + sum(held)
    if seat is not None:
        open_shares += s.hand[seat][company] + s.traded[seat][company]
    return {
        "on_board": first - 1,
        "left": s.locomotives[company],
        "first": first,
        "second": first // 2,
        "front": held,
        "certain": [certain(s, n, company) for n in range(s.seats)],
        "removed": s.removed[company],
        "unknown": board.shares[company] - open_shares,  # to this seat, wherever they are
        **_lead(held, _silent_known(s, company)),
    }


def _up(board: Board, s: State) -> Facts:
    held = [s.front[n][UP] for n in range(s.seats)]
    column = min(s.paid, last_dividend(s) - 1)
    return {
        "left": s.up_left,
        "front": held,
        "places": [board.up_table[place][column] for place in range(PLACES)],
        **_lead(held, _silent_known(s, UP)),
    }


def _lead(held: list[int], silent: int) -> Facts:
    """Which seats have most, and by how many shares one leads alone; `silent` is what the silent
    owner is known to have."""
    most = max(*held, silent)
    leaders = [n for n, count in enumerate(held) if count == most > 0]
    rest = [silent, *(count for n, count in enumerate(held) if n not in leaders)]
    return {"leaders": leaders, "lead": most - max(rest) if len(leaders) == 1 else 0}


def _silent(board: Board, s: State, shares: list[str]) -> Facts | None:
    """The third owner of a game of two (U12), as far as everybody may know."""
    if not _third_is_next(s):
        return None
    over = s.turn == OVER
    held = [_silent_known(s, share) for share in (*range(board.companies), UP)]
    return {
        "shares": _counts(shares, held),
        "exact": over or s.undrawn_total == 0,
        "gets": silent_payment(board, s) if over else None,
    }


def _third_is_next(s: State) -> bool:
    """Whether a game of two pays its third dividend next, or has paid it."""
    return s.seats == 2 and s.paid + max(s.turned, 1) >= 3


def _silent_known(s: State, share: int) -> int:
    """How many shares the silent owner has at least: the deck is closed until the end."""
    if not _third_is_next(s):
        return 0
    if s.turn == OVER:
        return silent_shares(s, share)
    return s.up_left if share == UP else s.display[share]


def _deck(s: State) -> Facts:
    stacked = s.phase >= DRAW
    return {
        "shares": s.undrawn_total,
        "stacked": stacked,
        "cards": s.stack_shares[s.stack] + s.stack_dividends[s.stack] if stacked else 0,
        "dividends": s.stack_dividends[s.stack] if stacked else 0,
    }


def _chosen(s: State, seat: int | None, shares: list[str]) -> str | None:
    """What this seat has chosen to show, until all have."""
    if seat is None or s.pending[seat] == 0:
        return None
    return shares[s.pending[seat] - 1]


def _prompt(known: Facts, phase: str, mine: bool) -> str:
    if phase == "over":
        return "The game is over"
    if phase in ("deal", "refill"):
        return "Cards are dealt"
    asked, told = PROMPTS[phase]
    return asked if mine else f"@{known['active']} {told}"


def _choices(position: Position, known: Facts, data: Data) -> list[Choice]:
    return [
        _choice(position.game.text(action), known, data, action)
        for action in sorted(position.legal(), key=_order)
    ]


def _order(action: int) -> tuple[int, ...]:
    """Builds by company, then by section; a wild card after a plain one."""
    return (1, *build_parts(action)) if BUILD <= action < PASS else (0, action)


def _choice(move: str, known: Facts, data: Data, action: int) -> Choice:
    if BUILD <= action < PASS:
        return _build(known, data, move, action)
    if action in (PASS, DONE, KEEP):
        label = {PASS: "Pass", DONE: "Done", KEEP: "Keep your shares"}[action]
        return choice(move, label)
    for base, verb in ((DISCARD_CARD, "Discard"), (REPLACE, "Exchange")):
        if base <= action < base + len(CARD_NAMES):
            card = action - base
            return choice(move, capital(card_name(card)), [f"card:{CARD_NAMES[card]}"], verb)
    return _share(known, data, move, action)


def _build(known: Facts, data: Data, move: str, action: int) -> Choice:
    company, section, card = build_parts(action)
    row, owner = data["section"][section], data["company"][company]
    start, end = (city_name(data, row[key]) for key in "ab")
    first = known["companies"][owner["id"]]["first"] + 1
    wild = ", wild card" if CARD_NAMES[card] == "wild" else ""
    return choice(
        move,
        f"{start} – {end}{wild}",
        [f"section:{row['id']}", f"company:{owner['id']}", f"card:{CARD_NAMES[card]}"],
        f"Build for {owner['name']}",
        f"dividend becomes {first} / {first // 2}",
    )


def _share(known: Facts, data: Data, move: str, action: int) -> Choice:
    """A choice about a share: show, play, take or trade."""
    if action == TAKE_DECK:
        note = f"{known['deck']['shares']} shares undrawn"
        return choice(move, "The top card of the deck", ["deck"], "Take", note)
    for base, verb in ((SHOW, "Show"), (PLAY, "Invest"), (TRADE_SHARE, "Trade away")):
        if base <= action <= base + UP:
            row = share_row(data, action - base)
            return choice(move, row["name"], [f"company:{row['id']}"], verb, _standing(known, row))
    row = share_row(data, UP if action == TAKE_UP else action - TAKE_SHARE)
    ref = "company:up" if action == TAKE_UP else f"display:{row['id']}"
    return choice(move, row["name"], [ref], "Take", _standing(known, row))


def _standing(known: Facts, row: Data) -> str:
    """What a share pays now and who leads, in a few words."""
    if row["id"] == "up":
        there, pays = known["up"], " / ".join(map(str, known["up"]["places"]))
    else:
        there = known["companies"][row["id"]]
        pays = f"{there['first']} / {there['second']}"
    standing = f"pays {pays}; {_lead_text(there)}"
    if known["silent"] is None:
        return standing
    return f"{standing}; the silent owner has {silent_count(known['silent'], row['id'])}"


def _lead_text(there: Facts) -> str:
    leaders = [f"@{n}" for n in there["leaders"]]
    if not leaders:
        return "the silent owner leads" if any(there["front"]) else "nobody owns any"
    most = max(there["front"])
    if len(leaders) == 1 and there["lead"] > 0:
        return f"{leaders[0]} leads {most} by {there['lead']}"
    if len(leaders) == 1:
        leaders.append("the silent owner")
    return " and ".join(leaders) + f" tied with {most}"


def _panel(known: Facts, data: Data, seat: int, turn: int) -> Panel:
    lines: list[Fact] = [
        fact("money", f"{known['money'][seat]} million"),
        fact("track cards", known["track_cards"][seat]),
        fact("shares in hand", f"{known['hand_shares'][seat]} + {known['hand_up'][seat]} UP"),
    ]
    for row in data["company"]:
        there = known["companies"][row["id"]]
        held, sure = there["front"][seat], there["certain"][seat]
        if held or sure:
            value = f"{held}" + (f" (+{sure} surely in hand)" if sure else "")
            lines.append(fact(row["name"], value, f"company:{row['id']}", row["hex"]))
    if known["up"]["front"][seat]:
        lines.append(fact(UNION, known["up"]["front"][seat], "company:up"))
    if known["hands"]:
        names = {row["id"]: row["name"] for row in data["company"]} | {"up": UNION}
        held = ", ".join(f"{n} {names[c]}" for c, n in known["hands"][seat].items())
        lines.append(fact("left in hand", held or "nothing"))
    badges = []
    if known["chosen"][seat]:
        badges.append("has chosen")
    if turn != OVER and seat == known["active"]:
        badges.append("to move")
    return {"seat": seat, "score": known["money"][seat], "facts": lines, "badges": badges}


def _notes(known: Facts, data: Data) -> list[Fact]:
    dividends, deck = known["dividends"], known["deck"]
    notes = [fact("dividends paid", f"{dividends['paid']} of {dividends['last']}")]
    if dividends["turned"]:
        notes.append(fact("after this turn", f"{dividends['turned']} to be paid"))
    notes.append(fact("share deck", deck_text(deck), "deck"))
    notes.append(fact(f"{UNION} shares left", known["up"]["left"], "company:up"))
    notes.append(fact("track deck", f"{known['track_deck']} cards"))
    if known["silent"]:
        notes.append(fact("silent owner", _silent_text(known["silent"], data)))
    if known["end"]:
        notes.append(fact("end", known["end"]))
    return notes


def _silent_text(silent: Facts, data: Data) -> str:
    held = shares_text(data, silent["shares"])
    if silent["gets"] is not None:
        return f"had {held}; got {silent['gets']} million, which nobody has"
    deck = "" if silent["exact"] else ", and the share deck"
    return f"has at the third dividend: {held}{deck}"
