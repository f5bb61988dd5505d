"""Houses, upgrades, stations and telegraphs: places, effects and texts.

Special actions, Congress rewards and arrivals use this module.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.core.text import capitalize_first, quantity
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, with_ghost
from roundhouse.games.rails.actions import HOUSE, STATION, TELEGRAPH, UPGRADE
from roundhouse.games.rails.names import (
    RESOURCE_NAMES,
    TOKEN_NAMES,
    plain_amount,
    site_name,
    token_name,
)
from roundhouse.games.rails.rules.decision import Decision
from roundhouse.games.rails.rules.frames import push
from roundhouse.games.rails.rules.grid import has, put
from roundhouse.games.rails.rules.network import check_coast_line
from roundhouse.games.rails.state import (
    ANY_TOKEN,
    CARRIAGES,
    FREE,
    RESOURCES,
    TOKENS,
    WINDOWS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)


@rule
def has_house(s: StateLayout, seat: int) -> bool:
    row = s.houses[seat]
    return row[0] + row[1] + row[2] + row[3] > 0


@rule
def has_telegraph(board: BoardLayout, s: StateLayout, seat: int) -> bool:
    return s.telegraphs[seat] < board.telegraph_count


@rule
def has_free_site(board: BoardLayout, s: StateLayout, resource: int) -> bool:
    taken = 0
    for seat in range(s.seats):
        taken += s.sites[seat][resource]
    return taken < board.site_count[resource]


@rule
def list_houses(board: BoardLayout, s: StateLayout, seat: int, out: list[int], n: int) -> int:
    for row in range(RESOURCES):
        if s.houses[seat][row] > 0:
            for district in range(RESOURCES):
                if has_free_site(board, s, district):
                    out[n] = HOUSE + row * RESOURCES + district
                    n += 1
    return n


@rule
def token_level(token: int) -> int:
    """Return the index of the carriage a token fits: 0, 1 or 2 (P5)."""
    if token == ANY_TOKEN:
        return 2
    return token // RESOURCES


@rule
def find_upgrade_carriage(s: StateLayout, seat: int) -> int:
    """Return the leftmost carriage with a specialist and no upgrade, or -1."""
    for carriage in range(CARRIAGES):
        if s.windows[seat][carriage * WINDOWS] > 0 and s.upgrades[seat][carriage] == 0:
            return carriage
    return -1


@rule
def list_upgrades(s: StateLayout, seat: int, replace: bool, out: list[int], n: int) -> int:
    """List the upgrades; `replace` also allows replacing existing ones (RULES 4.4)."""
    slot = find_upgrade_carriage(s, seat)
    for token in range(TOKENS):
        level = token_level(token)
        fits = level == slot or (replace and s.upgrades[seat][level] > 0)
        if fits and s.tokens[token] > 0:
            out[n] = UPGRADE + token
            n += 1
    return n


@rule
def put_upgrade(s: StateLayout, seat: int, token: int) -> None:
    level = token_level(token)
    old = s.upgrades[seat][level]
    s.tokens[token] -= 1
    if old > 0:
        s.tokens[old - 1] += 1
    s.upgrades[seat][level] = token + 1


@rule
def can_have_station(s: StateLayout, seat: int, city: int) -> bool:
    """Return whether a city can take a station: no player owns both buildings."""
    return s.station_at[city] == 0 and s.telegraph_at[city] != seat + 1


@rule
def can_have_telegraph(s: StateLayout, seat: int, city: int) -> bool:
    return s.telegraph_at[city] == 0 and s.station_at[city] != seat + 1


@rule
def is_beside_track(board: BoardLayout, s: StateLayout, city: int) -> bool:
    near = board.near[board.city_cell[city]]
    for i in range(4):
        if near[i] >= 0 and has(s.track, near[i]):
            return True
    return False


@rule
def list_station(s: StateLayout, seat: int, city: int, out: list[int], n: int) -> int:
    """List a station in this city for each row that has a house."""
    for row in range(RESOURCES):
        if s.houses[seat][row] > 0:
            out[n] = STATION + city * RESOURCES + row
            n += 1
    return n


@rule
def list_telegraphs(board: BoardLayout, s: StateLayout, seat: int, out: list[int], n: int) -> int:
    """List the cities with another seat's station and no telegraph."""
    if has_telegraph(board, s, seat):
        for city in range(board.cities):
            if s.station_at[city] > 0 and can_have_telegraph(s, seat, city):
                out[n] = TELEGRAPH + city
                n += 1
    return n


@rule
def place_building(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, action: int
) -> None:
    """Apply a `house`, `upgrade`, `station` or `telegraph` move."""
    if action < UPGRADE:
        s.houses[seat][(action - HOUSE) // RESOURCES] -= 1
        s.sites[seat][(action - HOUSE) % RESOURCES] += 1
    elif action < STATION:
        put_upgrade(s, seat, action - UPGRADE)
    elif action < TELEGRAPH:
        city = (action - STATION) // RESOURCES
        build_station(board, s, scratch, seat, city, (action - STATION) % RESOURCES)
    else:
        build_telegraph(board, s, scratch, seat, action - TELEGRAPH)


@rule
def build_station(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, city: int, row: int
) -> None:
    """Build a station with a house of this row (RULES 5.1)."""
    s.houses[seat][row] -= 1
    s.station_at[city] = seat + 1
    s.stations[seat] += 1
    connect(board, s, scratch, seat, city)
    if s.stations[seat] == 1:
        push(s, FREE, seat, 0, 0)


@rule
def build_telegraph(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, city: int
) -> None:
    """Build the lowest telegraph and score the VP it uncovers."""
    s.score[seat] += board.telegraph_vp[s.telegraphs[seat]]
    s.telegraph_at[city] = seat + 1
    s.telegraphs[seat] += 1
    connect(board, s, scratch, seat, city)


@rule
def connect(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, city: int
) -> None:
    """Mark a city as connected; a building that completes the line earns its VP (P3)."""
    put(s.towns, board.city_cell[city])
    check_coast_line(board, s, scratch, seat)


def offer_building(d: Decision, action: int) -> Choice:
    """Offer a `house`, `upgrade`, `station` or `telegraph` move."""
    if action < UPGRADE:
        return _offer_house(d, action)
    if action < STATION:
        return _offer_upgrade(d, action)
    if action < TELEGRAPH:
        city, row = divmod(action - STATION, RESOURCES)
        return with_ghost(
            d.piece("house"),
            d.choice(
                action,
                d.places.city(city),
                [d.places.city_ref(city), f"row:{RESOURCE_NAMES[row]}"],
                _("Station with a house from the {resource} row", resource=_(RESOURCE_NAMES[row])),
                write_station_note(d, row),
            ),
        )
    city = action - TELEGRAPH
    ref, note = d.places.city_ref(city), write_telegraph_note(d)
    label = d.places.city(city)
    return with_ghost(d.piece("disc"), d.choice(action, label, [ref], _("Telegraph in"), note))


def _offer_house(d: Decision, action: int) -> Choice:
    row, resource = divmod(action - HOUSE, RESOURCES)
    name, house = str(d.places.resource_district(resource)["id"]), RESOURCE_NAMES[row]
    return with_ghost(
        d.piece("house"),
        d.choice(
            action,
            _("On {site}", site=site_name(resource)),
            [f"district:{name}", f"row:{house}"],
            _("House from the {resource} row", resource=_(house)),
            _write_house_note(row, resource),
        ),
    )


def _write_house_note(row: int, site: int) -> str:
    """Say what a house adds: once for its row, once for its site."""
    if row == site:
        return _write_income(2, row)
    return f"{_write_income(1, row)}, {_write_income(1, site)}"


def _write_income(n: int, resource: int) -> str:
    return _("+{resources} income", resources=plain_amount(n, RESOURCE_NAMES[resource]))


def _offer_upgrade(d: Decision, action: int) -> Choice:
    token = action - UPGRADE
    level = token_level(token)
    old = d.s.upgrades[d.seat][level]
    words = {"number": level + 1, "resources": token_name(token)}
    note = _("Carriage {number}: gives {resources} each time your train runs", **words)
    if old:
        note = _(
            "Carriage {number}: gives {resources} each time your train runs, instead of {old}",
            old=token_name(old - 1),
            **words,
        )
    warning = _("same as the current upgrade") if old == token + 1 else ""
    label, ref = capitalize_first(token_name(token)), f"upgrade:{TOKEN_NAMES[token]}"
    return d.choice(action, label, [ref], _("Upgrade"), note, warning)


def write_station_note(d: Decision, row: int) -> str:
    """Say what a station brings: income, and perhaps a carriage."""
    note, have = _write_income(1, row), d.s.stations[d.seat]
    if have == 0:
        return f"{note} · {_('adds carriage 1 and a free specialist')}"
    if have < CARRIAGES:
        note += f" · {_('adds carriage {number}', number=have + 1)}"
    return note


def write_telegraph_note(d: Decision) -> str:
    return quantity(d.board.telegraph_vp[d.s.telegraphs[d.seat]], "VP")


def describe_building(d: Decision, action: int) -> str:
    """Write the log sentence of a `house`, `upgrade`, `station` or `telegraph` move."""
    if action < UPGRADE:
        row, site = divmod(action - HOUSE, RESOURCES)
        return _(
            "{who} places a house from the {resource} row on {site}",
            who=d.who,
            resource=_(RESOURCE_NAMES[row]),
            site=site_name(site),
        )
    if action < STATION:
        token = action - UPGRADE
        return _(
            "{who} upgrades carriage {number}: {resources}",
            who=d.who,
            number=token_level(token) + 1,
            resources=token_name(token),
        )
    if action < TELEGRAPH:
        return describe_station(d, (action - STATION) // RESOURCES)
    return describe_telegraph(d, action - TELEGRAPH)


def describe_station(d: Decision, city: int) -> str:
    return _("{who} builds a railway station in {city}", who=d.who, city=d.places.city(city))


def describe_telegraph(d: Decision, city: int) -> str:
    return _("{who} builds a telegraph in {city}", who=d.who, city=d.places.city(city))
