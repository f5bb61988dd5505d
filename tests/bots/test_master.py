"""The shipped networks and the bots that use them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.bots.positions import play_random_plies
from tests.conftest import LoadNative

from roundhouse import Game, load
from roundhouse.bots.levels import LEVELS, LevelBot
from roundhouse.bots.net import trained_weights
from roundhouse.bots.net.weights import FOLDER, read_weights
from roundhouse.bots.registry import UnknownBot, make_bot
from roundhouse.bots.search import Budget, SearchBot
from roundhouse.play.perspective import determinize

SHIPPED = sorted(FOLDER.glob("*.npz"))
GAMES = [path.stem for path in SHIPPED]
VARIANTS = ("standard", "single")
MAX_BYTES = 3_000_000  # of all games together


def test_shipped_networks_are_small() -> None:
    assert SHIPPED
    assert sum(path.stat().st_size for path in SHIPPED) < MAX_BYTES


@pytest.mark.parametrize("path", SHIPPED, ids=GAMES)
def test_metadata_of_a_network_names_its_origin(path: Path) -> None:
    metadata = read_weights(path).metadata
    game = load(path.stem, speed="interpreted")
    assert (metadata["game"], metadata["rules"]) == (game.meta.id, game.rules)
    assert metadata["board"] == game.board_file.digest
    assert metadata["observation"] == len(game.scales)
    for part in metadata.get("slices", [metadata]):
        assert part["seconds"] > 0
        assert part["decisions"] > 0


def test_network_is_not_used_on_another_board(northern: Game, fast_northern: Game) -> None:
    """Any change of the board file makes another board."""
    compiled = fast_northern
    assert trained_weights(compiled) is not None
    assert trained_weights(northern) is None  # interpreted
    file = compiled.board_file
    edited = replace(file, data={**file.data, "title": "Elsewhere"})
    other = Game(compiled.definition, edited, {}, compiled.engine.speed)
    assert trained_weights(other) is None


def test_network_is_not_used_with_other_options() -> None:
    """A network without options in its metadata fits all options."""
    shipped = read_weights(FOLDER / "northern.npz")
    narrow = replace(shipped, metadata={**shipped.metadata, "options": {"variant": "standard"}})
    standard, single = (load("northern", speed="interpreted", variant=v) for v in VARIANTS)
    assert shipped.fits(standard)
    assert shipped.fits(single)
    assert narrow.fits(standard)
    assert not narrow.fits(single)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_policy_uses_no_hidden_information(game: str, load_native: LoadNative) -> None:
    """States with the same view give the same moves."""
    loaded = load_native(game)
    for plies in (10, 30, 50):
        state = play_random_plies(loaded, 3, plies)
        other = state.redeal(state.turn, random.Random(2))
        for n in range(20):
            bots = (make_bot("net", loaded, random.Random(n)) for _ in range(2))
            one, two = (
                bot.choose(determinize(s, state.turn, random.Random(n)))
                for bot, s in zip(bots, (state, other), strict=True)
            )
            assert one == two


@pytest.mark.slow
def test_guided_search_is_reproducible_and_uses_the_network(fast_northern: Game) -> None:
    """The budget counts iterations, so the result does not depend on the clock."""
    game = fast_northern
    state = play_random_plies(game, 4, 20)

    def visit_counts(guided: bool) -> list[tuple[int, int]]:
        weights = trained_weights(game) if guided else None
        bot = SearchBot(game, random.Random(5), Budget(400), weights=weights)
        bot.choose(state.redeal(state.turn, random.Random(6)))
        assert bot.last_search is not None
        return [(move.action, move.visits) for move in bot.last_search.moves]

    assert visit_counts(guided=True) == visit_counts(guided=True)
    assert visit_counts(guided=True) != visit_counts(guided=False)


@pytest.mark.slow
def test_weights_file_guides_a_search(fast_northern: Game, tmp_path: Path) -> None:
    game = fast_northern
    state = play_random_plies(game, 4, 20)

    def visit_counts(name: str) -> list[tuple[int, int]]:
        bot = make_bot(name, game, random.Random(5))
        bot.choose(state.redeal(state.turn, random.Random(6)))
        assert bot.last_search is not None
        return [(move.action, move.visits) for move in bot.last_search.moves]

    shipped = FOLDER / "northern.npz"
    other = tmp_path / "other.npz"
    with np.load(shipped) as file:
        np.savez(other, **{**file, "share.weight": -file["share.weight"]})
    guided = visit_counts("guided:400")
    assert visit_counts(f"guided:400:weights={shipped}") == guided
    assert visit_counts(f"guided:400:weights={other}:c_puct=1.5") != guided


@pytest.mark.slow
@pytest.mark.parametrize("file", ["texas.npz", "missing.npz"])
def test_unsuitable_weights_are_refused(fast_northern: Game, file: str) -> None:
    for bot in ("guided:400", "net"):
        with pytest.raises(UnknownBot, match="weights"):
            make_bot(f"{bot}:weights={FOLDER / file}", fast_northern, random.Random(5))


def test_only_master_uses_the_network_by_default() -> None:
    assert [level.name for level in LEVELS.values() if level.network_weight] == ["master"]


@pytest.mark.slow
def test_expert_of_southern_uses_part_of_the_network(load_native: LoadNative) -> None:
    """Its search differs from one without the network and from the master's."""
    game = load_native("southern")
    state = play_random_plies(game, 4, 60)
    expert = LEVELS["expert"].for_game(game.definition)
    assert 0.0 < expert.network_weight < 1.0

    def visit_counts(network_weight: float) -> list[tuple[int, int]]:
        level = replace(expert, budget=Budget(400), network_weight=network_weight)
        bot = LevelBot(level, game, random.Random(5))
        bot.choose(state.redeal(state.turn, random.Random(6)))
        assert bot.last_search is not None
        return [(move.action, move.visits) for move in bot.last_search.moves]

    counts = [visit_counts(network_weight) for network_weight in (0.0, expert.network_weight, 1.0)]
    assert all(one != other for one, other in combinations(counts, 2))
    assert visit_counts(expert.network_weight) == counts[1]
