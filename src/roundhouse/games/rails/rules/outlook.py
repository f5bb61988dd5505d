"""What acting at a district would come to, in words: for people, before they do it."""

from __future__ import annotations

from roundhouse.core.text import count, listed
from roundhouse.games.rails.names import (
    RESOURCE_NAMES,
    SPECIALS,
    TILE_NAMES,
    amount,
    specialist_name,
    token_name,
)
from roundhouse.games.rails.rules.building import (
    beside_track,
    house_left,
    list_houses,
    list_telegraphs,
    list_upgrades,
    station_fits,
)
from roundhouse.games.rails.rules.cargo import carriages, output
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.phases.hiring import affords, empty_window
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
    Scratch,
)

ROOM = 64  # more than a list of houses, upgrades or cities needs


def outlook(d: Decision, district: int, bonus: int) -> tuple[str, str]:
    """What a district's action would bring with this bonus, and a warning if that is nothing."""
    kind, about = d.board.kind[district], d.board.about[district]
    if kind == RESOURCE_KIND:
        return _collect(d, about, bonus)
    if kind == TRAIN_KIND:
        return _run(d, about, bonus)
    return _yard(d, bonus)


def _collect(d: Decision, resource: int, bonus: int) -> tuple[str, str]:
    name = RESOURCE_NAMES[resource]
    got = min(output(d.board, d.s, d.seat, resource) + bonus, d.s.supply[resource])
    paid = d.board.special_pay[resource]
    held = d.s.cargo[d.seat][paid] + (got if paid == resource else 0)
    row = d.places.resource_district(resource)["special"]
    special = SPECIALS[row["effect"]]
    then = f"then {special} for 1 {RESOURCE_NAMES[paid]}"
    if not _has_place(d, resource):
        then = f"nothing to {special.split(maxsplit=1)[0]} there now"
    elif not held:
        then = f"no {RESOURCE_NAMES[paid]} to {special}"
    elif bonus:
        then += f", up to {1 + bonus} times"
    over = got - d.room
    warning = ""
    if got == 0:
        warning = f"no {name} is left in the supply"
    elif over > 0:
        warning = f"the cargo has room for {max(d.room, 0)}: you drop {over}"
    return f"collect {amount(got, name)}; {then}", warning


def _has_place(d: Decision, resource: int) -> bool:
    """Whether a district's special action could put something somewhere, if it were paid."""
    effect, s, seat = d.board.special_effect[resource], d.s, d.seat
    out = [0] * ROOM
    if effect == HOUSE_ON_SITE:
        return list_houses(d.board, s, seat, out, 0) > 0
    if effect == CARRIAGE_UPGRADE:
        return list_upgrades(s, seat, True, out, 0) > 0
    if effect == RAILWAY_STATION:
        return house_left(s, seat) and any(
            station_fits(s, seat, city) and beside_track(d.board, s, city)
            for city in range(d.board.cities)
        )
    return list_telegraphs(d.board, s, seat, out, 0) > 0


def _run(d: Decision, foreman: int, bonus: int) -> tuple[str, str]:
    """The foreman and then the train, each making all it can."""
    cargo = list(d.s.cargo[d.seat])
    made, gained, wanting = [0] * len(TILE_NAMES), [], set()
    congress = 0
    crew = [(foreman, 1 + bonus)]
    for carriage in range(carriages(d.s, d.seat)):
        upgrade = d.s.upgrades[d.seat][carriage]
        if upgrade:
            gained.append(token_name(upgrade - 1))
        people = d.s.windows[d.seat][carriage * WINDOWS : (carriage + 1) * WINDOWS]
        crew += [(who - 1, carriage + 1) for who in people if who]
        if upgrade and upgrade - 1 != ANY_TOKEN:
            cargo[(upgrade - 1) % RESOURCES] += d.board.upgrade_gives[carriage]
    for who, times in crew:
        paid = d.board.recipe_from[who]
        if who == FINANCIER:
            congress += times
        else:
            n = min(times, cargo[paid], d.s.supply[RESOURCES + d.board.recipe_to[who]])
            cargo[paid] -= n
            made[d.board.recipe_to[who]] += n
        if cargo[paid] == 0 and not any(made):
            wanting.add(RESOURCE_NAMES[paid])
    brings = [count(n, TILE_NAMES[tile]) for tile, n in enumerate(made) if n]
    brings += [f"{name} of an upgrade" for name in gained]
    if congress and cargo[COIN]:
        brings.append(f"Congress with {count(min(congress, cargo[COIN]), 'coin')}")
    said = f"run the train, {specialist_name(foreman)} × {1 + bonus}"
    if brings:
        return f"{said}: at most {listed(brings)}", ""
    lacking = sorted(wanting, key=RESOURCE_NAMES.index)
    return said, f"{' and '.join(f'no {name}' for name in lacking)}: makes nothing"


def _yard(d: Decision, bonus: int) -> tuple[str, str]:
    if "lay" not in d.memo:
        d.memo["lay"] = can_lay(d.board, d.s, Scratch(), d.seat)
    lay, hire = d.memo["lay"], can_hire(d)
    able = [word for word, can in (("lay track", lay), ("hire", hire)) if can]
    said = f"{' or '.join(able) or 'hire or lay track'}, up to {1 + bonus} ×"
    return said, "" if able else f"no route to lay and {why_no_hire(d)}: does nothing"


def can_hire(d: Decision) -> bool:
    """Whether somebody could be hired now."""
    window = empty_window(d.s, d.seat)
    return window >= 0 and any(
        d.s.specialists[who] > 0 and affords(d.board, d.s, d.seat, who, window // WINDOWS)
        for who in range(SPECIALISTS)
    )


def why_no_hire(d: Decision) -> str:
    if empty_window(d.s, d.seat) < 0:
        return "no free window in the train"
    return "nobody you can pay"
