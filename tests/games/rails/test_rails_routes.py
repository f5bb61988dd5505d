"""Laying track: rulebook examples, routes, the coast-to-coast line and the end."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games.rails.names import cell_name
from roundhouse.games.rails.rules.network import coasts_joined
from roundhouse.games.rails.rules.scoring import building_points, goal_leader
from roundhouse.games.rails.state import COLUMNS, GOAL_HOUSES

NewTester = Callable[[int], Any]
EXAMPLES = tomllib.loads((Path(__file__).parent / "data" / "lay_track.toml").read_text())
COLOURS = {"red": 0, "green": 1, "blue": 2}
PATHS = {  # all cells of each route, in order
    "one-bridge": "s9 r9",
    "one-tunnel": "b9 c9",
    "bypass": "a6 b6 c6 c7 c8 c9",
    "connect-bypassed-city": "c8 c7 c6 c5",
    "through-a-telegraph": "c8 c7 c6 c5 d5 e5 e6",
    "around-the-telegraph": "c8 c7 c6 d6 d5 e5 e6",
    "long-route": "a11 a10 b10 b9 c9 c8 c7 c6 c5 d5 e5 e6 f6 g6 g5 g4 h4",
}
# In setup order: blue, green, red on one coast; red, green, blue on the other.
STARTS = ("west-4", "west-2", "east-3", "west-3", "east-1", "east-2")


def play_example(t: Any, row: dict[str, Any]) -> None:
    """Play an example as a turn of its player and check all stated results."""
    seat = COLOURS[row["player"]]
    t.s.mover = t.s.actor[0] = t.s.turn = seat
    cargo: dict[str, int] = {}
    for tile in row["tiles"]:
        cargo[tile["tile"]] = cargo.get(tile["tile"], 0) + 1
    t.load(seat, **cargo)
    before = t.scores
    t.play(
        "place crew|yard" if t.s.space[5] == 0 else "place yard|engineer",
        "at yard",
        "hats 0",
        "lay",
        f"engine {row['engine']}",
    )
    laid = []
    for cell in PATHS[row["id"]].split():
        item_count = sum(t.cargo(seat).values())
        t.play(f"to {cell}")
        if sum(t.cargo(seat).values()) < item_count:
            laid.append(cell)
    expected = {cell_name(x + COLUMNS * y) for x, y in (tile["at"] for tile in row["tiles"])}
    assert set(laid) == expected
    t.play("done")
    owners = {COLOURS[name]: vp for name, vp in row.get("owners", {}).items()}
    gained = [after - old for after, old in zip(t.scores, before, strict=True)]
    assert gained == [row["vp"] if n == seat else owners.get(n, 0) for n in range(3)]
    before = t.scores
    if row["builds"] == "telegraph-station":
        t.play("telegraph")
        assert t.scores[seat] - before[seat] == row["telegraph"]
    else:
        t.play(next(w for w in t.legal() if w.startswith("station")))
        if t.legal()[0].startswith("free"):
            t.play("free crew")
    assert t.cell_of(row["city"]) in t.s.engines[seat]
    t.s.space[:] = [0] * 12  # each example is a separate turn
    t.s.reserve[:3] = [4, 4, 4]
    t.refresh()


def test_lay_track_examples(new_tester: NewTester) -> None:
    t = new_tester(3).begin(STARTS)
    for row in EXAMPLES["example"]:
        if row["id"] == "long-route":
            t.build("lawrence", station=2)  # not on the route: seven tiles need a carriage
        play_example(t, row)


def test_lay_track_variant(new_tester: NewTester) -> None:
    t = new_tester(3).begin(STARTS)
    variant = EXAMPLES["variant"][0]
    for row in EXAMPLES["example"]:
        if row["id"] == variant["instead_of"]:
            play_example(t, variant)
            return
        play_example(t, row)
    pytest.fail("the variant replaces no example")


def use_yard(t: Any, hats: int = 0) -> Any:
    return t.play("place crew|yard", "at yard", f"hats {hats}")


def test_lay_requires_a_route(new_tester: NewTester) -> None:
    starts = ("east-2", "east-3", "west-3", "west-2")
    t = new_tester(2).begin(starts).load(0, rail=1)
    assert use_yard(t).legal() == ["hire"]
    t = new_tester(2).begin(starts).load(0, bridge=1)
    assert use_yard(t).legal() == ["hire", "lay"]


def test_two_routes_with_both_engines(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1, tunnel=1)
    use_yard(t.give_hats(0, 2), 2)
    t.play("lay")
    assert t.legal() == ["engine west-3", "engine east-3"]  # the first route has no `done`
    t.play("engine east-3")
    assert t.legal() == ["to s9"]
    t.play("to s9")
    assert t.legal() == ["to r9"]
    t.play("to r9")
    assert t.legal() == ["done"]
    t.play("done")
    assert t.scores[0] == 2
    assert t.legal() == [
        "station gunpowder",
        "station coin",
        "station iron",
        "station wood",
        "telegraph",
    ]
    t.play("station iron", "free miner")
    assert t.legal() == ["done", "engine west-3"]
    t.play("engine west-3", "to b9", "to c9", "done", "telegraph")
    assert t.scores[0] == 5
    assert t.legal() == ["done"]  # another route is allowed, but none is possible
    assert t.play("done").turn == 1


def test_no_route_to_a_city_with_an_own_building(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1)
    t.lay_track("s9").build("topeka", station=0)
    assert use_yard(t).legal() == ["hire"]


def test_route_without_tiles_requires_a_city_without_a_building(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0)
    t.lay_track("s9")
    assert "lay" in use_yard(t).legal()
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0)
    t.lay_track("s9").build("topeka", station=1)
    assert use_yard(t).legal() == ["hire"]


def test_new_tile_must_be_on_a_simple_path(new_tester: NewTester) -> None:
    """Check a detour from east-3 to Topeka, which are connected already."""
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, rail=1, tunnel=1)
    t.lay_track("s9").build("topeka", station=1).build("julesburg", station=0)
    use_yard(t).play("lay", "engine east-3")
    assert t.legal() == ["to s9", "to t10"]
    t.play("to s9")
    assert t.legal() == ["to s10"]  # a direct step into Topeka would lay no tile
    t.play("to s10", "to r10", "to r9")
    assert t.legal() == ["done"]
    t.play("done")
    assert t.scores[:2] == [2, 3]  # the old path is shorter; the owner of Topeka gets 3


def test_route_may_pass_or_end_in_a_built_city(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2"))
    t.build("topeka", station=1).load(0, bridge=1, tunnel=1, rail=3)
    use_yard(t).play("lay", "engine east-3", "to s9", "to r9")
    assert "done" in t.legal()
    assert "to r8" in t.legal()
    t.play("to q9", "to p9", "to p8", "done")
    assert t.scores[:2] == [4 + 1, 3]  # two tiles from Topeka count double, the bridge once


def test_tie_of_shortest_paths_takes_most_new_tiles(new_tester: NewTester) -> None:
    """Check that of two paths of one tile to Topeka the new one counts."""
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1)
    t.lay_track("r8", "r7", "s6", "s5").build("omaha", station=1)
    use_yard(t).play("lay", "engine east-3", "to s9", "to r9", "done")
    assert t.scores[0] == 2


@pytest.mark.parametrize(("built", "points"), [(False, 8), (True, 6)])
def test_only_a_connected_city_ends_the_shortest_path(
    new_tester: NewTester, built: bool, points: int
) -> None:
    """Check P3: from Placerville, two tiles lead to Stockton and four to the start."""
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2"))
    if built:
        t.build("stockton", station=1)
    use_yard(t.load(0, tunnel=1, bridge=1, rail=2)).play("lay", "engine west-3")
    t.play("to b9", "to b8", "to c8", "to d8", f"to {cell_name(t.cell_of('placerville'))}", "done")
    assert t.scores[:2] == [points, 0]  # Stockton is not passed through


LINE = [
    "b5",
    "d5",
    "e5",
    "f6",
    "g6",
    "h6",
    "i6",
    "j6",
    "j5",
    "k5",
    "l5",
    "m5",
    "n5",
    "o5",
    "p5",
    "q5",
    "s5",
]


def test_coast_to_coast_by_tiles_and_cities(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-1", "east-2", "west-2", "west-1")).lay_track(*LINE)
    assert not coasts_joined(t.board, t.s, t.state.scratch)
    t.build("auburn", 1).build("truckee", 1)
    assert not coasts_joined(t.board, t.s, t.state.scratch)  # Omaha is not connected yet
    t.load(0, iron=1)
    t.play("place miner|coin", "at coin", "hats 0", "station omaha wood")
    assert t.s.joined == 1
    assert t.scores[0] == 15  # P3: the building completes the line
    t.play("free crew")
    assert t.turn == 1  # the round is finished
    t.play("place crew|yard", "at yard", "hats 0", "hire", "done")
    assert t.state.over
    # Points for 1 and 2 stations; seat 0 wins the crew goal, seat 1 the station goal.
    assert t.scores == [15 + 2 + 3, 4 + 3]


def test_line_is_checked_at_the_end_of_a_route(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-1", "east-2", "west-2", "west-1")).lay_track(*LINE[:-1])
    t.build("auburn", 1).build("truckee", 1).build("omaha", 1).load(0, rail=1)
    use_yard(t).play("lay", "engine east-2", "to s5", "to r5", "done")
    assert t.scores[0] == 2 + 15
    t.play("telegraph")
    assert t.turn == 1
    assert t.s.joined == 1


def test_building_table(new_tester: NewTester) -> None:
    t = new_tester(2)
    t.s.stations[0], t.s.telegraphs[0] = 11, 3
    assert building_points(t.board, t.s, 0) == 69
    assert building_points(t.board, t.s, 1) == 0


def test_goal_requires_a_single_leader_above_zero(new_tester: NewTester) -> None:
    t = new_tester(3).begin()
    assert goal_leader(t.s, 1) == -1  # both have one coin
    t.load(0, coin=2)
    assert goal_leader(t.s, 1) == 0
    t.load(2, coin=2)
    assert goal_leader(t.s, 1) == -1
    assert goal_leader(t.s, 8) == -1  # no one has a crew


def test_house_goal_counts_houses_on_sites(new_tester: NewTester) -> None:
    t = new_tester(2).begin().build("topeka", station=1)
    assert goal_leader(t.s, GOAL_HOUSES) == -1  # a station does not count
    t.s.sites[0][2] = 1
    assert goal_leader(t.s, GOAL_HOUSES) == 0


def test_ranks_by_score_then_houses_then_buildings(new_tester: NewTester) -> None:
    t = new_tester(3).begin()
    t.s.turn = -2
    t.s.score[:3] = [10, 10, 10]
    t.s.sites[1][0] = 1
    t.s.stations[2] = 1
    assert t.refresh().state.ranks() == [2, 0, 1]


def test_two_engines_in_one_city_are_one_move(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, rail=2)
    t.build("topeka", station=0)
    t.s.engines[0][:] = [t.cell_of("topeka")] * 2
    use_yard(t).play("lay")
    assert t.legal() == ["engine topeka"]
    t.play("engine topeka", "to q9", "to p9", "to p8", "done")
    assert t.s.engines[0] == [t.cell_of("julesburg"), t.cell_of("topeka")]
