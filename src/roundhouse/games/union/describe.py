"""Union Pacific in plain sentences: the hand, the companies, the supply."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import count, join_words
from roundhouse.core.view import View
from roundhouse.games.union.names import CARD_TITLES, KINDS, UNION, Data, deck_text, shares_text

Facts = dict[str, Any]


def describe(view: View, data: Data) -> GameDescription:
    """Describe the table by company, and every city, section and company as a place."""
    facts = view["facts"]
    cities = {row["id"]: row["name"] for row in data["city"]}
    sections = {row["id"]: f"{cities[row['a']]} – {cities[row['b']]}" for row in data["section"]}
    companies = [
        Place(
            row["name"],
            f"company:{row['id']}",
            "; ".join(_write_company(facts, row["id"], sections)),
        )
        for row in data["company"]
    ]
    companies.append(Place(UNION, "company:up", "; ".join(_write_union(facts))))
    names = {row["id"]: row["name"] for row in data["company"]}
    texts = {row["id"]: _write_section(facts, names, row) for row in data["section"]}
    places = [
        *companies,
        *(Place(name, f"section:{id_}", texts[id_]) for id_, name in sections.items()),
        *(
            _build_city(data, name, city, {n: f"{sections[n]} ({texts[n]})" for n in sections})
            for city, name in cities.items()
        ),
    ]
    return GameDescription(
        (
            Section("Supply", tuple(_write_supply(facts, data))),
            Section("Progress", tuple(_write_progress(facts, data))),
            Section("Companies", tuple(f"{each.name}: {each.text}" for each in companies)),
            Section("Sections by free spaces", _list_free(facts, sections)),
        ),
        tuple(places),
        tuple(_write_hand(facts, data)),
    )


def _write_hand(facts: Facts, data: Data) -> list[str]:
    """Write what only the viewing seat knows."""
    lines = []
    if facts["hand"] is not None:
        lines.append(f"shares in your hand: {shares_text(data, facts['hand'])}")
    if facts["track"] is not None:
        lines.append(f"track cards in your hand: {_write_cards(facts['track'])}")
    if facts["traded"] is not None:
        lines.append(f"shares you traded: {shares_text(data, facts['traded'])}")
    if facts["choice"] is not None:
        lines.append(f"share you chose to reveal: {shares_text(data, {facts['choice']: 1})}")
    return lines


def _write_cards(cards: dict[str, int]) -> str:
    return join_words(f"{n} {CARD_TITLES[card]}" for card, n in cards.items())


def _write_supply(facts: Facts, data: Data) -> list[str]:
    """Write the face-up shares, the decks and the discarded cards."""
    deck = facts["deck"]
    return [
        f"face-up shares: {shares_text(data, facts['display'])}",
        f"share deck: {deck['shares']} shares; {deck_text(deck)}",
        f"track deck: {count(facts['track_deck'], 'card')}",
        f"track discards: {_write_cards(facts['discards'])}",
        f"track cards out of the game: {_write_cards(facts['scrapped'])}",
    ]


def _write_progress(facts: Facts, data: Data) -> list[str]:
    """Write the dividends, the turn, and what the seats have done."""
    dividends = facts["dividends"]
    lines = [
        *(f"option {name.replace('_', ' ')}: {value}" for name, value in facts["options"].items()),
        f"dividends: {dividends['paid']} of {dividends['last']} paid, {dividends['turned']} due",
        f"the turn belongs to @{facts['active']}",
        f"shares traded for {UNION}: {write_counts(facts['trades'])}",
    ]
    if any(facts["chosen"]):
        chosen = [n for n, ready in enumerate(facts["chosen"]) if ready]
        lines.append(f"have chosen a share to reveal: {write_seats(chosen)}")
    if facts["invested"] is not None:
        played = shares_text(data, {facts["invested"]: facts["played"]})
        lines.append(f"shares played in this turn: {played}")
    if facts["silent"] is not None:
        silent = facts["silent"]
        known = shares_text(data, silent["shares"])
        deck = "nothing else" if silent["exact"] else "the share deck"
        lines.append(f"the silent owner has {known} and {deck}")
        if silent["gets"] is not None:
            lines.append(f"not paid out to the silent owner: ${silent['gets']}M")
    if facts["hands"] is not None:
        lines += [
            f"left in @{n}'s hand: {shares_text(data, hand)}"
            for n, hand in enumerate(facts["hands"])
        ]
    if facts["end"]:
        lines.append(f"the game has ended: {facts['end']}")
    return lines


def _write_company(facts: Facts, company: str, sections: dict[str, str]) -> list[str]:
    there = facts["companies"][company]
    where = [sections[n] for n, trains in facts["trains"].items() if company in trains]
    lines = [
        f"{count(there['on_board'], 'locomotive')} on the map, {there['left']} left",
        f"primary dividend ${there['first']}M, secondary ${there['second']}M",
        *_write_holders(there),
        f"unseen shares: {there['unknown']}",
    ]
    if any(there["certain"]):
        lines.append(f"known in hand: {write_counts(there['certain'])}")
    if there["removed"]:
        lines.append(f"shares out of the game: {there['removed']}")
    return [*lines, f"locomotives on {', '.join(where) or 'no section'}"]


def _write_union(facts: Facts) -> list[str]:
    pays = ", ".join(f"${amount}M" for amount in facts["up"]["places"])
    return [
        f"{facts['up']['left']} shares left",
        f"pays by place {pays}",
        *_write_holders(facts["up"]),
    ]


def _write_holders(there: Facts) -> list[str]:
    lead = f", {there['lead']} ahead" if there["lead"] else ""
    return [
        f"shares in front: {write_counts(there['front'])}",
        f"leading: {write_seats(there['leaders'])}{lead}",
    ]


def _list_free(facts: Facts, sections: dict[str, str]) -> tuple[str, ...]:
    """Group the sections by the number of free spaces."""
    lines = []
    for free in sorted(set(facts["free"].values())):
        group = [name for section, name in sections.items() if facts["free"][section] == free]
        lines.append(f"{count(free, 'free space')}: {', '.join(group)}")
    return tuple(lines)


def _write_section(facts: Facts, names: dict[str, str], row: Data) -> str:
    trains = join_words((names[company] for company in facts["trains"][row["id"]]), "none")
    free = count(facts["free"][row["id"]], "free space")
    return f"{KINDS[row['type']]} section; {free}; locomotives: {trains}"


def _build_city(data: Data, name: str, city: str, sections: dict[str, str]) -> Place:
    there = [row["id"] for row in data["section"] if city in (row["a"], row["b"])]
    text = "; ".join(sections[section] for section in there)
    return Place(name, f"city:{city}", text, tuple(f"section:{section}" for section in there))
