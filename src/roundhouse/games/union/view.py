"""What a seat may know of Union Pacific, and how it is said."""

from __future__ import annotations

from typing import Any

from roundhouse.core.contract import OVER
from roundhouse.core.view import Choice, Fact, Panel, View, choice, fact
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
from roundhouse.games.union.facts import PHASES, deck_text, facts
from roundhouse.games.union.log import UNION, card_name, city_name, redact, sentence
from roundhouse.games.union.state import UP, Position, State

__all__ = ["redact", "sentence", "view"]

Facts = dict[str, Any]


def view(position: Position, seat: int | None) -> View:
    s: State = position.twin
    data = position.game.board_file.data
    known = facts(position, seat)
    mine = seat is not None and seat == s.turn
    phase = PHASES[s.phase]
    return {
        "game": "union",
        "seat": seat,
        "seats": s.seats,
        "turn": s.turn,
        "phase": phase,
        "prompt": _prompt(known, phase, mine),
        "choices": _choices(position, known, data) if mine else [],
        "shortcuts": [],
        "panels": [_panel(known, data, n, s.turn) for n in range(s.seats)],
        "notes": _notes(known),
        "facts": known,
        "ranks": position.ranks() if position.over else None,
    }


def _prompt(known: Facts, phase: str, mine: bool) -> str:
    who = f"@{known['active']}"
    if phase == "over":
        return "The game is over"
    if phase in ("deal", "refill"):
        return "Cards are dealt"
    mine_or_theirs = {
        "opening": ("Choose a share to show; all are shown together", f"{who} chooses a share"),
        "draw": ("", f"{who} draws a card"),
        "turn": ("Build, or play shares from your hand", f"{who} builds or invests"),
        "share": ("Take a share", f"{who} takes a share"),
        "trade": (
            f"You may trade a share of your hand for one of {UNION}",
            f"{who} may trade a share",
        ),
        "investing": ("Play one more share, or be done", f"{who} invests"),
        "discard": ("Discard a track card", f"{who} discards a track card"),
    }[phase]
    return mine_or_theirs[0] if mine else mine_or_theirs[1]


def _choices(position: Position, known: Facts, data: dict[str, Any]) -> list[Choice]:
    return [
        _choice(position, known, data, action) for action in sorted(position.legal(), key=_order)
    ]


def _order(action: int) -> tuple[int, ...]:
    """Builds by company, then by section; a wild card after a plain one."""
    return (1, *build_parts(action)) if BUILD <= action < PASS else (0, action)


def _choice(position: Position, known: Facts, data: dict[str, Any], action: int) -> Choice:
    move = position.game.text(action)
    if BUILD <= action < PASS:
        return _build(known, data, move, action)
    if action in (PASS, DONE, KEEP):
        label = {PASS: "Pass", DONE: "Done", KEEP: "Keep your shares"}[action]
        return choice(move, label)
    for base, verb in ((DISCARD_CARD, "Discard"), (REPLACE, "Exchange")):
        if base <= action < base + len(CARD_NAMES):
            card = action - base
            name = card_name(card)
            return choice(move, name[0].upper() + name[1:], [f"card:{CARD_NAMES[card]}"], verb)
    return _share(known, data, move, action)


def _build(known: Facts, data: dict[str, Any], move: str, action: int) -> Choice:
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


def _share(known: Facts, data: dict[str, Any], move: str, action: int) -> Choice:
    """A choice about a share: show, play, take or trade."""
    if action == TAKE_DECK:
        note = f"{known['deck']['shares']} shares undrawn"
        return choice(move, "The top card of the deck", ["deck"], "Take", note)
    for base, verb in ((SHOW, "Show"), (PLAY, "Invest"), (TRADE_SHARE, "Trade away")):
        if base <= action <= base + UP:
            name, ref = _named(data, action - base)
            return choice(move, name, [ref], verb, _standing(known, data, action - base))
    share = UP if action == TAKE_UP else action - TAKE_SHARE
    name, ref = _named(data, share)
    if share != UP:
        ref = f"display:{data['company'][share]['id']}"
    return choice(move, name, [ref], "Take", _standing(known, data, share))


def _named(data: dict[str, Any], share: int) -> tuple[str, str]:
    if share == UP:
        return UNION, "company:up"
    row = data["company"][share]
    return row["name"], f"company:{row['id']}"


def _standing(known: Facts, data: dict[str, Any], share: int) -> str:
    """What a share pays now and who leads, in a few words."""
    if share == UP:
        there, pays = known["up"], " / ".join(map(str, known["up"]["places"]))
    else:
        there = known["companies"][data["company"][share]["id"]]
        pays = f"{there['first']} / {there['second']}"
    return f"pays {pays}; {lead_text(there)}"


def lead_text(there: Facts) -> str:
    leaders = there["leaders"]
    if not leaders:
        return "nobody owns any"
    most = there["front"][leaders[0]]
    if len(leaders) > 1:
        return " and ".join(f"@{n}" for n in leaders) + f" tied with {most}"
    return f"@{leaders[0]} leads {most} by {there['lead']}"


def _panel(known: Facts, data: dict[str, Any], seat: int, turn: int) -> Panel:
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


def _notes(known: Facts) -> list[Fact]:
    dividends, deck = known["dividends"], known["deck"]
    notes = [fact("dividends paid", f"{dividends['paid']} of {dividends['last']}")]
    if dividends["turned"]:
        notes.append(fact("after this turn", f"{dividends['turned']} to be paid"))
    notes.append(fact("share deck", deck_text(deck), "deck"))
    notes.append(fact(f"{UNION} shares left", known["up"]["left"], "company:up"))
    notes.append(fact("track deck", f"{known['track_deck']} cards"))
    if known["end"]:
        notes.append(fact("end", known["end"]))
    return notes
