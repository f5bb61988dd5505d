"""ARRIVAL: choose the building in the city that a route has reached (RULES 8.6)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import BUILD_STATION, BUILD_TELEGRAPH
from roundhouse.games.rails.names import RESOURCE_NAMES
from roundhouse.games.rails.rules.building import (
    build_station,
    build_telegraph,
    can_have_station,
    can_have_telegraph,
    describe_station,
    describe_telegraph,
    has_telegraph,
    write_station_note,
    write_telegraph_note,
)
from roundhouse.games.rails.rules.decision import Decision, Phase, on_map
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import RESOURCES, BoardLayout, ScratchLayout, StateLayout


@rule
def list_arrival(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    city = s.first[s.depth - 1]
    n = 0
    if can_have_station(s, seat, city):
        for row in range(RESOURCES):
            if s.houses[seat][row] > 0:
                out[n] = BUILD_STATION + row
                n += 1
    if can_have_telegraph(s, seat, city) and has_telegraph(board, s, seat):
        out[n] = BUILD_TELEGRAPH
        n += 1
    return n


@rule
def arrive(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    city = s.first[s.depth - 1]
    pop(s)
    if action == BUILD_TELEGRAPH:
        build_telegraph(board, s, scratch, seat, city)
    else:
        build_station(board, s, scratch, seat, city, action - BUILD_STATION)


def ask(d: Decision) -> str:
    return _("Build in {city}", city=d.places.city(d.first))


def offer(d: Decision, action: int) -> Choice:
    if action == BUILD_TELEGRAPH:
        refs = [d.places.city_ref(d.first)]
        note = write_telegraph_note(d)
        choice = d.choice(action, _("Telegraph"), refs, _("Build"), note)
        return with_ghost(d.piece("disc"), choice)
    row = action - BUILD_STATION
    return with_ghost(
        d.piece("house"),
        d.choice(
            action,
            _(
                "Railway station with a house from the {resource} row",
                resource=_(RESOURCE_NAMES[row]),
            ),
            [d.places.city_ref(d.first), f"row:{RESOURCE_NAMES[row]}"],
            _("Build"),
            write_station_note(d, row),
        ),
    )


def describe(d: Decision, action: int, then: StateLayout) -> str:
    if action == BUILD_TELEGRAPH:
        return describe_telegraph(d, d.first)
    return describe_station(d, d.first)


def explain(d: Decision) -> str:
    return _("Every route ends with a building. A house taken from a row raises what you collect.")


PHASE = Phase(mark("arrival"), ask, offer, describe, on_map, explain)
