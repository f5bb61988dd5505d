"""Union Pacific in plain sentences: the hand, the companies, the supply."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.formats import format_money
from roundhouse.core.text import count, join_words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import View
from roundhouse.games.union.names import (
    CARD_TITLES,
    UNION,
    Data,
    deck_text,
    join_parts,
    shares_text,
)

Facts = dict[str, Any]

OPTIONS = {"deck": mark("deck"), "stuck_cards": mark("stuck cards")}
VALUES = (mark("standard"), mark("even"), mark("keep"), mark("replace"))
SECTIONS = {
    "none": mark("plain section; {spaces}; locomotives: {companies}"),
    "dashed": mark("dashed line section; {spaces}; locomotives: {companies}"),
    "black": mark("black line section; {spaces}; locomotives: {companies}"),
    "white": mark("white line section; {spaces}; locomotives: {companies}"),
}


def describe(view: View, data: Data) -> GameDescription:
    """Describe the table by company, and every city, section and company as a place."""
    facts = view["facts"]
    cities = {row["id"]: row["name"] for row in data["city"]}
    sections = {row["id"]: f"{cities[row['a']]} – {cities[row['b']]}" for row in data["section"]}
    companies = [
        Place(
            row["name"],
            f"company:{row['id']}",
            join_parts(_write_company(facts, row["id"], sections)),
        )
        for row in data["company"]
    ]
    companies.append(Place(UNION, "company:up", join_parts(_write_union(facts))))
    names = {row["id"]: row["name"] for row in data["company"]}
    texts = {row["id"]: _write_section(facts, names, row) for row in data["section"]}
    there: dict[str, list[str]] = {city: [] for city in cities}
    for row in data["section"]:
        for city in {row["a"], row["b"]}:
            there[city].append(row["id"])
    places = [
        *companies,
        *(Place(name, f"section:{id_}", texts[id_]) for id_, name in sections.items()),
        *(
            Place(
                name,
                f"city:{city}",
                join_parts(f"{sections[n]} ({texts[n]})" for n in there[city]),
                tuple(f"section:{n}" for n in there[city]),
            )
            for city, name in cities.items()
        ),
    ]
    return GameDescription(
        (
            Section(_("Supply"), tuple(_write_supply(facts, data))),
            Section(_("Progress"), tuple(_write_progress(facts, data))),
            Section(_("Companies"), tuple(f"{each.name}: {each.text}" for each in companies)),
            Section(_("Sections by free spaces"), _list_free(facts, sections)),
        ),
        tuple(places),
        tuple(_write_hand(facts, data)),
    )


def _write_hand(facts: Facts, data: Data) -> list[str]:
    """Write what only the viewing seat knows."""
    lines = []
    if facts["hand"] is not None:
        shares = shares_text(data, facts["hand"])
        lines.append(_("shares in your hand: {shares}", shares=shares))
    if facts["track"] is not None:
        cards = _write_cards(facts["track"])
        lines.append(_("track cards in your hand: {cards}", cards=cards))
    if facts["traded"] is not None:
        shares = shares_text(data, facts["traded"])
        lines.append(_("shares you traded: {shares}", shares=shares))
    if facts["choice"] is not None:
        shares = shares_text(data, {facts["choice"]: 1})
        lines.append(_("share you chose to reveal: {shares}", shares=shares))
    return lines


def _write_cards(cards: dict[str, int]) -> str:
    return join_words(
        _("{number} {card}", number=n, card=_(CARD_TITLES[card])) for card, n in cards.items()
    )


def _write_supply(facts: Facts, data: Data) -> list[str]:
    """Write the face-up shares, the decks and the discarded cards."""
    deck = facts["deck"]
    return [
        _("face-up shares: {shares}", shares=shares_text(data, facts["display"])),
        ngettext(
            "share deck: {n} shares; {state}",
            "share deck: {n} shares; {state}",
            deck["shares"],
            state=deck_text(deck),
        ),
        _("track deck: {cards}", cards=count(facts["track_deck"], "card")),
        _("track discards: {cards}", cards=_write_cards(facts["discards"])),
        _("track cards out of the game: {cards}", cards=_write_cards(facts["scrapped"])),
    ]


def _write_progress(facts: Facts, data: Data) -> list[str]:
    """Write the dividends, the turn, and what the seats have done."""
    dividends = facts["dividends"]
    lines = [
        *(
            _("option {name}: {value}", name=_(OPTIONS[name]), value=_(value))
            for name, value in facts["options"].items()
        ),
        _(
            "dividends: {paid} of {last} paid, {due} due",
            paid=dividends["paid"],
            last=dividends["last"],
            due=dividends["turned"],
        ),
        _("the turn belongs to {whom}", whom=f"@{facts['active']}"),
        _("shares traded for Union Pacific: {counts}", counts=write_counts(facts["trades"])),
    ]
    if any(facts["chosen"]):
        chosen = [n for n, ready in enumerate(facts["chosen"]) if ready]
        lines.append(_("have chosen a share to reveal: {seats}", seats=write_seats(chosen)))
    if facts["invested"] is not None:
        played = shares_text(data, {facts["invested"]: facts["played"]})
        lines.append(_("shares played in this turn: {shares}", shares=played))
    if facts["silent"] is not None:
        lines += _write_silent(facts["silent"], data)
    if facts["hands"] is not None:
        lines += [
            _("left in {whom}'s hand: {shares}", whom=f"@{n}", shares=shares_text(data, hand))
            for n, hand in enumerate(facts["hands"])
        ]
    if facts["end"]:
        lines.append(_("the game has ended: {reason}", reason=facts["end"]))
    return lines


def _write_silent(silent: Facts, data: Data) -> list[str]:
    """Write the shares and the money of the silent owner."""
    known = shares_text(data, silent["shares"])
    lines = [
        _("the silent owner has {shares} and nothing else", shares=known)
        if silent["exact"]
        else _("the silent owner has {shares} and the share deck", shares=known)
    ]
    if silent["gets"] is not None:
        money = format_money(str(silent["gets"]), "M")
        lines.append(_("not paid out to the silent owner: {money}", money=money))
    return lines


def _write_company(facts: Facts, company: str, sections: dict[str, str]) -> list[str]:
    there = facts["companies"][company]
    where = [sections[n] for n, trains in facts["trains"].items() if company in trains]
    lines = [
        ngettext(
            "{n} locomotive on the map, {left} left",
            "{n} locomotives on the map, {left} left",
            there["on_board"],
            left=there["left"],
        ),
        _(
            "primary dividend {first}, secondary {second}",
            first=format_money(str(there["first"]), "M"),
            second=format_money(str(there["second"]), "M"),
        ),
        *_write_holders(there),
        _("unseen shares: {number}", number=there["unknown"]),
    ]
    if any(there["certain"]):
        lines.append(_("known in hand: {counts}", counts=write_counts(there["certain"])))
    if there["removed"]:
        lines.append(_("shares out of the game: {number}", number=there["removed"]))
    if where:
        return [*lines, _("locomotives on {sections}", sections=", ".join(where))]
    return [*lines, _("locomotives on no section")]


def _write_union(facts: Facts) -> list[str]:
    pays = ", ".join(format_money(str(amount), "M") for amount in facts["up"]["places"])
    return [
        ngettext("{n} shares left", "{n} shares left", facts["up"]["left"]),
        _("pays by place {amounts}", amounts=pays),
        *_write_holders(facts["up"]),
    ]


def _write_holders(there: Facts) -> list[str]:
    leaders = write_seats(there["leaders"])
    leading = _("leading: {seats}", seats=leaders)
    if there["lead"]:
        leading = _("leading: {seats}, {lead} ahead", seats=leaders, lead=there["lead"])
    return [_("shares in front: {counts}", counts=write_counts(there["front"])), leading]


def _list_free(facts: Facts, sections: dict[str, str]) -> tuple[str, ...]:
    """Group the sections by the number of free spaces."""
    lines = []
    for free in sorted(set(facts["free"].values())):
        group = [name for section, name in sections.items() if facts["free"][section] == free]
        lines.append(f"{count(free, 'free space')}: {', '.join(group)}")
    return tuple(lines)


def _write_section(facts: Facts, names: dict[str, str], row: Data) -> str:
    trains = join_words(
        (names[company] for company in facts["trains"][row["id"]]), pgettext("companies", "none")
    )
    free = count(facts["free"][row["id"]], "free space")
    return _(SECTIONS[row["type"]], spaces=free, companies=trains)
