"""Previews of district actions, shown with the choices that lead to them."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from roundhouse.core.text import count, join_words
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.names import (
    RESOURCE_NAMES,
    SPECIAL_GAINS,
    SPECIALS,
    TILE_NAMES,
    amount,
    no_resource,
    plain_amount,
    token_name,
)
from roundhouse.games.rails.rules.building import (
    can_have_station,
    has_house,
    is_beside_track,
    list_houses,
    list_telegraphs,
    list_upgrades,
)
from roundhouse.games.rails.rules.cargo import collected_amount, count_carriages
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases.hiring import can_pay, find_empty_window
from roundhouse.games.rails.rules.phases.lay_engine import can_lay
from roundhouse.games.rails.state import (
    ANY_TOKEN,
    CARRIAGE_UPGRADE,
    COIN,
    FINANCIER,
    HOUSE_ON_SITE,
    RAILWAY_STATION,
    RESOURCE_KIND,
    RESOURCES,
    SPECIALISTS,
    TRAIN_KIND,
    WINDOWS,
    ScratchLayout,
)

MAX_LISTED = 64  # enough for any list of houses, upgrades or cities


class Preview(NamedTuple):
    """What a district action would bring, with a warning if that is little.

    `brief` is the note in a few words, for two districts side by side.
    """

    note: str
    brief: str
    warning: str = ""


def preview_district(d: Decision, district: int, bonus: int) -> Preview:
    """Preview a district's action."""
    kind, about = d.board.kind[district], d.board.about[district]
    if kind == RESOURCE_KIND:
        return _collect(d, about, bonus)
    if kind == TRAIN_KIND:
        return _run(d, about, bonus)
    return _yard(d, bonus)


def _collect(d: Decision, resource: int, bonus: int) -> Preview:
    got = min(collected_amount(d.board, d.s, d.seat, resource) + bonus, d.s.supply[resource])
    paid = d.board.special_pay[resource]
    in_cargo = d.s.cargo[d.seat][paid] + (got if paid == resource else 0)
    brief = amount(got, RESOURCE_NAMES[resource])
    words = {
        "resources": brief,
        "action": _(SPECIALS[d.places.resource_district(resource)["special"]["effect"]]),
        "cost": plain_amount(1, RESOURCE_NAMES[paid]),
        "nothing": no_resource(paid),
        "times": 1 + bonus,
    }
    if not _has_place(d, resource):
        note = _("collect {resources}", **words)
    elif not in_cargo:
        note = _("collect {resources}, {nothing} left to {action}", **words)
    elif bonus:
        note = _("collect {resources}, then {action} for {cost}, up to {times} times", **words)
    else:
        note = _("collect {resources}, then {action} for {cost}", **words)
    if in_cargo and _has_place(d, resource):
        gain = _(SPECIAL_GAINS[d.places.resource_district(resource)["special"]["effect"]])
        brief = f"{brief}, {gain}"
    over = got - d.free_slots
    if got == 0:
        warning = _("{nothing} left in the supply", nothing=no_resource(resource))
        return Preview(note, f"{brief} ({warning})", warning)
    if over > 0:
        slots = _("no free cargo slot")
        if d.free_slots > 0:
            slots = count(d.free_slots, "free cargo slot")
        warning = _("{slots}: you drop {number}", slots=slots, number=over)
        return Preview(note, f"{brief} ({_('you drop {number}', number=over)})", warning)
    return Preview(note, brief)


def _has_place(d: Decision, resource: int) -> bool:
    """Return whether a district's special action has a legal target at any cost."""
    effect, s, seat = d.board.special_effect[resource], d.s, d.seat
    out = [0] * MAX_LISTED
    if effect == HOUSE_ON_SITE:
        return list_houses(d.board, s, seat, out, 0) > 0
    if effect == CARRIAGE_UPGRADE:
        return list_upgrades(s, seat, True, out, 0) > 0
    if effect == RAILWAY_STATION:
        return has_house(s, seat) and any(
            can_have_station(s, seat, city) and is_beside_track(d.board, s, city)
            for city in range(d.board.cities)
        )
    return list_telegraphs(d.board, s, seat, out, 0) > 0


def _run(d: Decision, foreman: int, bonus: int) -> Preview:
    """Preview a train run in which everyone makes as much as possible."""
    cargo = list(d.s.cargo[d.seat])
    result, gained, wanting = [0] * len(TILE_NAMES), [], set()
    congress = 0
    crew = [(foreman, 1 + bonus)]
    for carriage in range(count_carriages(d.s, d.seat)):
        upgrade = d.s.upgrades[d.seat][carriage]
        if upgrade:
            gained.append(token_name(upgrade - 1))
        people = d.s.windows[d.seat][carriage * WINDOWS : (carriage + 1) * WINDOWS]
        crew += [(who - 1, carriage + 1) for who in people if who]
        if upgrade and upgrade - 1 != ANY_TOKEN:
            cargo[(upgrade - 1) % RESOURCES] += d.board.upgrade_amount[carriage]
    for who, times in crew:
        paid = d.board.recipe_from[who]
        if who == FINANCIER:
            congress += times
        else:
            n = min(times, cargo[paid], d.s.supply[RESOURCES + d.board.recipe_to[who]])
            cargo[paid] -= n
            result[d.board.recipe_to[who]] += n
        if cargo[paid] == 0 and not any(result):
            wanting.add(paid)
    brings = [amount(n, TILE_NAMES[tile]) for tile, n in enumerate(result) if n]
    effects = [_("up to {tiles}", tiles=join_words(brings))] if brings else []
    brief = [*brings, *gained]
    if gained:
        effects.append(_("upgrades give {resources}", resources=join_words(gained)))
    if congress and cargo[COIN]:
        coins = count(min(congress, cargo[COIN]), "coin")
        effects.append(_("{coins} for Congress", coins=coins))
        brief.append(effects[-1])
    text = _("run your train, foreman × {times}", times=1 + bonus) if bonus else _("run your train")
    if effects:
        note = _("{action}: {effects}", action=text, effects=", ".join(effects))
        return Preview(note, ", ".join(brief))
    nothing = [no_resource(paid) for paid in sorted(wanting)] or [_("no tile left in the supply")]
    lacking = reduce(lambda first, last: _("{first} and {last}", first=first, last=last), nothing)
    return Preview(text, _("no effect"), _("{reason}: no effect", reason=lacking))


def _yard(d: Decision, bonus: int) -> Preview:
    if "lay" not in d.memo:
        d.memo["lay"] = can_lay(d.board, d.s, ScratchLayout(), d.seat)
    lay, hire = d.memo["lay"], can_hire(d)
    what = _("lay track or hire") if lay == hire else _("lay track") if lay else _("hire")
    note = _("{what} ({actions})", what=what, actions=count(1 + bonus, "action"))
    if lay or hire:
        return Preview(note, f"{what} × {1 + bonus}" if bonus else what)
    reason = _("nothing to lay and {reason}", reason=explain_no_hire(d))
    return Preview(note, _("no effect"), _("{reason}: no effect", reason=reason))


def can_hire(d: Decision) -> bool:
    """Return whether the seat can hire a specialist now."""
    window = find_empty_window(d.s, d.seat)
    return window >= 0 and any(
        d.s.specialists[who] > 0 and can_pay(d.board, d.s, d.seat, who, window // WINDOWS)
        for who in range(SPECIALISTS)
    )


def explain_no_hire(d: Decision) -> str:
    if find_empty_window(d.s, d.seat) < 0:
        return _("no free specialist space in your train")
    return _("no specialist you can pay")
