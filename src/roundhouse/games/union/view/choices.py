"""Legal moves of Union Pacific in words, each with its consequences."""

from __future__ import annotations

from roundhouse.core.formats import format_money
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
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
    PASS: (mark("Pass"), mark("You cannot build or play a share · then discard a track card")),
    DONE: (mark("Stop playing shares"), mark("Then discard a track card")),
    KEEP: (mark("Keep all shares"), mark("No trade · ends your turn")),
}
# By kind of track, for a player who would use a wild card in place of an equal one.
WASTES_WILD = {
    "none": mark("you have a plain card: save the wild one"),
    "dashed": mark("you have a dashed card: save the wild one"),
    "black": mark("you have a black card: save the wild one"),
    "white": mark("you have a white card: save the wild one"),
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
        return choice(move, _(label), group=_(label), note=_(note))
    for base, verb in ((DISCARD_CARD, _("Discard")), (REPLACE, _("Replace"))):
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
    label, warning = f"{start} – {end}", ""
    if CARD_NAMES[card] == "wild":
        label = _("{start} – {end}, wild card", start=start, end=end)
        warning = _(WASTES_WILD[row["type"]]) if row["type"] in known["track"] else ""
    offered = choice(
        move,
        label,
        [f"section:{row['id']}", f"company:{owner['id']}", f"card:{CARD_NAMES[card]}"],
        _("Build for {company}", company=owner["name"]),
        f"{_('Will pay {first} / {second}', first=first, second=first // 2)} · "
        f"{lead_text(there, seat)} · {holding(known, owner['id'], seat)}",
        warning,
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
    if card == "wild":
        note = ngettext(
            "Fits any track · {n} free space on the map",
            "Fits any track · {n} free spaces on the map",
            free,
        )
    else:
        note = ngettext(
            "{n} free space for it on the map", "{n} free spaces for it on the map", free
        )
    rest = known["track"].get(card, 1) - 1
    label = capitalize_first(_(CARD_TITLES[card]))
    ghost: Ghost = {
        "shape": "card",
        "colour": BEDS.get(card, "#ffffff"),
        "ink": ink_on(BEDS.get(card, "#ffffff")),
        "text": label[:1],
    }
    note += f" · {_('you keep {number}', number=rest)}"
    return with_ghost(ghost, choice(move, label, [f"card:{card}"], verb, note))


def _describe_deck(known: Facts, move: str) -> Choice:
    deck = known["deck"]
    note = ngettext(
        "Hidden from the others · {n} share left",
        "Hidden from the others · {n} shares left",
        deck["shares"],
    )
    if deck["dividends"]:
        ahead = ngettext(
            "{n} dividend in the next {cards} cards",
            "{n} dividends in the next {cards} cards",
            deck["dividends"],
            cards=deck["cards"],
        )
        note += f" · {ahead}"
    return choice(move, _("Top card of the share deck"), ["deck"], _("Take"), note)


def _describe_share(known: Facts, data: Data, move: str, action: int, seat: int) -> Choice:
    """Describe revealing, playing, trading or taking a share."""
    for base, verb, write_note in (
        (SHOW, _("Reveal"), _write_play_note),
        (PLAY, _("Play"), _write_play_note),
        (TRADE_SHARE, _("Trade for Union Pacific"), _write_trade_note),
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
    return with_ghost(ghost, choice(move, row["name"], [ref], _("Take"), note))


def _write_play_note(known: Facts, company: str, seat: int) -> str:
    """Say what place and payment one more share in front would give."""
    there = standing_of(known, company)
    mine = there["front"][seat] + 1
    place, paid = payment(known, company, seat, mine)
    if company == "up" and not any(there["places"]):
        return _(
            "You'd be {place} with {number} · pays nothing at the first dividend, then more",
            place=place,
            number=mine,
        )
    if known["silent"] is not None and not known["silent"]["exact"] and company != "up":
        return " · ".join(
            (
                _("You'd be {place} with {number} as far as known", place=place, number=mine),
                _("silent owner has {number}", number=silent_count(known["silent"], company)),
                _("pays {amounts}", amounts=f"{there['first']} / {there['second']}"),
            )
        )
    return _(
        "You'd be {place} with {number} · worth {money} at a dividend",
        place=place,
        number=mine,
        money=format_money(str(paid), "M"),
    )


def _write_trade_note(known: Facts, company: str, seat: int) -> str:
    left = known["hand"][company] - 1
    up = known["hand_up"][seat] + known["up"]["front"][seat]
    lead = lead_text(standing_of(known, "up"), seat)
    keeps = _("You keep {number} in hand", number=left)
    then = _("{leaders}, you'd have {number}", leaders=lead, number=up + 1)
    return f"{keeps} · {UNION}: {then}"


def _write_warning(known: Facts, row: Data, seat: int) -> str:
    """Warn of a share that earns nothing even with all others of this hand."""
    there = standing_of(known, row["id"])
    most = there["front"][seat] + known["hand"].get(row["id"], 0)
    if row["id"] == "up" and not any(there["places"]):
        return ""
    _, paid = payment(known, row["id"], seat, most)
    if paid:
        return ""
    return ngettext(
        "even your only share would earn nothing at a dividend",
        "even all {n} of your shares would earn nothing at a dividend",
        most,
    )
