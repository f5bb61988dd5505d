"""Legal moves of Union Pacific in words, each with its consequences."""

from __future__ import annotations

from roundhouse.core.text import capitalize_first, count
from roundhouse.core.view import Choice, Ghost, choice, with_ghost
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
from roundhouse.games.union.state import UP, State
from roundhouse.games.union.view.facts import Facts
from roundhouse.games.union.view.standing import holding, lead_text, payment, standing

SIMPLE_MOVES = {
    PASS: ("Pass", "You cannot build or play a share · then discard a track card"),
    DONE: ("Stop playing shares", "Then discard a track card"),
    KEEP: ("Keep all shares", "No trade · ends your turn"),
}


def list_choices(state: State, known: Facts, data: Data, seat: int) -> list[Choice]:
    """List the choices of the acting seat."""
    return [
        _describe_choice(state.game.text(action), known, data, action, seat)
        for action in sorted(state.legal(), key=_sort_key)
    ]


def _sort_key(action: int) -> tuple[int, ...]:
    """Sort builds by company, then by section, wild cards last."""
    return (1, *build_parts(action)) if BUILD <= action < PASS else (0, action)


def _describe_choice(move: str, known: Facts, data: Data, action: int, seat: int) -> Choice:
    if BUILD <= action < PASS:
        return _describe_build(known, data, move, action, seat)
    if action in SIMPLE_MOVES:
        label, note = SIMPLE_MOVES[action]
        return choice(move, label, group=label, note=note)
    for base, verb in ((DISCARD_CARD, "Discard"), (REPLACE, "Replace")):
        if base <= action < base + len(CARD_NAMES):
            return _describe_card(known, data, move, CARD_NAMES[action - base], verb)
    if action == TAKE_DECK:
        return _describe_deck(known, move)
    return _describe_share(known, data, move, action, seat)


def _describe_build(known: Facts, data: Data, move: str, action: int, seat: int) -> Choice:
    company, section, card = build_parts(action)
    row, owner = data["section"][section], data["company"][company]
    start, end = (city_name(data, row[key]) for key in "ab")
    there = standing_of(known, owner["id"])
    first = there["first"] + 1
    wild = CARD_NAMES[card] == "wild"
    wastes_wild = wild and row["type"] in known["track"]
    offered = choice(
        move,
        f"{start} – {end}" + (", wild card" if wild else ""),
        [f"section:{row['id']}", f"company:{owner['id']}", f"card:{CARD_NAMES[card]}"],
        f"Build for {owner['name']}",
        f"Will pay {first} / {first // 2} · {lead_text(there, seat)} · "
        f"{holding(known, owner['id'], seat)}",
        f"you have a {CARD_TITLES[row['type']]} card: save the wild one" if wastes_wild else "",
    )
    return with_ghost(_build_ghost(data, owner, "cube"), offered)


def _build_ghost(data: Data, row: Data, shape: str) -> Ghost:
    """Build the preview of a company's locomotive or share."""
    return {
        "shape": shape,
        "colour": row["hex"],
        "ink": ink_on(row["hex"]),
        "text": letters(data)[row["id"]],
    }


def _describe_card(known: Facts, data: Data, move: str, card: str, verb: str) -> Choice:
    """Describe discarding or replacing a track card."""
    rows = [row for row in data["section"] if card in ("wild", row["type"])]
    free = sum(known["free"][row["id"]] for row in rows)
    note = f"{count(free, 'free space')} for it on the map"
    if card == "wild":
        note = f"Fits any track · {count(free, 'free space')} on the map"
    rest = known["track"].get(card, 1) - 1
    ghost: Ghost = {
        "shape": "card",
        "colour": BEDS.get(card, "#ffffff"),
        "ink": ink_on(BEDS.get(card, "#ffffff")),
        "text": CARD_TITLES[card][:1].upper(),
    }
    label = capitalize_first(CARD_TITLES[card])
    note += f" · you keep {rest}"
    return with_ghost(ghost, choice(move, label, [f"card:{card}"], verb, note))


def _describe_deck(known: Facts, move: str) -> Choice:
    deck = known["deck"]
    note = f"Hidden from the others · {count(deck['shares'], 'share')} left"
    if deck["dividends"]:
        note += f" · {count(deck['dividends'], 'dividend')} in the next {deck['cards']} cards"
    return choice(move, "Top card of the share deck", ["deck"], "Take", note)


def _describe_share(known: Facts, data: Data, move: str, action: int, seat: int) -> Choice:
    """Describe revealing, playing, trading or taking a share."""
    for base, verb, write_note in (
        (SHOW, "Reveal", _write_play_note),
        (PLAY, "Play", _write_play_note),
        (TRADE_SHARE, f"Trade for {UNION}", _write_trade_note),
    ):
        if base <= action <= base + UP:
            row = share_row(data, action - base)
            warning = _write_warning(known, row, seat) if base == PLAY else ""
            note = write_note(known, row["id"], seat)
            ghost = _build_ghost(data, row, "card")
            ref = f"hand:{row['id']}"
            return with_ghost(ghost, choice(move, row["name"], [ref], verb, note, warning))
    row = share_row(data, UP if action == TAKE_UP else action - TAKE_SHARE)
    ref = "stack:up" if action == TAKE_UP else f"display:{row['id']}"
    note = capitalize_first(
        f"{standing(known, row['id'], seat)} · {holding(known, row['id'], seat)}"
    )
    ghost = _build_ghost(data, row, "card")
    return with_ghost(ghost, choice(move, row["name"], [ref], "Take", note))


def _write_play_note(known: Facts, company: str, seat: int) -> str:
    """Say what place and payment one more share in front would give."""
    there = standing_of(known, company)
    mine = there["front"][seat] + 1
    place, paid = payment(known, company, seat, mine)
    if company == "up" and not any(there["places"]):
        return f"You'd be {place} with {mine} · pays nothing at the first dividend, then more"
    if known["silent"] is not None and not known["silent"]["exact"] and company != "up":
        rival = f"silent owner has {silent_count(known['silent'], company)}"
        return f"You'd be {place} with {mine} as far as known · {rival} · {_write_pays(there)}"
    return f"You'd be {place} with {mine} · worth ${paid}M at a dividend"


def _write_pays(there: Facts) -> str:
    return f"pays {there['first']} / {there['second']}"


def _write_trade_note(known: Facts, company: str, seat: int) -> str:
    left = known["hand"][company] - 1
    up = known["hand_up"][seat] + known["up"]["front"][seat]
    lead = lead_text(standing_of(known, "up"), seat)
    return f"You keep {left} in hand · {UNION}: {lead}, you'd have {up + 1}"


def _write_warning(known: Facts, row: Data, seat: int) -> str:
    """Warn of a share that earns nothing even with all others of this hand."""
    there = standing_of(known, row["id"])
    most = there["front"][seat] + known["hand"].get(row["id"], 0)
    if row["id"] == "up" and not any(there["places"]):
        return ""
    _, paid = payment(known, row["id"], seat, most)
    if paid:
        return ""
    shares = f"all {most} of your shares" if most > 1 else "your only share"
    return f"even {shares} would earn nothing at a dividend"
