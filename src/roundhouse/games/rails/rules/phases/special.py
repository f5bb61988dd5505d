"""SPECIAL: a resource district's special action, after its resource was collected (E)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import count
from roundhouse.core.view import Choice
from roundhouse.games.rails.actions import DONE
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALS, amount
from roundhouse.games.rails.rules.building import (
    beside_track,
    erect,
    list_houses,
    list_station,
    list_telegraphs,
    list_upgrades,
    offer_building,
    station_fits,
    tell_building,
)
from roundhouse.games.rails.rules.cargo import give_item, output, stow, take_item
from roundhouse.games.rails.rules.decision import Decision, Phase
from roundhouse.games.rails.rules.frames import pop, push, use_one
from roundhouse.games.rails.state import (
    CARRIAGE_UPGRADE,
    HOUSE_ON_SITE,
    RAILWAY_STATION,
    SPECIAL,
    Board,
    Scratch,
    State,
)


@rule
def collect(board: Board, s: State, seat: int, resource: int, bonus: int) -> None:
    """The district's resource, dropping what is too much; then its special action."""
    push(s, SPECIAL, seat, 1 + bonus, resource)
    take_item(s, seat, resource, output(board, s, seat, resource) + bonus)
    stow(board, s, seat)


@rule
def list_special(board: Board, s: State, scratch: Scratch, seat: int, out: list[int]) -> int:
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
            if station_fits(s, seat, city) and beside_track(board, s, city):
                n = list_station(s, seat, city, out, n)
        return n
    return list_telegraphs(board, s, seat, out, n)


@rule
def do_special(board: Board, s: State, scratch: Scratch, seat: int, action: int) -> None:
    if action == DONE:
        pop(s)
        return
    resource = s.second[s.depth - 1]
    use_one(s)
    give_item(s, seat, board.special_pay[resource], 1)
    s.score[seat] += board.special_vp[resource]
    erect(board, s, scratch, seat, action)


def ask(d: Decision) -> str:
    paid = RESOURCE_NAMES[d.board.special_pay[d.second]]
    effect = SPECIALS[d.places.resource_district(d.second)["special"]["effect"]]
    return f"Pay 1 {paid} to {effect}: {count(d.first, 'use')} left"


def offer(d: Decision, action: int) -> Choice:
    if action == DONE:
        paid = RESOURCE_NAMES[d.board.special_pay[d.second]]
        return d.done(action, f"you keep your {paid}; the turn ends")
    return offer_building(d, action)


def tell(d: Decision, action: int, then: State) -> str:
    return "" if action == DONE else tell_building(d, action)


def why(d: Decision) -> str:
    paid = d.board.special_pay[d.second]
    return f"you have {amount(d.s.cargo[d.seat][paid], RESOURCE_NAMES[paid])}"


def focus(d: Decision) -> str:
    """Where the special action of the district puts something."""
    effect = d.board.special_effect[d.second]
    if effect == HOUSE_ON_SITE:
        return "town"
    return "market" if effect == CARRIAGE_UPGRADE else "map"


PHASE = Phase("special", ask, offer, tell, focus, why)
