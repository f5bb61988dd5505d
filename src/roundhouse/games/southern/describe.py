"""Southern Pacific in plain sentences: the round, railroads, links, cities."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.southern.names import Names, dollars, name_ending


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
            Section(_("Round"), tuple(_write_round(facts, short, lines))),
            *(Section(short[name], rows) for name, rows in railroads.items()),
            Section(
                _("Cities with railroads"),
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
    rows = [_("round {number}, phase {phase}", number=facts["round"], phase=_(facts["phase"]))]
    if facts["railroad"] is not None:
        rows.append(_("railroad: {railroad}", railroad=short[facts["railroad"]]))
    if facts["card"] is not None:
        rows.append(_("{who} has the Bull Market card", who=f"@{facts['card']}"))
    rows.append(
        _(
            "links built in this turn: {built}; bought: {bought}",
            built=facts["built"],
            bought=facts["bought"],
        )
    )
    auction = facts["auction"]
    if auction is not None:
        parts = (
            [_("auction: no bid yet")]
            if auction["best"] is None
            else [
                _("auction: high bidder {who}", who=f"@{auction['best']}"),
                _("price {money}", money=dollars(auction["price"])),
            ]
        )
        parts.append(_("next bid at least {money}", money=dollars(auction["floor"])))
        parts.append(_("can still win: {seats}", seats=write_seats(auction["bidders"])))
        rows.append("; ".join(parts))
    if facts["link"] is not None:
        rows.append(_("negotiation about the link {link}", link=lines[facts["link"]]))
    if facts["price"] is not None:
        rows.append(_("offered price: {money}", money=dollars(facts["price"])))
    if facts["end"]:
        rows.append(_("the game has ended: {reason}", reason=name_ending(facts["end"])))
    return rows


def _write_railroad(facts: dict[str, Any], lines: dict[str, str], railroad: str) -> tuple[str, ...]:
    president = facts["president"][railroad]
    links = [lines[link] for link, owner in facts["links"].items() if owner == railroad]
    return (
        _(
            "income {income}, treasury {treasury}, cubes left: {cubes}",
            income=dollars(facts["income"][railroad]),
            treasury=dollars(facts["treasury"][railroad]),
            cubes=facts["cubes"][railroad],
        ),
        _("shares: {counts}", counts=write_counts(facts["shares"][railroad])),
        _("no president") if president is None else _("president: {who}", who=f"@{president}"),
        _("links: {links}", links=", ".join(links)) if links else _("links: none"),
    )


def _write_owner(facts: dict[str, Any], short: dict[str, str], link: str) -> str:
    owner = facts["links"].get(link)
    return _("not built") if owner is None else _("link of {railroad}", railroad=short[owner])


def _write_city(
    facts: dict[str, Any], data: dict[str, Any], short: dict[str, str], city: str
) -> str:
    """Write the railroads in a city, and its links with their owners."""
    there = [short[railroad] for railroad in facts["cities"][city]]
    names = {row["id"]: row["name"] for row in data["city"]}
    links = [
        _(
            "to {city} ({owner})",
            city=names[row["b"] if row["a"] == city else row["a"]],
            owner=_write_owner(facts, short, row["id"]),
        )
        for row in data["link"]
        if city in (row["a"], row["b"])
    ]
    if not there:
        return _("railroads: none; links: {links}", links=join_words(links))
    return _(
        "railroads: {railroads}; links: {links}",
        railroads=join_words(there),
        links=join_words(links),
    )
