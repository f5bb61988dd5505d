"""What a seat may know of Union Pacific, in words.

A view is derived from `build_facts`, which is an allow-list.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.text import count
from roundhouse.core.view import Fact, Panel, View, ViewContent, assemble, fact
from roundhouse.games.union.names import UNION, UP_ROW, Data, deck_text, letters, shares_text
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
    State,
)
from roundhouse.games.union.view.choices import list_choices
from roundhouse.games.union.view.facts import Facts, build_facts

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
# By phase: what the seat to act is asked, and what the others read of it.
PROMPTS = {
    "opening": (
        "Choose a share to reveal (all players reveal together)",
        "choose a share to reveal",
    ),
    "draw": ("", "draw a card"),
    "turn": ("Build on the map, or play shares from your hand", "build on the map or play shares"),
    "share": ("Take a share", "take a share"),
    "trade": (
        f"Trade a share from your hand for {UNION}, or keep all",
        f"trade a share for {UNION}, or keep all",
    ),
    "investing": ("Play another share, or stop", "play another share, or stop"),
    "discard": ("Discard a track card", "discard a track card"),
}

# Why the acting seat decides this.
REASONS = {
    "opening": "Only shares in front of you earn dividends. This is your first.",
    "turn": "A build brings a share to your hand. Only shares in front of you earn dividends.",
    "share": "You built, so you take a share into your hand.",
    "trade": "The traded share is removed from the game, unseen by the others.",
    "investing": "Play more of the same company, or one share of a second one.",
    "discard": "You end your turn with 3 track cards.",
}
# The other phases show the companies.
MAP_PHASES = ("turn", "draw", "discard")


def view(state: State, seat: int | None) -> View:
    """Build the view of a seat."""
    s = state.py_state
    data = state.game.board_file.data
    known = build_facts(state, s, seat)
    is_own_turn = seat is not None and seat == s.turn
    phase = PHASES[s.phase]
    return assemble(
        state,
        seat,
        ViewContent(
            phase=phase,
            prompt=_write_prompt(known, phase, is_own_turn),
            why=_write_why(known, phase) if is_own_turn else "",
            focus="board" if phase in MAP_PHASES else "table",
            choices=list_choices(state, known, data, s.turn) if is_own_turn else [],
            panels=[_build_panel(known, data, n, s.turn) for n in range(s.seats)],
            notes=_build_notes(known, data, phase in MAP_PHASES),
            facts=known,
        ),
    )


def _write_why(known: Facts, phase: str) -> str:
    """Explain the decision; after a pass the hand can have any size."""
    if phase == "discard" and sum(known["track"].values()) != 4:
        return (
            f"You discard one track card; you have {count(sum(known['track'].values()), 'card')}."
        )
    return REASONS.get(phase, "")


def _write_prompt(known: Facts, phase: str, is_own_turn: bool) -> str:
    if phase == "over":
        return f"The game is over: {known['end']}"
    if phase in ("deal", "refill"):
        return "Dealing cards"
    own_prompt, other_prompt = PROMPTS[phase]
    return own_prompt if is_own_turn else f"Waiting for @{known['active']}: {other_prompt}"


def _build_panel(known: Facts, data: Data, seat: int, turn: int) -> Panel:
    lines: list[Fact] = [
        fact("money", f"${known['money'][seat]}M"),
        fact("track cards", known["track_cards"][seat]),
        fact("shares in hand", f"{known['hand_shares'][seat]} + {known['hand_up'][seat]} UP"),
    ]
    for row in data["company"]:
        there = known["companies"][row["id"]]
        front, sure = there["front"][seat], there["certain"][seat]
        if front or sure:
            value = f"{front}" + (f" (+{sure} known in hand)" if sure else "")
            lines.append(fact(row["name"], value, f"company:{row['id']}", row["hex"]))
    if known["up"]["front"][seat]:
        lines.append(fact(UNION, known["up"]["front"][seat], "company:up", UP_ROW["hex"]))
    if known["hands"]:
        names = {row["id"]: row["name"] for row in data["company"]} | {"up": UNION}
        hand = ", ".join(f"{n} {names[c]}" for c, n in known["hands"][seat].items())
        lines.append(fact("left in hand", hand or "nothing"))
    badges = []
    if known["chosen"][seat]:
        badges.append("ready")
    if turn != OVER and seat == known["active"]:
        badges.append("to move")
    return {
        "seat": seat,
        "score": known["money"][seat],
        "facts": lines,
        "brief": _build_brief(known, seat),
        "badges": badges,
    }


def _build_brief(known: Facts, seat: int) -> list[Fact]:
    """Summarize shares in front, companies led and shares in hand."""
    everything = [*known["companies"].values(), known["up"]]
    return [
        fact("played", sum(there["front"][seat] for there in everything)),
        fact("leads", sum(there["leaders"] == [seat] for there in everything)),
        fact("in hand", known["hand_shares"][seat] + known["hand_up"][seat]),
    ]


def _build_notes(known: Facts, data: Data, on_map: bool) -> list[Fact]:
    """List facts about the table; beside the map also what the other sheet shows."""
    dividends, deck = known["dividends"], known["deck"]
    notes = [fact("dividends paid", f"{dividends['paid']} of {dividends['last']}")]
    if dividends["turned"]:
        notes.append(fact("after this turn", f"{count(dividends['turned'], 'dividend')} to pay"))
    notes.append(fact("share deck", deck_text(deck), "deck"))
    notes.append(fact(f"{UNION} shares left", known["up"]["left"], "stack:up", UP_ROW["hex"]))
    notes.append(fact("track deck", count(known["track_deck"], "card")))
    if on_map:
        signs = letters(data)
        display = (f"{signs[name]} × {n}" for name, n in known["display"].items())
        notes.append(fact("display", ", ".join(display) or "empty"))
        leaders = (_write_lead(signs[name], row) for name, row in known["companies"].items())
        notes.append(fact("leaders", ", ".join(filter(None, leaders)) or "none yet"))
    if known["silent"]:
        notes.append(fact("silent owner", _write_silent_text(known["silent"], data)))
    if known["end"]:
        notes.append(fact("end", known["end"]))
    return notes


def _write_lead(sign: str, company: Facts) -> str:
    """Name the leaders of a company, and their lead over the next player."""
    names = " = ".join(f"@{seat}" for seat in company["leaders"])
    return f"{sign} {names}" + (f" +{company['lead']}" if company["lead"] else "") if names else ""


def _write_silent_text(silent: Facts, data: Data) -> str:
    shares = shares_text(data, silent["shares"])
    if silent["gets"] is not None:
        return f"had {shares}; its ${silent['gets']}M was not paid out"
    deck = "" if silent["exact"] else ", plus the share deck"
    return f"at the third dividend: {shares}{deck}"
