"""What a seat may know of Union Pacific, and what it is offered.

Everything that a view says comes from `facts_of`, which is built from an allow-list.
"""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.text import count
from roundhouse.core.view import Fact, Panel, View, assemble, fact
from roundhouse.games.union.names import UNION, UP_ROW, Data, deck_text, shares_text
from roundhouse.games.union.state import (
    DISCARD,
    DRAW,
    ENDED,
    INVEST,
    OPEN_DISPLAY,
    OPEN_SHARES,
    OPEN_SHOW,
    OPEN_TRACK,
    REFILL,
    SHARE,
    TAKE,
    TRADE,
    TURN,
    Position,
)
from roundhouse.games.union.view.choices import choices
from roundhouse.games.union.view.facts import Facts, facts_of

__all__ = ["view"]

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
    "turn": ("Build on the map, or play shares from your hand", "builds or invests"),
    "share": ("Take a share", "takes a share"),
    "trade": (f"You may trade a share of your hand for one of {UNION}", "may trade a share"),
    "investing": ("Play one more share, or be done", "invests"),
    "discard": ("Discard a track card", "discards a track card"),
}


# Why it is asked, in a few words.
REASONS = {
    "opening": "only shares in front of you are paid, and this is the first",
    "turn": "a build brings a share into your hand; only shares in front of you are paid",
    "share": "you have built a locomotive",
    "trade": "right after a share is taken, before the display is filled",
    "investing": "more of the same company, or one share of a second if you have played just one",
    "discard": "the hand keeps 3 track cards, you have 4",
}
# The map is for building; everything else is decided by looking at the companies.
ON_THE_MAP = ("turn", "draw", "discard")


def view(position: Position, seat: int | None) -> View:
    s = position.twin
    data = position.game.board_file.data
    known = facts_of(position, s, seat)
    mine = seat is not None and seat == s.turn
    phase = PHASES[s.phase]
    return assemble(
        position,
        seat,
        phase=phase,
        prompt=_prompt(known, phase, mine),
        why=_why(known, phase) if mine else "",
        focus="board" if phase in ON_THE_MAP else "table",
        choices=choices(position, known, data, s.turn) if mine else [],
        panels=[_panel(known, data, n, s.turn) for n in range(s.seats)],
        notes=_notes(known, data),
        facts=known,
    )


def _why(known: Facts, phase: str) -> str:
    """The reason of what is asked; a hand that is stuck has one of its own."""
    if phase == "discard" and sum(known["track"].values()) != 4:
        return f"one track card goes, you have {count(sum(known['track'].values()), 'card')}"
    return REASONS.get(phase, "")


def _prompt(known: Facts, phase: str, mine: bool) -> str:
    if phase == "over":
        return "The game is over"
    if phase in ("deal", "refill"):
        return "Cards are dealt"
    asked, told = PROMPTS[phase]
    return asked if mine else f"@{known['active']} {told}"


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
        lines.append(fact(UNION, known["up"]["front"][seat], "company:up", UP_ROW["hex"]))
    if known["hands"]:
        names = {row["id"]: row["name"] for row in data["company"]} | {"up": UNION}
        held = ", ".join(f"{n} {names[c]}" for c, n in known["hands"][seat].items())
        lines.append(fact("left in hand", held or "nothing"))
    badges = []
    if known["chosen"][seat]:
        badges.append("has chosen")
    if turn != OVER and seat == known["active"]:
        badges.append("to move")
    return {
        "seat": seat,
        "score": known["money"][seat],
        "facts": lines,
        "brief": _brief(known, seat),
        "badges": badges,
    }


def _brief(known: Facts, seat: int) -> list[Fact]:
    """Shares in front, which are paid; companies led; cards still in hand."""
    everything = [*known["companies"].values(), known["up"]]
    return [
        fact("in front", sum(there["front"][seat] for there in everything)),
        fact("first in", sum(there["leaders"] == [seat] for there in everything)),
        fact("in hand", known["hand_shares"][seat] + known["hand_up"][seat]),
    ]


def _notes(known: Facts, data: Data) -> list[Fact]:
    dividends, deck = known["dividends"], known["deck"]
    notes = [fact("dividends paid", f"{dividends['paid']} of {dividends['last']}")]
    if dividends["turned"]:
        notes.append(fact("after this turn", f"{dividends['turned']} to be paid"))
    notes.append(fact("share deck", deck_text(deck), "deck"))
    notes.append(fact(f"{UNION} shares left", known["up"]["left"], "stack:up", UP_ROW["hex"]))
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
