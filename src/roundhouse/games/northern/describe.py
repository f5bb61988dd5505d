"""Northern Pacific in plain sentences: track, and cities ahead and cut off."""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts
from roundhouse.core.text import count, join_words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.view import View


def describe(view: View, data: dict[str, Any]) -> GameDescription:
    """Describe the track and every city, from east to west."""
    facts = view["facts"]
    names = {city["id"]: city["name"] for city in data["city"]}
    texts = {city: _write_city(view, data, names, city) for city in names}
    route, cut_off = facts["route"], facts["cut_off"]
    ahead = [city for city in names if city not in route and city not in cut_off]

    def list_cities(cities: list[str]) -> tuple[str, ...]:
        return tuple(f"{names[city]}: {texts[city]}" for city in cities)

    track = (
        _("variant: {variant}, round {number}", variant=_(facts["variant"]), number=facts["round"]),
        _(
            "the track runs from {cities}",
            cities=pgettext("between the cities of a route", " to ").join(
                names[city] for city in route
            ),
        )
        if len(route) > 1
        else _("no track has been laid"),
        _("the railhead is {city}", city=names[facts["railhead"]]),
        _("rounds won: {wins}", wins=write_counts(facts["wins"])),
    )
    return GameDescription(
        (
            Section(_("Track"), track),
            Section(_("Cities that the track can still reach, east to west"), list_cities(ahead)),
            Section(_("Cities that are cut off"), list_cities(cut_off)),
            Section(
                _("Cubes left in cities on the track"),
                list_cities([city for city in route if _count_cubes(facts, city)]),
            ),
        ),
        tuple(
            Place(names[city], f"city:{city}", _write_status(facts, city) + texts[city])
            for city in names
        ),
    )


def _count_cubes(facts: dict[str, Any], city: str) -> int:
    there = facts["cubes"][city]
    cubes: list[int] = there["small"] + there["large"]
    return sum(cubes)


def _write_status(facts: dict[str, Any], city: str) -> str:
    if city in facts["route"]:
        return _("on the track. ")
    return _("cut off. ") if city in facts["cut_off"] else ""


def _write_city(view: View, data: dict[str, Any], names: dict[str, str], city: str) -> str:
    """Write the cubes of a city, its free spaces and where track can go from it."""
    facts, there = view["facts"], view["facts"]["cubes"][city]
    small, large = there["small"], there["large"]
    cubes = [_("small cubes: {counts}", counts=write_counts(small))] if any(small) else []
    cubes += [_("large cubes: {counts}", counts=write_counts(large))] if any(large) else []
    parts = cubes or [_("no cubes")]
    if city == data["route"]["end"]:
        parts = [_("investing is not allowed")]
    elif city not in facts["route"]:
        parts.append(count(facts["limit"] - _count_cubes(facts, city), "free space"))
    links = data["links"]
    exits = [end for start, end in links["one_way"] if start == city]
    for one, two in links["two_way"]:
        exits += [two] if one == city else [one] if two == city else []
    leads = (
        _("leads to {cities}", cities=join_words(names[end] for end in exits))
        if exits
        else _("the track ends here")
    )
    return "; ".join([*parts, leads])
