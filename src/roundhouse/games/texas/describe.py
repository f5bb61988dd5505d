"""Texas & Pacific in plain sentences: Decisions, auction, railroads, ranches."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import View
from roundhouse.games.texas.actions import DECISION_IDS
from roundhouse.games.texas.names import decision_name, write_end, write_money
from roundhouse.games.texas.places import place_names

NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # in axial coordinates


def describe(view: View, data: dict[str, Any]) -> GameDescription:
    """Describe the table by railroad, and every hex as a place."""
    facts = view["facts"]
    labels = {name.lower(): row["label"] for name, row in data["railroads"].items()}
    names = place_names(data)
    railroads = {name: _write_railroad(facts, names, name) for name in facts["railroads"]}
    return GameDescription(
        (
            Section(_("Round"), tuple(_write_round(facts, labels))),
            *(Section(labels[name], lines) for name, lines in railroads.items()),
            Section(
                _("Ranches without a claim"),
                tuple(_write_hex_name(names, hex_id) for hex_id in facts["ranches_left"]),
            ),
        ),
        tuple(
            Place(names[row["id"]], f"hex:{row['id']}", _write_hex(facts, data, labels, row))
            for row in data["hex"]
        )
        + tuple(
            Place(labels[name], f"railroad:{name}", "; ".join(lines))
            for name, lines in railroads.items()
        ),
    )


def _write_round(facts: dict[str, Any], labels: dict[str, str]) -> list[str]:
    """Write the Decisions, the turn and the auction."""
    lines = [_("round {number}", number=facts["round"])]
    lines += [
        ngettext(
            "{decision} Decision: {taken} of {n} step taken",
            "{decision} Decision: {taken} of {n} steps taken",
            facts["decisions"][name]["end"],
            decision=decision_name(n),
            taken=facts["decisions"][name]["step"],
        )
        for n, name in enumerate(DECISION_IDS)
    ]
    if facts["mover"] is not None:
        lines.append(_("the turn belongs to {whom}", whom=f"@{facts['mover']}"))
    if facts["running"]:
        lines.append(
            ngettext(
                "track built for {railroad} in this turn: {n} hex",
                "track built for {railroad} in this turn: {n} hexes",
                facts["builds"],
                railroad=labels[facts["running"]],
            )
        )
    elif facts["builds"]:
        lines.append(
            ngettext(
                "track built in this turn: {n} hex",
                "track built in this turn: {n} hexes",
                facts["builds"],
            )
        )
    if facts["auction"] is not None:
        lines.append(_write_auction(facts["auction"], labels))
    if facts["end"]:
        lines.append(_("the game has ended: {reasons}", reasons=write_end(facts["end"])))
    return lines


def _write_auction(auction: dict[str, Any], labels: dict[str, str]) -> str:
    best = _("no bid yet")
    if auction["best"] is not None:
        best = _("high bidder {whom}", whom=f"@{auction['best']}")
    name, price = labels[auction["railroad"]], write_money(auction["price"])
    return "; ".join(
        [
            _("auction of {railroad}: {best}", railroad=name, best=best),
            _("price {price}", price=price),
            _("next bid at least {price}", price=write_money(auction["floor"])),
            _("opened by {whom}", whom=f"@{auction['opener']}"),
            _("still bidding: {seats}", seats=write_seats(auction["in"])),
        ]
    )


def _write_railroad(facts: dict[str, Any], names: dict[str, str], railroad: str) -> tuple[str, ...]:
    row = facts["railroads"][railroad]
    lines = [
        pgettext("state of a railroad", "open") if row["open"] else _("not open yet"),
        _(
            "income {income}, dividend {dividend} per certificate, treasury {treasury}",
            income=write_money(row["income"]),
            dividend=write_money(row["dividend"]),
            treasury=write_money(row["treasury"]),
        ),
        ngettext(
            "{sold} of {n} certificate sold",
            "{sold} of {n} certificates sold",
            row["shares"],
            sold=row["sold"],
        ),
        _("certificates: {counts}", counts=write_counts(facts["owned"][railroad])),
        _("{number} track left", number=row["track_left"]),
    ]
    if row["west"]:
        lines.append(_("the West: gone") if row["west"] == "gone" else _("the West: may go"))
    track = [_write_hex_name(names, n) for n, there in facts["track"].items() if railroad in there]
    where = _("track in {places}", places=join_words(track)) if track else _("no track")
    return (*lines, where)


def _write_hex_name(names: dict[str, str], hex_id: str) -> str:
    return f"{names[hex_id]} ({hex_id})"


def _write_hex(
    facts: dict[str, Any], data: dict[str, Any], labels: dict[str, str], row: dict[str, Any]
) -> str:
    """Write the kind of a hex, what is there, and the hexes next to it."""
    parts = [
        _("hex {hex}", hex=row["id"]),
        _("{kind}, value {value}", kind=_name_kind(row["kind"]), value=row["value"]),
    ]
    track = [labels[railroad] for railroad in facts["track"].get(row["id"], [])]
    parts.append(_("track of {railroads}", railroads=join_words(track)) if track else _("no track"))
    if row["id"] in facts["ranches_left"]:
        parts.append(_("the ranch has no claim"))
    near = {(row["q"] + q, row["r"] + r) for q, r in NEIGHBOURS}
    beside = [other["id"] for other in data["hex"] if (other["q"], other["r"]) in near]
    return "; ".join([*parts, _("next to {hexes}", hexes=join_words(beside))])


def _name_kind(kind: str) -> str:
    return {
        "plain": pgettext("kind of a hex", "plain"),
        "city": pgettext("kind of a hex", "city"),
        "ranch": pgettext("kind of a hex", "ranch"),
        "west": pgettext("kind of a hex", "west"),
        "start": pgettext("kind of a hex", "start"),
    }[kind]
