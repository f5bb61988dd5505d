"""Testers of Pacific Rails Inc. that play moves or set up a state."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.games.game_tester import GameTester

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.games.rails.invariants import find_violations
from roundhouse.games.rails.names import ITEM_NAMES, RESOURCE_NAMES, SPECIALIST_NAMES, TOKEN_NAMES
from roundhouse.games.rails.rules.cargo import return_item, take_item
from roundhouse.games.rails.rules.grid import put
from roundhouse.games.rails.state import COLUMNS, RESOURCES, BoardLayout, ScratchLayout, StateLayout

GOALS = ("railway-stations", "telegraph-stations", "crew", "coin")
STARTS = {  # two engines per seat, one on each coast
    2: ("east-1", "west-1", "east-2", "west-2"),
    3: ("west-3", "west-2", "west-1", "east-1", "east-2", "east-3"),
    4: ("west-4", "west-3", "west-2", "west-1", "east-1", "east-2", "east-3", "east-4"),
}


class RailsTester(GameTester):
    """A game of Pacific Rails Inc. with methods that edit its state."""

    find_violations = staticmethod(find_violations)
    board: BoardLayout
    s: StateLayout

    def begin(self, starts: tuple[str, ...] = (), row: str = "wood") -> RailsTester:
        """Play the setup up to seat 0's first turn."""
        seats = self.state.seats
        goals, rows = [f"goal {name}" for name in GOALS], [f"open {row}"] * seats
        self.play(*goals, *rows) if self.game.rules == 1 else self.play(*rows, *goals)
        return self.play(*(f"engine {name}" for name in starts or STARTS[seats]))

    def cell_of(self, place: str) -> int:
        """Return the cell of a city or a start."""
        for row in (*self.game.board_file.data["city"], *self.game.board_file.data["start"]):
            if row["id"] == place:
                x, y = row["at"]
                return int(x + COLUMNS * y)
        raise LookupError(place)

    def district_index(self, name: str) -> int:
        return [row["id"] for row in self.game.board_file.data["district"]].index(name)

    def city_index(self, name: str) -> int:
        return [row["id"] for row in self.game.board_file.data["city"]].index(name)

    def load(self, seat: int, **items: int) -> RailsTester:
        """Replace the cargo of a seat."""
        for item, name in enumerate(ITEM_NAMES):
            return_item(self.s, seat, item, self.s.cargo[seat][item])
            take_item(self.s, seat, item, items.get(name, 0))
        return self.refresh()

    def cargo(self, seat: int) -> dict[str, int]:
        return {name: n for name, n in zip(ITEM_NAMES, self.s.cargo[seat], strict=True) if n}

    def build(
        self,
        city: str,
        station: int | None = None,
        telegraph: int | None = None,
        rows: tuple[str, ...] = ("wood", "iron", "coin", "gunpowder"),
    ) -> RailsTester:
        """Build in a city; stations take houses from the first of the rows that has one."""
        n = self.city_index(city)
        if station is not None:
            houses = self.s.houses[station]
            row = next(r for r in map(RESOURCE_NAMES.index, rows) if houses[r] > 0)
            self.s.houses[station][row] -= 1
            self.s.stations[station] += 1
            self.s.station_at[n] = station + 1
        if telegraph is not None:
            self.s.telegraphs[telegraph] += 1
            self.s.telegraph_at[n] = telegraph + 1
        put(self.s.towns, self.cell_of(city))
        return self.refresh()

    def lay_track(self, *cells: str) -> RailsTester:
        for name in cells:
            cell = self.game.parse(f"to {name}") - self.game.parse("to a1")
            put(self.s.track, cell)
            self.s.supply[RESOURCES + self.board.tile[cell]] -= 1
        return self.refresh()

    def staff(self, seat: int, *names: str) -> RailsTester:
        """Put specialists into the windows from the left."""
        for window, name in enumerate(names):
            n = SPECIALIST_NAMES.index(name)
            self.s.windows[seat][window] = n + 1
            self.s.specialists[n] -= 1
        return self.refresh()

    def improve(self, seat: int, *tokens: str) -> RailsTester:
        for carriage, name in enumerate(tokens):
            if name:
                self.s.upgrades[seat][carriage] = TOKEN_NAMES.index(name) + 1
                self.s.tokens[TOKEN_NAMES.index(name)] -= 1
        return self.refresh()

    def give_hats(self, seat: int, count: int) -> RailsTester:
        self.s.hats[seat] = count
        return self.refresh()

    def refresh(self) -> RailsTester:
        """Update the legal moves after an edit of the state."""
        self.state = State(self.game, self.s)
        return self


@pytest.fixture(scope="session")
def rails() -> Game:
    return roundhouse.load("rails", speed="interpreted")


@pytest.fixture(scope="session")
def rails_1() -> Game:
    return roundhouse.load("rails", speed="interpreted", rules=1)


@pytest.fixture
def new_tester(rails: Game) -> Callable[[int], RailsTester]:
    return lambda seats: RailsTester(rails, seats)


@pytest.fixture
def new_tester_1(rails_1: Game) -> Callable[[int], RailsTester]:
    """Return a factory of testers of rules version 1."""
    return lambda seats: RailsTester(rails_1, seats)


@pytest.fixture
def new_tester_neighbours() -> Callable[[int], RailsTester]:
    """Return a factory of testers with the option `district_worker=neighbours`."""
    game = roundhouse.load("rails", speed="interpreted", district_worker="neighbours")
    return lambda seats: RailsTester(game, seats)


@pytest.fixture
def dirty_scratch() -> Callable[[random.Random], ScratchLayout]:
    """Return a factory of scratch memory with arbitrary contents."""

    def fill_scratch(rng: random.Random) -> ScratchLayout:
        scratch = ScratchLayout()
        for name, field in scratch.fields.items():
            value = getattr(scratch, name)
            for row in value if len(field.shape) == 2 else [value]:
                row[:] = [rng.randrange(100) for _ in row]
        return scratch

    return fill_scratch
