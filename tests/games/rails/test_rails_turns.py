"""Setup, workers, production, trains, Congress and hiring: examples and rulings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NewTester = Callable[[int], Any]


def open_rows(t: Any) -> None:
    for seat, row in enumerate(("wood", "iron", "coin")):
        assert t.turn == seat
        assert len(t.legal()) == 4
        t.play(f"open {row}")
    assert [t.s.houses[seat] for seat in range(3)] == [[3, 3, 3, 2], [3, 3, 2, 3], [3, 2, 3, 3]]


def draw_goals(t: Any) -> None:
    assert t.turn == -1
    assert len(t.legal()) == 12
    assert set(t.state.weights()) == {1}
    t.play("goal coin", "goal iron", "goal wood")
    assert len(t.legal()) == 9
    t.play("goal crew")


def place_engines(t: Any) -> None:
    turns = []
    for start in ("west-1", "east-1", "west-2", "east-2", "west-3", "east-3"):
        turns.append(t.turn)
        assert f"engine {start}" in t.legal()
        t.play(f"engine {start}")
    assert turns == [2, 1, 0, 0, 1, 2]
    assert t.turn == 0
    assert t.cargo(0) == {"gunpowder": 1, "coin": 1, "iron": 1, "wood": 1}


def test_setup_order(new_tester: NewTester) -> None:
    t = new_tester(3)
    open_rows(t)
    draw_goals(t)
    place_engines(t)


def test_setup_order_of_rules_1(new_tester_1: NewTester) -> None:
    t = new_tester_1(3)
    draw_goals(t)
    open_rows(t)
    place_engines(t)


def test_second_engine_goes_to_the_other_coast(new_tester: NewTester) -> None:
    t = new_tester(2)
    t.play("open wood", "open wood", "goal coin", "goal iron", "goal wood", "goal crew")
    assert len(t.legal()) == 8
    t.play("engine west-2", "engine west-1")
    assert t.turn == 0
    assert t.legal() == ["engine east-1", "engine east-2", "engine east-3", "engine east-4"]
    t.play("engine east-2")
    assert t.legal() == ["engine east-1", "engine east-3", "engine east-4"]


def test_production_by_empty_spaces_and_sites(new_tester: NewTester) -> None:
    """Check the rulebook's example: 1 wood, 2 coins, 3 iron, 3 gunpowder."""
    for district, space, expected in (
        ("wood", "wood|miner", 1),
        ("coin", "miner|coin", 2),
        ("iron", "financier|iron", 3),
        ("gunpowder", "gunpowder|crew", 3),
    ):
        t = new_tester(2).begin()
        t.s.houses[0] = [1, 2, 1, 3]
        t.s.stations[0] = 4
        t.s.station_at[:4] = [1] * 4
        t.s.towns[:] = [
            sum(
                1 << (t.board.city_cell[c] % 60)
                for c in range(4)
                if t.board.city_cell[c] // 60 == w
            )
            for w in range(5)
        ]
        t.load(0)
        t.play(f"place {space}", f"at {district}", "hats 0")
        assert t.cargo(0) == {district: expected}


def test_bonus_by_workers_and_hats_and_special_uses(new_tester: NewTester) -> None:
    """Check two wood plus one for a worker, and two special actions with one hat."""
    t = new_tester(2).begin().load(0)
    t.play("place crew|wood", "at crew", "hats 0", "make 0")
    t.play("place miner|coin", "at coin", "hats 0", "done")
    t.play("place wood|miner", "at wood", "hats 0")
    assert t.cargo(0) == {"wood": 3}
    assert t.legal() == ["done"]  # no gunpowder, but the choice is presented
    t = new_tester(2).begin().build("auburn", 0).build("chico", 0).staff(0, "crew", "crew", "miner")
    t.load(0, gunpowder=3).give_hats(0, 1)
    assert t.play("place wood|miner", "at wood").legal() == ["hats 0", "hats 1"]
    t.play("hats 1")
    assert t.cargo(0) == {"gunpowder": 3, "wood": 5}  # 1 + three spaces empty + the hat
    t.play("upgrade iron-1")
    assert "upgrade coin-1" in t.legal()  # replaces the first upgrade
    assert "upgrade wood-2" in t.legal()  # goes to the next carriage
    t.play("upgrade wood-2")
    assert t.scores[0] == 4
    assert t.turn == 1  # both uses are spent


def test_moved_worker_gives_no_bonus(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0)
    t.play("place financier|yard", "at financier", "hats 0", "done")
    t.play("place miner|coin", "at coin", "hats 0", "done")
    t.play("remove financier|yard", "at financier", "hats 0")
    assert t.s.budget == 1


def test_bump_returns_workers_and_compensates_clockwise(new_tester: NewTester) -> None:
    t = new_tester(4).begin()
    t.s.space[:] = [0] * 12
    crew = [
        t.game.parse(f"place {name}") - t.game.parse("place gunpowder|financier")
        for name in ("gunpowder|crew", "crew|yard", "crew|wood")
    ]
    for space, owner in zip(crew, (2, 1, 2), strict=True):
        t.s.space[space] = owner + 1
        t.s.reserve[owner] -= 1
    t.s.above[3] = 4  # seat 3 on top of the crew district
    t.s.reserve[3] -= 1
    t.give_hats(1, 2).give_hats(2, 1).give_hats(3, 2).load(1, iron=6)
    assert "bump crew" in t.legal()
    t.play("bump crew")
    assert t.s.hats[:] == [0, 2, 2, 2]
    assert t.s.reserve[:] == [2, 3, 3, 3]
    assert t.turn == 1
    t.play("gain coin")
    assert t.legal() == ["drop coin", "drop iron"]
    t.play("drop iron")
    assert t.turn == 2
    t.play("gain wood")
    assert t.turn == 3
    t.play("gain gunpowder")
    assert t.turn == 0
    assert t.legal() == ["hats 0"]
    t.play("hats 0")
    assert t.legal() == ["make 0", "make 1"]


def test_bump_requires_all_spaces_taken_by_others(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.s.space[0] = 2  # gunpowder|financier
    t.s.space[2] = 2  # gunpowder|crew
    t.s.reserve[1] -= 2
    assert [w for w in t.refresh().legal() if w.startswith("bump")] == ["bump gunpowder"]
    t.s.space[2] = 1
    t.s.reserve[:2] = [5, 5]
    assert not any(w.startswith("bump") for w in t.refresh().legal())


def test_no_bump_of_a_district_with_an_own_worker(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.s.space[0] = t.s.space[2] = 2  # both spaces of the gunpowder district
    t.s.reserve[1] -= 2
    t.s.above[0] = 1
    t.s.reserve[0] -= 1
    assert not any(w.startswith("bump") for w in t.refresh().legal())


def test_worker_on_a_district_gives_a_bonus_there(new_tester: NewTester) -> None:
    """Check P1: two wood, plus one for the worker on the district."""
    t = new_tester(2).begin().load(0)
    t.s.above[6] = 1  # wood
    t.s.reserve[0] -= 1
    t.refresh().play("place wood|miner", "at wood", "hats 0")
    assert t.cargo(0) == {"wood": 3}


def test_worker_on_a_district_is_lifted_first(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.s.above[0] = 1
    t.s.above[8] = 1
    t.s.space[5] = 1
    t.s.reserve[0] = 3
    words = t.refresh().legal()
    assert [w for w in words if not w.startswith("place")] == ["lift gunpowder", "lift coin"]
    assert "place wood|miner" in words
    t.play("lift coin")
    assert t.legal() == ["hats 0"]  # a lift implies the district, so none is chosen
    t.play("hats 0")
    assert t.cargo(0)["coin"] == 2


def test_house_on_a_site_adds_its_resource(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, wood=1)
    t.play("place financier|iron", "at iron", "hats 0")
    assert "house wood coin" in t.legal()
    t.play("house iron coin")
    assert t.scores[0] == 2
    t.play("place gunpowder|crew", "at gunpowder", "hats 0", "done")
    t.play("place engineer|coin", "at coin", "hats 0")
    assert t.cargo(0) == {"coin": 2, "iron": 1}


def test_coin_district_builds_a_station_beside_track(new_tester: NewTester) -> None:
    t = new_tester(2).begin().lay_track("s9").load(0, iron=1)
    t.play("place miner|coin", "at coin", "hats 0")
    assert [w for w in t.legal() if w != "done"] == [
        f"station topeka {row}" for row in ("gunpowder", "coin", "iron", "wood")
    ]
    t.play("station topeka wood")
    assert t.legal() == [f"free {name}" for name in ("crew", "miner", "engineer", "financier")]
    t.play("free miner")
    assert t.s.windows[0][0] == 2
    assert t.scores[0] == 0
    assert t.turn == 1


def test_only_an_own_telegraph_forbids_a_station(new_tester: NewTester) -> None:
    t = new_tester(2).begin().lay_track("s9", "b9").load(0, iron=2)
    t.build("topeka", telegraph=1).build("stockton", telegraph=0)
    t.play("place miner|coin", "at coin", "hats 0")
    assert {w.split()[1] for w in t.legal() if w != "done"} == {"topeka"}


def test_gunpowder_district_builds_a_telegraph_at_a_station(new_tester: NewTester) -> None:
    t = new_tester(2).begin().lay_track("s9", "b9").load(0, coin=2).give_hats(0, 1)
    t.build("topeka", 1).build("stockton", 0).build("elko", 1, 0)
    t.play("place gunpowder|crew", "at gunpowder", "hats 1")
    assert t.legal() == ["done", "telegraph topeka"]
    t.play("telegraph topeka")
    assert t.scores[0] == 2  # the second telegraph
    assert t.legal() == ["done"]


def test_production_is_limited_by_supply_and_cargo(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(1, coin=10)
    t.s.stations[1] = 0
    t.load(1, coin=5).load(0, iron=6)
    t.s.supply[1] = 15
    t.play("place miner|coin", "at coin", "hats 0")
    assert t.legal() == ["drop coin", "drop iron"]
    t.play("drop iron")
    assert "done" in t.legal()


def test_crew_activation_example(new_tester: NewTester) -> None:
    """Check a Crew foreman, Financier and Engineer in carriage 1, Engineer in 2."""
    t = new_tester(2).begin().build("auburn", 0).build("chico", 0)
    t.staff(0, "financier", "engineer", "engineer").load(0, iron=1, coin=1, wood=1)
    t.play("place crew|yard", "at crew", "hats 0")
    assert t.legal() == ["make 0", "make 1"]
    t.play("make 1")
    assert t.legal() == ["done", "lobby 1", "lobby 2", "lobby 3", "lobby 4"]
    t.play("lobby 1")
    assert t.cargo(0) == {"wood": 3, "rail": 1}
    t.play("make 1")
    assert t.legal() == ["make 0", "make 1", "make 2"]
    t.play("make 2")
    assert t.cargo(0) == {"rail": 1, "bridge": 3}
    assert t.turn == 1


def test_upgrade_comes_before_the_specialists(new_tester: NewTester) -> None:
    t = (
        new_tester(2)
        .begin()
        .build("auburn", 0)
        .staff(0, "miner", "engineer")
        .improve(0, "gunpowder-1")
    )
    t.load(0, wood=1)
    t.play("place crew|yard", "at crew", "hats 0", "make 0")
    assert t.cargo(0) == {"wood": 1, "gunpowder": 1}
    t.play("make 1", "make 1")
    assert t.cargo(0) == {"bridge": 1, "tunnel": 1}


def test_level_three_upgrade_asks_three_times(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    for city in ("auburn", "chico", "stockton"):
        t.build(city, 0)
    t.staff(0, "crew", "crew", "crew", "miner", "miner").improve(0, "", "", "any-3")
    t.load(0, wood=14)
    t.play("place crew|yard", "at crew", "hats 0", *["make 0"] * 5, "gain coin", "gain coin")
    assert t.legal() == ["drop coin", "drop wood"]
    t.play("drop wood", "gain iron", "drop iron", "make 0")
    assert t.cargo(0) == {"wood": 13, "coin": 2}


def test_foreman_works_once_more_for_each_bonus(new_tester: NewTester) -> None:
    t = new_tester(2).begin().build("auburn", 0).staff(0, "miner").load(0, iron=5, gunpowder=3)
    t.give_hats(0, 2)
    t.s.space[2] = 1  # gunpowder|crew
    t.s.reserve[0] -= 1
    t.refresh().play("place crew|yard", "at crew", "hats 2")
    assert t.legal() == [f"make {n}" for n in range(5)]
    t.play("make 4")
    assert t.legal() == ["make 0", "make 1"]


def test_budget_of_three_coins(new_tester: NewTester) -> None:
    """Check that unspent budget carries over from the foreman to carriage 2."""
    t = new_tester(2).begin().build("auburn", 0).build("chico", 0)
    t.staff(0, "crew", "crew", "financier").load(0, coin=4)
    t.play("place gunpowder|financier", "at financier", "hats 0")
    assert "lobby 5" not in t.legal()
    t.play("done", "make 0", "make 0")
    assert t.s.budget == 3
    assert t.legal() == ["done", *(f"lobby {n}" for n in range(1, 9))]
    t.play("lobby 6", "gain wood", "gain wood")
    assert t.legal() == ["gain gunpowder", "gain iron", "gain wood"]
    t.play("gain iron")
    assert t.legal() == ["done", *(f"lobby {n}" for n in range(1, 5)), "reset"]
    t.play("lobby 3")
    assert t.turn == 1  # the budget is used up, so the turn ends
    assert t.s.budget == 0
    assert t.cargo(0) == {"coin": 1, "wood": 2, "iron": 3}


def test_reset_of_four_senators(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, coin=1)
    assert "reset" not in t.play("place gunpowder|financier", "at financier", "hats 0").legal()
    t = new_tester(2).begin().load(0, coin=1)
    t.s.lobbied[:] = [1, 0, 1, 0, 1, 0, 0, 1]
    t.play("place gunpowder|financier", "at financier", "hats 0", "reset")
    assert t.scores[0] == 4
    assert sum(t.s.lobbied) == 0
    assert t.cargo(0) == {}


def test_reward_four_always_scores_its_point(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, coin=1)
    for seat in range(2):  # twelve houses on twelve sites; no carriage to upgrade
        t.s.sites[seat][:] = [1, 2, 1, 2] if seat == 0 else [2, 1, 2, 1]
        t.s.houses[seat][:] = [1, 1, 2, 1]
    t.refresh().play("place gunpowder|financier", "at financier", "hats 0", "lobby 4")
    assert t.scores[0] == 1
    assert t.turn == 1


def test_reward_four(new_tester: NewTester) -> None:
    t = new_tester(2).begin().build("auburn", 0).staff(0, "crew").load(0, coin=1)
    t.play("place gunpowder|financier", "at financier", "hats 0", "lobby 4")
    words = t.legal()
    assert "done" not in words
    assert [w for w in words if w.startswith("upgrade")] == [
        "upgrade gunpowder-1",
        "upgrade coin-1",
        "upgrade iron-1",
        "upgrade wood-1",
    ]
    t.play("upgrade wood-1")
    assert t.scores[0] == 1
    # The carriage of the upgrade has yet to be activated in this run.
    assert t.cargo(0) == {"wood": 1}
    t = new_tester(2).begin().load(0, coin=1)
    for resource in range(4):
        t.s.sites[1][resource] = 3
        t.s.houses[1][resource] = 0
    t.state.legal()
    t.state.apply(t.game.parse("place gunpowder|financier"))
    for words in ("at financier", "hats 0", "lobby 4"):
        t.state.apply(t.game.parse(words))
    assert t.turn == 1
    assert t.scores[0] == 1  # nothing is possible, but the point is scored


def test_reward_five_adds_a_carriage_to_the_same_run(new_tester: NewTester) -> None:
    t = (
        new_tester(2)
        .begin()
        .lay_track("s9")
        .load(0, coin=2)
        .give_hats(0, 1)
        .build("elko", telegraph=1)
    )
    t.build("stockton", 1)
    t.play("place gunpowder|financier", "at financier", "hats 1", "lobby 5")
    words = t.legal()
    assert {w.split()[1] for w in words if w.startswith("station")} == {"topeka", "elko"}
    assert "telegraph stockton" in words
    t.play("station elko wood", "free crew")
    assert t.legal() == ["done", "telegraph stockton"]
    t.play("telegraph stockton")
    assert t.scores[0] == 1
    assert t.legal() == ["make 0"]  # the new carriage is part of this activation
    t.play("make 0")
    assert t.turn == 1


def test_congress_reward_of_tiles(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, coin=3).give_hats(0, 2)
    t.play("place gunpowder|financier", "at financier", "hats 2", "lobby 8", "tile rail")
    assert t.legal() == ["tile rail", "tile bridge", "tile tunnel"]
    t.play("tile tunnel")
    assert t.cargo(0) == {"rail": 1, "tunnel": 1}


def test_hire_costs_and_window_points(new_tester: NewTester) -> None:
    """Check the price in wood + coins by carriage: 1 + 1, 2 + 1, then 2 + 2 for VP."""
    t = new_tester(2).begin()
    for city in ("auburn", "chico", "stockton"):
        t.build(city, 0)
    t.staff(0, "financier").load(0, wood=8, coin=6).give_hats(0, 2)
    t.s.space[8] = t.s.space[3] = 1
    t.s.reserve[0] -= 2
    t.refresh().play("place crew|yard", "at yard", "hats 2")
    assert t.legal() == ["hire"]
    t.play("hire")
    assert t.legal() == ["done", "hire engineer"]
    t.play("hire engineer")
    assert t.cargo(0) == {"wood": 7, "coin": 5}
    t.play("hire engineer", "hire engineer")
    assert t.cargo(0) == {"wood": 3, "coin": 3}
    t.s.specialists[2] += 1  # a fifth engineer, to reach the last window
    t.refresh()
    t.state.apply(t.game.parse("hire engineer"))
    assert t.cargo(0) == {"wood": 1, "coin": 1}
    assert t.scores[0] == 2
    assert t.legal() == ["done"]


def test_hiring_is_optional(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.play("place crew|yard", "at yard", "hats 0", "hire")
    assert t.legal() == ["done"]
    assert t.play("done").turn == 1


def test_game_ends_after_the_last_round(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.s.round_number = 100
    for _ in range(2):
        t.play(
            "place crew|yard" if t.turn == 0 else "place yard|engineer",
            "at yard",
            "hats 0",
            "hire",
            "done",
        )
    assert t.state.over
    assert t.scores == [0, 0]
    assert t.state.ranks() == [0, 0]
