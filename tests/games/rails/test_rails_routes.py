"""Laying track: the rulebook's examples, rulings on routes, the line of coasts, the end."""

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

Make = Callable[[int], Any]
EXAMPLES = tomllib.loads((Path(__file__).parent / "data" / "lay_track.toml").read_text())
COLOURS = {"red": 0, "green": 1, "blue": 2}
PATHS = {  # the cells walked, where the tiles alone do not say it
    "one-bridge": "s9 r9",
    "one-tunnel": "b9 c9",
    "bypass": "a6 b6 c6 c7 c8 c9",
    "connect-bypassed-city": "c8 c7 c6 c5",
    "through-a-telegraph": "c8 c7 c6 c5 d5 e5 e6",
    "around-the-telegraph": "c8 c7 c6 d6 d5 e5 e6",
    "long-route": "a11 a10 b10 b9 c9 c8 c7 c6 c5 d5 e5 e6 f6 g6 g5 g4 h4",
}
# red, green and blue; last seat first, then the other coast from the first seat on
STARTS = ("west-4", "west-2", "east-3", "west-3", "east-1", "east-2")


def lay(t: Any, row: dict[str, Any]) -> None:
    """Play an example as the next turn of its player and compare all it says."""
    seat = COLOURS[row["player"]]
    t.s.mover = t.s.actor[0] = t.s.turn = seat
    load: dict[str, int] = {}
    for tile in row["tiles"]:
        load[tile["tile"]] = load.get(tile["tile"], 0) + 1
    t.load(seat, **load)
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
        had = sum(t.cargo(seat).values())
        t.play(f"to {cell}")
        if sum(t.cargo(seat).values()) < had:
            laid.append(cell)
    wanted = {cell_name(x + COLUMNS * y) for x, y in (tile["at"] for tile in row["tiles"])}
    assert set(laid) == wanted
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
    assert t.cell(row["city"]) in t.s.engines[seat]
    t.s.space[:] = [0] * 12  # every example is a turn of its own
    t.s.reserve[:3] = [4, 4, 4]
    t.fresh()


def test_lay_track_examples(table: Make) -> None:
    t = table(3).begin(STARTS)
    for row in EXAMPLES["example"]:
        if row["id"] == "long-route":
            t.build("lawrence", station=2)  # far away: seven tiles need a carriage
        lay(t, row)


def test_lay_track_variant(table: Make) -> None:
    t = table(3).begin(STARTS)
    variant = EXAMPLES["variant"][0]
    for row in EXAMPLES["example"]:
        if row["id"] == variant["instead_of"]:
            lay(t, variant)
            return
        lay(t, row)
    pytest.fail("the variant replaces no example")


def at_yard(t: Any, hats: int = 0) -> Any:
    return t.play("place crew|yard", "at yard", f"hats {hats}")


def test_lay_needs_a_route(table: Make) -> None:
    starts = ("east-2", "east-3", "west-3", "west-2")
    t = table(2).begin(starts).load(0, rail=1)
    assert at_yard(t).legal() == ["hire"]
    t = table(2).begin(starts).load(0, bridge=1)
    assert at_yard(t).legal() == ["hire", "lay"]


def test_two_routes_from_both_engines_and_done(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1, tunnel=1)
    at_yard(t.hats(0, 2), 2)
    t.play("lay")
    assert t.legal() == ["engine west-3", "engine east-3"]  # the first has no `done`
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
    assert t.legal() == ["done"]  # a third use is left
    assert t.play("done").turn == 1


def test_no_building_twice_and_no_route_to_own(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1)
    t.track("s9").build("topeka", station=0)
    assert at_yard(t).legal() == ["hire"]


def test_free_route_needs_a_city_without_a_building(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0)
    t.track("s9")
    assert "lay" in at_yard(t).legal()
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0)
    t.track("s9").build("topeka", station=1)
    assert at_yard(t).legal() == ["hire"]


def test_new_tile_must_lie_on_a_way_without_crossing(table: Make) -> None:
    """East-3 and Topeka are joined; a detour by s10 and r10 reaches Topeka from the south."""
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, rail=1, tunnel=1)
    t.track("s9").build("topeka", station=1).build("julesburg", station=0)
    at_yard(t).play("lay", "engine east-3")
    assert t.legal() == ["to s9", "to t10"]
    t.play("to s9")
    assert t.legal() == ["to s10"]  # straight into Topeka no tile would be laid
    t.play("to s10", "to r10", "to r9")
    assert t.legal() == ["done"]
    t.play("done")
    assert t.scores[:2] == [2, 3]  # the old way is shorter; the owner gets 3


def test_pass_a_built_city_or_stop_there(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2"))
    t.build("topeka", station=1).load(0, bridge=1, tunnel=1, rail=3)
    at_yard(t).play("lay", "engine east-3", "to s9", "to r9")
    assert "done" in t.legal()
    assert "to r8" in t.legal()
    t.play("to q9", "to p9", "to p8", "done")
    assert t.scores[:2] == [4 + 1, 3]  # two tiles from Topeka count double, the bridge once


def test_ties_take_most_new_tiles(table: Make) -> None:
    """Two ways of one tile from Topeka: the new one counts."""
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1)
    t.track("r8", "r7", "s6", "s5").build("omaha", station=1)
    at_yard(t).play("lay", "engine east-3", "to s9", "to r9", "done")
    assert t.scores[0] == 2


@pytest.mark.parametrize(("built", "points"), [(False, 8), (True, 6)])
def test_a_bypassed_city_cuts_the_way_only_with_a_building(
    table: Make, built: bool, points: int
) -> None:
    """P3: from Placerville two tiles lead past Stockton, four to the start."""
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2"))
    if built:
        t.build("stockton", station=1)
    at_yard(t.load(0, tunnel=1, bridge=1, rail=2)).play("lay", "engine west-3")
    t.play("to b9", "to b8", "to c8", "to d8", f"to {cell_name(t.cell('placerville'))}", "done")
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


def test_coast_to_coast_by_tiles_and_cities(table: Make) -> None:
    t = table(2).begin(("east-1", "east-2", "west-2", "west-1")).track(*LINE)
    assert not coasts_joined(t.board, t.s, t.state.scratch)
    t.build("auburn", 1).build("truckee", 1)
    assert not coasts_joined(t.board, t.s, t.state.scratch)  # Omaha is not connected yet
    t.load(0, iron=1)
    t.play("place miner|coin", "at coin", "hats 0", "station omaha wood")
    assert t.s.joined == 1
    assert t.scores[0] == 15  # a building closed the line (P3)
    t.play("free crew")
    assert t.turn == 1  # equally many turns
    t.play("place crew|yard", "at yard", "hats 0", "hire", "done")
    assert t.state.over
    # the table for 1 and 2 stations; the goal of crews to seat 0, that of stations to seat 1
    assert t.scores == [15 + 2 + 3, 4 + 3]


def test_line_is_looked_for_on_done(table: Make) -> None:
    t = table(2).begin(("east-1", "east-2", "west-2", "west-1")).track(*LINE[:-1])
    t.build("auburn", 1).build("truckee", 1).build("omaha", 1).load(0, rail=1)
    at_yard(t).play("lay", "engine east-2", "to s5", "to r5", "done")
    assert t.scores[0] == 2 + 15
    t.play("telegraph")
    assert t.turn == 1
    assert t.s.joined == 1


def test_building_table(table: Make) -> None:
    t = table(2)
    t.s.stations[0], t.s.telegraphs[0] = 11, 3
    assert building_points(t.board, t.s, 0) == 69
    assert building_points(t.board, t.s, 1) == 0


def test_goals_need_one_leader_above_zero(table: Make) -> None:
    t = table(3).begin()
    assert goal_leader(t.s, 1) == -1  # a coin each
    t.load(0, coin=2)
    assert goal_leader(t.s, 1) == 0
    t.load(2, coin=2)
    assert goal_leader(t.s, 1) == -1
    assert goal_leader(t.s, 8) == -1  # nobody has a crew


def test_goal_of_houses_counts_those_on_sites(table: Make) -> None:
    t = table(2).begin().build("topeka", station=1)
    assert goal_leader(t.s, GOAL_HOUSES) == -1  # a station is not one of them
    t.s.sites[0][2] = 1
    assert goal_leader(t.s, GOAL_HOUSES) == 0


def test_ranks_by_score_houses_buildings(table: Make) -> None:
    t = table(3).begin()
    t.s.turn = -2
    t.s.score[:3] = [10, 10, 10]
    t.s.sites[1][0] = 1
    t.s.stations[2] = 1
    assert t.fresh().state.ranks() == [2, 0, 1]


def test_two_engines_in_one_city_are_one_word(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, rail=2)
    t.build("topeka", station=0)
    t.s.engines[0][:] = [t.cell("topeka")] * 2
    at_yard(t).play("lay")
    assert t.legal() == ["engine topeka"]
    t.play("engine topeka", "to q9", "to p9", "to p8", "done")
    assert t.s.engines[0] == [t.cell("julesburg"), t.cell("topeka")]
