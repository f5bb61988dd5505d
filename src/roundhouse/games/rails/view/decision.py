"""What a decision is about, as plain data: the numbers of its frame, with names."""

from __future__ import annotations

from typing import Any

from roundhouse.core.translation import mark
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALIST_NAMES, Places
from roundhouse.games.rails.state import (
    ARRIVAL,
    CENTRE,
    CONGRESS,
    DISTRICT,
    DROP,
    ENGINE_ONE,
    ENGINE_TWO,
    FREE,
    GAIN,
    GOAL,
    HATS,
    HIRING,
    LAY_ENGINE,
    MAKE,
    OPEN,
    PICK_TILE,
    REWARD_CHOOSE,
    REWARD_EACH,
    ROUTE,
    SPECIAL,
    WORKER,
    StateLayout,
)

KINDS = {
    GOAL: mark("goal"),
    OPEN: mark("house removed"),
    ENGINE_ONE: mark("first engine"),
    ENGINE_TWO: mark("second engine"),
    WORKER: mark("worker"),
    DISTRICT: mark("district"),
    HATS: mark("hats"),
    CENTRE: mark("hire or lay track"),
    SPECIAL: mark("special action"),
    MAKE: mark("make tiles"),
    CONGRESS: mark("Congress"),
    REWARD_CHOOSE: mark("house or upgrade"),
    REWARD_EACH: mark("station and telegraph"),
    GAIN: mark("gain resources"),
    PICK_TILE: mark("gain tiles"),
    FREE: mark("free specialist"),
    DROP: mark("drop an item"),
    HIRING: mark("hire"),
    LAY_ENGINE: mark("start a route"),
    ROUTE: mark("route"),
    ARRIVAL: mark("build"),
}


def decision_facts(s: StateLayout, places: Places) -> dict[str, Any] | None:
    """Return the kind and subject of a decision, or None if the game is over."""
    if not s.depth:
        return None
    top = s.depth - 1
    phase = s.phase[top]
    return {"kind": KINDS[phase], **_list_details(phase, s.first[top], s.second[top], places)}


def _list_details(phase: int, first: int, second: int, places: Places) -> dict[str, Any]:
    """Return the meaning of a frame's numbers (state.py) that no other fact has."""
    if phase == DISTRICT:
        return {"space": places.spaces[first], "placed": bool(second)}
    if phase == HATS:
        return {"district": places.districts[first]["id"], "placed": bool(second)}
    if phase == SPECIAL:
        return {"district": places.resource_district(second)["id"], "left": first}
    if phase == MAKE:
        return {"specialist": SPECIALIST_NAMES[first], "left": second}
    if phase == REWARD_CHOOSE:
        return {"points": first}
    if phase == REWARD_EACH:
        return {"station": bool(first), "telegraph": bool(second)}
    if phase == GAIN:
        names = [name for n, name in enumerate(RESOURCE_NAMES) if second >> n & 1]
        return {"left": first, "resources": names}
    if phase == LAY_ENGINE:
        return {"left": first, "is_first": bool(second)}
    if phase == ROUTE:
        return {"engine": second}  # the cell is the head of the route
    if phase == ARRIVAL:
        return {"city": places.cities[first]["id"]}
    return {"left": first} if phase in (CENTRE, HIRING, PICK_TILE) else {}
