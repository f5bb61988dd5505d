"""Texas & Pacific in plain sentences: Decisions, auction, railroads, ranches."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import count, join_words
from roundhouse.core.view import View
from roundhouse.games.texas.names import ENDS
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
            Section("Round", tuple(_write_round(facts, labels))),
            *(Section(labels[name], lines) for name, lines in railroads.items()),
            Section(
                "Ranches without a claim",
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
    lines = [f"round {facts['round']}"]
    lines += [
        f"{name.capitalize()} Decision: {row['step']} of {count(row['end'], 'step')} taken"
        for name, row in facts["decisions"].items()
    ]
    if facts["mover"] is not None:
        lines.append(f"the turn belongs to @{facts['mover']}")
    building = f" for {labels[facts['running']]}" if facts["running"] else ""
    if building or facts["builds"]:
        lines.append(
            f"track built{building} in this turn: {count(facts['builds'], 'hex', 'hexes')}"
        )
    auction = facts["auction"]
    if auction is not None:
        best = "no bid yet" if auction["best"] is None else f"high bidder @{auction['best']}"
        lines.append(
            f"auction of {labels[auction['railroad']]}: {best}; price ${auction['price']}; "
            f"next bid at least ${auction['floor']}; opened by @{auction['opener']}; "
            f"still bidding: {write_seats(auction['in'])}"
        )
    if facts["end"]:
        reasons = join_words(ENDS[code] for code in facts["end"].split("+"))
        lines.append(f"the game has ended: {reasons}")
    return lines


def _write_railroad(facts: dict[str, Any], names: dict[str, str], railroad: str) -> tuple[str, ...]:
    row = facts["railroads"][railroad]
    lines = [
        "open" if row["open"] else "not open yet",
        f"income ${row['income']}, dividend ${row['dividend']} per certificate, "
        f"treasury ${row['treasury']}",
        f"{row['sold']} of {count(row['shares'], 'certificate')} sold",
        f"certificates: {write_counts(facts['owned'][railroad])}",
        f"{row['track_left']} track left",
    ]
    if row["west"]:
        lines.append(f"the West: {row['west']}")
    track = [_write_hex_name(names, n) for n, there in facts["track"].items() if railroad in there]
    return (*lines, f"track in {join_words(track)}" if track else "no track")


def _write_hex_name(names: dict[str, str], hex_id: str) -> str:
    return f"{names[hex_id]} ({hex_id})"


def _write_hex(
    facts: dict[str, Any], data: dict[str, Any], labels: dict[str, str], row: dict[str, Any]
) -> str:
    """Write the kind of a hex, what is there, and the hexes next to it."""
    parts = [f"hex {row['id']}", f"{row['kind']}, value {row['value']}"]
    track = [labels[railroad] for railroad in facts["track"].get(row["id"], [])]
    parts.append(f"track of {join_words(track)}" if track else "no track")
    if row["id"] in facts["ranches_left"]:
        parts.append("the ranch has no claim")
    near = {(row["q"] + q, row["r"] + r) for q, r in NEIGHBOURS}
    beside = [other["id"] for other in data["hex"] if (other["q"], other["r"]) in near]
    return "; ".join([*parts, f"next to {join_words(beside)}"])
