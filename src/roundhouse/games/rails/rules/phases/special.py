"""SPECIAL: a resource district's special action (RULES 4.2 to 4.7)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALS, amount, plain_amount
from roundhouse.games.rails.rules.building import (
    can_have_station,
    describe_building,
    is_beside_track,
    list_houses,
    list_station,
    list_telegraphs,
    list_upgrades,
    offer_building,
    place_building,
)
from roundhouse.games.rails.rules.cargo import check_cargo, collected_amount, return_item, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop, push, use_one
from roundhouse.games.rails.state import (
    CARRIAGE_UPGRADE,
    HOUSE_ON_SITE,
    RAILWAY_STATION,
    SPECIAL,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def collect(board: BoardLayout, s: StateLayout, seat: int, resource: int, bonus: int) -> None:
    """Collect the district's resource; drops and the special action follow."""
    push(s, SPECIAL, seat, 1 + bonus, resource)
    take_item(s, seat, resource, collected_amount(board, s, seat, resource) + bonus)
    check_cargo(board, s, seat)


@rule
def list_special(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, out: list[int]
) -> int:
    out[0] = DONE
    n = 1
    resource = s.second[s.depth - 1]
    if s.cargo[seat][board.special_pay[resource]] == 0:
        return n
    effect = board.special_effect[resource]
    if effect == HOUSE_ON_SITE:
        return list_houses(board, s, seat, out, n)
    if effect == CARRIAGE_UPGRADE:
        return list_upgrades(s, seat, True, out, n)
    if effect == RAILWAY_STATION:
        for city in range(board.cities):
            if can_have_station(s, seat, city) and is_beside_track(board, s, city):
                n = list_station(s, seat, city, out, n)
        return n
    return list_telegraphs(board, s, seat, out, n)


@rule
def do_special(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    if action == DONE:
        pop(s)
        return
    resource = s.second[s.depth - 1]
    use_one(s)
    return_item(s, seat, board.special_pay[resource], 1)
    s.score[seat] += board.special_vp[resource]
    place_building(board, s, scratch, seat, action)


def ask(d: Decision) -> str:
    effect = SPECIALS[d.places.resource_district(d.second)["special"]["effect"]]
    return _(
        "{action} for {cost} ({left} left)",
        action=capitalize_first(_(effect)),
        cost=plain_amount(1, RESOURCE_NAMES[d.board.special_pay[d.second]]),
        left=d.first,
    )


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        note = (
            _("Keep your gunpowder and end your turn"),
            _("Keep your coin and end your turn"),
            _("Keep your iron and end your turn"),
            _("Keep your wood and end your turn"),
        )[d.board.special_pay[d.second]]
        return d.done(action, note)
    return offer_building(d, action)


def describe(d: Decision, action: int, then: StateLayout) -> str:
    return "" if action == DONE else describe_building(d, action)


def explain(d: Decision) -> str:
    paid = d.board.special_pay[d.second]
    resources = amount(d.s.cargo[d.seat][paid], RESOURCE_NAMES[paid])
    return _("You have {resources}.", resources=resources)


def focus(d: Decision) -> str:
    """Show the drawing on which the special action places something."""
    effect = d.board.special_effect[d.second]
    if effect == HOUSE_ON_SITE:
        return "town"
    return "market" if effect == CARRIAGE_UPGRADE else "map"


PHASE = Phase(mark("special"), ask, offer, describe, focus, explain)
