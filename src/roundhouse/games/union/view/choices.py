"""What a seat is offered: each move in words, with what comes of it."""

from __future__ import annotations

from roundhouse.core.text import capital, count
from roundhouse.core.view import Choice, Ghost, choice
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
from roundhouse.games.union.drawing.pieces import BEDS, ink_on
from roundhouse.games.union.names import (
    CARD_TITLES,
    UNION,
    Data,
    city_name,
    letters,
    share_row,
    silent_count,
    standing_of,
)
from roundhouse.games.union.state import UP, Position
from roundhouse.games.union.view.facts import Facts
from roundhouse.games.union.view.standing import holding, lead_text, payment, standing

PLAIN = {
    PASS: ("Pass", "you can neither build nor play a share; then a track card is discarded"),
    DONE: ("Play no more", "then a track card is discarded and the turn ends"),
    KEEP: ("Keep your shares", "nothing is traded; the display is filled and the turn ends"),
}


def choices(position: Position, known: Facts, data: Data, seat: int) -> list[Choice]:
    return [
        _choice(position.game.text(action), known, data, action, seat)
        for action in sorted(position.legal(), key=_order)
    ]


def _order(action: int) -> tuple[int, ...]:
    """Builds by company, then by section; a wild card after a plain one."""
    return (1, *build_parts(action)) if BUILD <= action < PASS else (0, action)


def _choice(move: str, known: Facts, data: Data, action: int, seat: int) -> Choice:
    if BUILD <= action < PASS:
        return _build(known, data, move, action, seat)
    if action in PLAIN:
        label, note = PLAIN[action]
        return choice(move, label, group="Or", note=note)
    for base, verb in ((DISCARD_CARD, "Discard"), (REPLACE, "Exchange")):
        if base <= action < base + len(CARD_NAMES):
            return _card(known, data, move, CARD_NAMES[action - base], verb)
    if action == TAKE_DECK:
        return _deck(known, move)
    return _share(known, data, move, action, seat)


def _build(known: Facts, data: Data, move: str, action: int, seat: int) -> Choice:
    company, section, card = build_parts(action)
    row, owner = data["section"][section], data["company"][company]
    start, end = (city_name(data, row[key]) for key in "ab")
    there = standing_of(known, owner["id"])
    first = there["first"] + 1
    wild = CARD_NAMES[card] == "wild"
    spared = wild and row["type"] in known["track"]
    return choice(
        move,
        f"{start} – {end}" + (", wild card" if wild else ""),
        [f"section:{row['id']}", f"company:{owner['id']}", f"card:{CARD_NAMES[card]}"],
        f"Build for {owner['name']}",
        f"it then pays {first} / {first // 2}; {lead_text(there, seat)}; "
        f"{holding(known, owner['id'], seat)}",
        f"you have a plain card ({CARD_TITLES[row['type']]}) for it" if spared else "",
        _piece(data, owner, "cube"),
    )


def _piece(data: Data, row: Data, shape: str) -> Ghost:
    """A company's locomotive or share."""
    return {
        "shape": shape,
        "colour": row["hex"],
        "ink": ink_on(row["hex"]),
        "text": letters(data)[row["id"]],
    }


def _card(known: Facts, data: Data, move: str, card: str, verb: str) -> Choice:
    """A track card that goes: what it could still have done."""
    rows = [row for row in data["section"] if card in ("wild", row["type"])]
    free = sum(known["free"][row["id"]] for row in rows)
    note = f"{count(free, 'free space')} of its kind on the map"
    if card == "wild":
        note = f"it fits every track: {count(free, 'free space')} on the map"
    rest = known["track"].get(card, 1) - 1
    ghost: Ghost = {
        "shape": "card",
        "colour": BEDS.get(card, "#ffffff"),
        "ink": ink_on(BEDS.get(card, "#ffffff")),
        "text": CARD_TITLES[card][:1].upper(),
    }
    label = capital(CARD_TITLES[card])
    return choice(move, label, [f"card:{card}"], verb, f"{note}; you keep {rest}", ghost=ghost)


def _deck(known: Facts, move: str) -> Choice:
    deck = known["deck"]
    note = f"unseen by the others; {deck['shares']} shares undrawn"
    if deck["dividends"]:
        note += f", {count(deck['dividends'], 'dividend')} among the next {deck['cards']} cards"
    return choice(move, "The top card of the deck", ["deck"], "Take", note)


def _share(known: Facts, data: Data, move: str, action: int, seat: int) -> Choice:
    """A choice about a share: show, play, trade or take."""
    for base, verb, say in (
        (SHOW, "Show", _play_note),
        (PLAY, "Play in front of you", _play_note),
        (TRADE_SHARE, f"Trade for {UNION}", _trade_note),
    ):
        if base <= action <= base + UP:
            row = share_row(data, action - base)
            hopeless = _hopeless(known, row, seat) if base == PLAY else ""
            note = say(known, row["id"], seat)
            ghost = _piece(data, row, "card")
            return choice(move, row["name"], [f"hand:{row['id']}"], verb, note, hopeless, ghost)
    row = share_row(data, UP if action == TAKE_UP else action - TAKE_SHARE)
    ref = "stack:up" if action == TAKE_UP else f"display:{row['id']}"
    note = f"{standing(known, row['id'], seat)}; {holding(known, row['id'], seat)}"
    return choice(move, row["name"], [ref], "Take", note, ghost=_piece(data, row, "card"))


def _play_note(known: Facts, company: str, seat: int) -> str:
    """The place that one more share in front would give."""
    there = standing_of(known, company)
    mine = there["front"][seat] + 1
    place, paid = payment(known, company, seat, mine)
    if company == "up" and not any(there["places"]):
        return f"then {place} with {mine}; pays nothing at the first dividend, more at each later"
    if known["silent"] is not None and not known["silent"]["exact"] and company != "up":
        rival = f"the silent owner has {silent_count(known['silent'], company)}"
        return f"then {place} with {mine} by what is known; {rival}; {_pays(there)}"
    return f"then {place} with {mine}: a dividend would pay you {paid}"


def _pays(there: Facts) -> str:
    return f"pays {there['first']} / {there['second']}"


def _trade_note(known: Facts, company: str, seat: int) -> str:
    left = known["hand"][company] - 1
    up = known["hand_up"][seat] + known["up"]["front"][seat]
    return (
        f"it leaves the game face down, you keep {left} in hand; "
        f"{UNION} {standing(known, 'up', seat)}; you would have {up + 1} of it"
    )


def _hopeless(known: Facts, row: Data, seat: int) -> str:
    """Said of a share that earns nothing even with all that this hand could add."""
    there = standing_of(known, row["id"])
    most = there["front"][seat] + known["hand"].get(row["id"], 0)
    if row["id"] == "up" and not any(there["places"]):
        return ""
    _, paid = payment(known, row["id"], seat, most)
    return "" if paid else f"even with all {most} of yours a dividend would pay you nothing"
