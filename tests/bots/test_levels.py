"""Levels of bots: their order, budgets, names and error rates."""

from __future__ import annotations

import random

import pytest

from roundhouse import Game, load
from roundhouse.bots import levels as levels_module
from roundhouse.bots import warm_up
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.registry import UnknownBot, check_name, levels, make_bot
from roundhouse.bots.styles import STYLED_LEVELS

GAMES = ["northern", "texas", "southern", "union", "rails"]
MAX_SECONDS = {"easy": 0.5, "medium": 1.0, "hard": 3.0, "expert": 10.0, "master": 10.0}
NAMES = ["beginner", "easy", "medium", "hard", "expert", "master"]


def test_levels_are_in_order_of_strength() -> None:
    all_levels = levels()
    assert [level.name for level in all_levels] == NAMES
    error_rates = [level.error_rate for level in all_levels]
    assert error_rates == sorted(error_rates, reverse=True)
    budgets = [level.budget for level in all_levels if level.budget]
    assert [b.iterations for b in budgets] == sorted(b.iterations for b in budgets)
    for level in all_levels:
        assert level.label
        assert level.description
        assert level.budget is None or level.budget.seconds == MAX_SECONDS[level.name]


@pytest.mark.parametrize("game", GAMES)
def test_ladder_of_a_game_sets_the_levels(game: str) -> None:
    definition = load(game, speed="interpreted").definition
    adapted = [level.for_game(definition) for level in levels()]
    error_rates = [level.error_rate for level in adapted]
    assert error_rates == sorted(error_rates, reverse=True)
    assert error_rates[-2:] == [0.0, 0.0]  # expert and master make no deliberate mistakes
    budgets = [level.budget.iterations for level in adapted if level.budget]
    assert budgets == sorted(budgets)
    network_weights = [level.network_weight for level in adapted]
    assert network_weights == sorted(network_weights)
    assert network_weights[-1] == 1.0
    for name, rung in definition.ladder.rungs().items():
        level = LEVELS[name].for_game(definition)
        assert level.budget is not None
        assert (level.budget.iterations, level.error_rate, level.network_weight) == (
            rung.iterations,
            rung.error_rate,
            rung.network_weight,
        )
        assert level.budget.seconds == MAX_SECONDS[name]
    assert LEVELS["beginner"].for_game(definition) == LEVELS["beginner"]
    assert [*definition.ladder.rungs()] == NAMES[1:]


def test_style_has_the_budget_of_its_level() -> None:
    definition = load("southern", speed="interpreted").definition
    plain, greedy = (
        level.for_game(definition) for level in (LEVELS["medium"], STYLED_LEVELS["medium-greedy"])
    )
    assert greedy.params
    assert (greedy.budget, greedy.error_rate) == (plain.budget, plain.error_rate)
    assert plain.budget != LEVELS["medium"].budget  # the game's ladder applies


@pytest.mark.parametrize(
    "name",
    [
        "random",
        "instinct",
        "greedy",
        "beginner",
        "easy",
        "search:20",
        "search:20:rollout_turns=3:c_puct=1.5",
        "search:0.05s",
        "guided:20",
        "master:0.05",
        "master:0.05:value_weight=0.3",
        "net",
    ],
)
def test_every_bot_name_plays(northern: Game, name: str) -> None:
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
        "search:9:weights=old.npz",
        "net:weights=old.npz:c_puct=2",
        "net:2",
        "expert:3",
    ],
)
def test_invalid_bot_names_are_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        check_name(name)


def test_only_bots_that_search_are_weaker_interpreted() -> None:
    weaker = {name for name in NAMES if levels_module.is_weaker_interpreted(name)}
    assert weaker == set(NAMES) - {"beginner"}
    assert levels_module.is_weaker_interpreted("search:1000")


def test_beginner_does_not_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "is_compiled", lambda game: False)
    monkeypatch.setenv("ROUNDHOUSE_QUIET", "1")
    games: list[Game] = []

    def record_game(game: Game) -> Game:
        games.append(warm_up.without_compiling(game))
        return games[-1]

    monkeypatch.setattr(levels_module, "without_compiling", record_game)
    game = load("northern")
    state = game.start(4)
    assert make_bot("beginner", game, random.Random(1)).choose(state) in state.legal()
    assert [copy.engine.compiled for copy in games] == [False]
    make_bot("expert", game, random.Random(1))
    assert len(games) == 1  # stronger bots wait for the compiler


def test_level_makes_mistakes_at_its_error_rate(
    northern: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = LevelBot(LEVELS["beginner"], northern, random.Random(1))
    monkeypatch.setattr(bot._mistake_bot, "choose", lambda state: 0)
    monkeypatch.setattr(bot._main_bot, "choose", lambda state: 1)
    state = northern.start(3)
    mistakes = [bot.choose(state) for _ in range(400)].count(0)
    assert LEVELS["beginner"].error_rate * 400 == pytest.approx(mistakes, abs=50)
