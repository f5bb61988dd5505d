"""Names of hexes: `Houston`, `the XIT ranch`, `north of Dallas`; each is unique."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from typing import Any

from roundhouse.core.translation import cache_by_language
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext

VOWELS = tuple("AEIOUaeiou")


def place_names(data: dict[str, Any]) -> dict[str, str]:
    """Return the name of each hex, by its id."""
    own = {row["id"]: _find_own_name(row) for row in data["hex"]}
    cities = [row for row in data["hex"] if row.get("name")]
    ranches = [row for row in data["hex"] if row["kind"] == "ranch" and own[row["id"]]]
    step = sqrt(3) * data["grid"]["hex_radius"]
    names = {}
    for row in data["hex"]:
        name = own[row["id"]]
        where = name or _name_by_neighbour(row, cities, ranches, step)
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
    if name.lower().endswith("ranch"):
        return _("the {name}", name=name)
    return _("the {name} ranch", name=name)


def _name_kind(row: dict[str, Any], where: str) -> str:
    if row["kind"] == "west":
        return _("the West {where}", where=where)
    return _("the ranch {where}", where=where)


@cache_by_language
def _write_direction(number: int) -> str:
    """Write one of twelve directions, counter-clockwise from the east.

    A neighbour is in one of the odd ones. Of the hexes two steps away, six are in the even ones
    and six straight on.
    """
    return (
        pgettext("direction of a hex", "east"),
        pgettext("direction of a hex", "northeast"),
        pgettext("direction of a hex", "north-northeast"),
        pgettext("direction of a hex", "north"),
        pgettext("direction of a hex", "north-northwest"),
        pgettext("direction of a hex", "northwest"),
        pgettext("direction of a hex", "west"),
        pgettext("direction of a hex", "southwest"),
        pgettext("direction of a hex", "south-southwest"),
        pgettext("direction of a hex", "south"),
        pgettext("direction of a hex", "south-southeast"),
        pgettext("direction of a hex", "southeast"),
    )[number]


def _name_by_neighbour(
    row: dict[str, Any], cities: list[dict[str, Any]], ranches: list[dict[str, Any]], step: float
) -> str:
    """Name a hex by the nearest city, or else by the nearest ranch."""
    for reach in (step, sqrt(3) * step, 2 * step):
        for other in (*cities, *ranches):
            dx, dy = row["x"] - other["x"], row["y"] - other["y"]
            if abs(hypot(dx, dy) - reach) < step / 10:
                way = _write_direction(round(degrees(atan2(-dy, dx)) / 30) % 12)
                beside = _write_beside(str(other.get("name", "")), ranch_name(other), way)
                return _("two hexes {beside}", beside=beside) if reach == 2 * step else beside
    return _("hex {hex}", hex=row["id"].upper())


@cache_by_language
def _write_beside(city: str, ranch: str, way: str) -> str:
    """Write where a hex is, seen from a city or else from a ranch."""
    if city.startswith(VOWELS):
        return pgettext("before a vowel", "{way} of {city}", way=way, city=city)
    if city:
        return _("{way} of {city}", way=way, city=city)
    if ranch.lower().endswith("ranch"):
        return _("{way} of the {name}", way=way, name=ranch)
    return _("{way} of the {name} ranch", way=way, name=ranch)
