"""Previews of district actions, shown with the choices that lead to them."""

from __future__ import annotations

from roundhouse.core.text import count, join_words
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALS, TILE_NAMES, amount, token_name
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

NO_EFFECT = ": no effect"  # the end of a warning
MAX_LISTED = 64  # enough for any list of houses, upgrades or cities


def preview_district(d: Decision, district: int, bonus: int) -> tuple[str, str]:
    """Return what a district's action would bring, and a warning if that is nothing."""
    kind, about = d.board.kind[district], d.board.about[district]
    if kind == RESOURCE_KIND:
        return _collect(d, about, bonus)
    if kind == TRAIN_KIND:
        return _run(d, about, bonus)
    return _yard(d, bonus)


def _collect(d: Decision, resource: int, bonus: int) -> tuple[str, str]:
    name = RESOURCE_NAMES[resource]
    got = min(collected_amount(d.board, d.s, d.seat, resource) + bonus, d.s.supply[resource])
    paid = d.board.special_pay[resource]
    in_cargo = d.s.cargo[d.seat][paid] + (got if paid == resource else 0)
    row = d.places.resource_district(resource)["special"]
    special = SPECIALS[row["effect"]]
    then = f", then {special} for 1 {RESOURCE_NAMES[paid]}"
    if not _has_place(d, resource):
        then = ""
    elif not in_cargo:
        then = f", no {RESOURCE_NAMES[paid]} left to {special}"
    elif bonus:
        then += f", up to {1 + bonus} times"
    over = got - d.free_slots
    warning = ""
    if got == 0:
        warning = f"no {name} left in the supply"
    elif over > 0:
        free = count(d.free_slots, "free cargo slot") if d.free_slots > 0 else "no free cargo slot"
        warning = f"{free}: you drop {over}"
    return f"collect {amount(got, name)}{then}", warning


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


def _run(d: Decision, foreman: int, bonus: int) -> tuple[str, str]:
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
            wanting.add(RESOURCE_NAMES[paid])
    brings = [count(n, TILE_NAMES[tile]) for tile, n in enumerate(result) if n]
    effects = [f"up to {join_words(brings)}"] if brings else []
    if gained:
        effects.append(f"upgrades give {join_words(gained)}")
    if congress and cargo[COIN]:
        effects.append(f"{count(min(congress, cargo[COIN]), 'coin')} for Congress")
    text = f"run your train × {1 + bonus}" if bonus else "run your train"
    if effects:
        return f"{text}: {', '.join(effects)}", ""
    lacking = sorted(wanting, key=RESOURCE_NAMES.index)
    return text, f"{' and '.join(f'no {name}' for name in lacking)}{NO_EFFECT}"


def _yard(d: Decision, bonus: int) -> tuple[str, str]:
    if "lay" not in d.memo:
        d.memo["lay"] = can_lay(d.board, d.s, ScratchLayout(), d.seat)
    lay, hire = d.memo["lay"], can_hire(d)
    able = [word for word, can in (("lay track", lay), ("hire", hire)) if can]
    text = f"{' or '.join(able) or 'hire or lay track'} ({count(1 + bonus, 'action')})"
    return text, "" if able else f"nothing to lay and {explain_no_hire(d)}{NO_EFFECT}"


def can_hire(d: Decision) -> bool:
    """Return whether the seat can hire a specialist now."""
    window = find_empty_window(d.s, d.seat)
    return window >= 0 and any(
        d.s.specialists[who] > 0 and can_pay(d.board, d.s, d.seat, who, window // WINDOWS)
        for who in range(SPECIALISTS)
    )


def explain_no_hire(d: Decision) -> str:
    if find_empty_window(d.s, d.seat) < 0:
        return "no free specialist space in your train"
    return "no specialist you can pay"
