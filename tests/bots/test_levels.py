"""Levels and names: everything by name, budgets kept, a beginner without the compiler."""

from __future__ import annotations

import random

import pytest

from roundhouse import Game, load
from roundhouse.bots import compile_ahead
from roundhouse.bots import levels as levels_module
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.personalities import CHARACTERS
from roundhouse.bots.registry import UnknownBot, check_name, levels, make_bot

GAMES = ["northern", "texas", "southern", "union", "rails"]
CAPS = {"easy": 0.5, "medium": 1.0, "hard": 3.0, "expert": 10.0, "master": 10.0}


NAMES = ["beginner", "easy", "medium", "hard", "expert", "master"]


def test_levels_rise() -> None:
    listed = levels()
    assert [level.name for level in listed] == NAMES
    errors = [level.error for level in listed]
    assert errors == sorted(errors, reverse=True)
    budgets = [level.budget for level in listed if level.budget]
    assert [b.iterations for b in budgets] == sorted(b.iterations for b in budgets)
    for level in listed:
        assert level.label
        assert level.description
        assert level.budget is None or level.budget.seconds == CAPS[level.name]


@pytest.mark.parametrize("game", GAMES)
def test_a_level_is_what_the_room_makes_of_it(game: str) -> None:
    room = load(game, speed="interpreted").room
    made = [level.among(room) for level in levels()]
    errors = [level.error for level in made]
    assert errors == sorted(errors, reverse=True)
    assert errors[-2:] == [0.0, 0.0]  # an expert does not slip up
    budgets = [level.budget.iterations for level in made if level.budget]
    assert budgets == sorted(budgets)
    trusts = [level.trust for level in made]
    assert trusts == sorted(trusts)
    assert trusts[-1] == 1.0  # all that its room thinks right
    for name, rung in room.ladder.rungs().items():
        level = LEVELS[name].among(room)
        assert level.budget is not None
        assert (level.budget.iterations, level.error, level.trust) == (
            rung.iterations,
            rung.error,
            rung.trust,
        )
        assert level.budget.seconds == CAPS[name]
    assert LEVELS["beginner"].among(room) == LEVELS["beginner"]
    assert [*room.ladder.rungs()] == NAMES[1:]


def test_a_personality_thinks_as_far_as_its_level() -> None:
    room = load("southern", speed="interpreted").room
    plain, greedy = (level.among(room) for level in (LEVELS["medium"], CHARACTERS["medium-greedy"]))
    assert greedy.nature
    assert (greedy.budget, greedy.error) == (plain.budget, plain.error)
    assert plain.budget != LEVELS["medium"].budget  # or this would show nothing


@pytest.mark.parametrize(
    "name",
    [
        "random",
        "instinct",
        "greedy",
        "beginner",
        "easy",
        "search:20",
        "search:20:turns=3:explore=1.5",
        "search:0.05s",
        "guided:20",
        "master:0.05",
        "master:0.05:trust=0.3",
        "net",
    ],
)
def test_every_name_plays(northern: Game, name: str) -> None:
    state = northern.start(3)
    assert make_bot(name, northern, random.Random(1)).choose(state) in state.legal()


@pytest.mark.parametrize(
    "name",
    [
        "deep",
        "search",
        "search:",
        "search:0",
        "search:x",
        "search:9:turns",
        "search:9:turn=3",
        "search:0s",
        "search:9999s",
        "guided:x",
        "guided:0",
        "master:x",
        "master:",
        "master:0",
        "master:1:turn=3",
        "net:2",
        "expert:3",
    ],
)
def test_unknown_names(name: str) -> None:
    with pytest.raises(UnknownBot):
        check_name(name)


def test_a_beginner_does_not_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_ahead, "is_compiled", lambda game: False)
    monkeypatch.setenv("ROUNDHOUSE_QUIET", "1")
    asked = []

    def without(game: Game) -> Game:
        asked.append(compile_ahead.without_compiling(game))
        return asked[-1]

    monkeypatch.setattr(levels_module, "without_compiling", without)
    game = load("northern")
    state = game.start(4)
    assert make_bot("beginner", game, random.Random(1)).choose(state) in state.legal()
    assert [twin.engine.compiled for twin in asked] == [False]
    make_bot("expert", game, random.Random(1))
    assert len(asked) == 1  # others are worth waiting for


def test_a_level_errs_as_often_as_it_says(northern: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = LevelBot(LEVELS["beginner"], northern, random.Random(1))
    monkeypatch.setattr(bot._careless, "choose", lambda state: 0)
    monkeypatch.setattr(bot._careful, "choose", lambda state: 1)
    state = northern.start(3)
    slips = [bot.choose(state) for _ in range(400)].count(0)
    assert LEVELS["beginner"].error * 400 == pytest.approx(slips, abs=50)
