"""Readers that rebuild the facts of a view from only its text and the board.

A reader knows the board file, as a player knows the board, and nothing of the position but the
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

Facts = dict[str, Any]
Data = dict[str, Any]


class Text:
    """A description, cut into its parts, in the third person."""

    def __init__(self, text: str, data: Data) -> None:
        self.data = data
        first, *rest = text.split("\n\n")
        self.head = first.split("\n")
        players = re.search(r", (\d+) players\. You are (?:seat (\d+)|a spectator)\.", self.head[0])
        assert players
        self.seats = int(players[1])
        self.seat = int(players[2]) if players[2] else None
        self.phase = self.search(r"Phase: (.*)\.$", self.head) or "over"
        self.sections: dict[str, list[str]] = {}
        for part in rest:
            title, *lines = part.split("\n")
            if title != "You":
                title = self.name_reader(title)
            self.sections[title] = [self.name_reader(line.removeprefix("- ")) for line in lines]

    def name_reader(self, line: str) -> str:
        """Write a line in the third person."""
        if self.seat is None:
            return line
        name = f"Seat {self.seat}"
        line = re.sub(r"\b[Yy]ou have\b", f"{name} has", line)
        line = re.sub(
            r"\b[Yy]our (worker|board|engines?|station|telegraph)\b", rf"{name}'s \1", line
        )
        return re.sub(r"\b[Yy]ou\b", name, line)

    def search(self, pattern: str, lines: Iterable[str]) -> str | None:
        """Return the first group of the first line that matches."""
        matches = filter(None, (re.search(pattern, line) for line in lines))
        return next((match[1] for match in matches), None)

    def find(self, section: str, pattern: str) -> str | None:
        """Return the first group of the first line of a section that matches."""
        return self.search(pattern, self.sections.get(section, []))

    def number(self, section: str, pattern: str) -> int:
        """Return a number that must be there."""
        value = self.find(section, pattern)
        assert value is not None, (section, pattern)
        return int(value)

    def seats_in(self, words: str | None) -> list[int]:
        """Return the seats that are named."""
        return [int(n) for n in re.findall(r"Seat (\d+)", words or "")]

    def seat_in(self, words: str | None) -> int | None:
        """Return the seat that is named, if there is one."""
        return next(iter(self.seats_in(words)), None)

    def counts(self, words: str | None) -> list[int]:
        """Return what each seat has: `Seat 0 has 2, Seat 1 has 1`."""
        by_seat = dict(re.findall(r"Seat (\d+) has (\d+)", words or ""))
        return [int(by_seat.get(str(n), 0)) for n in range(self.seats)]

    def panels(self) -> list[dict[str, str]]:
        """Return the facts of every seat's panel, by label."""
        panels: dict[int, dict[str, str]] = {}
        if self.seat is not None:
            rows = [line.partition(": ") for line in self.sections["You"]]
            panels[self.seat] = {label: value for label, _, value in rows}
        for title in ("Players", "Other players"):
            for line in self.sections.get(title, []):
                name, _, rest = line.partition(": ")
                score, *parts = rest.split("; ")
                rows = [part.partition(": ") for part in parts]
                panels[int(name.split()[1])] = {
                    "score": score,
                    **{label: value for label, _, value in rows},
                }
        return [panels[n] for n in range(self.seats)]

    def by_name(self, key: str, name: str = "name") -> dict[str, str]:
        """Return the ids of a part of the board by name."""
        return {row[name]: row["id"] for row in self.data[key]}


def first_number(text: str) -> int:
    match = re.search(r"\d+", text)
    assert match, text
    return int(match[0])


def split_list(text: str) -> list[str]:
    """Return the parts of `a, b and c`."""
    parts = text.replace(" and ", ", ").split(", ")
    return [part for part in parts if part not in ("", "none", "nothing")]


def amounts(text: str, names: dict[str, str]) -> dict[str, int]:
    """Return the amounts of a list such as `2 rails and 1 wood`, by id."""
    by_id = {}
    for part in split_list(text):
        number, _, thing = part.partition(" ")
        by_id[names.get(thing) or names[thing.removesuffix("s")]] = int(number)
    return by_id


def read_northern(text: Text) -> Facts:
    ids = text.by_name("city")
    cubes = {city: {"small": [0] * text.seats, "large": [0] * text.seats} for city in ids.values()}
    for title, lines in text.sections.items():
        if not title.startswith(("Cities that", "Cubes left")):
            continue
        for line in lines:
            name, _, rest = line.partition(": ")
            for size in ("small", "large"):
                match = re.search(rf"{size} cubes: ([^;]*)", rest)
                cubes[ids[name]][size] = text.counts(match[1] if match else "")
    cut_off = text.sections.get("Cities that are cut off", [])
    hands = [re.findall(r"\d+", panel["in hand"]) for panel in text.panels()]
    railhead = text.find("Track", "the railhead is (.*)")
    route = text.find("Track", "the track runs from (.*)") or railhead
    assert railhead
    assert route
    return {
        "variant": text.find("Track", "variant: ([a-z]+)"),
        "round": text.number("Track", r"round (\d+)"),
        "railhead": ids[railhead],
        "route": [ids[name] for name in route.split(" to ")],
        "cubes": cubes,
        "small": [int(small) for small, _ in hands],
        "large": [int(large) for _, large in hands],
        "good": [
            int(panel.get("rounds before") or panel.get("total") or 0) for panel in text.panels()
        ],
        "bad": [int(panel["lost"]) for panel in text.panels()],
        "wins": text.counts(text.find("Track", "rounds won: (.*)")),
        "limit": text.number("Table", r"max\. cubes per city: (\d+)"),
        "cut_off": [ids[line.partition(": ")[0]] for line in cut_off],
    }


TEXAS_ENDS = {
    "enough railroads are out of track": "track",
    "enough railroads are sold out": "stock",
    "few ranches are left": "ranches",
    "the last round is over": "rounds",
}


def read_texas(text: Text) -> Facts:
    labels = {row["label"]: name.lower() for name, row in text.data["railroads"].items()}
    track: dict[str, list[str]] = {}
    for label, railroad in labels.items():
        for hex_id in re.findall(r"\(([a-z]\d+)\)", text.find(label, "^track in (.*)") or ""):
            track.setdefault(hex_id, []).append(railroad)
    built = text.find("Round", "(track built.*)") or ""
    running = re.search(r"built for (.*?) in", built)
    end = text.find("Round", "the game has ended: (.*)")
    return {
        "round": text.number("Round", r"^round (\d+)"),
        "decisions": {
            name: {
                "step": text.number("Round", rf"{name.capitalize()} Decision: (\d+) of"),
                "end": text.number("Round", rf"{name.capitalize()} Decision: \d+ of (\d+)"),
            }
            for name in ("stock", "ranch", "track")
        },
        "railroads": {name: _read_railroad(text, label) for label, name in labels.items()},
        "track": track,
        "ranches_left": [
            line.rpartition("(")[2].removesuffix(")")
            for line in text.sections.get("Ranches without a claim", [])
        ],
        "cash": [first_number(panel["cash"]) for panel in text.panels()],
        "owned": {
            name: text.counts(text.find(label, "^certificates: (.*)"))
            for label, name in labels.items()
        },
        "ranches": [int(panel["ranches"]) for panel in text.panels()],
        "auction": _read_texas_auction(text, labels),
        "mover": text.seat_in(text.find("Round", "the turn belongs to (.*)")),
        "running": labels[running[1]] if running else None,
        "builds": int(re.findall(r"(\d+) hex", built)[0]) if built else 0,
        "end": "+".join(TEXAS_ENDS[part] for part in split_list(end or "")),
    }


def _read_railroad(text: Text, label: str) -> Facts:
    return {
        "open": "open" in text.sections[label],
        "income": text.number(label, r"income \$(\d+)"),
        "treasury": text.number(label, r"treasury \$(\d+)"),
        "sold": text.number(label, r"(\d+) of \d+ certificates? sold"),
        "shares": text.number(label, r"of (\d+) certificates? sold"),
        "dividend": text.number(label, r"dividend \$(\d+)"),
        "track_left": text.number(label, r"(\d+) track left"),
        "west": text.find(label, "the West: (.*)") or "",
    }


def _read_texas_auction(text: Text, labels: dict[str, str]) -> Facts | None:
    line = text.find("Round", "(auction of .*)")
    if line is None:
        return None
    pattern = (
        r"auction of (.*): (no bid yet|high bidder .*); price \$(\d+); next bid at least \$(\d+); "
        r"opened by (.*); still bidding: (.*)"
    )
    match = re.fullmatch(pattern, line)
    assert match, line
    return {
        "railroad": labels[match[1]],
        "price": int(match[3]),
        "floor": int(match[4]),
        "best": text.seat_in(match[2]),
        "opener": text.seat_in(match[5]),
        "in": text.seats_in(match[6]),
    }


def read_southern(text: Text) -> Facts:
    railroads = text.by_name("railroad", "short")
    names = {row["id"]: row["name"] for row in text.data["city"]}
    lines = {f"{names[row['a']]} – {names[row['b']]}": row["id"] for row in text.data["link"]}
    owners = {}
    for short, railroad in railroads.items():
        built = text.find(short, "^links: (.*)") or ""
        owners.update({lines[line]: railroad for line in split_list(built)})
    cities: dict[str, list[str]] = {city: [] for city in names}
    for line in text.sections.get("Cities with railroads", []):
        name, _, there = line.partition(": ")
        cities[text.by_name("city")[name]] = [railroads[each] for each in split_list(there)]
    operating = text.find("Round", "^railroad: (.*)")
    link = text.find("Round", "negotiation about the link (.*)")
    price = text.find("Round", r"offered price: \$(\d+)")

    def number_of(pattern: str) -> dict[str, int]:
        return {name: text.number(short, pattern) for short, name in railroads.items()}

    return {
        "round": text.number("Round", r"^round (\d+)"),
        "phase": text.find("Round", "phase (.*)"),
        "railroad": railroads[operating] if operating else None,
        "cash": [first_number(panel["cash"]) for panel in text.panels()],
        "shares": {
            name: text.counts(text.find(short, "^shares: (.*)"))
            for short, name in railroads.items()
        },
        "president": {
            name: text.seat_in(text.find(short, "^president: (.*)"))
            for short, name in railroads.items()
        },
        "treasury": number_of(r"treasury \$(\d+)"),
        "income": number_of(r"income \$(\d+)"),
        "cubes": number_of(r"cubes left: (\d+)"),
        "links": owners,
        "cities": cities,
        "card": text.seat_in(text.find("Round", "(.*) has the Bull Market card")),
        "auction": _read_southern_auction(text),
        "link": lines[link] if link else None,
        "price": int(price) if price else None,
        "built": text.number("Round", r"links built in this turn: (\d+)"),
        "bought": text.number("Round", r"bought: (\d+)"),
        "end": text.find("Round", "the game has ended: (.*)"),
    }


def _read_southern_auction(text: Text) -> Facts | None:
    line = text.find("Round", "^auction: (.*)")
    if line is None:
        return None
    best, _, rest = line.partition("; ")
    price = re.search(r"price \$(\d+)", rest)
    floor = re.search(r"at least \$(\d+)", rest)
    assert floor
    return {
        "price": int(price[1]) if price else None,
        "best": text.seat_in(best),
        "floor": int(floor[1]),
        "bidders": text.seats_in(rest.partition("can still win: ")[2]),
    }


def read_union(text: Text) -> Facts:
    companies = text.by_name("company")
    shares = {**companies, "Union Pacific": "up"}
    names = {row["id"]: row["name"] for row in text.data["city"]}
    sections = {f"{names[row['a']]} – {names[row['b']]}": row["id"] for row in text.data["section"]}
    rows = {line.partition(": ")[0]: line.partition(": ")[2] for line in text.sections["Companies"]}
    trains: dict[str, list[str]] = {section: [] for section in sections.values()}
    for name, company in companies.items():
        for section in rows[name].rpartition("; locomotives on ")[2].split(", "):
            if section != "no section":
                trains[sections[section]].append(company)
    free = {}
    for line in text.sections["Sections by free spaces"]:
        title, _, group = line.partition(": ")
        free.update({sections[section]: first_number(title) for section in group.split(", ")})
    hands = [panel["shares in hand"].split(" + ") for panel in text.panels()]

    def own(pattern: str, things: dict[str, str]) -> dict[str, int] | None:
        words = text.find("You", pattern)
        return amounts(words, things) if words is not None else None

    cards = {"plain": "none", **{name: name for name in ("dashed", "black", "white", "wild")}}
    choice = own("^share .* chose to reveal: (.*)", shares)
    played = text.find("Progress", "shares played in this turn: (.*)")
    ready = text.find("Progress", "have chosen a share to reveal: (.*)")
    return {
        "options": {
            name: text.find("Progress", rf"option {name.replace('_', ' ')}: (.*)")
            for name in ("deck", "stuck_cards")
        },
        "active": text.seat_in(text.find("Progress", "the turn belongs to (.*)")),
        "companies": {
            company: _read_company(text, rows[name]) for name, company in companies.items()
        },
        "up": _read_up(text, rows["Union Pacific"]),
        "trains": trains,
        "free": free,
        "display": amounts(text.find("Supply", "face-up shares: (.*)") or "", companies),
        "deck": _read_deck(text.find("Supply", "share deck: (.*)") or ""),
        "dividends": {
            "paid": text.number("Progress", r"dividends: (\d+) of"),
            "turned": text.number("Progress", r"paid, (\d+) due"),
            "last": text.number("Progress", r"dividends: \d+ of (\d+)"),
        },
        "money": [first_number(panel["money"]) for panel in text.panels()],
        "hand_shares": [int(hand) for hand, _ in hands],
        "hand_up": [first_number(up) for _, up in hands],
        "trades": text.counts(text.find("Progress", "shares traded for Union Pacific: (.*)")),
        "track_cards": [int(panel["track cards"]) for panel in text.panels()],
        "chosen": [n in text.seats_in(ready) for n in range(text.seats)],
        "track_deck": text.number("Supply", r"track deck: (\d+)"),
        "discards": amounts(text.find("Supply", "track discards: (.*)") or "", cards),
        "scrapped": amounts(text.find("Supply", "out of the game: (.*)") or "", cards),
        "hand": own("^shares in your hand: (.*)", shares),
        "track": own("^track cards in your hand: (.*)", cards),
        "traded": own("^shares .* traded: (.*)", companies),
        "choice": next(iter(choice)) if choice else None,
        "invested": next(iter(amounts(played, shares))) if played else None,
        "played": first_number(played) if played else 0,
        "silent": _read_silent(text, shares),
        "hands": _read_hands(text, shares),
        "end": text.find("Progress", "the game has ended: (.*)") or "",
    }


def _read_company(text: Text, row: str) -> Facts:
    known = re.search(r"known in hand: ([^;]*)", row)
    removed = re.search(r"shares out of the game: (\d+)", row)
    pays = re.search(r"primary dividend \$(\d+)M, secondary \$(\d+)M", row)
    left = re.search(r"on the map, (\d+) left", row)
    unseen = re.search(r"unseen shares: (\d+)", row)
    assert pays
    assert left
    assert unseen
    return {
        "on_board": first_number(row),
        "left": int(left[1]),
        "first": int(pays[1]),
        "second": int(pays[2]),
        **_read_holders(text, row),
        "unknown": int(unseen[1]),
        "certain": text.counts(known[1] if known else ""),
        "removed": int(removed[1]) if removed else 0,
    }


def _read_up(text: Text, row: str) -> Facts:
    pays = re.search(r"pays by place ([^;]*)", row)
    assert pays
    return {
        "left": first_number(row),
        "places": [int(n) for n in re.findall(r"\d+", pays[1])],
        **_read_holders(text, row),
    }


def _read_holders(text: Text, row: str) -> Facts:
    match = re.search(r"shares in front: ([^;]*); leading: ([^;]*?)(?:, (\d+) ahead)?(?:;|$)", row)
    assert match, row
    return {
        "front": text.counts(match[1]),
        "leaders": text.seats_in(match[2]),
        "lead": int(match[3] or 0),
    }


def _read_deck(line: str) -> Facts:
    next_ = re.search(r"(no|\d+) dividends? in the next (\d+) cards?", line)
    dividends = 0 if next_ is None or next_[1] == "no" else int(next_[1])
    return {
        "shares": first_number(line),
        "stacked": "being dealt" not in line,
        "cards": int(next_[2]) if next_ else 0,
        "dividends": dividends,
    }


def _read_silent(text: Text, shares: dict[str, str]) -> Facts | None:
    line = text.find("Progress", "the silent owner has (.*)")
    if line is None:
        return None
    known, _, rest = line.rpartition(" and ")
    gets = text.find("Progress", r"not paid out to the silent owner: \$(\d+)M")
    return {
        "shares": amounts(known, shares),
        "exact": rest == "nothing else",
        "gets": int(gets) if gets else None,
    }


def _read_hands(text: Text, shares: dict[str, str]) -> list[dict[str, int]] | None:
    hands = [
        text.find(
            "Progress", rf"left in (?:Seat {n}'s|{'your' if n == text.seat else 'no'}) hand: (.*)"
        )
        for n in range(text.seats)
    ]
    return None if None in hands else [amounts(hand or "", shares) for hand in hands]


RESOURCES = ("gunpowder", "coin", "iron", "wood")
ITEMS = (*RESOURCES, "rail", "bridge", "tunnel")
SPECIALISTS = ("crew", "miner", "engineer", "financier")
TOKENS = (*(f"{name}-{level}" for level in (1, 2) for name in RESOURCES), "any-3")
RAILS_ENDS = {"the coasts are joined": "line", "the last possible round is over": "rounds", "": ""}


def read_rails(text: Text) -> Facts:
    places = {row["name"]: row["id"] for kind in ("city", "start") for row in text.data[kind]}
    cities = text.by_name("city")
    districts = {row["name"]: row for row in text.data["district"]}
    labels = {row["id"].capitalize(): row["id"] for row in districts.values()}
    spaces = {}
    above = {}
    sites = {}
    for line in text.sections["Town"]:
        name = next((each for each in districts if line.startswith(f"{each}: on top")), "")
        if name:
            top, _, houses = line.removeprefix(f"{name}: ").partition("; ")
            above[districts[name]["id"]] = text.seat_in(top)
            if houses:
                sites[districts[name]["id"]] = text.counts(houses)
        else:
            ends, _, owner = line.removeprefix("Space ").partition(": ")
            spaces["|".join(labels[end] for end in ends.split(" / "))] = text.seat_in(owner)

    def cells(title: str) -> list[str]:
        return split_list(text.find("Map", f"^{title}: (.*)") or "")

    def buildings(kind: str) -> dict[str, int]:
        parts = split_list(text.find("Map", f"^{kind}: (.*)") or "")
        pairs = [part.removeprefix("Seat ").split(" in ") for part in parts]
        return {cities[city]: int(seat) for seat, city in pairs}

    supply = text.sections["Supply"]
    tokens = re.findall(r"(\d+) × [^(]*\(([\w-]+)\)", supply[2])
    down = text.find("Congress", "senators that are down: (.*)")
    joined = text.find("Round", "(.*) joined the coasts")
    own = "adds to its own district and" not in supply[3]
    return {
        "round": text.number("Round", r"^round (\d+)"),
        "mover": text.seat_in(text.find("Round", "the turn belongs to (.*)")),
        "decision": _read_decision(text),
        "joined": text.seat_in(joined),
        "end": RAILS_ENDS[text.find("Round", "the game has ended: (.*)") or ""],
        "spaces": spaces,
        "district_worker": "own" if own else "neighbours",
        "above": above,
        "sites": sites,
        "stations": buildings("stations"),
        "telegraphs": buildings("telegraphs"),
        "track": cells("track"),
        "fresh": cells("tiles laid by the current route"),
        "walked": cells("cells of the current route"),
        "head": text.find("Map", "the current route has reached (.*)"),
        "engines": [
            [places.get(name, name) for name in cells(f"Seat {n}'s engines")]
            for n in range(text.seats)
        ],
        "lobbied": [str(n + 1) in split_list(down or "") for n in range(8)],
        "budget": text.number("Congress", r"budget left: (\d+)"),
        "goals": [_read_goal(text, line) for line in text.sections["Round"] if "goal " in line[:5]],
        "supply": _complete(ITEMS, supply[0]),
        "specialists": _complete(SPECIALISTS, supply[1].removeprefix("specialists: ")),
        "tokens": {name: int(n) for n, name in tokens},
        "boards": [_read_board(text, n) for n in range(text.seats)],
    }


def _read_decision(text: Text) -> Facts | None:
    """Read what is decided, and about what."""
    line = text.find("Round", "^decision: (.*)")
    if line is None:
        return None
    kind, *parts = line.split("; ")
    districts, cities = text.by_name("district"), text.by_name("city")
    labels = {each.capitalize(): each for each in districts.values()}
    decision: Facts = {"kind": kind}
    if kind == "station and telegraph":
        decision |= {name: f"a {name} is left" in parts for name in ("station", "telegraph")}
    if kind == "start a route":
        decision["is_first"] = "no route has started" in parts
    for part in parts:
        first, _, rest = part.partition(" ")
        if part.startswith("in Space "):
            ends = part.removeprefix("in Space ").split(" / ")
            decision["space"] = "|".join(labels[end] for end in ends)
        elif first == "worker":
            decision["placed"] = rest == "just placed"
        elif first == "in":
            decision |= {"city": cities[rest]} if kind == "build" else {"district": districts[rest]}
        elif first == "with":
            decision["specialist"] = rest.removeprefix("the ")
        elif first == "from":
            decision["resources"] = split_list(rest)
        elif first == "engine":
            decision["engine"] = int(rest) - 1
        elif rest in ("left", "VP"):
            decision["left" if rest == "left" else "points"] = int(first)
    return decision


def _complete(names: Iterable[str], words: str) -> dict[str, int]:
    """Return the amounts of all names; a missing one is 0."""
    known = amounts(words, {name: name for name in names})
    return {name: known.get(name, 0) for name in names}


def _read_goal(text: Text, line: str) -> Facts:
    match = re.fullmatch(r"goal (.*) \(([\w-]+)\): (no leader|.* leads?); counts: (.*)", line)
    assert match, line
    return {
        "id": match[2],
        "name": match[1],
        "leader": text.seat_in(match[3]),
        "counts": text.counts(match[4]),
    }


def _read_board(text: Text, seat: int) -> Facts:
    title, panel = f"Seat {seat}'s board", text.panels()[seat]
    built = text.find(title, "(.* built)") or ""
    stations, telegraphs = re.findall(r"\d+", built)
    next_points = text.find(title, "points of the next telegraphs: (.*)") or ""
    windows: list[str | None] = [None] * 6
    upgrades: list[str | None] = [None] * 3
    for line in text.sections[title]:
        match = re.fullmatch(r"carriage (\d): (.*), (.*); (.*)", line)
        if match:
            n = int(match[1]) - 1
            hired = [None if word == "empty" else word for word in (match[2], match[3])]
            windows[2 * n : 2 * n + 2] = hired
            upgrades[n] = _read_token(match[4])
    return {
        "score": first_number(panel["score"]),
        "reserve": int(panel["workers in reserve"]),
        "hats": int(panel["hats"]),
        "cargo": _complete(ITEMS, text.find(title, "^cargo: (.*?);") or ""),
        "limit": text.number(title, r"space for (\d+)"),
        "houses": _complete(RESOURCES, text.find(title, "houses left: (.*)") or ""),
        "output": _complete(RESOURCES, text.find(title, "a worker collects: (.*)") or ""),
        "carriages": text.number(title, r"^(\d+) carriages?$"),
        "windows": windows,
        "upgrades": upgrades,
        "stations": int(stations),
        "telegraphs": int(telegraphs),
        "telegraph_vp": [int(n) for n in split_list(next_points)],
    }


def _read_token(words: str) -> str | None:
    if words == "no upgrade":
        return None
    if words.startswith("any"):
        return "any-3"
    number, _, thing = words.partition(" ")
    return f"{thing if thing in RESOURCES else thing.removesuffix('s')}-{number}"


READ: dict[str, Callable[[Text], Facts]] = {
    "northern": read_northern,
    "texas": read_texas,
    "southern": read_southern,
    "union": read_union,
    "rails": read_rails,
}
