"""Hexes in words: `Houston`, `the XIT ranch`, `north of Dallas`; each has a name of its own."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from typing import Any

# The twelve directions, counter-clockwise from the east. A neighbour lies in one of the odd ones;
# of the hexes two steps away six lie in the even ones, and six straight on.
DIRECTIONS = (
    "east",
    "northeast",
    "north-northeast",
    "north",
    "north-northwest",
    "northwest",
    "west",
    "southwest",
    "south-southwest",
    "south",
    "south-southeast",
    "southeast",
)


def place_names(data: dict[str, Any]) -> dict[str, str]:
    """What each hex is called, by its id."""
    own = {row["id"]: _own_name(row) for row in data["hex"]}
    cities = [row for row in data["hex"] if row.get("name")]
    ranches = [row for row in data["hex"] if row["kind"] == "ranch" and own[row["id"]]]
    step = sqrt(3) * data["grid"]["hex_radius"]
    found = {}
    for row in data["hex"]:
        name = own[row["id"]]
        where = name or _beside(row, cities, ranches, own, step)
        found[row["id"]] = where if name or row["kind"] == "plain" else _kind(row, where)
    return found


def _own_name(row: dict[str, Any]) -> str:
    if row.get("name"):
        return str(row["name"])
    note = str(row.get("note", "")) if row["kind"] == "ranch" else ""
    if not note:
        return ""
    return f"the {note}" if note.lower().endswith("ranch") else f"the {note} ranch"


def _kind(row: dict[str, Any], where: str) -> str:
    return f"the West {where}" if row["kind"] == "west" else f"the ranch {where}"


def _beside(
    row: dict[str, Any],
    cities: list[dict[str, Any]],
    ranches: list[dict[str, Any]],
    own: dict[str, str],
    step: float,
) -> str:
    """By the nearest place that has a name: a city, or else a ranch."""
    for reach in (step, sqrt(3) * step, 2 * step):
        for other in (*cities, *ranches):
            dx, dy = row["x"] - other["x"], row["y"] - other["y"]
            if abs(hypot(dx, dy) - reach) < step / 10:
                way = DIRECTIONS[round(degrees(atan2(-dy, dx)) / 30) % 12]
                far = "two hexes " if reach == 2 * step else ""
                return f"{far}{way} of {own[other['id']]}"
    return f"hex {row['id'].upper()}"
