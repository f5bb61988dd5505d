"""A table to try rules on: play words, or lay a position by hand."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.games.trial import Trial

import roundhouse
from roundhouse.core.game import Game, Position
from roundhouse.games.rails.laws import broken
from roundhouse.games.rails.names import ITEM_NAMES, SPECIALIST_NAMES, TOKEN_NAMES
from roundhouse.games.rails.rules.cargo import give_item, take_item
from roundhouse.games.rails.rules.grid import put
from roundhouse.games.rails.state import COLUMNS, RESOURCES, Board, Scratch, State

GOALS = ("railway-stations", "telegraph-stations", "crew", "coin")
STARTS = {  # one engine on each coast for each seat
    2: ("east-1", "west-1", "east-2", "west-2"),
    3: ("west-3", "west-2", "west-1", "east-1", "east-2", "east-3"),
    4: ("west-4", "west-3", "west-2", "west-1", "east-1", "east-2", "east-3", "east-4"),
}


class Table(Trial):
    """A game of Pacific Rails Inc. whose every move is checked against the laws."""

    broken = staticmethod(broken)
    board: Board
    s: State

    def begin(self, starts: tuple[str, ...] = (), opened: str = "wood") -> Table:
        """Through the set-up, to seat 0's first turn."""
        seats = self.state.seats
        goals, rows = [f"goal {name}" for name in GOALS], [f"open {opened}"] * seats
        self.play(*goals, *rows) if self.game.rules == 1 else self.play(*rows, *goals)
        return self.play(*(f"engine {name}" for name in starts or STARTS[seats]))

    def cell(self, place: str) -> int:
        """The cell of a city or a start."""
        for row in (*self.game.board_file.data["city"], *self.game.board_file.data["start"]):
            if row["id"] == place:
                x, y = row["at"]
                return int(x + COLUMNS * y)
        raise LookupError(place)

    def city(self, name: str) -> int:
        return [row["id"] for row in self.game.board_file.data["city"]].index(name)

    def load(self, seat: int, **items: int) -> Table:
        """Give this seat exactly this cargo."""
        for item, name in enumerate(ITEM_NAMES):
            give_item(self.s, seat, item, self.s.cargo[seat][item])
            take_item(self.s, seat, item, items.get(name, 0))
        return self.fresh()

    def cargo(self, seat: int) -> dict[str, int]:
        return {name: n for name, n in zip(ITEM_NAMES, self.s.cargo[seat], strict=True) if n}

    def build(self, city: str, station: int | None = None, telegraph: int | None = None) -> Table:
        """Put buildings of seats into a city; stations take houses of the wood row, then iron."""
        n = self.city(city)
        if station is not None:
            row = max(r for r in range(RESOURCES) if self.s.houses[station][r] > 0)
            self.s.houses[station][row] -= 1
            self.s.stations[station] += 1
            self.s.station_at[n] = station + 1
        if telegraph is not None:
            self.s.telegraphs[telegraph] += 1
            self.s.telegraph_at[n] = telegraph + 1
        put(self.s.towns, self.cell(city))
        return self.fresh()

    def track(self, *cells: str) -> Table:
        for name in cells:
            cell = self.game.parse(f"to {name}") - self.game.parse("to a1")
            put(self.s.track, cell)
            self.s.supply[RESOURCES + self.board.tile[cell]] -= 1
        return self.fresh()

    def staff(self, seat: int, *names: str) -> Table:
        """Specialists into the windows from the left."""
        for window, name in enumerate(names):
            n = SPECIALIST_NAMES.index(name)
            self.s.windows[seat][window] = n + 1
            self.s.specialists[n] -= 1
        return self.fresh()

    def improve(self, seat: int, *tokens: str) -> Table:
        for carriage, name in enumerate(tokens):
            if name:
                self.s.upgrades[seat][carriage] = TOKEN_NAMES.index(name) + 1
                self.s.tokens[TOKEN_NAMES.index(name)] -= 1
        return self.fresh()

    def hats(self, seat: int, count: int) -> Table:
        self.s.hats[seat] = count
        return self.fresh()

    def fresh(self) -> Table:
        """The position was changed by hand: list the legal moves anew."""
        self.state = Position(self.game, [self.s])
        return self


@pytest.fixture(scope="session")
def rails() -> Game:
    return roundhouse.load("rails", speed="interpreted")


@pytest.fixture(scope="session")
def rails_1() -> Game:
    return roundhouse.load("rails", speed="interpreted", rules=1)


@pytest.fixture
def table(rails: Game) -> Callable[[int], Table]:
    return lambda seats: Table(rails, seats)


@pytest.fixture
def table_1(rails_1: Game) -> Callable[[int], Table]:
    """A table of rules 1."""
    return lambda seats: Table(rails_1, seats)


@pytest.fixture
def dirty() -> Callable[[random.Random], Scratch]:
    """Makes working memory as another position may have left it."""

    def made(rng: random.Random) -> Scratch:
        scratch = Scratch()
        for name, field in scratch.fields.items():
            value = getattr(scratch, name)
            for row in value if len(field.shape) == 2 else [value]:
                row[:] = [rng.randrange(100) for _ in row]
        return scratch

    return made
