"""The numbers of an observation, computed from what a reader has decoded.

Each function returns the numbers of features by name. Features that are missing here are derived:
rules and the board give them from the others (`DERIVED`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.games.decoders import ITEMS, RESOURCES, SPECIALISTS, TOKENS, Facts, Text

Numbers = dict[str, list[int]]
NORTHERN_CITIES = 32  # in an observation; the board has fewer


class Observer:
    """A reader of the text who sits in a seat."""

    def __init__(self, text: Text, facts: Facts, seats: int) -> None:
        self.text, self.facts, self.max_seats = text, facts, seats
        assert text.seat is not None
        self.seat = text.seat

    def by_seat(self, values: Sequence[int]) -> list[int]:
        """Return a value for each seat, from the own one on."""
        many = self.text.seats
        turned = [int(values[(self.seat + n) % many]) for n in range(many)]
        return turned + [0] * (self.max_seats - many)

    def seat_of(self, who: int | None) -> list[int]:
        """Return 1 for a seat, from the own one on."""
        return self.by_seat([who == n for n in range(self.text.seats)])

    def rows_by_seat(self, rows: Sequence[Sequence[int]]) -> list[int]:
        """Return a row of values for each seat, from the own one on."""
        columns = [self.by_seat(column) for column in zip(*rows, strict=True)]
        return [value for row in zip(*columns, strict=True) for value in row]

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        line = self.text.head[1]
        return self.seat if "your turn" in line else self.text.seat_in(line)

    def common(self) -> Numbers:
        """Return the features of all games."""
        return {
            "seats": one_of(self.max_seats, self.text.seats - 1),
            "turn": self.seat_of(self.turn),
        }


def one_of(many: int, which: int) -> list[int]:
    return [int(n == which) for n in range(many)]


def pad(values: Iterable[int], many: int) -> list[int]:
    numbers = [int(value) for value in values]
    return numbers + [0] * (many - len(numbers))


def observe_northern(o: Observer) -> Numbers:
    f, data = o.facts, o.text.data
    cities, seats = [row["id"] for row in data["city"]], range(o.text.seats)
    links = data["links"]
    ways = [*links["one_way"], *links["two_way"], *([b, a] for a, b in links["two_way"])]
    exits = {end for start, end in ways if start == f["railhead"]} - set(f["route"])

    def by_city(values: Iterable[int]) -> list[int]:
        return pad(values, NORTHERN_CITIES)

    def cubes_of(size: str) -> list[int]:
        rows = [[f["cubes"][city][size][n] for city in cities] for n in seats]
        rows = [rows[(o.seat + n) % len(rows)] for n in seats]
        return [value for row in rows for value in by_city(row)] + [0] * NORTHERN_CITIES * (
            6 - len(rows)
        )

    filled = [sum(f["cubes"][city]["small"] + f["cubes"][city]["large"]) for city in cities]
    invested = [
        sum(f["cubes"][city]["small"][n] + f["cubes"][city]["large"][n] for city in cities)
        for n in seats
    ]
    return {
        "variant": one_of(3, ["standard", "single", "scoreless"].index(f["variant"])),
        "round": [f["round"]],
        "links": [len(f["route"]) - 1],
        "room": [f["limit"]],
        **{name: o.by_seat(f[name]) for name in ("small", "large", "good", "bad", "wins")},
        "invested": o.by_seat(invested),
        "railhead": by_city(city == f["railhead"] for city in cities),
        "reached": by_city(city in f["route"] for city in cities),
        "exits": by_city(city in exits for city in cities),
        "filled": by_city(filled),
        "small_at": cubes_of("small"),
        "large_at": cubes_of("large"),
    }


def observe_texas(o: Observer) -> Numbers:
    f, data, auction = o.facts, o.text.data, o.facts["auction"]
    names, rows = list(f["railroads"]), list(f["railroads"].values())
    ranches = [row["id"] for row in data["hex"] if row["kind"] == "ranch"]
    hexes = [row["id"] for row in data["hex"]]
    phases = {"turn": 2, "stock": 3, "ranch": 5, "track": 7, "building": 8}
    if auction is None:
        phase = phases[o.text.phase]
    elif f["mover"] is None:
        phase = 1
    else:  # the first T&P certificate is sold when the railroad opens
        is_opening = auction["railroad"] == "tp" and f["railroads"]["tp"]["sold"] == 0
        phase = 6 if is_opening else 4
    bidders = auction["in"] if auction else []
    return {
        "mover": o.seat_of(f["mover"]),
        "phase": one_of(9, phase),
        "round": [f["round"]],
        "steps": [row["step"] for row in f["decisions"].values()],
        "steps_left": [row["end"] - row["step"] for row in f["decisions"].values()],
        "bidders": o.by_seat([n in bidders for n in range(o.text.seats)]),
        "best": o.seat_of(auction["best"] if auction else None),
        **({"price": [auction["price"]], "floor": [auction["floor"]]} if auction else {}),
        **({"selling": [int(name == auction["railroad"]) for name in names]} if auction else {}),
        **({"builds": [f["builds"]]} if f["running"] else {}),
        **({"running": [int(name == f["running"]) for name in names]} if f["running"] else {}),
        **(
            {"built": [int(f["running"] in f["track"].get(n, [])) for n in hexes]}
            if f["running"]
            else {}
        ),
        "cash": o.by_seat(f["cash"]),
        "ranches": o.by_seat(f["ranches"]),
        "owned": o.rows_by_seat([[f["owned"][r][n] for r in names] for n in range(o.text.seats)]),
        **{
            name: [row[name] for row in rows] for name in ("treasury", "income", "sold", "dividend")
        },
        "cubes": [row["track_left"] for row in rows],
        "west": [["", "may go", "gone"].index(row["west"]) for row in rows],
        "markers": [int(n in f["ranches_left"]) for n in ranches],
        "open_ranches": [int(n in f["ranches_left"] and n in f["track"]) for n in ranches],
        "tracks": [len(f["track"].get(n, [])) for n in hexes],
    }


SOUTHERN_PHASES = (
    *("open", "auction", "free link", "stock", "track", "price", "answer", "reply", "income"),
    *("bull market", "bull auction", "over"),
)


def observe_southern(o: Observer) -> Numbers:
    f, data, auction = o.facts, o.text.data, o.facts["auction"]
    names, links = list(f["income"]), [row["id"] for row in data["link"]]
    seats = range(o.text.seats)
    sold = [sum(f["shares"][name]) for name in names]
    railroad = f["railroad"]
    numbers = {
        "phase": one_of(12, SOUTHERN_PHASES.index(f["phase"])),
        "round": [f["round"]],
        "cash": o.by_seat(f["cash"]),
        "card": o.seat_of(f["card"]),
        "best": o.seat_of(auction["best"] if auction else None),
        "built": [f["built"]],
        "bought": [f["bought"]],
        "shares": o.rows_by_seat([[f["shares"][r][n] for r in names] for n in seats]),
        "president": o.rows_by_seat([[f["president"][r] == n for r in names] for n in seats]),
        "sold": sold,
        **{name: list(f[name].values()) for name in ("treasury", "income", "cubes")},
        "share_income": [
            100 * f["income"][name] // max(1, n) for name, n in zip(names, sold, strict=True)
        ],
        "link": [int(link == f["link"]) for link in links],
        "free": [int(link not in f["links"]) for link in links],
        "cities": list(map(len, f["cities"].values())),
    }
    if railroad:
        numbers["railroad"] = [int(name == railroad) for name in names]
        numbers["mine"] = [int(f["links"].get(link) == railroad) for link in links]
    if f["phase"] == "auction":
        numbers["bidders"] = o.by_seat([n in auction["bidders"] for n in seats])
    if auction:
        numbers["floor"] = [auction["floor"]]
        numbers |= {"price": [auction["price"]]} if auction["best"] is not None else {}
    elif f["price"] is not None:
        numbers["price"] = [f["price"]]
    return numbers


CARDS = ("none", "dashed", "black", "white", "wild")
UNION_PHASES = {"opening": 2, "turn": 5, "share": 6, "trade": 9, "investing": 10, "discard": 11}


def observe_union(o: Observer) -> Numbers:
    f, rows = o.facts, list(o.facts["companies"].values())
    companies, seats = list(f["companies"]), range(o.text.seats)
    shares = [*companies, "up"]
    fronts = [*(row["front"] for row in rows), f["up"]["front"]]
    choice = shares.index(f["choice"]) if f["choice"] else -1
    return {
        "active": o.seat_of(f["active"]),
        "phase": one_of(13, UNION_PHASES[o.text.phase]),
        "deck": one_of(2, ["standard", "even"].index(f["options"]["deck"])),
        "stuck_cards": one_of(2, ["keep", "replace"].index(f["options"]["stuck_cards"])),
        **{
            name: o.by_seat(f[name])
            for name in ("money", "hand_shares", "hand_up", "trades", "track_cards", "chosen")
        },
        "choice": one_of(len(shares), choice),
        "hand": [f["hand"].get(name, 0) for name in shares],
        "track": [f["track"].get(name, 0) for name in CARDS],
        "traded": [f["traded"].get(name, 0) for name in companies],
        "front": o.rows_by_seat([[row[n] for row in fronts] for n in seats]),
        "certain": o.rows_by_seat([[row["certain"][n] for row in rows] for n in seats]),
        "locomotives": [row["left"] for row in rows],
        "payment": [row["first"] for row in rows],
        "display": [f["display"].get(name, 0) for name in companies],
        **{name: [row[name] for row in rows] for name in ("removed", "unknown")},
        "undrawn": [f["deck"]["shares"]],
        "stack": [f["deck"]["cards"], f["deck"]["dividends"]],
        "paid": [f["dividends"]["paid"]],
        "turned": [f["dividends"]["turned"]],
        "up_left": [f["up"]["left"]],
        "up_places": f["up"]["places"],
        "discards": [f["discards"].get(name, 0) for name in CARDS],
        "invested": one_of(len(shares), shares.index(f["invested"]) if f["invested"] else -1),
        "played": [f["played"]],
        "free": [f["free"][row["id"]] for row in o.text.data["section"]],
    }


RAILS_KINDS = (
    *("", "goal", "house removed", "first engine", "second engine", "worker", "district", "hats"),
    *("hire or lay track", "special action", "train", "make tiles", "Congress"),
    *("house or upgrade", "station and telegraph", "gain resources", "gain tiles"),
    *("free specialist", "drop an item", "hire", "start a route", "route", "build"),
)


def observe_rails_decision(f: Facts, data: Any) -> Numbers:
    """Return the numbers of the decision, as `state.py` defines them."""
    d = f["decision"]
    kind = d["kind"]
    cities = [row["id"] for row in data["city"]]
    districts = [row["id"] for row in data["district"]]
    kinds = {row["id"]: row.get("resource") for row in data["district"]}
    first, second = d.get("left", 0), int(d.get("placed", d.get("is_first", 0)))
    if kind == "district":
        first = data["action_spaces"]["ids"].index(d["space"])
    elif kind == "hats":
        first = districts.index(d["district"])
    elif kind == "special action":
        second = RESOURCES.index(kinds[d["district"]])
    elif kind == "make tiles":
        first, second = SPECIALISTS.index(d["specialist"]), d["left"]
    elif kind == "house or upgrade":
        first = d["points"]
    elif kind == "station and telegraph":
        first, second = int(d["station"]), int(d["telegraph"])
    elif kind == "gain resources":
        second = sum(1 << RESOURCES.index(name) for name in d["resources"])
    elif kind == "route":
        first, second = ord(f["head"][0]) - 97 + 20 * (int(f["head"][1:]) - 1), d["engine"]
    elif kind == "build":
        first = cities.index(d["city"])
    return {
        "phase": one_of(23, RAILS_KINDS.index(kind)),
        "first": [first],
        "second": [second],
        "here": [first % 20, first // 20],
    }


def observe_rails(o: Observer) -> Numbers:
    f, data, boards = o.facts, o.text.data, o.facts["boards"]
    cities, many = [row["id"] for row in data["city"]], o.text.seats
    at = {row["id"]: row["at"] for kind in ("city", "start") for row in data[kind]}
    goals = {each["id"] for each in f["goals"]}
    cells = [f"{chr(97 + n % 20)}{n // 20 + 1}" for n in range(260)]
    resource = {row["resource"]: row["id"] for row in data["district"] if "resource" in row}

    def owned(kind: str, own: bool) -> list[int]:
        owners = [f[kind].get(city) for city in cities]
        return [int(n is not None and (n == o.seat) == own) for n in owners]

    def rows(make: Callable[[Facts], list[int]]) -> list[int]:
        return o.rows_by_seat([make(board) for board in boards])

    sites = [[f["sites"][resource[r]][n] for r in RESOURCES] for n in range(many)]
    numbers = {
        "district_worker": [int(f["district_worker"] == "neighbours")],
        "seats": one_of(3, many - 2),
        "mover": o.seat_of(f["mover"]),
        "round": [f["round"]],
        "joined": o.seat_of(f["joined"]),
        "budget": [f["budget"]],
        "goals": [int(row["id"] in goals) for row in data["goal"]],
        "workers": [n for owner in f["spaces"].values() for n in o.seat_of(owner)],
        "above": [n for owner in f["above"].values() for n in o.seat_of(owner)],
        **{
            name: o.by_seat([board[name] for board in boards])
            for name in ("reserve", "hats", "score", "stations", "telegraphs")
        },
        "cargo": rows(lambda board: [board["cargo"][name] for name in ITEMS]),
        "houses": rows(lambda board: [board["houses"][name] for name in RESOURCES]),
        "sites": o.rows_by_seat(sites),
        "hired": rows(lambda board: [board["windows"].count(name) for name in SPECIALISTS]),
        "upgrades": rows(
            lambda board: [TOKENS.index(name) + 1 if name else 0 for name in board["upgrades"]]
        ),
        "own_station": owned("stations", True),
        "their_station": owned("stations", False),
        "own_telegraph": owned("telegraphs", True),
        "their_telegraph": owned("telegraphs", False),
        **{name: list(f[name].values()) for name in ("supply", "specialists", "tokens")},
        "lobbied": list(map(int, f["lobbied"])),
        "track": [int(cell in f["track"]) for cell in cells],
        **observe_rails_decision(f, data),
    }
    if all(len(own) == 2 for own in f["engines"]):
        numbers["engines"] = o.rows_by_seat([[*at[a], *at[b]] for a, b in f["engines"]])
    return numbers


OBSERVE: dict[str, tuple[int, Callable[[Observer], Numbers]]] = {
    "northern": (6, observe_northern),
    "texas": (6, observe_texas),
    "southern": (5, observe_southern),
    "union": (6, observe_union),
    "rails": (4, observe_rails),
}
# What the rules and the board give from the other numbers.
DERIVED: dict[str, set[str]] = {
    "northern": {"promise", "odds", "others_gain"},
    "texas": {"near", "least_bid"},
    "southern": {"reach"},
    "union": {"reach"},
    "rails": set(),
}


def compare(numbers: Numbers, features: Any, observed: Sequence[int]) -> set[str]:
    """Return the features whose decoded numbers differ from an observation."""
    at, different = 0, set()
    for feature in features:
        expected = list(observed[at : at + feature.count])
        at += feature.count
        decoded = numbers.get(feature.name)
        if decoded is not None and pad(decoded, feature.count) != expected:
            different.add(feature.name)
    return different
