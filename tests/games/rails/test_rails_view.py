"""Views, texts and drawings of Pacific Rails Inc."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import LoadNative

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.core.state import State
from roundhouse.games.rails.drawing import DRAWINGS
from roundhouse.play.conformance import CheckSettings, check

NewTester = Callable[[int], Any]
SPEEDS = INTERPRETED, NATIVE


# tests/test_conformance.py checks the current rules.
def test_conformance_of_rules_1() -> None:
    check(
        "rails",
        2,
        games=1,
        settings=CheckSettings(close_checks=4, speeds=("interpreted",), rules=1),
    )


def test_conformance_of_neighbours() -> None:
    options = {"district_worker": "neighbours"}
    check(
        "rails",
        3,
        games=1,
        options=options,
        settings=CheckSettings(close_checks=4, speeds=("interpreted",)),
    )


@pytest.mark.slow
def test_speeds_agree(load_native: LoadNative) -> None:
    load_native("rails")
    check("rails", 4, games=2, settings=CheckSettings(close_checks=2, speeds=SPEEDS))


@pytest.mark.slow
def test_speeds_agree_on_rules_1(load_native: LoadNative) -> None:
    load_native("rails")
    check("rails", 3, games=1, settings=CheckSettings(close_checks=2, speeds=SPEEDS, rules=1))


def check_playable(t: Any, shortcut: Any) -> None:
    state = t.state.clone()
    for words in shortcut["moves"]:
        state.apply(t.game.parse(words))


def test_route_shortcuts_can_be_played(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2"))
    t.build("topeka", station=1).load(0, bridge=2, tunnel=2, rail=2)
    t.play("place crew|yard", "at yard", "hats 0")
    shortcuts = t.state.view(0)["shortcuts"]
    assert {s["refs"][0] for s in shortcuts} >= {"city:topeka", "city:julesburg", "city:stockton"}
    to_topeka = [s for s in shortcuts if s["refs"] == ["city:topeka"]]
    topeka = min(to_topeka, key=lambda s: len(s["moves"]))
    assert topeka["moves"] == ["lay", "engine east-3", "to s9", "to r9", "done"]
    assert topeka["label"] == "To Topeka: 2 VP"
    assert topeka["note"] == "Uses 1 bridge · @1 +3 VP"
    for shortcut in shortcuts:
        check_playable(t, shortcut)
    t.play("lay", "engine east-3", "to s9")
    for shortcut in t.state.view(0)["shortcuts"]:
        check_playable(t, shortcut)
    t.play("to r9", "to r8", "to q8", "to p8")
    assert t.legal() == ["done"]
    assert t.state.view(0)["shortcuts"] == []  # a route cannot pass a city without a building


def test_choices_preview_their_districts(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, iron=1)
    view = t.state.view(0)
    assert view["shortcuts"] == []  # spaces and districts are chosen one by one
    assert len(view["choices"]) == 12
    assert {choice["group"] for choice in view["choices"]} == {"Place a worker"}
    notes = {choice["move"]: (choice["note"], choice["warning"]) for choice in view["choices"]}
    assert notes["place crew|yard"] == ("1 rail / no effect", "")
    assert notes["place yard|engineer"][1] == (
        "Yard: nothing to lay and no free specialist space in your train: no effect · "
        "Engineer: no wood: no effect"
    )
    t.play("place yard|engineer")
    choices = t.state.view(0)["choices"]
    assert [choice["refs"] for choice in choices] == [["district:yard"], ["district:engineer"]]
    assert choices[1]["note"] == "Run your train"
    assert choices[1]["warning"] == "no wood: no effect"


def test_choices_warn_about_a_full_cargo(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, iron=6)
    view = t.state.view(0)
    assert view["why"].startswith("6 workers in reserve, 0 free cargo slots.")
    notes = {choice["move"]: choice["note"] for choice in view["choices"]}
    assert notes["place crew|wood"] == "1 rail / 2 wood (you drop 2)"
    t.play("place iron|engineer")
    iron = next(c for c in t.state.view(0)["choices"] if c["move"] == "at iron")
    assert iron["note"] == "Collect 1 iron, no wood left to place a house on a site"
    assert iron["warning"] == "no free cargo slot: you drop 1"
    t.play("at iron", "hats 0")
    view = t.state.view(0)
    assert view["prompt"] == "Drop 1 item"
    assert view["why"] == "You have 7 items for 6 cargo slots."
    assert view["choices"][0]["refs"] == ["resource:iron"]


def test_suggested_placements_serve_different_districts(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, iron=1)
    choices = {choice["move"]: choice for choice in t.state.view(0)["choices"]}
    suggestions = t.game.definition.suggest(t.state)
    assert 1 <= len(suggestions) <= 3
    assert {each.move for each in suggestions} < set(choices)
    assert len({each.advice for each in suggestions}) == len(suggestions)
    assert not any(choices[each.move]["warning"] for each in suggestions)


def test_no_suggestion_fills_a_full_cargo(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, iron=6)
    reasons = [each.reason for each in t.game.definition.suggest(t.state)]
    assert reasons
    resources = ("Gunpowder", "Coin", "Iron", "Wood")
    assert not any(reason.startswith(f"Use {name}") for reason in reasons for name in resources)


def test_only_placements_are_suggested(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.play("place crew|yard")
    assert t.game.definition.suggest(t.state) == []


def test_shortcut_finishes_the_train_run(new_tester: NewTester) -> None:
    t = new_tester(2).begin().build("auburn", 0)
    t.staff(0, "crew", "engineer").load(0, iron=2, wood=1)
    t.play("place crew|yard", "at crew", "hats 0")
    (whole,) = t.state.view(0)["shortcuts"]
    assert whole["moves"] == ["make 1", "make 1", "make 1"]
    assert whole["note"] == "Makes 2 rails and 1 bridge"
    check_playable(t, whole)
    assert t.state.view(1)["shortcuts"] == []


def test_prompts_say_what_is_left(new_tester: NewTester) -> None:
    t = new_tester(2).begin().build("auburn", 0).build("chico", 0)
    t.staff(0, "financier", "engineer", "crew").load(0, iron=2, coin=1)
    t.play("place crew|yard", "at crew", "hats 0")
    assert t.state.view(0)["prompt"] == "Crew (foreman): make up to 1 rail"
    assert t.state.view(1)["prompt"] == "Waiting for @0: Crew (foreman): make up to 1 rail"
    t.play("make 0")
    assert t.state.view(0)["prompt"] == "Congress: budget 1, 1 coin"
    t.play("done", "make 0")
    assert t.state.view(0)["prompt"] == "Crew (carriage 2): make up to 2 rails"


def test_prompt_for_opening_a_row(new_tester: NewTester) -> None:
    view = new_tester(2).state.view(0)
    assert view["prompt"] == "Choose a resource to start with one house already removed"
    assert {choice["group"] for choice in view["choices"]} == {"Start with one house removed"}


def test_bump_choice_previews_its_effects(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
    t.s.space[0] = t.s.space[2] = 2
    t.s.reserve[1] -= 2
    choices = t.refresh().state.view(0)["choices"]
    (bump,) = [choice for choice in choices if choice["move"] == "bump gunpowder"]
    assert bump["note"] == "1 gunpowder · others get 2 hats"
    t.s.hats[1] = 1
    choices = t.refresh().state.view(0)["choices"]
    (bump,) = [choice for choice in choices if choice["move"] == "bump gunpowder"]
    assert bump["note"] == "1 gunpowder · others get 1 hat and 1 resource"


@pytest.mark.parametrize(
    ("station", "tiles", "prompt"),
    [
        (1, {"bridge": 1, "rail": 3}, "continue or end here"),
        (0, {"bridge": 1, "rail": 3}, "continue"),  # the seat's own station
        (1, {"bridge": 1}, "end here"),
        (None, {"bridge": 1}, "end here"),
    ],
)
def test_route_prompt_names_the_options(
    new_tester: NewTester, station: int | None, tiles: dict[str, int], prompt: str
) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2"))
    if station is not None:
        t.build("topeka", station=station)
    t.load(0, **tiles)
    t.play("place crew|yard", "at yard", "hats 0", "lay", "engine east-3", "to s9")
    assert t.state.view(0)["prompt"] == "Route at s9: continue"
    t.play("to r9")
    assert t.state.view(0)["prompt"] == f"Route at Topeka: {prompt}"
    assert t.state.view(1)["prompt"] == f"Waiting for @0: Route at Topeka: {prompt}"


def test_log_sentences(new_tester: NewTester) -> None:
    t = new_tester(2).begin(("east-2", "east-3", "west-3", "west-2")).load(0, bridge=1)
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
        "@0 uses Yard",
        "@0 lays a route to Topeka (1 tile); @0 +2 VP",
        "@0 builds a railway station in Topeka",
        "@0 gets a free Crew",
    ]


def test_end_code(new_tester: NewTester) -> None:
    t = new_tester(2).begin()
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
    drawings = {drawing.name: rails.draw(view, drawing.name) for drawing in DRAWINGS}
    town, chart, market = drawings["town"], drawings["map"], drawings["market"]
    assert town.count('data-ref="space:') == 12
    assert town.count('data-ref="district:') == 9
    assert market.count('data-ref="senator:') == 8
    assert market.count('data-ref="upgrade:') == 9
    assert market.count('data-ref="specialist:') == 4
    assert chart.count('data-ref="city:') == 24
    assert chart.count('data-ref="start:') == 8
    assert chart.count('data-ref="cell:') == 260 - 32
    assert drawings["seats"].count('data-ref="seat:') == 4
    assert "<rect" not in drawings["hand"]  # spectators have no hand
    mine = rails.draw(state.view(2), "hand")
    assert mine.count('data-ref="row:') == 4


ENGINE_MOVES = ("engine west-1", "engine west-2", "engine east-1", "engine east-2")


def play(state: State, *moves: str) -> None:
    for words in moves:
        state.apply(state.game.parse(words))


def test_perft(rails: Game) -> None:
    """Count 4 rows for each seat, then 12, 11, 10 and 9 goals, then starts."""
    assert rails.start(2).perft(4) == 4 * 4 * 12 * 11
    assert rails.start(3).perft(4) == 4 * 4 * 4 * 12
    state = rails.start(2)
    play(state, "open wood", "open wood", "goal coin", "goal iron")
    assert state.perft(4) == 10 * 9 * 8 * 7
    play(state, "goal wood", "goal crew", *ENGINE_MOVES)
    assert [state.perft(depth) for depth in (1, 2, 3)] == [12, 24, 24]


def test_perft_of_rules_1(rails_1: Game) -> None:
    """Count 12, 11, 10 and 9 goals, then 4 rows for each seat, then starts."""
    assert rails_1.start(2).perft(2) == 12 * 11
    state = rails_1.start(2)
    play(state, "goal coin", "goal iron", "goal wood", "goal crew")
    assert state.perft(3) == 4 * 4 * 8
    play(state, "open wood", "open wood", *ENGINE_MOVES)
    assert [state.perft(depth) for depth in (1, 2, 3)] == [12, 24, 24]


def test_items_over_the_limit_are_dropped_together(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(0, iron=6)
    t.play("place iron|engineer", "at iron", "hats 0")
    t.load(0, iron=5, coin=3)
    view = t.state.view(0)
    assert view["prompt"] == "Drop 2 items"
    drops = {(*each["moves"],): each["note"] for each in view["shortcuts"]}
    assert drops[("drop coin", "drop iron")] == "You keep 2 coins and 4 iron"
    assert len(drops) == 3
    for shortcut in view["shortcuts"]:
        check_playable(t, shortcut)


def test_every_seat_reads_how_near_the_coasts_are(new_tester: NewTester) -> None:
    t = new_tester(2).begin().load(1, rail=2)
    labels = {f["label"]: f["value"] for f in t.state.view(0)["panels"][1]["facts"]}
    assert labels["to join the coasts"] == "16 tiles, has 2"
