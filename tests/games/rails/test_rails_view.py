"""What is said and drawn."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.core.game import Game, Position
from roundhouse.games.rails.drawing import DRAWINGS
from roundhouse.play.conformance import check

Make = Callable[[int], Any]


# With the rules of today, at every table: tests/test_conformance.py.
def test_conformance_of_rules_1() -> None:
    check("rails", 2, games=1, looks=4, speeds=("interpreted",), rules=1)


@pytest.mark.slow
def test_speeds_agree() -> None:
    check("rails", 4, games=2, looks=2)


@pytest.mark.slow
def test_speeds_agree_on_rules_1() -> None:
    check("rails", 3, games=1, looks=2, rules=1)


def playable(t: Any, shortcut: Any) -> None:
    trial = t.state.clone()
    for words in shortcut["moves"]:
        trial.apply(t.game.parse(words))


def test_route_shortcuts_can_be_played(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2"))
    t.build("topeka", station=1).load(0, bridge=2, tunnel=2, rail=2)
    t.play("place crew|yard", "at yard", "hats 0")
    offered = t.state.view(0)["shortcuts"]
    assert {s["refs"][0] for s in offered} >= {"city:topeka", "city:julesburg", "city:stockton"}
    to_topeka = [s for s in offered if s["refs"] == ["city:topeka"]]
    topeka = min(to_topeka, key=lambda s: len(s["moves"]))
    assert topeka["moves"] == ["lay", "engine east-3", "to s9", "to r9", "done"]
    assert topeka["label"] == "To Topeka, 2 points"
    assert topeka["note"] == "1 bridge; @1 +3"
    for shortcut in offered:
        playable(t, shortcut)
    t.play("lay", "engine east-3", "to s9")
    for shortcut in t.state.view(0)["shortcuts"]:
        playable(t, shortcut)
    t.play("to r9", "to r8", "to q8", "to p8")
    assert t.legal() == ["done"]
    assert t.state.view(0)["shortcuts"] == []  # a city without a building is not passed


def test_a_turn_is_offered_once_and_says_what_it_brings(table: Make) -> None:
    t = table(2).begin().load(0, iron=1)
    view = t.state.view(0)
    assert view["shortcuts"] == []  # a space, then its district: no move under two headings
    assert len(view["choices"]) == 12
    assert {each["group"] for each in view["choices"]} == {"Place a worker"}
    notes = {each["move"]: (each["note"], each["warning"]) for each in view["choices"]}
    assert notes["place crew|yard"] == (
        "Crew: run the train, Crew × 1: at most 1 rail · Yard: hire or lay track, up to 1 ×",
        "",
    )
    assert notes["place yard|engineer"][1] == (
        "Yard: no route to lay and no free window in the train: does nothing · "
        "Engineer: no wood: makes nothing"
    )
    t.play("place yard|engineer")
    choices = t.state.view(0)["choices"]
    assert [each["refs"] for each in choices] == [["district:yard"], ["district:engineer"]]
    assert choices[1]["note"] == "run the train, Engineer × 1"
    assert choices[1]["warning"] == "no wood: makes nothing"


def test_what_the_cargo_does_not_hold_is_said_before(table: Make) -> None:
    t = table(2).begin().load(0, iron=6)
    t.play("place iron|engineer")
    iron = next(c for c in t.state.view(0)["choices"] if c["move"] == "at iron")
    assert iron["note"] == "collect 1 iron; no wood to put a house on a site"
    assert iron["warning"] == "the cargo has room for 0: you drop 1"
    t.play("at iron", "hats 0")
    view = t.state.view(0)
    assert view["prompt"] == "Drop 1 of your cargo"
    assert view["why"] == "the cargo holds 6, you have 7"
    assert view["choices"][0]["refs"] == ["resource:iron"]


def test_the_rest_of_a_train_in_one_click(table: Make) -> None:
    t = table(2).begin().build("auburn", 0)
    t.staff(0, "crew", "engineer").load(0, iron=2, wood=1)
    t.play("place crew|yard", "at crew", "hats 0")
    (whole,) = t.state.view(0)["shortcuts"]
    assert whole["moves"] == ["make 1", "make 1", "make 1"]
    assert whole["note"] == "makes 2 rails and 1 bridge"
    playable(t, whole)
    assert t.state.view(1)["shortcuts"] == []


def test_prompts_say_what_is_left(table: Make) -> None:
    t = table(2).begin().build("auburn", 0).build("chico", 0)
    t.staff(0, "financier", "engineer", "crew").load(0, iron=2, coin=1)
    t.play("place crew|yard", "at crew", "hats 0")
    assert t.state.view(0)["prompt"] == "Train: foreman, Crew, up to 1 conversion"
    assert t.state.view(1)["prompt"] == "@0: Train: foreman, Crew, up to 1 conversion"
    t.play("make 0")
    assert t.state.view(0)["prompt"] == "Congress: a budget of 1 action and 1 coin"
    t.play("done", "make 0")
    assert t.state.view(0)["prompt"] == "Train: carriage 2, Crew, up to 2 conversions"


def test_what_is_opened_starts_with_one_house_less(table: Make) -> None:
    view = table(2).state.view(0)
    assert view["prompt"] == "Choose the resource whose row starts with one house less"
    assert {each["group"] for each in view["choices"]} == {"Start with one house less in"}


def test_a_bump_says_what_it_gives(table: Make) -> None:
    t = table(2).begin()
    t.s.space[0] = t.s.space[2] = 2
    t.s.reserve[1] -= 2
    choices = t.fresh().state.view(0)["choices"]
    (bump,) = [each for each in choices if each["move"] == "bump gunpowder"]
    assert bump["note"] == (
        "each gives its owner a hat, or a resource beyond two; "
        "collect 1 gunpowder; nothing to build there now"
    )


@pytest.mark.parametrize(
    ("station", "tiles", "asked"),
    [
        (1, {"bridge": 1, "rail": 3}, "step on, or end it here"),
        (0, {"bridge": 1, "rail": 3}, "step on"),  # the seat's own station
        (1, {"bridge": 1}, "end it here"),
        (None, {"bridge": 1}, "end it here"),
    ],
)
def test_a_route_says_how_it_may_go_on(
    table: Make, station: int | None, tiles: dict[str, int], asked: str
) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2"))
    if station is not None:
        t.build("topeka", station=station)
    t.load(0, **tiles)
    t.play("place crew|yard", "at yard", "hats 0", "lay", "engine east-3", "to s9")
    assert t.state.view(0)["prompt"] == "The route is at s9: step on"
    t.play("to r9")
    assert t.state.view(0)["prompt"] == f"The route is at Topeka: {asked}"
    assert t.state.view(1)["prompt"] == f"@0: The route is at Topeka: {asked}"


def test_sentences(table: Make) -> None:
    t = table(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1)
    lines = []
    for words in (
        "place crew|yard",
        "at yard",
        "hats 0",
        "lay",
        "engine east-3",
        "to s9",
        "to r9",
        "done",
        "station wood",
        "free crew",
    ):
        before = t.state.clone()
        t.play(words)
        lines.append(t.game.sentence(before, t.game.parse(words), t.state, 0))
    assert [line for line in lines if line] == [
        "@0 acts at Yard",
        "@0 lays 1 tile to Topeka; @0 +2 VP",
        "@0 builds a railway station in Topeka",
        "@0 gets a free Crew",
    ]


def test_end_is_told(table: Make) -> None:
    t = table(2).begin()
    assert t.state.view(None)["facts"]["end"] == ""
    t.s.round_number = 100
    for space in ("crew|yard", "yard|engineer"):
        t.play(f"place {space}", "at yard", "hats 0", "hire", "done")
    view = t.state.view(None)
    assert view["facts"]["end"] == "rounds"
    assert view["ranks"] == [0, 0]


def test_drawings_show_pieces(rails: Game) -> None:
    state = rails.start(4)
    rng = random.Random(2)
    for _ in range(120):
        state.apply(rng.choice(state.legal()))
    view = state.view(None)
    drawn = {drawing.name: rails.draw(view, drawing.name) for drawing in DRAWINGS}
    town, chart, market = drawn["town"], drawn["map"], drawn["market"]
    assert town.count('data-ref="space:') == 12
    assert town.count('data-ref="district:') == 9
    assert market.count('data-ref="senator:') == 8
    assert market.count('data-ref="upgrade:') == 9
    assert market.count('data-ref="specialist:') == 4
    assert chart.count('data-ref="city:') == 24
    assert chart.count('data-ref="start:') == 8
    assert chart.count('data-ref="cell:') == 260 - 32
    assert drawn["seats"].count('data-ref="seat:') == 4
    assert "<rect" not in drawn["hand"]  # a spectator holds nothing
    mine = rails.draw(state.view(2), "hand")
    assert mine.count('data-ref="row:') == 4


BEGUN = ("engine west-1", "engine west-2", "engine east-1", "engine east-2")


def play(state: Position, *moves: str) -> None:
    for words in moves:
        state.apply(state.game.parse(words))


def test_perft(rails: Game) -> None:
    """Four rows for each seat; 12 goals, 11, 10, 9; starts."""
    assert rails.start(2).perft(4) == 4 * 4 * 12 * 11
    assert rails.start(3).perft(4) == 4 * 4 * 4 * 12
    state = rails.start(2)
    play(state, "open wood", "open wood", "goal coin", "goal iron")
    assert state.perft(4) == 10 * 9 * 8 * 7
    play(state, "goal wood", "goal crew", *BEGUN)
    assert [state.perft(depth) for depth in (1, 2, 3)] == [12, 24, 24]


def test_perft_of_rules_1(rails_1: Game) -> None:
    """12 goals, 11, 10, 9; four rows for each seat; starts."""
    assert rails_1.start(2).perft(2) == 12 * 11
    state = rails_1.start(2)
    play(state, "goal coin", "goal iron", "goal wood", "goal crew")
    assert state.perft(3) == 4 * 4 * 8
    play(state, "open wood", "open wood", *BEGUN)
    assert [state.perft(depth) for depth in (1, 2, 3)] == [12, 24, 24]
