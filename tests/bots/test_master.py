"""What is shipped of the networks, and the players that use them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from tests.bots.positions import some_way_in

from roundhouse import Game, load
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.net import trained
from roundhouse.bots.net.weights import FOLDER, read
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.core.game import Game as AnyGame
from roundhouse.play.perspective import imagine

SHIPPED = sorted(FOLDER.glob("*.npz"))
GAMES = [path.stem for path in SHIPPED]
VARIANTS = ("standard", "single")
MEGABYTES = 3e6  # for all games together


def test_all_networks_together_are_small() -> None:
    assert SHIPPED
    assert sum(path.stat().st_size for path in SHIPPED) < MEGABYTES


@pytest.mark.parametrize("path", SHIPPED, ids=GAMES)
def test_a_network_says_where_it_comes_from(path: Path) -> None:
    about = read(path).about
    game = load(path.stem, speed="interpreted")
    assert (about["game"], about["rules"]) == (game.meta.id, game.rules)
    assert about["board"] == game.board_file.digest
    assert about["observation"] == len(game.scales)
    for part in about.get("slices", [about]):
        assert part["seconds"] > 0
        assert part["decisions"] > 0


def test_a_board_it_does_not_know_is_played_without(northern: Game) -> None:
    """Another word in the file is another board."""
    compiled = load("northern", speed="compiled")
    assert trained(compiled) is not None
    assert trained(northern) is None  # interpreted
    file = compiled.board_file
    edited = replace(file, data={**file.data, "title": "Elsewhere"})
    other = AnyGame(compiled.room, edited, {}, compiled.engine.speed)
    assert trained(other) is None


def test_options_it_was_not_trained_with_are_played_without() -> None:
    """One that names none was trained with all."""
    shipped = read(FOLDER / "northern.npz")
    narrow = replace(shipped, about={**shipped.about, "options": {"variant": "standard"}})
    standard, single = (load("northern", speed="interpreted", variant=v) for v in VARIANTS)
    assert shipped.fits(standard)
    assert shipped.fits(single)
    assert narrow.fits(standard)
    assert not narrow.fits(single)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_policy_sees_no_more_than_its_seat(game: str) -> None:
    """Same view, other truth: the same draw."""
    loaded = load(game, speed="compiled")
    for plies in (10, 30, 50):
        state = some_way_in(loaded, 3, plies)
        other = state.redeal(state.turn, random.Random(2))
        for n in range(20):
            bots = (make_bot("net", loaded, random.Random(n)) for _ in range(2))
            one, two = (
                bot.choose(imagine(s, state.turn, random.Random(n)))
                for bot, s in zip(bots, (state, other), strict=True)
            )
            assert one == two


@pytest.mark.slow
def test_a_guided_search_repeats_itself_and_is_another_than_the_unguided() -> None:
    """By its iterations, whatever the clock says; and its thoughts are the network's."""
    game = load("northern", speed="compiled")
    state = some_way_in(game, 4, 20)

    def thought(guided: bool) -> list[tuple[int, int]]:
        weights = trained(game) if guided else None
        bot = SearchBot(game, random.Random(5), Budget(400), weights=weights)
        bot.choose(state.redeal(state.turn, random.Random(6)))
        assert bot.thought is not None
        return [(move.action, move.visits) for move in bot.thought.moves]

    assert thought(guided=True) == thought(guided=True)
    assert thought(guided=True) != thought(guided=False)


def test_the_highest_level_is_the_one_that_has_learned() -> None:
    assert [level.name for level in LEVELS.values() if level.trust] == ["master"]


@pytest.mark.slow
def test_an_expert_may_trust_the_network_with_a_part() -> None:
    """In Southern Pacific it does: neither the search without, nor all that a master trusts."""
    game = load("southern", speed="compiled")
    state = some_way_in(game, 4, 60)
    expert = LEVELS["expert"].among(game.room)
    assert 0.0 < expert.trust < 1.0

    def thought(trust: float) -> list[tuple[int, int]]:
        level = replace(expert, budget=Budget(400), trust=trust)
        bot = LevelBot(level, game, random.Random(5))
        bot.choose(state.redeal(state.turn, random.Random(6)))
        assert bot.thought is not None
        return [(move.action, move.visits) for move in bot.thought.moves]

    found = [thought(trust) for trust in (0.0, expert.trust, 1.0)]
    assert all(one != other for one, other in combinations(found, 2))
    assert thought(expert.trust) == found[1]
