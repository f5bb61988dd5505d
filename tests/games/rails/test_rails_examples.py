"""The rulebook's worked examples, played move by move.

For laying track see also the routes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NewTester = Callable[[int], Any]
RED, YELLOW, BLUE = 0, 1, 2


def test_bump_of_red_and_yellow(new_tester: NewTester) -> None:
    """Blue bumps: red takes back 1 worker and gets 1 hat, yellow 2 of each."""
    t = new_tester(3).begin()
    t.play("place gunpowder|crew", "at gunpowder", "hats 0", "done")
    t.play("place crew|yard", "at crew", "hats 0", "make 0")
    assert "bump crew" not in t.legal()  # a space is empty
    t.play("place miner|coin", "at coin", "hats 0", "done")
    t.play("place financier|iron", "at iron", "hats 0", "done")
    t.play("place crew|wood", "at crew", "hats 0", "make 0")
    assert t.turn == BLUE
    assert t.s.reserve[:3] == [2, 2, 3]
    t.play("bump crew")
    assert t.s.reserve[:3] == [3, 4, 2]
    assert t.s.hats[:3] == [1, 2, 0]
    assert t.s.above[t.district_index("crew")] == BLUE + 1
    t.play("hats 0", "make 1")
    assert t.cargo(BLUE)["rail"] == 1  # the action that blue wanted
    assert t.turn == RED


def test_two_routes_by_a_second_worker(new_tester: NewTester) -> None:
    """Score 2 + 2 + 1 VP.

    1 bridge leads to a new city and a station, 1 tunnel to another and a telegraph.
    """
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2"))
    t.play("place crew|yard", "at crew", "hats 0", "make 0")
    t.play("place miner|coin", "at coin", "hats 0", "done")
    t.load(RED, bridge=1, tunnel=1)
    t.play("place yard|miner", "at yard", "hats 0", "lay")
    t.play("engine east-3", "to s9", "to r9", "done")
    assert t.scores[RED] == 2
    t.play("station wood", "free crew")
    assert t.s.engines[RED][1] == t.cell_of("topeka")
    t.play("engine west-3", "to b9", "to c9", "done")
    assert t.scores[RED] == 4
    t.play("telegraph")
    assert t.scores[RED] == 5
    assert t.s.engines[RED][0] == t.cell_of("stockton")
    assert t.turn == 1  # both routes are laid


def test_one_worker_lays_one_route(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(RED, bridge=1, tunnel=1)
    t.play("place yard|miner", "at yard", "hats 0", "lay")
    t.play("engine east-3", "to s9", "to r9", "done", "station wood", "free crew")
    assert t.turn == 1


def test_financier_three_times_with_two_workers_and_a_hat(new_tester: NewTester) -> None:
    """The foreman works 3 times, the rest of the train once."""
    t = new_tester(2).begin().build("auburn", RED).staff(RED, "crew")
    t.play("place gunpowder|financier", "at gunpowder", "hats 0", "done")
    t.play("place miner|coin", "at coin", "hats 0", "done")
    t.load(RED, coin=3, iron=2).give_hats(RED, 1)
    t.play("place financier|yard", "at financier", "hats 1")
    assert t.s.budget == 3
    t.play("lobby 1", "lobby 2", "lobby 3")
    assert t.cargo(RED) == {"wood": 2, "gunpowder": 2, "iron": 4}
    assert t.legal() == ["make 0", "make 1"]  # once, with iron for more
    assert t.play("make 1").turn == 1


def test_hat_at_collect_wood(new_tester: NewTester) -> None:
    """One worker and one hat: 3 wood, and 2 gunpowder for 2 upgrades."""
    t = new_tester(2).begin(row="wood")  # one space of the row is empty: 2 wood
    for city in ("auburn", "chico"):
        t.build(city, RED, rows=("iron",))
    t.staff(RED, "crew", "crew", "miner").load(RED, gunpowder=3).give_hats(RED, 1)
    t.play("place wood|miner", "at wood", "hats 1")
    assert t.cargo(RED) == {"gunpowder": 3, "wood": 3}
    t.play("upgrade iron-1", "upgrade wood-2")
    assert t.cargo(RED) == {"gunpowder": 1, "wood": 3}
    assert t.scores[RED] == 4
    assert t.turn == 1  # gunpowder is left, but no third upgrade


@pytest.mark.parametrize(
    ("moves", "coins"),
    [
        (("lobby 1", "lobby 2", "lobby 3"), 1),  # 1 + 1 + 1
        (("lobby 6", "gain wood", "gain wood", "gain iron", "lobby 3"), 1),  # 2 + 1
        (("lobby 6", "gain wood", "gain wood", "gain iron", "done"), 2),  # only one of 2
    ],
)
def test_budget_of_three(new_tester: NewTester, moves: tuple[str, ...], coins: int) -> None:
    """A Financier foreman and a Financier in carriage 2 have a budget of 1 + 2."""
    t = new_tester(2).begin().build("auburn", RED).build("chico", RED)
    t.staff(RED, "crew", "crew", "financier").load(RED, coin=4)
    t.play("place gunpowder|financier", "at financier", "hats 0")
    assert t.s.budget == 1
    t.play("done", "make 0", "make 0")
    assert t.s.budget == 3
    t.play(*moves)
    assert t.turn == 1
    assert t.cargo(RED)["coin"] == coins
