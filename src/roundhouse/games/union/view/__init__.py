"""What a seat may know of Union Pacific, in words.

A view is derived from `build_facts`, which is an allow-list.
"""

from __future__ import annotations

from roundhouse.core.constants import OVER
from roundhouse.core.formats import format_money
from roundhouse.core.text import count
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
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
    OPEN_TRACK: mark("deal"),
    OPEN_SHARES: mark("deal"),
    OPEN_SHOW: mark("opening"),
    OPEN_DISPLAY: mark("deal"),
    DRAW: mark("draw"),
    TURN: mark("turn"),
    SHARE: mark("share"),
    TAKE: mark("draw"),
    REFILL: mark("refill"),
    TRADE: mark("trade"),
    INVEST: mark("investing"),
    DISCARD: mark("discard"),
    ENDED: mark("over"),
}
# By phase: what the seat to act is asked, and what the others read of it.
PROMPTS = {
    "opening": (
        mark("Choose a share to reveal (all players reveal together)"),
        mark("Waiting for {who}: choose a share to reveal"),
    ),
    "draw": ("", mark("Waiting for {who}: draw a card")),
    "turn": (
        mark("Build on the map, or play shares from your hand"),
        mark("Waiting for {who}: build on the map or play shares"),
    ),
    "share": (mark("Take a share"), mark("Waiting for {who}: take a share")),
    "trade": (
        mark("Trade a share from your hand for Union Pacific, or keep all"),
        mark("Waiting for {who}: trade a share for Union Pacific, or keep all"),
    ),
    "investing": (
        mark("Play another share, or stop"),
        mark("Waiting for {who}: play another share, or stop"),
    ),
    "discard": (mark("Discard a track card"), mark("Waiting for {who}: discard a track card")),
}

# Why the acting seat decides this.
REASONS = {
    "opening": mark("Only shares in front of you earn dividends. This is your first."),
    "turn": mark(
        "A build brings a share to your hand. Only shares in front of you earn dividends."
    ),
    "share": mark("You built, so you take a share into your hand."),
    "trade": mark("The traded share is removed from the game, unseen by the others."),
    "investing": mark("Play more of the same company, or one share of a second one."),
    "discard": mark("You end your turn with 3 track cards."),
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
        return ngettext(
            "You discard one track card; you have {n} card.",
            "You discard one track card; you have {n} cards.",
            sum(known["track"].values()),
        )
    return _(REASONS[phase]) if phase in REASONS else ""


def _write_prompt(known: Facts, phase: str, is_own_turn: bool) -> str:
    if phase == "over":
        return _("The game is over: {reason}", reason=known["end"])
    if phase in ("deal", "refill"):
        return _("Dealing cards")
    own_prompt, other_prompt = PROMPTS[phase]
    if is_own_turn:
        return _(own_prompt) if own_prompt else ""
    return _(other_prompt, who=f"@{known['active']}")


def _build_panel(known: Facts, data: Data, seat: int, turn: int) -> Panel:
    lines: list[Fact] = [
        fact(_("money"), format_money(str(known["money"][seat]), "M")),
        fact(_("track cards"), known["track_cards"][seat]),
        fact(_("shares in hand"), f"{known['hand_shares'][seat]} + {known['hand_up'][seat]} UP"),
    ]
    for row in data["company"]:
        there = known["companies"][row["id"]]
        front, sure = there["front"][seat], there["certain"][seat]
        if front or sure:
            value = f"{front}"
            if sure:
                value = _("{number} (+{known} known in hand)", number=front, known=sure)
            lines.append(fact(row["name"], value, f"company:{row['id']}", row["hex"]))
    if known["up"]["front"][seat]:
        lines.append(fact(UNION, known["up"]["front"][seat], "company:up", UP_ROW["hex"]))
    if known["hands"]:
        names = {row["id"]: row["name"] for row in data["company"]} | {"up": UNION}
        hand = ", ".join(f"{n} {names[c]}" for c, n in known["hands"][seat].items())
        lines.append(fact(_("left in hand"), hand or _("nothing")))
    badges = []
    if known["chosen"][seat]:
        badges.append(_("ready"))
    if turn != OVER and seat == known["active"]:
        badges.append(_("to move"))
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
        fact(_("played"), sum(there["front"][seat] for there in everything)),
        fact(_("leads"), sum(there["leaders"] == [seat] for there in everything)),
        fact(
            pgettext("on a panel", "in hand"), known["hand_shares"][seat] + known["hand_up"][seat]
        ),
    ]


def _build_notes(known: Facts, data: Data, on_map: bool) -> list[Fact]:
    """List facts about the table; beside the map also what the other sheet shows."""
    dividends, deck = known["dividends"], known["deck"]
    paid = _("{number} of {all}", number=dividends["paid"], all=dividends["last"])
    notes = [fact(_("dividends paid"), paid)]
    if dividends["turned"]:
        due = ngettext("{n} dividend to pay", "{n} dividends to pay", dividends["turned"])
        notes.append(fact(_("after this turn"), due))
    notes.append(fact(_("share deck"), deck_text(deck), "deck"))
    left = known["up"]["left"]
    notes.append(fact(_("Union Pacific shares left"), left, "stack:up", UP_ROW["hex"]))
    notes.append(fact(_("track deck"), count(known["track_deck"], "card")))
    if on_map:
        signs = letters(data)
        display = (f"{signs[name]} × {n}" for name, n in known["display"].items())
        notes.append(fact(_("display"), ", ".join(display) or _("empty")))
        leaders = (_write_lead(signs[name], row) for name, row in known["companies"].items())
        notes.append(fact(_("leaders"), ", ".join(filter(None, leaders)) or _("none yet")))
    if known["silent"]:
        notes.append(fact(_("silent owner"), _write_silent_text(known["silent"], data)))
    if known["end"]:
        notes.append(fact(_("end"), known["end"]))
    return notes


def _write_lead(sign: str, company: Facts) -> str:
    """Name the leaders of a company, and their lead over the next player."""
    names = " = ".join(f"@{seat}" for seat in company["leaders"])
    return f"{sign} {names}" + (f" +{company['lead']}" if company["lead"] else "") if names else ""


def _write_silent_text(silent: Facts, data: Data) -> str:
    shares = shares_text(data, silent["shares"])
    if silent["gets"] is not None:
        money = format_money(str(silent["gets"]), "M")
        return _("had {shares}; its {money} was not paid out", shares=shares, money=money)
    if silent["exact"]:
        return _("at the third dividend: {shares}", shares=shares)
    return _("at the third dividend: {shares}, plus the share deck", shares=shares)
