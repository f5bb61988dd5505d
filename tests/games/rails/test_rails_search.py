"""The exact route test compared with brute force on small random maps."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.games.rails import boards
from roundhouse.games.rails.actions import ACTIONS, DONE, TO
from roundhouse.games.rails.rules.grid import has, put, take, word_of
from roundhouse.games.rails.rules.phases.lay_engine import can_lay_from
from roundhouse.games.rails.rules.phases.route import list_steps
from roundhouse.games.rails.state import (
    CELLS,
    RESOURCES,
    ROUTE,
    TILES,
    WORD,
    WORDS,
    BoardLayout,
    ScratchLayout,
    StateLayout,
)
from roundhouse.play import registry

NewScratch = Callable[[random.Random], ScratchLayout]
COLUMN_COUNT, ROW_COUNT = 5, 5
DATA = BoardFile.parse(registry.text("rails", "board.toml"), "board.toml").data


def small_board(rng: random.Random) -> BoardLayout:
    """Return a random map of five by five cells, with starts on both edges."""
    data: dict[str, Any] = copy.deepcopy(DATA)
    letters = rng.choice(["PHWC", "PPPPC", "PHWMC", "PPHC"])
    grid = [
        ["S", *(rng.choice(letters) for _ in range(COLUMN_COUNT - 2)), "S"]
        for _ in range(ROW_COUNT)
    ]
    grid[2][0] = grid[2][-1] = "P"
    grid[rng.randrange(ROW_COUNT)][2] = "C"
    data["map"] |= {"columns": COLUMN_COUNT, "rows": ROW_COUNT}
    data["map"]["terrain"] = {"grid": ["".join(row) for row in grid]}
    places = {
        letter: [
            [x, y] for y in range(ROW_COUNT) for x in range(COLUMN_COUNT) if grid[y][x] == letter
        ]
        for letter in "CS"
    }
    data["city"] = [{"id": f"c{n}", "name": "c", "at": at} for n, at in enumerate(places["C"])]
    data["start"] = [
        {"id": f"s{n}", "name": "s", "at": at, "side": "west" if at[0] == 0 else "east"}
        for n, at in enumerate(places["S"])
    ]
    return boards.build(BoardFile("small", data))


def random_state(board: BoardLayout, rng: random.Random) -> StateLayout:
    """Return a random state in which seat 0 starts a route."""
    s = StateLayout()
    s.seats = 2
    density = rng.choice([0.2, 0.5, 0.8])
    for cell in range(CELLS):
        if board.tile[cell] >= 0 and rng.random() < density:
            put(s.track, cell)
    for city in range(board.cities):
        if rng.random() < 0.75:
            s.station_at[city] = rng.choice([0, 1, 2, 2])
            s.telegraph_at[city] = rng.choice(
                [n for n in (0, 1, 2) if n != s.station_at[city]] if s.station_at[city] else [1, 2]
            )
            put(s.towns, board.city_cell[city])
    s.houses[0] = rng.choice([[0, 0, 0, 0], [1, 0, 0, 0]])
    s.telegraphs[0] = rng.choice([0, board.telegraph_count])
    max_tiles = rng.choice([1, 1, 2, 3])
    for tile in range(TILES):
        s.cargo[0][RESOURCES + tile] = rng.randint(0, max_tiles)
    towns = [board.city_cell[c] for c in range(board.cities) if has(s.towns, board.city_cell[c])]
    place = rng.choice(towns or [board.start_cell[0]])
    s.engines[0][0] = s.engines[0][1] = place
    put(s.walked, place)
    s.depth = 1
    s.phase[0], s.first[0], s.second[0] = ROUTE, place, 0
    return s


class BruteForce:
    """Brute-force search of all routes."""

    def __init__(self, board: BoardLayout, s: StateLayout) -> None:
        self.board, self.s = board, s

    def can_build(self, city: int) -> bool:
        s, station, telegraph = self.s, self.s.station_at[city], self.s.telegraph_at[city]
        if station == 0 and telegraph != 1 and sum(s.houses[0]) > 0:
            return True
        return telegraph == 0 and station != 1 and s.telegraphs[0] < self.board.telegraph_count

    def can_end(self, cell: int, laid: int) -> bool:
        city = self.board.city_at[cell]
        if city < 0 or not self.can_build(city):
            return False
        built = self.s.station_at[city] > 0 or self.s.telegraph_at[city] > 0
        return laid > 0 or not built

    def tile_to_enter(self, cell: int, walked: set[int], tiles: list[int]) -> int | None:
        """Return the tile to lay, -1 for none, or None if the cell cannot be entered."""
        if cell < 0 or cell in walked:
            return None
        free = (
            self.board.city_at[cell] >= 0
            or self.board.start_at[cell] >= 0
            or has(self.s.track, cell)
        )
        if free:
            return -1
        tile = self.board.tile[cell]
        return tile if tile >= 0 and tiles[tile] > 0 else None

    def can_finish(self, cell: int, walked: set[int], tiles: list[int], laid: int) -> bool:
        """Return whether the route can stop on `cell` or reach an end from it."""
        if self.can_end(cell, laid):
            return True
        city = self.board.city_at[cell]
        if city >= 0 and not (self.s.station_at[city] or self.s.telegraph_at[city]):
            return False
        return bool(self.list_steps(cell, walked, tiles, laid, first=True))

    def list_steps(
        self, cell: int, walked: set[int], tiles: list[int], laid: int, first: bool = False
    ) -> list[int]:
        results = []
        for there in self.board.near[cell]:
            tile = self.tile_to_enter(there, walked, tiles)
            if tile is None:
                continue
            left = tiles[:]
            if tile >= 0:
                left[tile] -= 1
            if self.can_finish(there, walked | {there}, left, laid + (tile >= 0)):
                results.append(there)
                if first:
                    break
        return results


def check(seed: int, dirty_scratch: NewScratch) -> tuple[int, int]:
    """Walk a random route; return the number of states compared, and with moves."""
    rng = random.Random(seed)
    board = small_board(rng)
    s = random_state(board, rng)
    brute = BruteForce(board, s)
    out, scratch = [0] * ACTIONS, dirty_scratch(rng)
    laid = compared = with_moves = 0
    has_started = False
    while True:
        before = s.pack()
        cell, tiles = s.first[0], s.cargo[0][RESOURCES:]
        walked = {c for c in range(CELLS) if has(s.walked, c)}
        expected_steps = brute.list_steps(cell, walked, tiles, laid)
        if not has_started:
            take(s.walked, cell)  # no cell is walked yet while the engine is chosen
            assert can_lay_from(board, s, scratch, 0, cell) == bool(expected_steps), seed
            put(s.walked, cell)
        may_stop = has_started and brute.can_end(cell, laid)
        count = list_steps(board, s, scratch, 0, out)
        built = board.city_at[cell] < 0 or has(s.towns, cell)
        expected = [DONE] * may_stop + [TO + there for there in expected_steps if built]
        assert out[:count] == expected, seed
        assert s.pack() == before, "listing moves changed the state"
        compared += 1
        with_moves += bool(expected)
        onward = [a - TO for a in expected if a != DONE]
        if not onward:
            return compared, with_moves
        there = rng.choice(onward)
        if board.tile[there] >= 0 and not has(s.track, there):
            s.cargo[0][RESOURCES + board.tile[there]] -= 1
            put(s.track, there)
            put(s.fresh, there)
            laid += 1
        put(s.walked, there)
        s.first[0] = there
        has_started = True


def test_steps_match_brute_force(dirty_scratch: NewScratch) -> None:
    compared = with_moves = 0
    for seed in range(120):
        state_count, moves = check(seed, dirty_scratch)
        compared += state_count
        with_moves += moves
    assert compared > 200
    assert with_moves > 150


def test_word_of_a_cell_is_its_quotient() -> None:
    assert [word_of(cell) for cell in range(WORDS * WORD)] == [
        cell // WORD for cell in range(WORDS * WORD)
    ]
