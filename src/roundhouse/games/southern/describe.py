"""Southern Pacific in plain sentences: the round, railroads, links, cities."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import join_words
from roundhouse.core.view import View
from roundhouse.games.southern.names import Names


def describe(view: View, data: dict[str, Any]) -> GameDescription:
    """Describe the table by railroad, and every city as a place."""
    facts, names = view["facts"], Names(data)
    short = dict(zip(names.railroads, names.short, strict=True))
    lines = dict(zip(names.links, names.lines, strict=True))
    railroads = {name: _write_railroad(facts, lines, name) for name in names.railroads}
    reached = [(city, there) for city, there in facts["cities"].items() if there]
    city_names = {row["id"]: row["name"] for row in data["city"]}
    return GameDescription(
        (
            Section("Round", tuple(_write_round(facts, short, lines))),
            *(Section(short[name], rows) for name, rows in railroads.items()),
            Section(
                "Cities with railroads",
                tuple(
                    f"{city_names[city]}: {join_words(short[r] for r in there)}"
                    for city, there in reached
                ),
            ),
        ),
        tuple(
            Place(
                name,
                f"city:{city}",
                _write_city(facts, data, short, city),
                tuple(f"link:{r['id']}" for r in data["link"] if city in (r["a"], r["b"])),
            )
            for city, name in city_names.items()
        )
        + tuple(
            Place(line, f"link:{link}", _write_owner(facts, short, link))
            for link, line in lines.items()
        )
        + tuple(
            Place(short[name], f"railroad:{name}", "; ".join(rows))
            for name, rows in railroads.items()
        ),
    )


def _write_round(facts: dict[str, Any], short: dict[str, str], lines: dict[str, str]) -> list[str]:
    """Write the operating railroad, the auction and the negotiation."""
    rows = [f"round {facts['round']}, phase {facts['phase']}"]
    if facts["railroad"] is not None:
        rows.append(f"railroad: {short[facts['railroad']]}")
    if facts["card"] is not None:
        rows.append(f"@{facts['card']} has the Bull Market card")
    rows.append(f"links built in this turn: {facts['built']}; bought: {facts['bought']}")
    auction = facts["auction"]
    if auction is not None:
        best = "no bid yet" if auction["best"] is None else f"high bidder @{auction['best']}"
        price = "" if auction["price"] is None else f"; price ${auction['price']}"
        rows.append(
            f"auction: {best}{price}; next bid at least ${auction['floor']}; "
            f"can still win: {write_seats(auction['bidders'])}"
        )
    if facts["link"] is not None:
        rows.append(f"negotiation about the link {lines[facts['link']]}")
    if facts["price"] is not None:
        rows.append(f"offered price: ${facts['price']}")
    if facts["end"]:
        rows.append(f"the game has ended: {facts['end']}")
    return rows


def _write_railroad(facts: dict[str, Any], lines: dict[str, str], railroad: str) -> tuple[str, ...]:
    president = facts["president"][railroad]
    links = [lines[link] for link, owner in facts["links"].items() if owner == railroad]
    return (
        f"income ${facts['income'][railroad]}, treasury ${facts['treasury'][railroad]}, "
        f"cubes left: {facts['cubes'][railroad]}",
        f"shares: {write_counts(facts['shares'][railroad])}",
        "no president" if president is None else f"president: @{president}",
        f"links: {', '.join(links) or 'none'}",
    )


def _write_owner(facts: dict[str, Any], short: dict[str, str], link: str) -> str:
    owner = facts["links"].get(link)
    return "not built" if owner is None else f"link of {short[owner]}"


def _write_city(
    facts: dict[str, Any], data: dict[str, Any], short: dict[str, str], city: str
) -> str:
    """Write the railroads in a city, and its links with their owners."""
    there = [short[railroad] for railroad in facts["cities"][city]]
    names = {row["id"]: row["name"] for row in data["city"]}
    links = [
        f"to {names[row['b'] if row['a'] == city else row['a']]} "
        f"({_write_owner(facts, short, row['id'])})"
        for row in data["link"]
        if city in (row["a"], row["b"])
    ]
    return f"railroads: {join_words(there, 'none')}; links: {join_words(links)}"
