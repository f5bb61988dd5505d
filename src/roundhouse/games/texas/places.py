"""Names of hexes: `Houston`, `the XIT ranch`, `north of Dallas`; each is unique."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from typing import Any

# The twelve directions, counter-clockwise from the east. A neighbour is in one of the odd ones.
# Of the hexes two steps away, six are in the even ones and six straight on.
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
    """Return the name of each hex, by its id."""
    own = {row["id"]: _find_own_name(row) for row in data["hex"]}
    cities = [row for row in data["hex"] if row.get("name")]
    ranches = [row for row in data["hex"] if row["kind"] == "ranch" and own[row["id"]]]
    step = sqrt(3) * data["grid"]["hex_radius"]
    names = {}
    for row in data["hex"]:
        name = own[row["id"]]
        where = name or _name_by_neighbour(row, cities, ranches, own, step)
        names[row["id"]] = where if name or row["kind"] == "plain" else _name_kind(row, where)
    return names


def ranch_name(row: dict[str, Any]) -> str:
    """Return the name of a ranch as a map shows it, such as `XIT`, or nothing."""
    return str(row.get("note", ""))


def _find_own_name(row: dict[str, Any]) -> str:
    if row.get("name"):
        return str(row["name"])
    name = ranch_name(row) if row["kind"] == "ranch" else ""
    if not name:
        return ""
    return f"the {name}" if name.lower().endswith("ranch") else f"the {name} ranch"


def _name_kind(row: dict[str, Any], where: str) -> str:
    return f"the West {where}" if row["kind"] == "west" else f"the ranch {where}"


def _name_by_neighbour(
    row: dict[str, Any],
    cities: list[dict[str, Any]],
    ranches: list[dict[str, Any]],
    own: dict[str, str],
    step: float,
) -> str:
    """Name a hex by the nearest city, or else by the nearest ranch."""
    for reach in (step, sqrt(3) * step, 2 * step):
        for other in (*cities, *ranches):
            dx, dy = row["x"] - other["x"], row["y"] - other["y"]
            if abs(hypot(dx, dy) - reach) < step / 10:
                way = DIRECTIONS[round(degrees(atan2(-dy, dx)) / 30) % 12]
                far = "two hexes " if reach == 2 * step else ""
                return f"{far}{way} of {own[other['id']]}"
    return f"hex {row['id'].upper()}"
