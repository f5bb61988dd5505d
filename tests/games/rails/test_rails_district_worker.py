"""The option `district_worker`: which districts a worker on one adds to (P1, P9)."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.speeds import repetition_speed

import roundhouse
from roundhouse.bots.net import has_network
from roundhouse.bots.registry import make_bot
from roundhouse.core import observation
from roundhouse.core.game import Game
from roundhouse.games.rails.advice.moves import rate_district
from roundhouse.games.rails.advice.plans import NO_PLAN
from roundhouse.games.rails.rules.phases.worker import count_bonus_workers
from roundhouse.games.rails.state import DISTRICTS, OWN
from roundhouse.play import registry
from roundhouse.play.record import Record

NewTester = Callable[[int], Any]


def stand_on(t: Any, district: str, seat: int = 0) -> Any:
    """Put a worker of a seat on a district."""
    t.s.above[t.district_index(district)] = seat + 1
    t.s.reserve[seat] -= 1
    return t.refresh()


def bonus_districts(t: Any, seat: int = 0) -> set[str]:
    """Return the districts where the seat's workers add to an action."""
    ids = [row["id"] for row in t.game.board_file.data["district"]]
    return {ids[n] for n in range(DISTRICTS) if count_bonus_workers(t.board, t.s, seat, n)}


def test_worker_on_a_district_adds_to_that_district(new_tester: NewTester) -> None:
    t = stand_on(new_tester(2).begin(), "wood")
    assert bonus_districts(t) == {"wood"}
    assert bonus_districts(t, seat=1) == set()


@pytest.mark.parametrize(
    ("district", "neighbours"),
    [
        ("wood", {"crew", "miner"}),
        ("crew", {"gunpowder", "yard", "wood"}),
        ("yard", {"crew", "miner", "engineer", "financier"}),
    ],
)
def test_worker_on_a_district_adds_to_its_neighbours(
    new_tester_neighbours: NewTester, district: str, neighbours: set[str]
) -> None:
    t = stand_on(new_tester_neighbours(2).begin(), district)
    assert bonus_districts(t) == {district, *neighbours}
    assert bonus_districts(t, seat=1) == set()


def note_of(t: Any, move: str) -> str:
    return str(next(c["note"] for c in t.state.view(0)["choices"] if c["move"] == move))


@pytest.mark.parametrize(("option", "times"), [("own", 1), ("neighbours", 2)])
def test_crew_next_to_a_worker_on_the_yard(
    new_tester: NewTester, new_tester_neighbours: NewTester, option: str, times: int
) -> None:
    factory = new_tester if option == "own" else new_tester_neighbours
    t = stand_on(factory(2).begin().load(0, iron=3), "yard")
    run = "Run your train, foreman × 2: up to" if times == 2 else "Run your train: up to"
    assert note_of(t, "place crew|wood").startswith("2 rails /" if times == 2 else "1 rail /")
    t.play("place crew|wood")
    assert note_of(t, "at crew").startswith(run)
    t.play("at crew")
    assert note_of(t, "hats 0").startswith(run)
    t.play("hats 0")
    assert t.legal() == [f"make {n}" for n in range(times + 1)]


@pytest.mark.parametrize(("option", "counts"), [("own", (2, 2, 3)), ("neighbours", (2, 2, 4))])
def test_perft_beside_a_worker_on_the_yard(
    new_tester: NewTester, new_tester_neighbours: NewTester, option: str, counts: tuple[int, ...]
) -> None:
    """Count 2 districts, no hats, then 0 to 2 rails at Crew, and `done` at Wood."""
    factory = new_tester if option == "own" else new_tester_neighbours
    t = stand_on(factory(2).begin().load(0, iron=3), "yard").play("place crew|wood")
    assert tuple(t.state.perft(depth) for depth in (1, 2, 3)) == counts


def test_bump_next_to_an_own_worker_on_a_district(new_tester_neighbours: NewTester) -> None:
    """The neighbor adds 1, allows the bump and is not sent home by another's bump."""
    t = new_tester_neighbours(2).begin().load(0, coin=2)
    for space in ("gunpowder|financier", "gunpowder|crew"):
        t.s.space[t.game.parse(f"place {space}") - t.game.parse("place gunpowder|financier")] = 2
        t.s.reserve[1] -= 1
    stand_on(stand_on(t, "financier", 0), "crew", 1)
    assert "bump gunpowder" in t.legal()
    assert note_of(t, "bump gunpowder").startswith("2 gunpowder")
    t.play("bump gunpowder", "hats 0")
    assert t.cargo(0)["gunpowder"] == 2
    assert t.s.hats[1] == 2
    assert t.s.above[t.district_index("crew")] == 2


def test_lifted_worker_is_not_an_extra_worker(new_tester_neighbours: NewTester) -> None:  # P2
    t = stand_on(new_tester_neighbours(2).begin().load(0, iron=3), "crew")
    assert t.play("lift crew", "hats 0").legal() == ["make 0", "make 1"]
    t = stand_on(stand_on(new_tester_neighbours(2).begin().load(0, iron=3), "crew"), "yard")
    assert t.play("lift crew", "hats 0").legal() == ["make 0", "make 1", "make 2"]


def test_heuristics_count_the_same_workers(
    new_tester: NewTester, new_tester_neighbours: NewTester
) -> None:
    rates = []
    for factory in (new_tester, new_tester_neighbours):
        t = stand_on(factory(2).begin().load(0, iron=3), "yard")
        rates.append(rate_district(t.board, t.s, 0, NO_PLAN, t.district_index("crew")))
    assert rates[1] > rates[0]


@pytest.mark.parametrize(("option", "has_note"), [("own", False), ("neighbours", True)])
def test_view_and_observation_name_the_option(option: str, has_note: bool) -> None:
    game = roundhouse.load("rails", speed="interpreted", district_worker=option)
    state = game.start(2)
    view = state.view(0)
    assert view["facts"]["district_worker"] == option
    assert any(note["label"] == "worker on a district" for note in view["notes"]) is has_note
    index, _ = observation.places(game.definition.observation)["district_worker"]
    assert state.observe(0)[index] == has_note


def test_states_of_own_have_the_bytes_that_they_had_without_the_option(rails: Game) -> None:
    """The option took a byte that was padding, so stored states still unpack."""
    data = rails.start(2).pack()
    assert len(data) == 472
    without_option = 469  # bytes; the rest was padding
    assert data[without_option:] == b"\0\0\0"
    neighbours = roundhouse.load("rails", speed="interpreted", district_worker="neighbours")
    assert neighbours.start(2).pack() == data[:without_option] + b"\1\0\0"
    assert rails.unpack(data).py_state.district_worker == OWN


def test_records_without_the_option_replay_with_own() -> None:
    record = Record.load(Path(__file__).parent / "records" / "rails-2-seats-rules-2.game")
    assert record.options == {}
    game = record.load_game(speed="interpreted")
    assert game.options == {"district_worker": "own"}
    *_, last = record.replay(game)
    assert last.over


def test_network_is_for_own_only() -> None:
    speed = repetition_speed(registry.package("rails"))  # the `expert` thinks
    own, neighbours = (
        roundhouse.load("rails", speed=speed, district_worker=value)
        for value in ("own", "neighbours")
    )
    assert has_network(own)
    assert not has_network(neighbours)
    state = neighbours.start(2)
    for name in ("guided:2", "expert"):
        bot = make_bot(name, neighbours, random.Random(1))
        assert bot.choose(state.clone()) in state.legal()
