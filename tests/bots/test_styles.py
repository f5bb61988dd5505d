"""Styles of bots: names, utility of a leaf, and effect on the moves."""

from __future__ import annotations

import random

import pytest
from tests.bots.positions import play_random_plies

from roundhouse import Game, State
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.registry import UnknownBot, check_name, find_level, make_bot, styled_levels
from roundhouse.bots.search import Budget, Search, SearchResult
from roundhouse.bots.search.search_buffers import LEADER, SearchBuffers
from roundhouse.bots.search.search_thread import SearchThread
from roundhouse.bots.search.utility import apply_utility
from roundhouse.bots.styles import LEVELS_WITH_STYLES, STYLED_LEVELS, STYLES
from roundhouse.core.search_params import SearchParams

STYLE_PARAMS = [dict(style.params) for style in STYLES]


def run_search(game: Game, state: State, seed: int, budget: int, **style: float) -> SearchResult:
    params = game.definition.search._replace(**style)
    return Search(game, random.Random(seed), params=params).run(state, Budget(budget))


def test_every_style_of_a_level_has_a_name() -> None:
    assert [c.name for c in styled_levels()] == [
        *("medium-cautious", "medium-greedy", "medium-spoiler"),
        *("hard-cautious", "hard-greedy", "hard-spoiler"),
    ]
    for styled in styled_levels():
        level = LEVELS[styled.name.split("-")[0]]
        assert find_level(styled.name) is styled
        assert (styled.budget, styled.error_rate) == (level.budget, level.error_rate)
        assert styled.label.startswith(f"{level.label}, ")
        check_name(styled.name)
    assert len({c.description for c in styled_levels()}) == len(styled_levels())
    for wrong in ("expert-cautious", "medium-", "medium-cautious-greedy", "cautious", "-greedy"):
        with pytest.raises(UnknownBot, match="medium-cautious"):
            check_name(wrong)


def test_styled_level_adds_the_parameters_of_its_style(northern: Game) -> None:
    for level in LEVELS_WITH_STYLES:
        for style in STYLES:
            bot = make_bot(f"{level}-{style.name}", northern, random.Random(1))
            assert isinstance(bot, LevelBot)
            [thread] = bot._main_bot._search._threads  # type: ignore[attr-defined]
            plain = northern.definition.search.as_floats()
            assert thread._params == plain._replace(**dict(style.params)) != plain


@pytest.mark.parametrize(
    ("params", "growth", "utility"),
    [
        (SearchParams(), 0.9, 0.36),
        (SearchParams(risk_exponent=0.5), 0.9, 0.6),
        (SearchParams(own_value_weight=0.25), 0.8, 0.47),
        (SearchParams(leader_penalty=0.5), 0.9, 0.11),
        (SearchParams(risk_exponent=0.5, own_value_weight=0.5, leader_penalty=1), 0.8, 0.2),
    ],
)
def test_apply_utility(northern: Game, params: SearchParams, growth: float, utility: float) -> None:
    thread = SearchThread(northern, 1, 0, params, 400)
    search_buffers: SearchBuffers = thread.search_buffers
    search_buffers.result[:3] = [0.14, 0.36, 0.5]
    search_buffers.counters[LEADER] = 2
    apply_utility(search_buffers, params.as_floats(), 1, growth)
    assert search_buffers.result[:3] == [0.14, pytest.approx(utility), 0.5]


def test_leader_is_the_best_other_seat(northern: Game) -> None:
    for plies in (10, 20, 30):
        state = play_random_plies(northern, 4, plies)
        for seat in range(4):
            thread = SearchThread(northern, 1, 0, northern.definition.search, 400)
            thread.set_root(state, seat, 1)
            values = list(thread.search_buffers.root_values[:4])
            best = max(n for other, n in enumerate(values) if other != seat)
            assert values[thread.search_buffers.counters[LEADER]] == best
            assert thread.search_buffers.counters[LEADER] != seat


@pytest.mark.parametrize("style", STYLE_PARAMS, ids=[p.name for p in STYLES])
def test_style_is_reproducible_and_changes_the_search(
    northern: Game, style: dict[str, float]
) -> None:
    state = play_random_plies(northern, 4, 12)
    one, two = (run_search(northern, state, 5, 80, **style).moves for _ in range(2))
    assert one == two
    plain = run_search(northern, state, 5, 80).moves
    assert [(m.action, m.visits) for m in one] != [(m.action, m.visits) for m in plain]


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLE_PARAMS, ids=[p.name for p in STYLES])
def test_style_searches_the_same_at_both_speeds(
    style: dict[str, float], northern: Game, fast_northern: Game
) -> None:
    results = []
    for game in (northern, fast_northern):
        moves = run_search(game, play_random_plies(game, 4, 12), 5, 60, **style).moves
        results.append([(move.action, move.visits) for move in moves])
    assert results[0] == results[1]


def test_every_level_with_styles_has_all_styles() -> None:
    assert len(STYLED_LEVELS) == len(LEVELS_WITH_STYLES) * len(STYLES)
    assert set(LEVELS_WITH_STYLES) < set(LEVELS)


@pytest.mark.slow
def test_spoiler_hurts_the_leader_and_greedy_gains_more(fast_northern: Game) -> None:
    """Compare both styles with a search without a style, over 40 states.

    A longer search gives the leader's share after the spoiler's moves, and the game's heuristic the
    own value after the greedy bot's moves.
    """
    game = fast_northern
    leader_shares = {"plain": 0.0, "spoiler": 0.0}
    own_values = {"plain": 0.0, "greedy": 0.0}
    styles = {"plain": {}, **{p.name: dict(p.params) for p in STYLES}}
    for plies in range(6, 46):
        state = play_random_plies(game, 4, plies)
        thread = SearchThread(game, 1, 0, game.definition.search, 400)
        thread.set_root(state, state.turn, 1)
        leader, seat = int(thread.search_buffers.counters[LEADER]), state.turn
        shares = {m.action: m.shares for m in run_search(game, state, 9, 4000).moves}
        for name in leader_shares:
            best = run_search(game, state, 2, 1500, **styles[name]).best
            leader_shares[name] += shares[best][leader]
        for name in own_values:
            after = state.clone()
            after.apply(run_search(game, state, 2, 1500, **styles[name]).best)
            thread.set_root(after, seat, 1)
            own_values[name] += int(thread.search_buffers.root_values[seat])
    assert leader_shares["spoiler"] < leader_shares["plain"]
    assert own_values["greedy"] > own_values["plain"]
